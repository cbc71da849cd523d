import { isToBusiness, type SentChannel } from '#core/payments/channels.ts';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type {
  AwaitedPayout,
  PayoutCallback,
  PayoutNotification,
  PayoutOrder,
  PayoutRail,
} from '#core/payments/rail.ts';
import type { Breaker } from '../breaker.ts';
import { chargeFor } from '../charges.ts';
import type { Evidence, TakenFrom } from '../circuit.ts';
import { payBusiness } from './apis/b2b.ts';
import { payCustomer } from './apis/b2c.ts';
import type { Acknowledged, Addresses } from './apis/party.ts';
import { queryStatus } from './apis/transaction-status.ts';
import type { Daraja } from './connection/call.ts';
import { sendWithRetries, type Waiting } from '../connection/retries.ts';
import { readPayoutNotification } from './payout-notification.ts';
import { payoutCode } from './result-codes.ts';
import { collectingShortcode, type OwnShortcode } from './settings.ts';
import { wholeShillings } from './wire/amounts.ts';

export type DarajaRailPorts = Waiting & {
  readonly daraja: Daraja;
  /** The callback addresses of a payment and of its status queries: secret, one pair per payment each. */
  readonly addressesOf: (originatorId: string) => { readonly payment: Addresses; readonly status: Addresses };
  readonly breaker: Breaker;
};

/** When to try again, where the provider says nothing. */
const RETRY_AFTER_SECONDS = 60;
const MOST_REMARKS = 100;

/**
 * Payments to customers by M-Pesa. Daraja responds twice: immediately, that it has taken a request on, and later, at a
 * callback endpoint, what became of it. So does a status query: `query` only sends it, and returns `pending`; the status
 * comes in through `receive`, as results do.
 */
export function darajaPayoutRail({ daraja, addressesOf, breaker, ...waiting }: DarajaRailPorts): PayoutRail {
  const sendOnce = async (order: PayoutOrder, deadline: AbortSignal): Promise<Acknowledged> => {
    const reply = await pay(daraja, order, addressesOf(order.originatorId).payment, deadline);
    const evidence = evidenceOf(reply);
    if (evidence !== null) await breaker.observe(evidence);
    return reply;
  };

  return {
    send: async (order, deadline): Promise<ProviderReply> => {
      if (wholeShillings(order.amount) === null) {
        return { kind: 'rejected', code: 'amount_invalid', message: 'M-Pesa pays whole shillings only.' };
      }
      if (isToBusiness(order.channel) && collectingShortcode(daraja.settings) === null) return NOTHING_ACTS;
      const seconds = await breaker.admit(order.originatorId, takenFrom(order.channel));
      if (seconds !== null) return unreachable('M-Pesa is not sent requests for now, after it failed.', seconds);
      return replyOf(order, await sendWithRetries(() => sendOnce(order, deadline), waiting, deadline));
    },

    // Never held back, and no evidence: that a query is taken says nothing of the next payment.
    query: async ({ originatorId, channel, providerRef }, deadline): Promise<ProviderStatus> => {
      // A payment to a business has the provider's name alone: without a reply it has none that could be queried.
      const name = isToBusiness(channel) ? providerRef : originatorId;
      const isUnknown = isToBusiness(channel) && providerRef === originatorId;
      if (name === null || isUnknown) return { kind: 'pending' };
      const statusQuery = {
        about: { originatorId: name },
        remarks: 'Status of a disbursement',
        occasion: null,
        addresses: addressesOf(originatorId).status,
        ...(isToBusiness(channel) ? fromPaybill(daraja) : {}),
      };
      await queryStatus(daraja, statusQuery, deadline);
      return { kind: 'pending' };
    },

    receive: async (callback, text, awaited) => {
      const received = readPayoutNotification(callback, text, awaited, daraja.now());
      const isUnconfirmed = callback === 'payout' && awaited.isAwaited && isToConfirm(received.status, daraja);
      const status: ProviderStatus | null = isUnconfirmed
        ? { kind: 'unclear' }
        : withCharge(received.status, awaited.channel, daraja);
      const notification = { ...received, status };
      await learnFrom(breaker, callback, notification, awaited);
      return notification;
    },

    closedFor: (channel) => breaker.closedFor(takenFrom(channel)),
  };
}

/**
 * What a notification says of the credential and the float. The code of a status query is that of the query: it can refuse
 * the credential, and says nothing of the float. What is settled is notified once more, and is no evidence then.
 */
