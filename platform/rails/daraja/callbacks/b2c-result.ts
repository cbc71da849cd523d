import type { Cents } from '#core/kernel/money.ts';
import { payoutCode, type PayoutCode } from '../result-codes.ts';
import { readCents } from '../wire/amounts.ts';
import { readTime } from '../wire/times.ts';
import { readResult, receiptFrom, valueOf, type Result, type Unreadable } from './result.ts';

export type B2cResult = Pick<Result, 'originatorConversationId' | 'conversationId'> & {
  readonly kind: 'b2c_result';
  readonly providerCode: string;
  readonly code: PayoutCode;
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  /** `254705912645 - JOHN DOE`: not for logs. */
  readonly recipient: string | null;
  readonly completedAt: Temporal.Instant | null;
  readonly isRegisteredCustomer: boolean | null;
  /** What our accounts held afterwards, in minor units. */
  readonly funds: {
    readonly utility: Cents | null;
    readonly working: Cents | null;
    readonly chargesPaid: Cents | null;
  };
};

/** The outcome of a payment to a customer (portal, "Business to Customer": result). Never throws. */
export function readB2cResult(text: string): B2cResult | Unreadable {
  const result = readResult(text);
  if (result.kind === 'unreadable') return result;
  const { parameters } = result;
  const registered = valueOf(parameters, 'B2CRecipientIsRegisteredCustomer');
  return {
    kind: 'b2c_result',
    providerCode: result.code,
    code: payoutCode(result.code),
    originatorConversationId: result.originatorConversationId,
    conversationId: result.conversationId,
    receiptNo: receiptFrom(valueOf(parameters, 'TransactionReceipt')) ?? receiptFrom(result.transactionId),
    amount: readCents(valueOf(parameters, 'TransactionAmount')),
    recipient: valueOf(parameters, 'ReceiverPartyPublicName'),
    completedAt: readTime(valueOf(parameters, 'TransactionCompletedDateTime')),
    isRegisteredCustomer: registered === null ? null : registered.toUpperCase() === 'Y',
    funds: {
      utility: readCents(valueOf(parameters, 'B2CUtilityAccountAvailableFunds')),
      working: readCents(valueOf(parameters, 'B2CWorkingAccountAvailableFunds')),
      chargesPaid: readCents(valueOf(parameters, 'B2CChargesPaidAccountAvailableFunds')),
    },
  };
}
