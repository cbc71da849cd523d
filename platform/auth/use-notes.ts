import { ApiClient } from '#core/partners/api-client/api-client.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import { readInstant } from '../postgres/mapping/types.ts';
import type { TokenRow, TokenStore } from './authenticate.ts';

/** A client's use is recorded about once a minute: writing its row on every request would make requests wait for its lock. */
const USE_NOTED_EVERY_SECONDS = 60;
/** Of all clients together: what comes beyond is recorded with a later request. */
const MOST_USES_IN_FLIGHT = 4;

/**
 * Records that clients are used, behind the requests: a read needs no write, and goes on where nothing can be written. In
 * an outage a use is dropped and counted; the next request has it again.
 */
export function useNotes(store: TokenStore) {
  const running = new Set<string>();
  let dropped = 0;
  const note = ({
    tenant_id: tenantId,
    client_id: clientId,
    secret_id: secretId,
    seen_at: seenAt,
    unused_for: unusedFor,
    key_unused_for: keyUnusedFor,
  }: TokenRow): void => {
    const known = [unusedFor, keyUnusedFor].every((unused) => unused !== null && unused < USE_NOTED_EVERY_SECONDS);
    if (known) return;
    if (running.has(clientId) || running.size >= MOST_USES_IN_FLIGHT) return;
    running.add(clientId);
    store
      .write(Number(tenantId), async ({ of, flush }) => {
        const client = await of(ApiClient).lock(Number(clientId));
        client?.recordUse(readInstant(seenAt));
        const key = await of(ApiSecret).lock(Number(secretId));
        key?.recordUse(readInstant(seenAt));
        await flush();
      })
      .catch(() => void (dropped += 1))
      .finally(() => running.delete(clientId));
  };
  return { note, dropped: () => dropped };
}
