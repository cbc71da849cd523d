import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import { CALLBACK_KINDS } from '../../../rails/callbacks/addresses.ts';
import { processCallback } from './receive-callback.ts';
import { bookConfirmation } from './receive-paybill.ts';

type Parts = { readonly app: App; readonly log: Log };

const GIVEN_UP =
  'A notification was given up: it is not tried again. `umoja notifications` lists it; once the reason is gone, --retry has it tried again.';

/** Processes a stored notification that was not processed when it was received. False where there is nothing to do. */
export async function processStored(parts: Parts, tenantId: number, id: number, requestId: string): Promise<boolean> {
  const { inbox } = parts.app;
  const stored = await inbox.retry(tenantId, id);
  if (stored === null) return false;
  const { subject, text, uuid: callbackUuid } = stored;
  const kind = CALLBACK_KINDS.find((each) => each === stored.kind);
  try {
    if (kind)
      await processCallback(parts, { tenantId, kind, originatorId: subject }, text, { callbackUuid, requestId });
    else await bookConfirmation(parts, { paybill: { tenantId, shortcode: subject }, text, requestId, callbackUuid });
  } catch (error) {
    if (stored.isLastTry)
      parts.log.error({ error, tenant_id: tenantId, callback_id: id, notification: callbackUuid }, GIVEN_UP);
    throw error;
  }
  await inbox.processed(tenantId, id);
  return true;
}
