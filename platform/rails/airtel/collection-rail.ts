import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { CollectionRail } from '#core/payments/rail.ts';
import { sendWithRetries, type Waiting } from '../connection/retries.ts';
import { meaningOf } from './codes.ts';
import type { Airtel, AirtelReply } from './connection.ts';
import { MARKET } from './settings.ts';
import { statusFrom } from './status.ts';
import { transactionIn, wholeShillings, wireId, wireMsisdn, wireReference } from './wire.ts';

const RETRY_AFTER_SECONDS = 60;

/** Collections by Airtel Money: the payer is prompted, and an enquiry by our own id says what became of it. */
export function airtelCollectionRail({ airtel, ...waiting }: Waiting & { readonly airtel: Airtel }): CollectionRail {
  const query = async (originatorId: string, deadline: AbortSignal): Promise<ProviderStatus> => {
    const reply = await airtel.call(
      { method: 'GET', path: `/standard/v1/payments/${wireId(originatorId)}`, body: null },
      deadline,
    );
    const status = statusFrom('collection', reply, airtel.now());
    // A prompt is sent once: that Airtel has not seen it settles nothing while it may be on its way.
    return status.kind === 'never_received' ? { kind: 'pending' } : status;
  };

  return {
    prompt: async (order, deadline) => {
      const [amount, msisdn] = [wholeShillings(order.amount), wireMsisdn(order.msisdn)];
      if (amount === null || msisdn === null) {
        return { kind: 'rejected', code: 'request_invalid', message: 'It takes whole shillings and a Kenyan number.' };
      }
      const body = {
        reference: wireReference(order.accountReference),
        subscriber: { ...MARKET, msisdn },
        transaction: { ...MARKET, amount, id: wireId(order.originatorId) },
      };
      const request = { method: 'POST', path: '/merchant/v1/payments/', body } as const;
      return replyOf(
        order.originatorId,
        await sendWithRetries(() => airtel.call(request, deadline), waiting, deadline),
      );
    },
    query: ({ originatorId }, deadline) => query(originatorId, deadline),
    // A notification is unsigned: it says that something happened, and the enquiry what.
    receive: async (text, awaited) => {
      if (transactionIn(text)?.originatorId !== awaited.originatorId) return null;
      return query(awaited.originatorId, AbortSignal.timeout(airtel.settings.timeouts.totalMs));
    },
  };
}

function replyOf(originatorId: string, reply: AirtelReply): ProviderReply {
  switch (reply.kind) {
    case 'not_sent':
      return unreachable('Airtel Money can’t be reached; the payer was not prompted.', RETRY_AFTER_SECONDS);
    case 'back_off':
      return unreachable(
        'Airtel Money is too busy; the payer was not prompted.',
        reply.retryAfterSeconds ?? RETRY_AFTER_SECONDS,
      );
    case 'unknown':
      return { kind: 'unknown' };
    case 'declined':
      return { kind: 'rejected', code: reply.code, message: 'Airtel Money declined the request.' };
    case 'replied': {
      const { outcome, reason, means, code } = meaningOf('collection', null, reply.responseCode);
      if (outcome === 'not_paid') {
        return { kind: 'rejected', code: reason, message: means, ...(code === null ? {} : { providerCode: code }) };
      }
      // A prompt that is on its way has no name of theirs yet: ours is theirs.
      return outcome === 'unclear' || outcome === 'never_received'
        ? { kind: 'unknown' }
        : { kind: 'accepted', providerRef: wireId(originatorId) };
    }
  }
}

function unreachable(message: string, retryAfterSeconds: number): ProviderReply {
  return { kind: 'unreachable', message, retryAfterSeconds };
}
