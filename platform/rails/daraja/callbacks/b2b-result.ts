import type { Cents } from '#core/kernel/money.ts';
import { payoutCode, type PayoutCode } from '../result-codes.ts';
import { readCents } from '../wire/amounts.ts';
import { readTime } from '../wire/times.ts';
import { readResult, receiptFrom, valueOf, type Unreadable } from './result.ts';
import { readCharges } from './status-result.ts';

export type B2bResult = {
  readonly kind: 'b2b_result';
  readonly providerCode: string;
  readonly code: PayoutCode;
  readonly conversationId: string | null;
  readonly originatorConversationId: string | null;
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  readonly charges: Cents | null;
  /** What the account that paid held afterwards. */
  readonly balance: Cents | null;
  readonly billReference: string | null;
  readonly completedAt: Temporal.Instant | null;
};

/** The outcome of a payment between shortcodes (portal, "Business Pay Bill": result). Never throws. */
export function readB2bResult(text: string): B2bResult | Unreadable {
  const result = readResult(text);
  if (result.kind === 'unreadable') return result;
  const { parameters } = result;
  return {
    kind: 'b2b_result',
    providerCode: result.code,
    code: payoutCode(result.code),
    conversationId: result.conversationId,
    originatorConversationId: result.originatorConversationId,
    receiptNo: receiptFrom(result.transactionId),
    amount: readCents(valueOf(parameters, 'Amount')),
    charges: readCharges(valueOf(parameters, 'DebitPartyCharges')),
    balance: readBasicAmount(valueOf(parameters, 'DebitAccountBalance')),
    billReference: valueOf(result.references, 'BillReferenceNumber'),
    completedAt: readTime(valueOf(parameters, 'TransCompletedTime')),
  };
}

/** `{Amount={CurrencyCode=KES, MinimumAmount=618683, BasicAmount=6186.83}}`: no JSON, and an amount nonetheless. */
function readBasicAmount(text: string | null): Cents | null {
  return readCents(/BasicAmount=(-?[\d.]{1,20})/.exec(text ?? '')?.[1] ?? null);
}
