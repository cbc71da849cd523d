import { DomainError } from '#core/kernel/domain-error.ts';
import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Arrival } from './inbox.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import { readPaybillPayment, type PaybillPayment } from '../../../rails/daraja/callbacks/c2b.ts';
import {
  acceptPayment,
  CONFIRMED,
  rejectPayment,
  type ValidationReply,
} from '../../../rails/daraja/callbacks/replies.ts';
import type { Paybill, PaybillDoor } from '../../../rails/callbacks/paybills.ts';
import { noteStranger } from './receive-callback.ts';
import { shownNumber } from '../../../rails/shown-number.ts';

type Parts = { readonly app: App; readonly log: Log };
type Told = { readonly paybill: Paybill; readonly text: string; readonly requestId: string };
type Arrived = Told & { readonly arrival: Arrival };

/** What is replied to a provider that asks about, or tells of, a payment to a paybill. */
export type PaybillReply = ValidationReply | typeof CONFIRMED;

/**
 * Takes what a provider says at a paybill's address. Money is never turned away for want of a match: it is placed by
 * its reference or waits in suspense. A confirmation is confirmed when the payment is in the books, not before: where
 * that fails the provider learns it, and tells again.
 */
export async function receivePaybill(parts: Parts, door: PaybillDoor, told: Arrived): Promise<PaybillReply> {
  return door === 'paybill_validation' ? validate(parts, told) : confirm(parts, told);
}

async function confirm(parts: Parts, told: Arrived): Promise<typeof CONFIRMED> {
  const { inbox } = parts.app;
  const { paybill, text, arrival, requestId } = told;
  await noteStranger(parts, paybill.tenantId, arrival, requestId);
  const news = { kind: 'paybill_confirmation', subject: paybill.shortcode, text, arrival };
  const kept = await inbox.keep(paybill.tenantId, news);
  if (kept.isTaken) return CONFIRMED;
  await bookConfirmation(parts, told);
  await inbox.taken(paybill.tenantId, kept.id);
  return CONFIRMED;
}

function validate({ log }: Parts, { paybill, text, requestId }: Told): ValidationReply {
  const read = readPaybillPayment(text);
  if (read.kind === 'unreadable' || read.shortcode === paybill.shortcode) return acceptPayment(null);
  log.warn({ shortcode: paybill.shortcode, request_id: requestId }, 'A payment to another shortcode was turned away.');
  return rejectPayment('shortcode');
}

/** Books a payment that a paybill's confirmation tells of. The same once more changes nothing. */
export async function bookConfirmation({ app, log }: Parts, { paybill, text, requestId }: Told): Promise<void> {
  const read = readPaybillPayment(text);
  const about = { shortcode: paybill.shortcode, request_id: requestId };
  if (read.kind === 'unreadable' || read.shortcode !== paybill.shortcode) {
    const why = read.kind === 'unreadable' ? read.why : 'other_shortcode';
    log.error({ ...about, why }, 'A paybill’s confirmation could not be booked; reconciliation has to find it.');
    return;
  }
  const { mode } = await app.tenants.get(paybill.tenantId);
  const caller = systemCaller({ id: paybill.tenantId, mode }, 'callback:paybill', requestId);
  try {
    await app.mobileMoney.recordPayment(caller, paymentOf(read, app.clock()));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const problem = { ...about, code: error.code, receipt_no: read.receiptNo };
    log.error(problem, 'A paybill’s confirmation contradicts the books; reconciliation has to show it.');
  }
}

/** As much of an account number as is kept. */
const MOST_REFERENCE = 64;

function paymentOf({ receiptNo, amount, billReference, payer, at }: PaybillPayment, now: Temporal.Instant) {
  const isPast = at !== null && Temporal.Instant.compare(at, now) <= 0;
  return {
    receiptNo,
    amount,
    msisdn: shownNumber(payer),
    accountReference: (billReference ?? '').slice(0, MOST_REFERENCE),
    // The provider's clock may run ahead of ours.
    paidAt: isPast ? at : now,
  };
}
