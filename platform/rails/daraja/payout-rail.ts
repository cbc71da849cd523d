import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import { payCustomer } from './apis/b2c.ts';
import type { Acknowledged, Addresses } from './apis/party.ts';
import { queryStatus } from './apis/transaction-status.ts';
import { admit, learn, type Evidence } from './circuit.ts';
import type { CircuitStore } from './circuit-store.ts';
import type { Daraja } from './connection/call.ts';
import { sendWithRetries, type Waiting } from './retries.ts';
import { readPayoutNotification } from './payout-notification.ts';
import { chargeFor } from './settings.ts';
import { wholeShillings } from './wire/amounts.ts';

export type DarajaRailPorts = Waiting & {
  readonly daraja: Daraja;
  /** The callback addresses of a payment and of its status queries: secret, one pair per payment each. */
  readonly addressesOf: (originatorId: string) => { readonly payment: Addresses; readonly status: Addresses };
  readonly circuit: CircuitStore;
};

export type DarajaRail = PayoutRail & {
  /** Sends again, after a person has repaired what had opened the circuit. */
  readonly resume: () => Promise<void>;
};

/** When to try again, where the provider says nothing. */
const RETRY_AFTER_SECONDS = 60;
const MOST_REMARKS = 100;

/**
 * Payments to customers by M-Pesa. Daraja responds twice: immediately, that it has taken a request on, and later, at a
 * callback endpoint, what became of it. So does a status query: `query` only sends it, and returns `pending`; the status
 * comes in through `receive`, as results do.
 */
export function darajaPayoutRail({ daraja, addressesOf, circuit, ...waiting }: DarajaRailPorts): DarajaRail {
  const { observe, observeReply, heldBack } = breakerOf(circuit, daraja);

  const sendOnce = async (order: PayoutOrder, deadline: AbortSignal): Promise<Acknowledged> => {
    const reply = await payCustomer(
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
    await observeReply(reply);
    return reply;
  };

  return {
    send: async (order, deadline): Promise<ProviderReply> => {
      if (wholeShillings(order.amount) === null) {
        return { kind: 'rejected', code: 'amount_invalid', message: 'M-Pesa pays whole shillings only.' };
      }
      const seconds = await heldBack();
      if (seconds !== null) return unreachable('M-Pesa is not sent requests for now, after it failed.', seconds);
      return replyOf(await sendWithRetries(() => sendOnce(order, deadline), waiting, deadline));
    },

    query: async (originatorId, deadline): Promise<ProviderStatus> => {
      if ((await heldBack()) === null) {
        const statusQuery = {
          about: { originatorId },
          remarks: 'Status of a disbursement',
          occasion: null,
          addresses: addressesOf(originatorId).status,
        };
        await observeReply(await queryStatus(daraja, statusQuery, deadline));
      }
      return { kind: 'pending' };
    },

    receive: async (callback, text, awaited) => {
      const notification = readPayoutNotification(callback, text, awaited, daraja.now());
      if (notification.resultCode !== null) await observe({ kind: 'result', code: notification.resultCode });
      if (callback === 'payout' && awaited.isAwaited && isToConfirm(notification.status, daraja)) {
        return { ...notification, status: { kind: 'unclear' } };
      }
      return { ...notification, status: withCharge(notification.status, daraja) };
    },

    closedFor: async () => admit(await circuit.read(), daraja.now()).retryAfterSeconds,

    resume: () => observe({ kind: 'resumed' }),
  };
}

/** The circuit breaker of M-Pesa: it learns from replies and results, and holds requests back after failures. */
function breakerOf(circuit: DarajaRailPorts['circuit'], daraja: Daraja) {
  const observe = (evidence: Evidence): Promise<void> =>
    circuit.change((before) => learn(before, evidence, daraja.now()));
  return {
    observe,
    /** A reply is no evidence while everything works: then nothing is written. */
    observeReply: async (reply: Acknowledged): Promise<void> => {
      const evidence = evidenceOf(reply);
      if (evidence === null) return;
      const known = await circuit.read();
      if (learn(known, evidence, daraja.now()) !== known) await observe(evidence);
    },
    /** Seconds to wait, or null where a request may go out. One that is let through as a trial is counted. */
    heldBack: async (): Promise<number | null> => {
      if ((await circuit.read()).state === 'closed') return null;
      let seconds: number | null = null;
      await circuit.change((before) => {
        const admission = admit(before, daraja.now());
        seconds = admission.retryAfterSeconds;
        return admission.circuit;
      });
      return seconds;
    },
  };
}

/** Callbacks are unsigned: a high payment that is awaited is booked by the reply to a status query alone. */
function isToConfirm(status: ProviderStatus | null, { settings }: Daraja): boolean {
  return status?.kind === 'paid' && (status.amount ?? 0n) >= settings.limits.payout.confirmedFrom;
}

/** A result says nothing of what it costs: then it is what the tariff says. */
function withCharge(status: ProviderStatus | null, { settings }: Daraja): ProviderStatus | null {
  if (status?.kind !== 'paid' || status.charge !== undefined || status.amount === null) return status;
  return { ...status, charge: chargeFor(status.amount, settings.charges) };
}

function replyOf(reply: Acknowledged): ProviderReply {
  switch (reply.kind) {
    case 'accepted':
      return { kind: 'accepted', providerRef: reply.conversationId };
    case 'rejected': {
      const { code, means, providerCode } = reply;
      return { kind: 'rejected', code, message: means, ...(providerCode === null ? {} : { providerCode }) };
    }
    case 'back_off':
      return unreachable('M-Pesa is too busy; nothing was sent.', reply.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
    case 'not_sent':
      return unreachable('M-Pesa can’t be reached; nothing was sent.', RETRY_AFTER_SECONDS);
    // Seen before: it may be paid already. Only the provider's own books say.
    case 'already_submitted':
    case 'still_pending':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function evidenceOf(reply: Acknowledged): Evidence | null {
  if (reply.kind === 'not_sent') return null;
  if (reply.kind !== 'unknown') return { kind: 'replied' };
  return reply.serverError ? { kind: 'server_error' } : null;
}

function unreachable(message: string, retryAfterSeconds: number): ProviderReply {
  return { kind: 'unreachable', message, retryAfterSeconds };
}
