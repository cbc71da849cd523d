import type { Cents } from '#core/kernel/money.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { AwaitedPayout, Concern, PayoutCallback, PayoutNotification } from '#core/payments/rail.ts';
import { isToBusiness } from '#core/payments/channels.ts';
import { readB2bResult, type B2bResult } from './callbacks/b2b-result.ts';
import { readB2cResult, type B2cResult } from './callbacks/b2c-result.ts';
import { readStatusResult, type StatusResult } from './callbacks/status-result.ts';
import type { Unreadable } from './callbacks/result.ts';
import { readQueueTimeout } from './callbacks/timeout.ts';
import { comparePartyTo } from './wire/msisdn.ts';

/**
 * What a callback says of the payment that its address belongs to. Only a complete and matching notification books a
 * payment: where an id, the receipt or the amount is missing or another one's, the status is `unclear` and is queried; a
 * recipient that differs is a `mismatch`; an amount that differs is returned as it is, and is not booked.
 * @param receivedAt stands in for a time of completion that is missing or lies ahead
 */
export function readPayoutNotification(
  callback: PayoutCallback,
  text: string,
  awaited: AwaitedPayout,
  receivedAt: Temporal.Instant,
): PayoutNotification {
  switch (callback) {
    case 'payout_timeout': {
      const timeout = readQueueTimeout(text);
      return isAbout(awaited, timeout)
        ? notification({ kind: 'unclear' })
        : notification({ kind: 'unclear' }, ['other_payment']);
    }
    case 'payout_status_timeout':
      // Our query was lost in the queue. The payment is where it was; its status is queried again later.
      return notification(null);
    case 'payout': {
      if (isToBusiness(awaited.channel)) return ofBusinessResult(readB2bResult(text), awaited, receivedAt);
      const result = readB2cResult(text);
      return result.kind === 'unreadable'
        ? notification({ kind: 'unclear' }, ['unreadable'])
        : ofResult(result, awaited, receivedAt);
    }
    case 'payout_status': {
      const result = readStatusResult(text);
      return result.kind === 'unreadable' ? notification(null, ['unreadable']) : ofStatus(result, awaited, receivedAt);
    }
  }
}

function ofBusinessResult(
  result: B2bResult | Unreadable,
  awaited: AwaitedPayout,
  receivedAt: Temporal.Instant,
): PayoutNotification {
  if (result.kind === 'unreadable') return notification({ kind: 'unclear' }, ['unreadable']);
  return ofResult({ ...result, recipient: null }, awaited, receivedAt);
}

type PaymentResult = Pick<B2cResult, 'code' | 'providerCode' | 'originatorConversationId' | 'conversationId'> &
  Pick<B2cResult, 'receiptNo' | 'amount' | 'recipient' | 'completedAt'> & { readonly charges?: Cents | null };

function ofResult(result: PaymentResult, awaited: AwaitedPayout, receivedAt: Temporal.Instant): PayoutNotification {
  const { code, providerCode } = result;
  if (!isAbout(awaited, result)) return notification({ kind: 'unclear' }, ['other_payment'], providerCode);
  switch (code.outcome) {
    case 'success':
      return booked(
        { ...result, party: result.recipient, at: notAfter(receivedAt, result.completedAt) },
        awaited,
        providerCode,
      );
    case 'unclear':
      return notification({ kind: 'unclear' }, code.codes.length === 0 ? ['unknown_code'] : [], providerCode);
    default: {
      const status: ProviderStatus = { kind: 'not_paid', code: code.outcome, message: code.means, providerCode };
      return notification(status, concernsOf(code.outcome), providerCode);
    }
  }
}

function ofStatus(result: StatusResult, awaited: AwaitedPayout, receivedAt: Temporal.Instant): PayoutNotification {
  const { payment, queryCode } = result;
  if (!isAbout(awaited, payment)) return notification(null, ['other_payment'], queryCode);
  switch (result.meaning) {
    case 'paid':
      return booked(
        { ...payment, party: payment.creditParty, at: notAfter(receivedAt, payment.finalisedAt) },
        awaited,
        queryCode,
      );
    case 'not_paid': {
      const means = `The provider says that the payment was ${(result.status ?? '').toLowerCase()}.`;
      return notification({ kind: 'not_paid', code: 'provider_declined', message: means }, [], queryCode);
    }
    case 'open':
      return notification(null, [], queryCode);
    case 'inconclusive':
      return notification(null, queryCode === '0' ? ['unknown_code'] : [], queryCode);
  }
}

/** The provider's time, unless it has none or it is after the notification was received. */
function notAfter(receivedAt: Temporal.Instant, at: Temporal.Instant | null): Temporal.Instant {
  return at !== null && Temporal.Instant.compare(at, receivedAt) <= 0 ? at : receivedAt;
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
): PayoutNotification {
  if (awaited.msisdn !== null && comparePartyTo(awaited.msisdn, party) === 'differs') {
    const message = 'The provider says that it paid another number than the one that was requested.';
    return notification({ kind: 'mismatch', code: 'recipient_mismatch', message }, ['other_recipient'], code);
  }
  const missing: Concern[] = [
    ...(receiptNo === null ? (['no_receipt'] as const) : []),
    ...(amount === null ? (['no_amount'] as const) : []),
  ];
  if (receiptNo === null || amount === null) return notification({ kind: 'unclear' }, missing, code);
  const charge = charges === null ? {} : { charge: charges };
  return notification(
    { kind: 'paid', providerRef: conversationId, receiptNo, at, amount, recipientName: party, ...charge },
    amount === awaited.amount ? [] : ['other_amount'],
    code,
  );
}

/** The provider's own name for a payment; ours stands in for it in the record while there is none. */
const nameAtProvider = ({ originatorId, providerRef }: AwaitedPayout) =>
  providerRef === originatorId ? null : providerRef;

/** By our id or the provider's. Some notifications have neither; then their address alone identifies the payment. */
function isAbout(
  awaited: AwaitedPayout,
  {
    originatorConversationId,
    conversationId,
  }: { originatorConversationId: string | null; conversationId: string | null },
): boolean {
  if (originatorConversationId === null && conversationId === null) return true;
  // While our request to pay a business has no reply, none of the provider's ids is known.
  if (isToBusiness(awaited.channel) && nameAtProvider(awaited) === null) return true;
  if (originatorConversationId !== null) {
    return (
      originatorConversationId === awaited.originatorId ||
      // Of a payment to a business the provider's own originator id is the reference.
      originatorConversationId === awaited.providerRef ||
      (conversationId !== null && conversationId === awaited.providerRef)
    );
  }
  return awaited.providerRef === null || conversationId === awaited.providerRef;
}

function concernsOf(outcome: B2cResult['code']['outcome']): Concern[] {
  if (outcome === 'provider_float_insufficient') return ['float_insufficient'];
  return outcome === 'provider_config' ? ['provider_config'] : [];
}

function notification(
  status: ProviderStatus | null,
  concerns: readonly Concern[] = [],
  resultCode: string | null = null,
): PayoutNotification {
  return { status, concerns, resultCode };
}
