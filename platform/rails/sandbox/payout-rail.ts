import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import { answerIn, PAYOUT_ANSWERS } from '#core/payments/simulated.ts';
import { readPayoutNotification } from '../daraja/payout-notification.ts';
import { payoutCode } from '../daraja/result-codes.ts';
import { notifiedAfter, NOTIFIED_AFTER_MS, sandboxBooks, SHORT_BY, type Booked, type SandboxPorts } from './books.ts';
import type { SandboxNotifications } from './notifications.ts';
import { payoutBehaviourOf, type PayoutBehaviour } from './payout-behaviours.ts';
import { writePayoutResult } from './payout-result.ts';

/**
 * Payouts by the sandbox's own provider of mobile money: it knows a payment by the originator id alone. A business is
 * treated by the last digits of its shortcode, as a person by those of the number; a top-up of the float by those of its
 * amount in shillings.
 */
export function sandboxPayoutRail(ports: SandboxPorts, tenantId: number): PayoutRail {
  const books = sandboxBooks(ports, tenantId, 'payouts');
  return {
    send: async (order, deadline) => {
      if (order.amount % 100n !== 0n) {
        return { kind: 'rejected', code: 'amount_invalid', message: 'The provider pays whole shillings only.' };
      }
      const payee = payeeOf(order);
      const { replies, turnsAway, notifications } = payoutBehaviourOf(payee);
      if (typeof replies === 'object') return replies;
      const notifiedAfterMs = notifications.length > 0 ? notifiedAfter(replies) : null;
      const { originatorId, amount } = order;
      const request = {
        originatorId,
        amount,
        msisdn: payee,
        replies,
        turnedAway: turnsAway?.times ?? 0,
        notifiedAfterMs,
      };
      const because = turnsAway?.because ?? 'unknown';
      const message = `The provider turned the request away (${because}).`;
      return (await books.accept(request, deadline)) ?? { kind: 'rejected', code: because, message };
    },

    query: async ({ originatorId }) => {
      const booked = await books.find({ originatorId });
      return booked === null ? { kind: 'never_received' } : statusOf(booked, await books.now());
    },

    receive: async (callback, text, awaited) => readPayoutNotification(callback, text, awaited, await books.now()),
    closedFor: async () => null,
  };
}

function payeeOf({ msisdn, business, payee, amount }: PayoutOrder): string {
  return payee === 'own_float'
    ? `float ${(amount / 100n).toString().padStart(3, '0')}`
    : (msisdn ?? business?.number ?? '');
}

function statusOf(booked: Booked, now: Temporal.Instant): ProviderStatus {
  const queried = queriedOf(booked);
  if (queried === 'pending') return { kind: 'pending' };
  const at = paidAt(booked);
  if (Temporal.Instant.compare(now, at) < 0) return { kind: 'pending' };
  if (queried === 'declined') {
    return { kind: 'not_paid', code: 'provider_declined', message: 'The provider says that the payment was declined.' };
  }
  if (typeof queried === 'object') {
    const { outcome, means } = payoutCode(queried.code);
    return { kind: 'not_paid', code: outcome, message: means, providerCode: queried.code };
  }
  const { providerRef, receiptNo } = booked;
  return { kind: 'paid', providerRef, receiptNo, at, amount: amountPaid(booked) };
}

/** As a person has answered; without an answer, or where only the queue timed out, as the number says. */
function queriedOf({ answered, msisdn }: Booked): PayoutBehaviour['queried'] {
  const answer = answerIn(PAYOUT_ANSWERS, answered);
  const code = answer && PAYOUT_ANSWERS[answer];
  if (code === null) return payoutBehaviourOf(msisdn).queried;
  return code === '0' ? 'as booked' : { code };
}

const paidAt = ({ acceptedAt, answeredAt }: Booked) =>
  answeredAt ?? acceptedAt.add({ milliseconds: NOTIFIED_AFTER_MS / 2 });

function amountPaid({ msisdn, amount, answered }: Booked): bigint {
  if (answered === 'paid') return amount;
  const wrong = payoutBehaviourOf(msisdn).notifications.some((each) => each.kind === 'result' && each.wrongAmount);
  return amount - (wrong ? SHORT_BY : 0n);
}

/** The notifications of payouts, for a worker that posts them. */
export function sandboxPayoutNotifications(ports: SandboxPorts): SandboxNotifications {
  return {
    due: async (tenantId, originatorId) => {
      const books = sandboxBooks(ports, tenantId, 'payouts');
      const booked = await books.due(originatorId);
      if (booked === null) return null;
      const all = payoutBehaviourOf(booked.msisdn).notifications;
      const answered = answerOf(booked);
      const notification = answered ?? all[booked.notificationsSent];
      if (notification === undefined) return null;
      // What a person has answered is the last that is notified.
      const total = answered === null ? all.length : booked.notificationsSent + 1;
      const sent = (outcome: 'received' | 'refused') => books.notified(booked, outcome, total);
      if (notification.kind === 'timeout') return { kind: 'payout_timeout', body: {}, sent };
      const { providerRef, receiptNo, msisdn } = booked;
      const { code, description } = notification;
      const result = { originatorId, providerRef, code, description, receiptNo, msisdn };
      const body = writePayoutResult({ ...result, amount: amountPaid(booked), at: paidAt(booked) });
      return { kind: 'payout', body, sent };
    },
  };
}

/** What a person has answered in the provider's place, as it is notified; null without an answer. */
function answerOf({ answered }: Booked): PayoutBehaviour['notifications'][number] | null {
  const answer = answerIn(PAYOUT_ANSWERS, answered);
  if (answer === null) return null;
  const code = PAYOUT_ANSWERS[answer];
  return code === null ? { kind: 'timeout' } : { kind: 'result', code, description: payoutCode(code).means };
}
