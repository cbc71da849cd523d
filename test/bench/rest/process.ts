/** A server of the bench beside it: the system's own, or a bare route with what it takes to answer the same. */
import Fastify from 'fastify';
import pg from 'pg';
import { compose } from '#platform/app/compose.ts';
import { internalsOf } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { authenticator } from '#platform/auth/authenticate.ts';
import { tokenHolders } from '#platform/auth/sessions.ts';
import { hashToken } from '#platform/auth/credentials.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { openDatabase, type DatabaseSettings } from '#platform/postgres/database.ts';
import { openLog } from '#platform/runtime/log.ts';
import { startRest } from '#rest/start.ts';
import { TEST_SECRET } from '../../support/database.ts';

/** A statement of the system, as it was recorded. */
export type Recorded = { readonly text: string; readonly params: readonly unknown[] };
export type Start = {
  readonly kind: 'ours' | 'bare';
  /** As JSON writes them. */
  readonly settings: Omit<DatabaseSettings, 'masterKeys'>;
  readonly tenantId: number;
  /** What the bare routes send. */
  readonly statements: { readonly get: Recorded; readonly list: Recorded; readonly create: Recorded };
};
export type Spent = { readonly cpuMs: number };

process.on('message', (message: Start | 'spent') => {
  if (message === 'spent') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMs: (user + system) / 1_000 } satisfies Spent);
  } else {
    void (message.kind === 'ours' ? ours(message) : bare(message)).then((url) => process.send?.({ url }));
  }
});
process.on('disconnect', () => process.exit());

const UNLIMITED = {
  'A.read': 1e9,
  'A.write': 1e9,
  'B.read': 1e9,
  'B.write': 1e9,
  'B.money': 1e9,
  'C.read': 1e9,
  'C.write': 1e9,
  graph: 1e9,
};

/** As main.ts starts it: with its log, and with that of requests. */
async function ours({ settings }: Start): Promise<string> {
  const database = await openDatabase({ ...settings, masterKeys: masterKeys(TEST_SECRET) });
  const keys = deriveKeys(TEST_SECRET);
  const log = openLog('info');
  const app = compose(
    internalsOf({
      database,
      tenants: tenantsOf(database, () => performance.now()),
      clock: database.clock.now,
      payoutRailOf: () => {
        throw new Error('Nothing is paid out here.');
      },
      random: Math.random,
      log,
      signingSecrets: signingSecrets(keys),
    }),
  );
  const { url } = await startRest({
    app,
    auth: authenticator(database, keys.pepper, tokenHolders(database, database.clock.now, keys.challenge)),
    log,
    keys,
    baseUrl: 'http://umoja.test',
    webhookGuard: { allowedNetworks: [], resolve: async () => [] },
    host: '127.0.0.1',
    port: 0,
    quotas: UNLIMITED,
    requestLog: app.requestLog(log),
  });
  return url;
}

const TOKEN = `select t.scopes, t.expires_at, c.id, c.tenant_id, c.client_key, c.state
  from access_token t join api_client c on c.tenant_id = t.tenant_id and c.id = t.client_id
 where t.token_hash = $1`;

/** Fastify and pg: the token is looked up, and the one statement that is needed is sent; both by name. */
async function bare({ settings, tenantId, statements: { get, list, create } }: Start): Promise<string> {
  const pool = new pg.Pool({
    connectionString: settings.adminUrl,
    max: settings.poolSize ?? 10,
    options: `-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c random_page_cost=1.1 -c app.tenant=${tenantId}`,
  });
  const send = (name: string, text: string, values: readonly unknown[]) =>
    pool.query<Record<string, unknown>>({ name, text, values: [...values] });
  const server = Fastify();
  server.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const { rows } = await send('token', TOKEN, [hashToken(token)]);
    if (rows.length === 0) return reply.code(401).send({ error: 'unauthorized' });
  });
  server.get<{ Params: { id: string } }>('/api/v1/loans/:id', async ({ params: { id } }) => {
    const { rows } = await send('get', get.text, [...get.params.slice(0, -1), Number(id)]);
    return rows[0];
  });
  server.get('/api/v1/loans', async () => {
    const { rows } = await send('list', list.text, list.params);
    return { data: rows };
  });
  let created = 0;
  const columns = /\(([^)]*)\)/.exec(create.text)?.[1]?.split(', ') ?? [];
  server.post('/api/v1/loans', async (_request, reply) => {
    created += 1;
    const unique: Readonly<Record<string, unknown>> = {
      '"id"': 500_000_000 + created,
      '"uuid"': crypto.randomUUID(),
      '"loan_no"': `BARE-${created}`,
    };
    const values = create.params.map((value, n) => unique[columns[n] ?? ''] ?? value);
    const { rows } = await send('create', `${create.text}, *`, values);
    return reply.code(201).send(rows[0]);
  });
  return server.listen({ host: '127.0.0.1', port: 0 });
}
