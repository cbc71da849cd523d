import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { Caller } from '../../../auth/caller.ts';
import { systemCaller } from '../../../auth/system-caller.ts';
import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Arrival } from './inbox.ts';
import type { CallbackKind, Callbacks, CallbackSubject } from '../../../rails/callbacks/addresses.ts';
import type { PayoutDoor } from '../../../rails/daraja/payout-notification.ts';
import { returnNews } from '../collection/give-back.ts';
import { recordFloat } from '../disbursement/float-check.ts';

/** A callback as it came in over the network. */
export type Callback = {
  readonly token: string;
  readonly kind: string;
  /** The body as it was sent, whatever it is: who reads it decides what it means. */
  readonly text: string;
  readonly arrival: Arrival;
  readonly requestId: string;
};

const DOORS: { readonly [Kind in CallbackKind]?: PayoutDoor } = {
  payout: 'result',
  payout_timeout: 'timeout',
  payout_status: 'status_result',
  payout_status_timeout: 'status_timeout',
};

type Parts = { readonly app: App; readonly log: Log };

/**
 * Takes a provider's news of a payment: they are kept as they came, then carried out. Whoever knows the address is
 * believed, and told that it was taken even where the news change nothing: they came twice, or contradict what is
 * settled, which a person has to look at.
 * @returns false where the address is none of ours
 */
export async function receiveCallback(
  { callbacks, ...parts }: Parts & { readonly callbacks: Callbacks },
  { token, kind, text, arrival, requestId }: Callback,
): Promise<boolean> {
  const subject = callbacks.read(token, kind);
  if (subject === null) return false;
  await noteStranger(parts, subject.tenantId, arrival, requestId);
  const { inbox } = parts.app;
  const { tenantId, originatorId } = subject;
  const kept = await inbox.keep(tenantId, { kind: subject.kind, subject: originatorId, text, arrival });
  if (kept.isTaken) return true;
  await carryOut(parts, subject, text, requestId);
  await inbox.taken(tenantId, kept.id);
  return true;
}

async function recordReversal(app: App, caller: Caller, uuid: string, text: string): Promise<void> {
  const payment = await app.transact.look(caller, ({ of }) => of(MobileMoneyTransaction).first('uuid = $1', [uuid]));
  const receiptNo = payment?.receiptNo ?? null;
  const news = receiptNo === null ? null : returnNews(text, receiptNo);
  if (receiptNo !== null && news !== null) await app.mobileMoney.recordReturn(caller, { receiptNo, news });
}

/**
 * Somebody who is no provider, as far as anybody knows, has a secret address of a live institution. Who is kept out is
 * decided at the edge: the published addresses have changed before.
 */
export async function noteStranger(
  { app, log }: Parts,
  tenantId: number,
  { source, isExpected }: Arrival,
  requestId: string,
): Promise<void> {
  if (isExpected || (await app.tenants.get(tenantId)).mode !== 'live') return;
  log.error({ source, request_id: requestId }, 'A callback came from an address that no provider is known to have.');
}

/** Carries out what a callback tells. The same once more changes nothing. */
export async function carryOut(
  { app, log }: Parts,
  { tenantId, kind, originatorId }: CallbackSubject,
  text: string,
  requestId: string,
): Promise<void> {
  const { mode } = await app.tenants.get(tenantId);
  const caller = systemCaller({ id: tenantId, mode }, `callback:${kind}`, requestId);
  if (kind === 'collection') {
    for (const { hear } of app.collections) if (await hear(caller, { originatorId, text })) return;
  } else {
    const door = DOORS[kind];
    if (door === undefined) {
      // A question about the accounts that timed out is asked again in its time.
      if (kind === 'balance') await recordFloat(app, caller, text);
      if (kind === 'reversal') await recordReversal(app, caller, originatorId, text);
      return;
    }
    const news = { originatorId, door, text };
    for (const hear of app.payOuts) if (await hear(caller, news)) return;
  }
  log.error({ originator_id: originatorId, request_id: requestId }, 'A provider told of a payment that nobody knows.');
}
