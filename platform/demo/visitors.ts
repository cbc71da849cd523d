import { DomainError } from '#core/kernel/domain-error.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import { readFacts } from './demo.ts';

/** How long visitors share one token; at the end half of its lifetime is left. */
const SHARED_FOR_MS = 30 * 60_000;

/**
 * A token of the demo's client for browsers that open the graph: shared, so that views do not mint one each.
 * @param elapsed milliseconds of a monotonic clock
 * @returns null where there is no demo, or demo.json belongs to another one
 */
export function demoTokens(
  auth: Pick<Authenticator, 'mint' | 'identify'>,
  dataDir: string,
  elapsed: () => number,
): () => Promise<string | null> {
  let shared: { token: string; until: number } | null = null;
  const orNull = <T>(request: Promise<T>): Promise<T | null> =>
    request.catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  const stillGood = async (token: string) =>
    (await orNull(auth.identify(`Bearer ${token}`, { requestId: '', traceparent: null }))) !== null;
  return async () => {
    if (shared && elapsed() < shared.until && (await stillGood(shared.token))) return shared.token;
    const facts = await readFacts(dataDir);
    const { client_id: clientKey, client_secret: secret } = facts ?? {};
    if (typeof clientKey !== 'string' || typeof secret !== 'string') return null;
    const minted = await orNull(auth.mint({ clientKey, secret, scope: null }));
    shared = minted && { token: minted.accessToken, until: elapsed() + SHARED_FOR_MS };
    return shared?.token ?? null;
  };
}
