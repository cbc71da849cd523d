/**
 * The gateway in a process of its own, with the parts that it has in operation: tokens, budget, metrics, operation log, and lines of the log. What they
 * keep in PostgreSQL is in this process, as in a database that replies immediately. Subgraphs are at the address that is handed in.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { startGateway } from '#gate/server.ts';
import { operationLog } from '#platform/app/operation-log.ts';
import { authenticator, type TokenRow, type TokenStore } from '#platform/auth/authenticate.ts';
import { hashToken, makeToken } from '#platform/auth/credentials.ts';
import { openLog } from '#platform/runtime/log.ts';
import { requestMetrics } from '#platform/runtime/metrics/request-metrics.ts';
import { graphQuota, rateLimiter } from '#platform/runtime/rate-limit.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const [origin] = process.argv.slice(2);
const path = fileURLToPath(new URL('../../../gateway/supergraph.graphql', import.meta.url));
const scopes = [
  ...new Set([...readFileSync(path, 'utf8').matchAll(/"([a-z_]+:[a-z_]+)"/g)].map(([, scope]) => scope ?? '')),
];
const token = makeToken();
/** So many points that no request of the bench is refused; each is counted. */
const QUOTA = 1_000_000_000;
const row: TokenRow = {
  tenant_id: '1',
  mode: 'sandbox',
  client_id: '1',
  client_key: 'pk_test_bench',
  scopes: scopes.join(' '),
  pii: true,
  id_format: 'integer',
  quotas: { graph: QUOTA },
  state: 'active',
  fresh: true,
  expired: false,
  expires_at: null,
  seen_at: null,
  unused_for: 0,
  key_unused_for: 0,
  secret_id: '1',
  admitted: true,
  resets: 0,
};
const rows = new Map([[String(hashToken(token)), row]]);
const tokens = {
  query: async (_: string, [hash]: readonly unknown[]) => [rows.get(String(hash))].filter((each) => each !== undefined),
  write: async () => undefined,
} as unknown as TokenStore;
const written = async (_: string, [batch]: readonly string[]) => [{ written: JSON.parse(batch ?? '[]').length }];
const writes = async (_: number, work: (tx: unknown) => Promise<unknown>) => work({ sql: written });

// To standard output, which who starts this leads to nowhere.
const log = openLog('info', 1);
const now = () => Temporal.Now.instant();
const auth = authenticator(tokens, ringOf(Buffer.alloc(32)), { byToken: async () => null });
const requests = requestMetrics(new Registry());
const gateway = await startGateway({
  port: 0,
  supergraphPath: path,
  subgraphs: (name) => ({ url: `${origin}/${name}` }),
  authenticate: (authorization, address) => auth.identify(authorization, { requestId: '', traceparent: null, address }),
  spend: graphQuota(rateLimiter(now, { log, countedAlone: requests.countedAlone })),
  requests,
  seen: operationLog(writes as never, log).add,
  identityKey: ringOf(new Uint8Array(32).fill(7)),
  now,
  log,
});
let before = process.cpuUsage();
process.on('message', (message) => {
  if (message === 'begin') before = process.cpuUsage();
  const { user, system } = process.cpuUsage(before);
  process.send?.(message === 'begin' ? 0 : (user + system) / 1_000);
});
process.send?.({ url: gateway.url, token });
