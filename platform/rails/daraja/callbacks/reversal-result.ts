import type { Cents } from '#core/kernel/money.ts';
import { payoutCode } from '../result-codes.ts';
import { readCents } from '../wire/amounts.ts';
import { readTime } from '../wire/times.ts';
import { readResult, receiptFrom, valueOf, type Unreadable } from './result.ts';

export type ReversalResult = {
  readonly kind: 'reversal_result';
  readonly providerCode: string;
  /** `reversed_before`: it was reversed already; as good as done once amount and receipt are found to agree. */
  readonly outcome: 'reversed' | 'reversed_before' | 'not_reversed' | 'unclear';
  /** The receipt of the reversal itself. */
  readonly receiptNo: string | null;
  readonly originalReceiptNo: string | null;
  readonly amount: Cents | null;
  readonly charge: Cents | null;
  readonly completedAt: Temporal.Instant | null;
};

const OWN_CODES: { readonly [code: string]: ReversalResult['outcome'] } = {
  R000001: 'reversed_before',
  R000002: 'not_reversed',
};

/** The outcome of a reversal (portal, "Reversals": result). Never throws. */
export function readReversalResult(text: string): ReversalResult | Unreadable {
  const result = readResult(text);
  if (result.kind === 'unreadable') return result;
  const { parameters } = result;
  return {
    kind: 'reversal_result',
    providerCode: result.code,
    outcome: OWN_CODES[result.code] ?? outcomeOf(result.code),
    receiptNo: receiptFrom(result.transactionId),
    originalReceiptNo: receiptFrom(valueOf(parameters, 'OriginalTransactionID')),
    amount: readCents(valueOf(parameters, 'Amount')),
    charge: readCents(valueOf(parameters, 'Charge')),
    completedAt: readTime(valueOf(parameters, 'TransCompletedTime')),
  };
}

function outcomeOf(code: string): ReversalResult['outcome'] {
  const { outcome } = payoutCode(code);
  if (outcome === 'success') return 'reversed';
  return outcome === 'unclear' ? 'unclear' : 'not_reversed';
}
