import type { CollectionRail } from '#core/payments/rail.ts';
import { answerIn, PROMPT_ANSWERS } from '#core/payments/simulated.ts';
import { collectionStatus, readCollectionNotification } from '../daraja/collection-notification.ts';
import { collectionCode } from '../daraja/result-codes.ts';
import { compactTime } from '../daraja/wire/times.ts';
import { notifiedAfter, sandboxBooks, SHORT_BY, type Booked, type SandboxPorts } from './books.ts';
import { collectionBehaviourOf } from './collection-behaviours.ts';
import type { SandboxNotifications } from './notifications.ts';

/** Collections by the sandbox's own provider: it knows a prompt by the reference that it gave. */
export function sandboxCollectionRail(ports: SandboxPorts, tenantId: number): CollectionRail {
  const books = sandboxBooks(ports, tenantId, 'prompts');
  return {
    prompt: async (order, deadline) => {
      const { replies, turnsAway = 0, notifies, notifiesAfterMs } = collectionBehaviourOf(order.msisdn);
      if (typeof replies === 'object') return replies;
      const notifiedAfterMs = notifies.length > 0 ? (notifiesAfterMs ?? notifiedAfter(replies)) : null;
      const { originatorId, amount, msisdn } = order;
      const request = { originatorId, amount, msisdn, replies, turnedAway: turnsAway, notifiedAfterMs };
      const message = 'The provider turned the request away too often.';
      return (await books.accept(request, deadline)) ?? { kind: 'unreachable', message, retryAfterSeconds: 60 };
    },

    query: async ({ providerRef }) => {
      if (providerRef === null) return { kind: 'pending' };
      const booked = await books.find({ providerRef });
      if (booked === null) return { kind: 'unclear' };
      const { notifies, queried } = collectionBehaviourOf(booked.msisdn);
      const isOver = booked.notificationsSent > 0 || notifies.length === 0;
      const code = answeredCode(booked) ?? (isOver ? queried.after : queried.before);
      // As the real one, it gives no receipt and no amount here.
      return collectionStatus(collectionCode(code), code, {
        providerRef,
        receiptNo: null,
        at: paidAt(booked),
        amount: null,
      });
    },

    receive: async (text, awaited) => readCollectionNotification(text, awaited, await books.now()),
  };
}

/** The notifications of prompts, for a worker that posts them. */
export function sandboxCollectionNotifications(ports: SandboxPorts): SandboxNotifications {
  return {
    due: async (tenantId, originatorId) => {
      const books = sandboxBooks(ports, tenantId, 'prompts');
      const booked = await books.due(originatorId);
      if (booked === null) return null;
      const all = collectionBehaviourOf(booked.msisdn).notifies;
      const answered = answeredCode(booked);
      const code = answered ?? all[booked.notificationsSent];
      if (code === undefined) return null;
      // What a person has answered is the last that is notified.
      const total = answered === null ? all.length : booked.notificationsSent + 1;
      return {
        kind: 'collection',
        body: callbackOf(booked, code),
        sent: (outcome) => books.notified(booked, outcome, total),
      };
    },
  };
}

/** The code that a person has answered with; null: the number decides. */
function answeredCode({ answered }: Booked): string | null {
  const answer = answerIn(PROMPT_ANSWERS, answered);
  return answer && PROMPT_ANSWERS[answer];
}

const paidAt = ({ acceptedAt, answeredAt }: Booked) => answeredAt ?? acceptedAt;

function callbackOf(booked: Booked, code: string): object {
  const { providerRef, receiptNo, msisdn } = booked;
  const paid = code === '0' || code === 'short';
  const amount = booked.answeredAmount ?? booked.amount - (code === 'short' ? SHORT_BY : 0n);
  const items = [
    { Name: 'Amount', Value: Number(amount) / 100 },
    { Name: 'MpesaReceiptNumber', Value: receiptNo },
    { Name: 'TransactionDate', Value: Number(compactTime(paidAt(booked))) },
    { Name: 'PhoneNumber', Value: Number(msisdn.slice(1)) },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: providerRef.slice(-12),
        CheckoutRequestID: providerRef,
        ResultCode: paid ? 0 : Number(code),
        ResultDesc: paid ? 'The service request is processed successfully.' : collectionCode(code).means,
        ...(paid ? { CallbackMetadata: { Item: items } } : {}),
      },
    },
  };
}
