import type { App } from '../compose.ts';
import type { Log } from '../log.ts';
import { systemCaller } from '../auth/system-caller.ts';
import type { CallbackKind, Callbacks } from './callbacks.ts';
import type { PayoutDoor } from './daraja/payout-news.ts';
import { recordFloat } from './float-check.ts';

/** A callback as it came in over the network. */
export type Callback = {
  readonly token: string;
  readonly kind: string;
  /** The body as it was sent, whatever it is: who reads it decides what it means. */
  readonly text: string;
  readonly requestId: string;
};

const DOORS: { readonly [Kind in CallbackKind]?: PayoutDoor } = {
  payout: 'result',
  payout_timeout: 'timeout',
  payout_status: 'status_result',
  payout_status_timeout: 'status_timeout',
};

/**
 * Takes a provider's news of a payment. Whoever knows the address is believed, and told that it was taken even where
 * the news change nothing: they came twice, or contradict what is settled, which a person has to look at.
 * @returns false where the address is none of ours
 */
export async function receiveCallback(
  { app, callbacks, log }: { app: App; callbacks: Callbacks; log: Log },
  { token, kind, text, requestId }: Callback,
): Promise<boolean> {
  const subject = callbacks.read(token, kind);
  if (subject === null) return false;
  const { tenantId, originatorId } = subject;
  const { mode } = await app.tenants.get(tenantId);
  const caller = systemCaller({ id: tenantId, mode }, `callback:${subject.kind}`, requestId);
  if (subject.kind === 'collection') {
    for (const { hear } of app.collections) if (await hear(caller, { originatorId, text })) return true;
  } else {
    const door = DOORS[subject.kind];
    if (door === undefined) {
      // A question about the accounts that timed out is asked again in its time.
      if (subject.kind === 'balance') await recordFloat(app, caller, text);
      return true;
    }
    const news = { originatorId, door, text };
    for (const hear of app.payOuts) if (await hear(caller, news)) return true;
  }
  log.error({ originator_id: originatorId, request_id: requestId }, 'A provider told of a payment that nobody knows.');
  return true;
}
