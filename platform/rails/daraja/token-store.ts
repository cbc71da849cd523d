import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../postgres/database.ts';
import { readInstant } from '../../postgres/mapping/types.ts';
import { instantText } from '../../runtime/wire.ts';
import type { RailSecrets } from '../rail-settings.ts';
import type { Token, TokenStore } from './connection/token.ts';

/** Longer than a request for a token may take: a process that died with the lease delays others no longer. */
const LEASE_SECONDS = 40;
const LOOK_AGAIN_MS = 50;

type StoredToken = { readonly token: string | null; readonly token_fresh_until: unknown };

/**
 * Where all processes find the one token of a tenant's app. A process that renews it holds a lease in the row, not a
 * transaction: it calls the provider meanwhile.
 */
export function sharedTokenStore(
  store: Store,
  { tenantId, uuid }: { readonly tenantId: number; readonly uuid: string },
  secrets: Pick<RailSecrets, 'seal' | 'unseal'>,
): TokenStore {
  const statement = <R extends Record<string, unknown>>(text: string, params: readonly unknown[] = []) =>
    store.write(tenantId, ({ sql }) => sql<R>(text, params));

  const lease = async (): Promise<{ id: string; held: Token | null }> => {
    for (;;) {
      const id = randomUUID();
      const [row] = await statement<StoredToken>(
        `update rail set token_lease = $1, token_leased_until = now() + make_interval(secs => $2)
          where uuid = $3 and (token_leased_until is null or token_leased_until < now())
        returning token, token_fresh_until`,
        [id, LEASE_SECONDS, uuid],
      );
      if (row) return { id, held: tokenFrom(row) };
      const rails = await statement('select from rail where uuid = $1', [uuid]);
      if (rails.length === 0) throw new Error('The rail was removed.');
      await sleep(LOOK_AGAIN_MS);
    }
  };
  const tokenFrom = ({ token, token_fresh_until: until }: StoredToken): Token | null =>
    token === null ? null : { value: secrets.unseal(token, tenantId), freshUntil: readInstant(until) };
  const release = (id: string, token: Token | null) =>
    statement(
      `update rail set token_lease = null, token_leased_until = null, token = coalesce($2, token),
              token_fresh_until = coalesce($3, token_fresh_until) where token_lease = $1`,
      [id, token && secrets.seal(token.value, tenantId), token && instantText(token.freshUntil)],
    );

  return {
    exclusively: async (work) => {
      const { id, held } = await lease();
      let fresh: Token | null = null;
      try {
        fresh = await work(held);
      } finally {
        await release(id, fresh);
      }
    },
  };
}
