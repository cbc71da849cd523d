import type { Caller } from '../../../auth/caller.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Arrival } from '../../../postgres/callbacks.ts';
import type { Callbacks, CallbackSubject } from '../../../rails/callbacks/addresses.ts';
import { readReturnNotification } from '../collection/request-return.ts';

export type { Arrival };

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
  await processCallback(parts, subject, text, requestId);
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

/** Records what a callback says. The same once more changes nothing. */
export async function processCallback(
  { app, log }: Parts,
  { tenantId, kind, originatorId }: CallbackSubject,
  text: string,
  requestId: string,
): Promise<void> {
  const { mode } = await app.institution({ tenantId });
  const caller = systemCaller({ id: tenantId, mode }, `callback:${kind}`, requestId);
  switch (kind) {
    case 'balance':
      return app.lending.recordFloat(caller, { railUuid: originatorId, text });
    case 'reversal':
      return recordReversal(app, caller, originatorId, text);
    case 'balance_timeout':
    case 'reversal_timeout':
      // Our request was lost in the provider's queue: it is sent again later.
      return;
    case 'notification': {
      const named = await app.identify(tenantId, originatorId, text);
      if (named === null) break;
      for (const { receive } of app.collections) if (await receive(caller, { originatorId: named, text })) return;
      const notified = { originatorId: named, callback: 'payout', text } as const;
      for (const receive of app.payOuts) if (await receive(caller, notified)) return;
      break;
    }
    case 'collection':
      for (const { receive } of app.collections) if (await receive(caller, { originatorId, text })) return;
      break;
    default:
      for (const receive of app.payOuts) if (await receive(caller, { originatorId, callback: kind, text })) return;
  }
  log.error({ originator_id: originatorId, request_id: requestId }, 'A provider notified of an unknown payment.');
}

async function recordReversal(app: App, caller: Caller, uuid: string, text: string): Promise<void> {
  const receiptNo = await app.mobileMoney.receiptOf(caller, uuid);
  const status = receiptNo === null ? null : readReturnNotification(text, receiptNo);
  if (receiptNo !== null && status !== null) await app.mobileMoney.recordReturn(caller, { receiptNo, status });
}
