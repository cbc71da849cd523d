import type { Answer } from '#core/payment-bridge/payment-attempt.ts';
import { newsOf, promptNews, type PromptRail } from '../collection-rail.ts';
import { askForPrompt, promptPayer, type Prompted } from './apis/stk.ts';
import type { Daraja } from './connection/call.ts';
import { sendPatiently, type Patience } from './patience.ts';

export type DarajaPromptPorts = Patience & {
  readonly daraja: Daraja;
  /** Where the outcome of a prompt is told: secret, one per collection. */
  readonly callbackAddressOf: (originatorId: string) => string;
};

/**
 * Collections by M-Pesa Express: Daraja answers that the prompt is on its way, and tells later, at an address of ours,
 * what became of it. The circuit of payments is none of a prompt's business: it goes out under the paybill's passkey,
 * not the initiator's credential, and takes nothing from the float.
 */
export function darajaPromptRail({ daraja, callbackAddressOf, ...patience }: DarajaPromptPorts): PromptRail {
  return {
    ask: async ({ originatorId, amount, msisdn, accountReference, description }, deadline) => {
      const callbackAddress = callbackAddressOf(originatorId);
      const prompt = { amount, msisdn, accountReference, description, callbackAddress };
      return answerOf(await sendPatiently(() => promptPayer(daraja, prompt, deadline), patience, deadline));
    },

    query: async ({ providerRef }, deadline) => {
      const status = await askForPrompt(daraja, providerRef, deadline);
      // Whatever becomes of our question, the prompt is where it was: it is asked for again in its time.
      if (status.kind !== 'told') return { kind: 'pending' };
      const paid = { providerRef, receiptNo: null, at: daraja.now(), amount: null };
      return newsOf(status.code, status.providerCode, paid);
    },

    hear: async (text, awaited) => promptNews(text, awaited, daraja.now()),
  };
}

function answerOf(answer: Prompted): Answer {
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'accepted', providerRef: answer.checkoutRequestId };
    case 'rejected': {
      const { code, means, providerCode } = answer;
      return { kind: 'rejected', code, message: means, ...(providerCode === null ? {} : { providerCode }) };
    }
    case 'back_off':
      return { kind: 'unreachable', message: 'M-Pesa is too busy; nobody was asked.' };
    case 'not_sent':
      return { kind: 'unreachable', message: 'M-Pesa can’t be reached; nobody was asked.' };
    // The prompt may be on the payer's phone already.
    case 'already_submitted':
    case 'still_pending':
    case 'unknown':
      return { kind: 'unknown' };
  }
}