async function learnFrom(
  { observe }: Breaker,
  callback: PayoutCallback,
  { resultCode, status }: PayoutNotification,
  { originatorId, channel, amount, isAwaited }: AwaitedPayout,
): Promise<void> {
  if (!isAwaited) return;
  if (status?.kind === 'paid') return observe({ kind: 'paid', originatorId });
  const opens = resultCode === null ? undefined : payoutCode(resultCode).opensCircuit;
  if (opens === 'credential') return observe({ kind: 'credential_refused' });
  // A business is paid from the working account: that it is empty says nothing of the utility account.
  if (opens === 'float' && callback === 'payout' && !isToBusiness(channel))
    return observe({ kind: 'float_empty', amount });
}

/** Callbacks are unsigned: a high payment that is awaited is booked by the reply to a status query alone. */
function isToConfirm(status: ProviderStatus | null, { settings }: Daraja): boolean {
  return status?.kind === 'paid' && (status.amount ?? 0n) >= settings.limits.payout.confirmedFrom;
}

/** A result to a customer says nothing of what it costs: then it is what the tariff says. One to a business says it. */
function withCharge(status: ProviderStatus | null, channel: SentChannel, { settings }: Daraja): ProviderStatus | null {
  if (status?.kind !== 'paid' || status.charge !== undefined || status.amount === null) return status;
  if (isToBusiness(channel)) return status;
  return { ...status, charge: chargeFor(status.amount, settings.charges) };
}

/** A business is paid from what was collected, and so the float is filled. */
const takenFrom = (channel: SentChannel): TakenFrom => (isToBusiness(channel) ? 'collected' : 'float');

/** The paybill has a shortcode of its own, and no initiator is set up for it. */
const NOTHING_ACTS: ProviderReply = {
  kind: 'rejected',
  code: 'provider_config',
  message: 'No initiator is set up for the shortcode of the paybill; nothing was sent.',
};

function fromPaybill({ settings }: Daraja): { readonly of?: OwnShortcode } {
  const collecting = collectingShortcode(settings);
  return collecting === null ? {} : { of: collecting };
}

/** Businesses are paid from what the paybill has collected, whichever shortcode it has: so the books have it. */
const paysBusinesses = ({ settings }: Daraja): OwnShortcode => collectingShortcode(settings) ?? settings;

/**
 * Money of the paybill goes to the utility account that pays people: within one shortcode by a transfer between its
 * accounts, otherwise by a top-up of the other one (portal, "B2C Account Top Up").
 */
function fillFloat(
  daraja: Daraja,
  { amount, remarks }: PayoutOrder,
  addresses: Addresses,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const { settings } = daraja;
  const from = paysBusinesses(daraja);
  const isOwn = from.shortcode === settings.shortcode;
  const command = isOwn ? 'BusinessTransferFromMMFToUtility' : 'BusinessPayToBulk';
  const to = { toShortcode: settings.shortcode, accountReference: 'Float' };
  const payment = { command, amount, ...to, requester: null, remarks: remarks.slice(0, MOST_REMARKS) } as const;
  return payBusiness(daraja, { ...payment, addresses, from }, deadline);
}

/** A person is paid by B2C, from the utility account; a business by B2B, from the account of what was collected. */
function pay(daraja: Daraja, order: PayoutOrder, addresses: Addresses, deadline: AbortSignal): Promise<Acknowledged> {
  const { channel, originatorId, amount, msisdn, business, remarks } = order;
  const shown = remarks.slice(0, MOST_REMARKS);
  if (order.payee === 'own_float') return fillFloat(daraja, order, addresses, deadline);
  if (isToBusiness(channel)) {
    if (business === null) throw new Error(`The payment ${originatorId} names no business.`);
    const { type, number: toShortcode, account } = business;
    const command = type === 'till' ? 'BusinessBuyGoods' : 'BusinessPayBill';
    const accountReference = account ?? toShortcode;
    const payment = { command, amount, toShortcode, accountReference, requester: null, remarks: shown } as const;
    return payBusiness(daraja, { ...payment, addresses, from: paysBusinesses(daraja) }, deadline);
  }
  const payment = { originatorId, amount, msisdn: msisdn ?? '', remarks: shown, occasion: null, addresses };
  return payCustomer(daraja, payment, deadline);
}

function replyOf({ channel }: PayoutOrder, reply: Acknowledged): ProviderReply {
  switch (reply.kind) {
    case 'accepted': {
      const { conversationId, originatorConversationId } = reply;
      // Of a payment to a business the provider's originator id is the one by which its status is queried.
      const providerRef = isToBusiness(channel) ? (originatorConversationId ?? conversationId) : conversationId;
      return { kind: 'accepted', providerRef };
    }
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
  return { kind: reply.kind === 'unknown' ? 'no_reply' : 'replied' };
}

function unreachable(message: string, retryAfterSeconds: number): ProviderReply {
  return { kind: 'unreachable', message, retryAfterSeconds };
}
