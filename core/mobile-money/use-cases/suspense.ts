import type { Cents } from '../../kernel/money.ts';
import type { Claim } from '../../payments/receipt-registry.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf, type MobileMoneyChannel } from '../transaction/mobile-money-record.ts';

/** The type of record under which a receipt stands in suspense. */
export const MOBILE_MONEY = 'mobile_money_transaction';

type Paid = {
  readonly uuid: string;
  readonly channel: MobileMoneyChannel;
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly paidAt: Temporal.Instant;
};

/** The claim of a payment that comes into suspense. */
export function inSuspense({ uuid, channel, receiptNo, amount, paidAt }: Paid, reportedBy: Claim['reportedBy']): Claim {
  const record = { type: MOBILE_MONEY, uuid };
  const account = accountOf(channel);
  return { account, direction: 'in', receiptNo, amount, paidAt, reportedBy, record, party: 'suspense' };
}

/** What a record in suspense was paid with. */
export function paidWith({ uuid, channel, receiptNo, amount, paidAt }: MobileMoneyTransaction): Paid {
  if (receiptNo === null || paidAt === null) throw new Error(`Mobile money ${uuid} has no receipt.`);
  return { uuid, channel, receiptNo, amount, paidAt };
}

/** Whose word it is that a payment came. */
export function saidBy(
  reportedBy: Claim['reportedBy'],
  { actor, now }: Pick<MobileMoneyPorts, 'actor' | 'now'>,
): Pick<MobileMoneyTransaction, 'enteredBy' | 'reportedAt'> {
  return reportedBy === 'provider' ? { enteredBy: null, reportedAt: now } : { enteredBy: actor, reportedAt: null };
}
