import type { Cents } from '#core/kernel/money.ts';
import { TRANSACTION_STATUSES } from '../result-codes.ts';
import { readCents } from '../wire/amounts.ts';
import { asId } from '../../connection/json.ts';
import { readTime } from '../wire/times.ts';
import { readResult, receiptFrom, valueOf, type Unreadable } from './result.ts';

export type StatusResult = {
  readonly kind: 'status_result';
  /** Whether the query itself worked. It says nothing of the payment. */
  readonly queryCode: string;
  /** The payment's own status, as the provider spells it. */
  readonly status: string | null;
  /** `inconclusive`: the query failed, or its status is unknown to us. Nothing is ever decided on it. */
  readonly meaning: 'paid' | 'not_paid' | 'open' | 'inconclusive';
  /** The payment that was queried; the ids of the envelope are those of the query and not repeated here. */
  readonly payment: {
    readonly originatorConversationId: string | null;
    readonly conversationId: string | null;
    readonly receiptNo: string | null;
    readonly amount: Cents | null;
    readonly finalisedAt: Temporal.Instant | null;
    /** `254708374149 - John Doe`: not for logs. */
    readonly creditParty: string | null;
    /** What the provider charged us. */
    readonly charges: Cents | null;
  };
};

/** What became of a transaction that was queried (portal, "Transaction Status": result). Never throws. */
export function readStatusResult(text: string): StatusResult | Unreadable {
  const result = readResult(text);
  if (result.kind === 'unreadable') return result;
  const { parameters } = result;
  const status = valueOf(parameters, 'TransactionStatus');
  const worked = result.code === '0';
  return {
    kind: 'status_result',
    queryCode: result.code,
    status,
    meaning: (worked ? TRANSACTION_STATUSES[status?.toLowerCase() ?? ''] : undefined) ?? 'inconclusive',
    payment: {
      originatorConversationId: asId(valueOf(parameters, 'OriginatorConversationID')),
      conversationId: asId(valueOf(parameters, 'ConversationID')),
      receiptNo: receiptFrom(valueOf(parameters, 'ReceiptNo')),
      amount: readCents(valueOf(parameters, 'Amount')),
      finalisedAt: readTime(valueOf(parameters, 'FinalisedTime')),
      // Samples name the debit party twice; then the second is the one that is credited.
      creditParty: valueOf(parameters, 'CreditPartyName') ?? parameters.get('DebitPartyName')?.[1] ?? null,
      charges: readCharges(valueOf(parameters, 'DebitPartyCharges')),
    },
  };
}

/** `Fee For B2C Payment|KES|22.40`, several of them joined by `&`. */
export function readCharges(text: string | null): Cents | null {
  if (text === null) return null;
  const fees = text.split('&').map((fee) => readCents(fee.split('|')[2] ?? null));
  return fees.reduce<Cents | null>((total, fee) => (total === null || fee === null ? null : total + fee), 0n);
}
