import type { App } from '../../compose.ts';
import type { Log } from '../../../runtime/log.ts';
import { CALLBACK_KINDS } from '../../../rails/callbacks/addresses.ts';
import { carryOut } from './receive-callback.ts';
import { bookConfirmation } from './receive-paybill.ts';

type Parts = { readonly app: App; readonly log: Log };

/** Carries out news that were kept, and that whoever heard them did not carry out. False where there is nothing to do. */
export async function takeAgain(parts: Parts, tenantId: number, id: number, requestId: string): Promise<boolean> {
  const { inbox } = parts.app;
  const kept = await inbox.tryAgain(tenantId, id);
  if (kept === null) return false;
  const { subject, text } = kept;
  const kind = CALLBACK_KINDS.find((each) => each === kept.kind);
  if (kind) await carryOut(parts, { tenantId, kind, originatorId: subject }, text, requestId);
  else await bookConfirmation(parts, { paybill: { tenantId, shortcode: subject }, text, requestId });
  await inbox.taken(tenantId, id);
  return true;
}
