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

type Parts = { readonly app: App; readonly log: Log };
type Notified = { readonly paybill: Paybill; readonly text: string; readonly requestId: string };
type Arrived = Notified & { readonly arrival: Arrival };

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
  await bookConfirmation(parts, notified);
  await inbox.processed(paybill.tenantId, stored.id);
  return CONFIRMED;
}

function validate({ log }: Parts, { paybill, text, requestId }: Notified): ValidationReply {
  const read = readPaybillPayment(text);
  if (read.kind === 'unreadable' || read.shortcode === paybill.shortcode) return acceptPayment(null);
  log.warn({ shortcode: paybill.shortcode, request_id: requestId }, 'A payment to another shortcode was turned away.');
  return rejectPayment('shortcode');
}

/** Books the payment of a paybill's confirmation. The same once more changes nothing. */
export async function bookConfirmation({ app, log }: Parts, { paybill, text, requestId }: Notified): Promise<void> {
  const read = readPaybillPayment(text);
  const about = { shortcode: paybill.shortcode, request_id: requestId };
  if (read.kind === 'unreadable' || read.shortcode !== paybill.shortcode) {
    const why = read.kind === 'unreadable' ? read.why : 'other_shortcode';
    log.error({ ...about, why }, 'A paybill’s confirmation could not be booked; reconciliation has to find it.');
    return;
  }
  const { mode } = await app.institution(paybill);
  const caller = systemCaller({ id: paybill.tenantId, mode }, 'callback:paybill', requestId);
  try {
    await app.mobileMoney.recordPayment(caller, paymentOf(read, app.clock()));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problem = { ...about, code: error.code, receipt_no: read.receiptNo };
    log.error(problem, 'A paybill’s confirmation contradicts the books; reconciliation has to show it.');
  }
}

/** The most characters of an account number that are stored. */
const MOST_REFERENCE = 64;

function paymentOf({ receiptNo, amount, billReference, payer, at }: PaybillPayment, now: Temporal.Instant) {
  return {
    receiptNo,
    amount,
    msisdn: payerNumber(payer),
    accountReference: (billReference ?? '').slice(0, MOST_REFERENCE),
    paidAt: at ?? now,
  };
}
