import type { Cents } from '#core/kernel/money.ts';
import type { PayoutStatus } from '#core/lending/ports.ts';
import { readB2cResult, type B2cResult } from './callbacks/b2c-result.ts';
import { readStatusResult, type StatusResult } from './callbacks/status-result.ts';
import { readQueueTimeout } from './callbacks/timeout.ts';
import { comparePartyTo } from './wire/msisdn.ts';

/** The doors at which Daraja tells of a payment. What comes through one is never read as if it came through another. */
export const PAYOUT_DOORS = ['result', 'timeout', 'status_result', 'status_timeout'] as const;
export type PayoutDoor = (typeof PAYOUT_DOORS)[number];

/** The payment that a callback's address belongs to, as we know it. */
export type AwaitedPayout = {
  readonly originatorId: string;
  readonly amount: Cents;
  readonly msisdn: string;
  /** The provider's reference, once it has acknowledged. */
  readonly providerRef: string | null;
  /** Something is awaited of the provider. */
  readonly isAwaited: boolean;
};

/** Something about a callback that somebody may have to look at. */
export type Concern =
  | 'unreadable'
  /** Its ids are those of another payment. */
  | 'other_payment'
  /** It says that somebody else was paid. */
  | 'other_recipient'
  | 'other_amount'
  | 'no_amount'
  | 'no_receipt'
  | 'unknown_code'
  /** The float at the provider is too low: no further payment will work. */
  | 'float_insufficient'
  /** The credential, the account or its rights have to be mended. */
  | 'provider_config';

export type PayoutNews = {
  /** What to record; null where nothing was learnt of the payment. */
  readonly status: PayoutStatus | null;
  readonly concerns: readonly Concern[];
  /** The result code of this payment or question, for the circuit; null where there is none. */
  readonly resultCode: string | null;
};

/**
 * What a callback says of the payment that its address belongs to. Nothing but a whole and matching story books a
 * payment: where an id, the receipt or the amount is missing or another one's, the status is `unclear` and the provider
 * is asked; a recipient that differs is a `mismatch`; an amount that differs is told as it is, and is not booked.
 * @param receivedAt stands in for a time of completion that is missing or lies ahead
 */
export function payoutNews(
  door: PayoutDoor,
  text: string,
  awaited: AwaitedPayout,
  receivedAt: Temporal.Instant,
): PayoutNews {
  switch (door) {
    case 'timeout': {
      const timeout = readQueueTimeout(text);
      return isAbout(awaited, timeout) ? news({ kind: 'unclear' }) : news({ kind: 'unclear' }, ['other_payment']);
    }
    case 'status_timeout':
      // Our question got lost in the queue. The payment is where it was; it is asked again in its time.
      return news(null);
    case 'result': {
      const result = readB2cResult(text);
      return result.kind === 'unreadable'
        ? news({ kind: 'unclear' }, ['unreadable'])
        : ofResult(result, awaited, receivedAt);
    }
    case 'status_result': {
      const result = readStatusResult(text);
      return result.kind === 'unreadable' ? news(null, ['unreadable']) : ofStatus(result, awaited, receivedAt);
    }
  }
}

function ofResult(result: B2cResult, awaited: AwaitedPayout, receivedAt: Temporal.Instant): PayoutNews {
  const { code, providerCode } = result;
  if (!isAbout(awaited, result)) return news({ kind: 'unclear' }, ['other_payment'], providerCode);
  switch (code.outcome) {
    case 'success':
      return booked(
        { ...result, party: result.recipient, at: notAfter(receivedAt, result.completedAt) },
        awaited,
        providerCode,
      );
    case 'unclear':
      return news({ kind: 'unclear' }, code.codes.length === 0 ? ['unknown_code'] : [], providerCode);
    default: {
      const status: PayoutStatus = { kind: 'not_paid', code: code.outcome, message: code.means, providerCode };
      return news(status, concernsOf(code.outcome), providerCode);
    }
  }
}

function ofStatus(result: StatusResult, awaited: AwaitedPayout, receivedAt: Temporal.Instant): PayoutNews {
  const { payment, queryCode } = result;
  if (!isAbout(awaited, payment)) return news(null, ['other_payment'], queryCode);
  switch (result.meaning) {
    case 'paid':
      return booked(
        { ...payment, party: payment.creditParty, at: notAfter(receivedAt, payment.finalisedAt) },
        awaited,
        queryCode,
      );
    case 'not_paid': {
      const means = `The provider says that the payment was ${(result.status ?? '').toLowerCase()}.`;
      return news({ kind: 'not_paid', code: 'provider_declined', message: means }, [], queryCode);
    }
    case 'open':
      return news(null, [], queryCode);
    case 'inconclusive':
      return news(null, queryCode === '0' ? ['unknown_code'] : [], queryCode);
  }
}

/** The provider's time, unless it has none or lies ahead of when it was told. */
function notAfter(receivedAt: Temporal.Instant, told: Temporal.Instant | null): Temporal.Instant {
  return told !== null && Temporal.Instant.compare(told, receivedAt) <= 0 ? told : receivedAt;
}

type Paid = {
  readonly conversationId: string | null;
  readonly receiptNo: string | null;
  readonly amount: Cents | null;
  readonly party: string | null;
  readonly at: Temporal.Instant;
  readonly charges?: Cents | null;
};

function booked(
  { receiptNo, amount, party, conversationId, at, charges = null }: Paid,
  awaited: AwaitedPayout,
  code: string,
): PayoutNews {
  if (comparePartyTo(awaited.msisdn, party) === 'differs') {
    const message = 'The provider says that it paid another number than the one that was asked for.';
    return news({ kind: 'mismatch', code: 'recipient_mismatch', message }, ['other_recipient'], code);
  }
  const missing: Concern[] = [
    ...(receiptNo === null ? (['no_receipt'] as const) : []),
    ...(amount === null ? (['no_amount'] as const) : []),
  ];
  if (receiptNo === null || amount === null) return news({ kind: 'unclear' }, missing, code);
  const charge = charges === null ? {} : { charge: charges };
  return news(
    { kind: 'paid', providerRef: conversationId, receiptNo, at, amount, recipientName: party, ...charge },
    amount === awaited.amount ? [] : ['other_amount'],
    code,
  );
}

/** By our id or the provider's. Some answers carry neither; then their address alone has to do. */
function isAbout(
  awaited: AwaitedPayout,
  {
    originatorConversationId,
    conversationId,
  }: { originatorConversationId: string | null; conversationId: string | null },
): boolean {
  if (originatorConversationId === null && conversationId === null) return true;
  if (originatorConversationId !== null) {
    return (
      originatorConversationId === awaited.originatorId ||
      (conversationId !== null && conversationId === awaited.providerRef)
    );
  }
  return awaited.providerRef === null || conversationId === awaited.providerRef;
}

function concernsOf(outcome: B2cResult['code']['outcome']): Concern[] {
  if (outcome === 'provider_float_insufficient') return ['float_insufficient'];
  return outcome === 'provider_config' ? ['provider_config'] : [];
}

function news(
  status: PayoutStatus | null,
  concerns: readonly Concern[] = [],
  resultCode: string | null = null,
): PayoutNews {
  return { status, concerns, resultCode };
}
