import type { Cents } from '#core/kernel/money.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import type { Breaker } from '../breaker.ts';
import { chargeFor } from '../charges.ts';
import { sendWithRetries, type Waiting } from '../connection/retries.ts';
import { meaningOf } from './codes.ts';
import type { Airtel, AirtelReply } from './connection.ts';
import { encryptedPin, MARKET } from './settings.ts';
import { statusFrom } from './status.ts';
import { wholeShillings, wireId, wireMsisdn, wireReference } from './wire.ts';

export type AirtelPorts = Waiting & { readonly airtel: Airtel; readonly breaker: Breaker };

/** When to try again, where Airtel says nothing. */
const RETRY_AFTER_SECONDS = 60;

/**
 * Payments to customers by Airtel Money. Its reply often says immediately what became of a payment; otherwise an enquiry by our
 * own id does. It has seen an id before, or not: the same one is never paid twice.
 */
export function airtelPayoutRail({ airtel, breaker, ...waiting }: AirtelPorts): PayoutRail {
  const sendOnce = async (order: PayoutOrder, deadline: AbortSignal): Promise<AirtelReply> => {
    const { settings, call } = airtel;
    const body = {
      payee: { msisdn: wireMsisdn(order.msisdn), currency: MARKET.currency },
      reference: wireReference(order.remarks),
      pin: encryptedPin(settings),
      transaction: { amount: wholeShillings(order.amount), id: wireId(order.originatorId), type: 'B2C' },
    };
    const reply = await call({ method: 'POST', path: '/standard/v1/disbursements/', body }, deadline);
    if (reply.kind !== 'not_sent') await breaker.observe({ kind: reply.kind === 'unknown' ? 'no_reply' : 'replied' });
    return reply;
  };

  const query = async (
    { originatorId, amount }: Pick<PayoutOrder, 'originatorId' | 'amount'>,
    deadline: AbortSignal,
  ): Promise<ProviderStatus> => {
    const path = `/standard/v1/disbursements/${wireId(originatorId)}?transactionType=B2C`;
    const reply = await airtel.call({ method: 'GET', path, body: null }, deadline);
    const status = withCharge(statusFrom('payout', reply, airtel.now()), amount, airtel.settings);
    if (status.kind === 'paid') await breaker.observe({ kind: 'paid', originatorId });
    return status;
  };

  return {
    send: async (order, deadline): Promise<ProviderReply> => {
      if (wholeShillings(order.amount) === null) {
        return { kind: 'rejected', code: 'amount_invalid', message: 'Airtel Money is paid whole shillings only.' };
      }
      if (wireMsisdn(order.msisdn) === null) {
        return { kind: 'rejected', code: 'request_invalid', message: 'It has to be a Kenyan mobile number.' };
      }
      const seconds = await breaker.admit(order.originatorId);
      if (seconds !== null) return unreachable('Airtel Money is not sent requests for now, after it failed.', seconds);
      const reply = await sendWithRetries(() => sendOnce(order, deadline), waiting, deadline);
      const answer = replyOf(order, reply, airtel);
      await learnFrom(breaker, order, answer);
      return answer;
    },
    query,
    // A notification is unsigned: it says that something happened, and the enquiry what.
    receive: async (_callback, _text, awaited) => {
      const status = await query(awaited, AbortSignal.timeout(airtel.settings.timeouts.totalMs));
      return { status: status.kind === 'never_received' ? null : status, concerns: [], resultCode: null };
    },
    closedFor: () => breaker.closedFor(),
  };
}

async function learnFrom(
  { observe }: Breaker,
  { originatorId, amount }: PayoutOrder,
  reply: ProviderReply,
): Promise<void> {
  if (reply.kind === 'accepted' && reply.result?.kind === 'paid') return observe({ kind: 'paid', originatorId });
  if (reply.kind !== 'rejected') return;
  if (reply.code === 'provider_float_insufficient') return observe({ kind: 'float_empty', amount });
  if (reply.code === 'provider_config') return observe({ kind: 'credential_refused' });
}

/** Airtel does not say what it charges: it is what the institution has agreed with it. */
function withCharge(status: ProviderStatus, amount: Cents, { charges }: Airtel['settings']): ProviderStatus {
  return status.kind === 'paid' ? { ...status, charge: chargeFor(amount, charges) } : status;
}

function replyOf({ originatorId, amount }: PayoutOrder, reply: AirtelReply, { now, settings }: Airtel): ProviderReply {
  switch (reply.kind) {
    case 'not_sent':
      return unreachable('Airtel Money can’t be reached; nothing was sent.', RETRY_AFTER_SECONDS);
    case 'back_off':
      return unreachable('Airtel Money is too busy; nothing was sent.', reply.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
    case 'unknown':
      return { kind: 'unknown' };
    case 'declined':
      return { kind: 'rejected', code: reply.code, message: 'Airtel Money declined the request.' };
    case 'replied': {
      const { outcome, reason, means, code } = meaningOf('payout', reply.state, reply.responseCode);
      const providerRef = reply.airtelId ?? wireId(originatorId);
      if (outcome === 'open') return { kind: 'accepted', providerRef };
      if (outcome === 'paid') {
        const result = withCharge(statusFrom('payout', reply, now()), amount, settings);
        return { kind: 'accepted', providerRef, result };
      }
      if (outcome !== 'not_paid') return { kind: 'unknown' };
      return { kind: 'rejected', code: reason, message: means, ...(code === null ? {} : { providerCode: code }) };
    }
  }
}

function unreachable(message: string, retryAfterSeconds: number): ProviderReply {
  return { kind: 'unreachable', message, retryAfterSeconds };
}
