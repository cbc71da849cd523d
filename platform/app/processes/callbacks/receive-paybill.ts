import { DomainError } from '#core/kernel/domain-error.ts';
import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Arrival } from '../../../postgres/callbacks.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import { readPaybillPayment, type PaybillPayment } from '../../../rails/daraja/callbacks/c2b.ts';
import {
  acceptPayment,
  CONFIRMED,
  rejectPayment,
  type ValidationReply,
} from '../../../rails/daraja/callbacks/replies.ts';
import type { Paybill, PaybillCallback } from '../../../rails/callbacks/paybills.ts';
import { logUnexpectedSource } from './receive-callback.ts';
import { payerNumber } from '../../../rails/payer-number.ts';
import { storable } from '../../../runtime/storable.ts';
import { reportUnbooked, type Unbooked } from './unbooked.ts';

type Parts = { readonly app: App; readonly log: Log };
type Notified = { readonly paybill: Paybill; readonly text: string; readonly requestId: string };
type Arrived = Notified & { readonly arrival: Arrival };
/** A notification that is stored, word for word. */
type Stored = Notified & { readonly callbackUuid: string };

/** The reply to a provider that validates or confirms a payment to a paybill. */
export type PaybillReply = ValidationReply | typeof CONFIRMED;

/**
 * Receives a provider notification at a paybill's address. Money is never turned away for want of a match: it is booked
 * by its reference or waits in suspense. A confirmation is confirmed when the payment is in the books, not before: where
 * that fails the provider receives an error, and notifies again.
 */
export async function receivePaybill(
  parts: Parts,
  callback: PaybillCallback,
  notified: Arrived,
): Promise<PaybillReply> {
  return callback === 'paybill_validation' ? validate(parts, notified) : confirm(parts, notified);
}

async function confirm(parts: Parts, notified: Arrived): Promise<typeof CONFIRMED> {
  const { inbox } = parts.app;
  const { paybill, text, arrival, requestId } = notified;
  await logUnexpectedSource(parts, paybill.tenantId, arrival, requestId);
  const received = { kind: 'paybill_confirmation', subject: paybill.shortcode, text, arrival };
  const stored = await inbox.store(paybill.tenantId, received);
  if (stored.isProcessed) return CONFIRMED;
  await bookConfirmation(parts, { ...notified, callbackUuid: stored.uuid });
  await inbox.processed(paybill.tenantId, stored.id);
  return CONFIRMED;
}

function validate({ log }: Parts, { paybill, text, requestId }: Notified): ValidationReply {
  const read = readPaybillPayment(text);
  if (read.kind === 'unreadable' || (read.shortcode ?? paybill.shortcode) === paybill.shortcode)
    return acceptPayment(null);
  log.warn({ shortcode: paybill.shortcode, request_id: requestId }, 'A payment to another shortcode was turned away.');
  return rejectPayment('shortcode');
}

/**
 * Books the payment of a paybill's confirmation. The same once more changes nothing. What can't be booked is on the work
 * list with the message as it came: the provider is answered with success, and won't send it again.
 */
export async function bookConfirmation(parts: Parts, notified: Stored): Promise<void> {
  const { app } = parts;
  const { paybill, text, requestId, callbackUuid } = notified;
  const { mode } = await app.institution(paybill);
  const caller = systemCaller({ id: paybill.tenantId, mode }, 'callback:paybill', requestId);
  const unbooked = (lost: Unbooked) =>
    reportUnbooked(parts, caller, { callbackUuid, subject: paybill.shortcode }, lost);
  const read = readPaybillPayment(text);
  if (read.kind === 'unreadable') {
    const why = `Unreadable (${read.why}) at the paybill ${paybill.shortcode}.`;
    return unbooked({ kind: 'notification_unreadable', receiptNo: null, amount: null, why });
  }
  const { receiptNo, amount, shortcode } = read;
  if (shortcode !== null && shortcode !== paybill.shortcode) {
    const why = `It names ${shortcode}, and came to the address of ${paybill.shortcode}.`;
    return unbooked({ kind: 'notification_elsewhere', receiptNo, amount, why });
  }
  if (amount <= 0n) {
    const why = `It says that ${amount} came.`;
    return unbooked({ kind: 'notification_unreadable', receiptNo, amount, why });
  }
  try {
    await app.mobileMoney.recordPayment(caller, paymentOf(read, read.at ?? (await app.now(caller))), paybill.shortcode);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await unbooked({ kind: 'notification_contradicts', receiptNo, amount, why: `${error.code}: ${error.message}` });
  }
}

/** The most characters of an account number that are stored. */
const MOST_REFERENCE = 64;

function paymentOf({ receiptNo, amount, billReference, payer }: PaybillPayment, paidAt: Temporal.Instant) {
  return {
    receiptNo,
    amount,
    msisdn: payerNumber(payer),
    accountReference: storable(billReference ?? '', MOST_REFERENCE),
    paidAt,
  };
}
