import type { PayoutAnswer, PayoutOrder, PayoutStatus } from '#core/lending/ports.ts';
import { payCustomer } from './apis/b2c.ts';
import type { Acknowledged, Addresses } from './apis/party.ts';
import { askForStatus } from './apis/transaction-status.ts';
import { admit, learn, type Evidence } from './circuit.ts';
import type { CircuitKeeper } from './circuit-keeper.ts';
import type { Rail } from '../rail.ts';
import type { Daraja } from './connection/call.ts';
import { sendPatiently, type Patience } from './patience.ts';
import { payoutNews } from './payout-notification.ts';
import { chargeFor } from './settings.ts';
import { wholeShillings } from './wire/amounts.ts';

export type DarajaRailPorts = Patience & {
  readonly daraja: Daraja;
  /** Where the outcome of a payment is told, and the answer to a question about it: secret, one pair per payment each. */
  readonly addressesOf: (originatorId: string) => { readonly payment: Addresses; readonly status: Addresses };
  readonly circuit: CircuitKeeper;
};

export type DarajaRail = Rail & {
  /** Somebody has mended what had opened the circuit. */
  readonly mended: () => Promise<void>;
};

/** What is said of when to come back, where the provider says nothing. */
const RETRY_AFTER_SECONDS = 60;
const MOST_REMARKS = 100;

/**
 * Payments to customers by M-Pesa. Daraja answers twice: at once, that it has taken a request on, and later, at an
 * address of ours, what became of it. So does a question: `query` only asks, and says `pending`; the answer comes in
 * through `hear` at the status door, as results do at theirs.
 */
export function darajaPayoutRail({ daraja, addressesOf, circuit, ...patience }: DarajaRailPorts): DarajaRail {
  const observe = (evidence: Evidence): Promise<void> =>
    circuit.change((before) => learn(before, evidence, daraja.now()));
  /** An answer teaches nothing while everything works: nobody is asked to write that down. */
  const observeAnswer = async (answer: Acknowledged): Promise<void> => {
    const evidence = evidenceOf(answer);
    if (evidence === null) return;
    const known = await circuit.read();
    if (learn(known, evidence, daraja.now()) !== known) await observe(evidence);
  };
  /** Seconds to wait, or null where a request may go out. One that is let through as a trial is counted. */
  const heldBack = async (): Promise<number | null> => {
    if ((await circuit.read()).state === 'closed') return null;
    let seconds: number | null = null;
    await circuit.change((before) => {
      const admission = admit(before, daraja.now());
      seconds = admission.retryAfterSeconds;
      return admission.circuit;
    });
    return seconds;
  };

  const sendOnce = async (order: PayoutOrder, deadline: AbortSignal): Promise<Acknowledged> => {
    const answer = await payCustomer(
      daraja,
      {
        originatorId: order.originatorId,
        amount: order.amount,
        msisdn: order.msisdn,
        remarks: order.remarks.slice(0, MOST_REMARKS),
        occasion: null,
        addresses: addressesOf(order.originatorId).payment,
      },
      deadline,
    );
    await observeAnswer(answer);
    return answer;
  };

  return {
    send: async (order, deadline): Promise<PayoutAnswer> => {
      if (wholeShillings(order.amount) === null) {
        return { kind: 'rejected', code: 'amount_invalid', message: 'M-Pesa pays whole shillings only.' };
      }
      const seconds = await heldBack();
      if (seconds !== null) return unreachable('M-Pesa is not being asked for now, after it failed.', seconds);
      return answerOf(await sendPatiently(() => sendOnce(order, deadline), patience, deadline));
    },

    query: async (originatorId, deadline): Promise<PayoutStatus> => {
      if ((await heldBack()) === null) {
        const question = {
          about: { originatorId },
          remarks: 'Status of a disbursement',
          occasion: null,
          addresses: addressesOf(originatorId).status,
        };
        await observeAnswer(await askForStatus(daraja, question, deadline));
      }
      return { kind: 'pending' };
    },

    hear: async (door, text, awaited) => {
      const news = payoutNews(door, text, awaited, daraja.now());
      if (news.resultCode !== null) await observe({ kind: 'result', code: news.resultCode });
      if (door === 'result' && awaited.isAwaited && isToConfirm(news.status, daraja)) {
        return { ...news, status: { kind: 'unclear' } };
      }
      return { ...news, status: withCharge(news.status, daraja) };
    },

    closedFor: async () => admit(await circuit.read(), daraja.now()).retryAfterSeconds,

    mended: () => observe({ kind: 'mended' }),
  };
}

/** Callbacks are unsigned: a high payment that is awaited is booked by the answer to a question of ours alone. */
function isToConfirm(status: PayoutStatus | null, { settings }: Daraja): boolean {
  return status?.kind === 'paid' && (status.amount ?? 0n) >= settings.limits.payout.confirmedFrom;
}

/** A result says nothing of what it costs: then it is what the tariff says. */
function withCharge(status: PayoutStatus | null, { settings }: Daraja): PayoutStatus | null {
  if (status?.kind !== 'paid' || status.charge !== undefined || status.amount === null) return status;
  return { ...status, charge: chargeFor(status.amount, settings.charges) };
}

function answerOf(answer: Acknowledged): PayoutAnswer {
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'accepted', providerRef: answer.conversationId };
    case 'rejected': {
      const { code, means, providerCode } = answer;
      return { kind: 'rejected', code, message: means, ...(providerCode === null ? {} : { providerCode }) };
    }
    case 'back_off':
      return unreachable('M-Pesa is too busy; nothing was sent.', answer.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
    case 'not_sent':
      return unreachable('M-Pesa can’t be reached; nothing was sent.', RETRY_AFTER_SECONDS);
    // Seen before: it may be paid already. Only the provider's own books can tell.
    case 'already_submitted':
    case 'still_pending':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function evidenceOf(answer: Acknowledged): Evidence | null {
  if (answer.kind === 'not_sent') return null;
  if (answer.kind !== 'unknown') return { kind: 'answered' };
  return answer.serverError ? { kind: 'server_error' } : null;
}

function unreachable(message: string, retryAfterSeconds: number): PayoutAnswer {
  return { kind: 'unreachable', message, retryAfterSeconds };
}
