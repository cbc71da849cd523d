import { DomainError } from '#core/kernel/domain-error.ts';
import type { App } from '../compose.ts';
import type { Log } from '../log.ts';
import { systemCaller } from '../operators/clients.ts';
import type { Callbacks } from './callbacks.ts';
import { readPayoutResult } from './payout-news.ts';

/** A callback as it came in over the network. */
export type Callback = {
  readonly token: string;
  readonly kind: string;
  /** The parsed body; undefined where it is no JSON. What is no result says that the provider knows nothing. */
  readonly body: unknown;
  readonly requestId: string;
};

/**
 * Takes a provider's news of a payment. Whoever knows the address is believed, and told that it was taken even where
 * the news change nothing: they came twice, or contradict what is settled, which a person has to look at.
 * @returns false where the address is none of ours
 */
export async function receiveCallback(
  { app, callbacks, log }: { app: App; callbacks: Callbacks; log: Log },
  { token, kind, body, requestId }: Callback,
): Promise<boolean> {
  const subject = callbacks.read(token, kind);
  if (subject === null) return false;
  const { tenantId, originatorId } = subject;
  const { mode } = await app.tenants.get(tenantId);
  const result = subject.kind === 'payout' ? readPayoutResult(body, originatorId, app.clock()) : null;
  try {
    await app.lending.recordPayoutStatus(systemCaller({ id: tenantId, mode }, 'callback:payout', requestId), {
      originatorId,
      status: result ?? { kind: 'unclear' },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.error(
      { code: error.code, originator_id: originatorId, news: result?.kind ?? 'unclear', request_id: requestId },
      'A provider’s news contradict what is settled; somebody has to look at this payment.',
    );
  }
  return true;
}
