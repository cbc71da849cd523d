import { DomainError } from '#core/kernel/domain-error.ts';
import type { Caller } from '../../../auth/caller.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Arrival } from '../../../postgres/callbacks.ts';
import type { CallbackKind, Callbacks, CallbackSubject } from '../../../rails/callbacks/addresses.ts';
import { readReversalResult } from '../../../rails/daraja/callbacks/reversal-result.ts';
import { payerNumber } from '../../../rails/payer-number.ts';
import { readReturnNotification } from '../collection/request-return.ts';
import type { Reception } from '../payment/steps.ts';
import type { ReceivedNotification } from '../payout/payout-process.ts';
import { paymentIn, reportUnbooked, type StoredMessage, type Unbooked } from './unbooked.ts';

/** A callback as it came in over the network. */
export type Callback = {
  readonly token: string;
  readonly kind: string;
  /** The body as it was sent, whatever it is: its reader decides what it means. */
  readonly text: string;
  readonly arrival: Arrival;
  readonly requestId: string;
};

type Parts = { readonly app: App; readonly log: Log };

/**
 * Receives a provider notification of a payment: it is stored as it came, then processed. The secret address is the
 * proof of its sender, and its reply is a success even where it changes nothing: it came twice, or contradicts what is
 * settled, which a person has to look at.
 * @returns false where the address is none of ours
 */
export async function receiveCallback(
  { callbacks, ...parts }: Parts & { readonly callbacks: Callbacks },
  { token, kind, text, arrival, requestId }: Callback,
): Promise<boolean> {
  const subject = callbacks.read(token, kind);
  if (subject === null) return false;
  await logUnexpectedSource(parts, subject.tenantId, arrival, requestId);
  const { inbox } = parts.app;
  const { tenantId, originatorId } = subject;
  const stored = await inbox.store(tenantId, { kind: subject.kind, subject: originatorId, text, arrival });
  if (stored.isProcessed) return true;
  await processCallback(parts, subject, text, { callbackUuid: stored.uuid, requestId });
  await inbox.processed(tenantId, stored.id);
  return true;
}

/**
 * An unknown sender has a secret address of a live institution. The network's edge decides who is kept out: the
 * published addresses have changed before.
 */
export async function logUnexpectedSource(
  { app, log }: Parts,
  tenantId: number,
  { source, isExpected }: Arrival,
  requestId: string,
): Promise<void> {
  if (isExpected || (await app.institution({ tenantId })).mode !== 'live') return;
  log.error({ source, request_id: requestId }, 'A callback came from an address that no provider is known to have.');
}

/**
 * Processes a notification that is stored. What it says is recorded, or it is on the work list: a notification that is
 * answered with success is never lost.
 */
export async function processCallback(
  parts: Parts,
  subject: CallbackSubject,
  text: string,
  stored: StoredMessage,
): Promise<void> {
  const { app } = parts;
  const { tenantId, kind } = subject;
  const { mode } = await app.institution({ tenantId });
  const caller = systemCaller({ id: tenantId, mode }, `callback:${kind}`, stored.requestId);
  const reception = await receive(app, caller, subject, text);
  if (reception === 'recorded') return;
  const unbooked = reception === 'unknown' ? await unknown(app, caller, kind, text) : reception;
  await reportUnbooked(parts, caller, { callbackUuid: stored.callbackUuid, subject: subject.originatorId }, unbooked);
}

async function receive(
  app: App,
  caller: Caller,
  { tenantId, kind, originatorId }: CallbackSubject,
  text: string,
): Promise<Reception> {
  switch (kind) {
    case 'balance':
    case 'paybill_balance':
      await app.lending.recordFloat(caller, { railUuid: originatorId, callback: kind, text });
      return 'recorded';
    case 'reversal':
      return recordReversal(app, caller, originatorId, text);
    case 'arrival_status':
      return (await app.mobileMoney.receiveVerdict(caller, originatorId, text)) ? 'recorded' : 'unknown';
    case 'balance_timeout':
    case 'reversal_timeout':
    case 'arrival_status_timeout':
      // Our request was lost in the provider's queue: it is sent again later.
      return 'recorded';
    case 'notification': {
      const named = await app.identify(tenantId, originatorId, text);
      if (named === null)
        return { kind: 'notification_unreadable', receiptNo: null, amount: null, why: 'It names no payment of ours.' };
      const collected = await ofCollections(app, caller, named, text);
      return collected === 'unknown'
        ? ofPayouts(app, caller, { originatorId: named, callback: 'payout', text })
        : collected;
    }
    case 'collection':
      return ofCollections(app, caller, originatorId, text);
    default:
      return ofPayouts(app, caller, { originatorId, callback: kind, text });
  }
}

async function ofCollections(app: App, caller: Caller, originatorId: string, text: string): Promise<Reception> {
  for (const { receive: record } of app.collections) {
    const reception = await record(caller, { originatorId, text });
    if (reception !== 'unknown') return reception;
  }
  return 'unknown';
}

async function ofPayouts(app: App, caller: Caller, notification: ReceivedNotification): Promise<Reception> {
  for (const record of app.payOuts) {
    const reception = await record(caller, notification);
    if (reception !== 'unknown') return reception;
  }
  return 'unknown';
}

/** What a notification of a payment says that the books do not know. Money that came in waits in suspense. */
async function unknown(app: App, caller: Caller, kind: CallbackKind, text: string): Promise<Unbooked> {
  const direction = kind === 'collection' ? 'collection' : 'payout';
  const named = paymentIn(direction, text);
  const { receiptNo = null, amount = null } = named ?? {};
  const why = named === null ? 'It can’t be read either.' : 'No record belongs to the address that it came to.';
  const lost: Unbooked = { kind: 'notification_unknown', receiptNo, amount, why };
  if (named === null || receiptNo === null || amount === null || amount <= 0n || direction === 'payout') return lost;
  const paid = { receiptNo, amount, msisdn: payerNumber(named.payer), accountReference: '' };
  try {
    await app.mobileMoney.recordPayment(caller, { ...paid, paidAt: named.paidAt ?? (await app.now(caller)) });
    return lost;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...lost, kind: 'notification_contradicts', why: `${error.code}: ${error.message}` };
  }
}

async function recordReversal(app: App, caller: Caller, uuid: string, text: string): Promise<Reception> {
  const receiptNo = await app.mobileMoney.receiptOf(caller, uuid);
  if (receiptNo === null) return 'unknown';
  if (readReversalResult(text).kind === 'unreadable')
    return {
      kind: 'notification_unreadable',
      receiptNo,
      amount: null,
      why: 'It is about a payment that is to be returned.',
    };
  const status = readReturnNotification(text, receiptNo);
  if (status !== null) await app.mobileMoney.recordReturn(caller, { receiptNo, uuid, status });
  return 'recorded';
}
