import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { CollectionRail } from '#core/payments/rail.ts';
import { collectionStatus, readCollectionNotification } from './collection-notification.ts';
import { queryPrompt, promptPayer, type Prompted } from './apis/stk.ts';
import type { Daraja } from './connection/call.ts';
import { sendWithRetries, type Waiting } from '../connection/retries.ts';

export type DarajaCollectionPorts = Waiting & {
  readonly daraja: Daraja;
  /** The callback address of a prompt: secret, one per collection. */
  readonly callbackAddressOf: (originatorId: string) => string;
};

/**
 * Collections by M-Pesa Express: Daraja replies that the prompt is on its way, and notifies later, at a callback
 * endpoint, what became of it. The circuit of payouts does not stop a prompt: it is sent under the paybill's passkey, not
 * the initiator's credential, and takes nothing from the float.
 */
export function darajaCollectionRail({ daraja, callbackAddressOf, ...waiting }: DarajaCollectionPorts): CollectionRail {
  return {
    prompt: async ({ originatorId, amount, msisdn, accountReference, description }, deadline) => {
      const callbackAddress = callbackAddressOf(originatorId);
      const prompt = { amount, msisdn, accountReference, description, callbackAddress };
      return replyOf(await sendWithRetries(() => promptPayer(daraja, prompt, deadline), waiting, deadline));
    },

    query: async ({ providerRef }, deadline) => {
      // A prompt has no name of ours at M-Pesa: one whose reply was lost can't be queried.
      if (providerRef === null) return { kind: 'pending' };
      const status = await queryPrompt(daraja, providerRef, deadline);
      // Whatever becomes of our query, the prompt is where it was: it is queried again later.
      if (status.kind !== 'known') return { kind: 'pending' };
      const paid = { providerRef, receiptNo: null, at: daraja.now(), amount: null };
      return collectionStatus(status.code, status.providerCode, paid);
    },

    receive: async (text, awaited) => readCollectionNotification(text, awaited, daraja.now()),
  };
}

function replyOf(reply: Prompted): ProviderReply {
  switch (reply.kind) {
    case 'accepted':
      return { kind: 'accepted', providerRef: reply.checkoutRequestId };
    case 'rejected': {
      const { code, means, providerCode } = reply;
      return { kind: 'rejected', code, message: means, ...(providerCode === null ? {} : { providerCode }) };
    }
    case 'back_off':
      return unreachable('M-Pesa is too busy; the payer was not prompted.', reply.retryAfterSeconds);
    case 'not_sent':
      return unreachable('M-Pesa can’t be reached; the payer was not prompted.', null);
    // The prompt may be on the payer's phone already.
    case 'already_submitted':
    case 'still_pending':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** When to try again, where the provider says nothing. */
const RETRY_AFTER_SECONDS = 60;

function unreachable(message: string, retryAfterSeconds: number | null): ProviderReply {
  return { kind: 'unreachable', message, retryAfterSeconds: retryAfterSeconds ?? RETRY_AFTER_SECONDS };
}
