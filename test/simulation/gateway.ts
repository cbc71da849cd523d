import { startGateway } from '#gate/server.ts';
import type { SubgraphLink } from '#gate/execute/links.ts';
import { DomainError } from '#core/kernel/domain-error.ts';
import { clientSecrets } from '#platform/auth/client-secrets.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { tenantFeed } from '#platform/app/tenant-feed.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import type { Log } from '#platform/runtime/log.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import type { TestApp } from '#test/support/test-app.ts';

/** What the gateway of a stage takes for its own address in a browser: the keys of people are bound to it. */
export const PUBLIC_ORIGIN = 'http://localhost:4000';

const SUPERGRAPH = new URL('../../gateway/supergraph.graphql', import.meta.url).pathname;

/** The gateway as main.ts starts it, with its subgraphs in this process: for clients with tokens, and for people. */
export async function openGateway(
  { app, auth, keys, clock }: Pick<TestApp, 'app' | 'auth' | 'keys' | 'clock'>,
  log: Log,
  port = 0,
) {
  const webhooks = {
    guard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['93.184.216.34'] },
    secrets: signingSecrets(keys),
  };
  const shared = {
    app,
    webhooks,
    clientSecrets: clientSecrets(keys),
    cursors: cursorsWith(keys.cursor),
    identityKey: keys.identity,
    now: clock,
    log,
  };
  const loaded = await Promise.all(subgraphRows().map(({ load }) => load()));
  const subgraphs = await Promise.all(loaded.map(({ start }) => start(shared)));
  let held: (PromiseWithResolvers<void> & { readonly subgraph: string }) | null = null;
  const links = new Map<string, SubgraphLink>(
    subgraphs.map(({ name, execute }) => [
      name,
      {
        execute: async (...request) => {
          const answer = await execute(...request);
          if (held?.subgraph === name) await held.promise;
          return answer;
        },
      },
    ]),
  );
  const gateway = await startGateway({
    port,
    supergraphPath: SUPERGRAPH,
    subgraphs: (name) => links.get(name),
    authenticate: (authorization, address) =>
      auth.identify(authorization, { requestId: '', traceparent: null, address }).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        const status = error.kind === 'forbidden' ? 403 : 401;
        return { refused: { status, code: error.code, message: error.message } } as const;
      }),
    people: {
      origin: PUBLIC_ORIGIN,
      signIn: app.signInAt({ key: keys.challenge, origin: PUBLIC_ORIGIN, openid: null, sandboxTenant: null }),
      admitsVisitor: () => false,
    },
    // Each browser is at an address of its own, as far as the gateway trusts who says so.
    trustedProxies: ['127.0.0.1'],
    identityKey: keys.identity,
    now: clock,
    log,
    feed: tenantFeed(app),
    // A machine that runs many suites is slow; no subgraph hangs here.
    fetchLimits: { queryMs: 10_000, changeMs: 10_000 },
    deadlineMs: 20_000,
  });
  return {
    origin: new URL(gateway.url).origin,
    /** A subgraph hangs: it does what it is asked to, and does not answer until another one is named, or none. */
    holdAnswersOf: (subgraph: string | null) => {
      held?.resolve();
      held = subgraph === null ? null : { ...Promise.withResolvers<void>(), subgraph };
    },
    close: async () => {
      held?.resolve();
      await gateway.close();
      await Promise.all(subgraphs.map((subgraph) => subgraph.close()));
    },
  };
}
