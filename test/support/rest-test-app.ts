import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ProviderReply } from '#core/payments/provider-reply.ts';
import type { ProviderStatus } from '#core/payments/provider-status.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { CollectionOrder, PayoutOrder } from '#core/payments/rail.ts';
import { authenticator, type Authenticator } from '#platform/auth/authenticate.ts';
import { tokenHolders } from '#platform/auth/sessions.ts';
import { compose, type App } from '#platform/app/compose.ts';
import { internalsOf, type Internals } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { createApiClient } from '#platform/cli/clients.ts';
import { createTenant } from '#platform/cli/tenants.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { openDatabase, type Database } from '#platform/postgres/database.ts';
import { readCollectionNotification } from '#platform/rails/daraja/collection-notification.ts';
import { callbacksAt, type Callbacks } from '#platform/rails/callbacks/addresses.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { startRest, type RestSettings } from '#rest/start.ts';
import { caughtUp } from './caught-up.ts';
import { connectSuperuser, createDatabase, takeAnyTime, type TestDatabase } from './database.ts';
import { recordingLog, type LogLine } from './recording-log.ts';
import { bookOpeningFloat } from './opening-float.ts';
import { notifiedRail } from './notified-rail.ts';
import { recordExample } from './recorded-examples.ts';
import { requireErrorAsWritten } from './emitted-events.ts';
import { sentBy, watchedApp } from './watched-app.ts';

/** An institution of the tests: its id, its places, and what it lends. */
export type Institution = {
  readonly id: number;
  readonly mode: 'sandbox' | 'live';
  readonly branch: { readonly id: number; readonly uuid: string };
  readonly product: { readonly id: number; readonly uuid: string };
  readonly agentNo: string;
};

export type TestClient = {
  readonly id: number;
  readonly clientKey: string;
  readonly secret: string;
  readonly token: string;
};

export type Sent = {
  readonly token?: string | null;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, with this media type. */
  readonly raw?: { readonly type: string; readonly text: string };
};

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests look into replies by name.
  readonly body: any;
};

export type RestTestApp = {
  readonly app: App;
  readonly auth: Authenticator;
  readonly internals: Internals;
  readonly url: string;
  readonly database: Database;
  readonly settings: TestDatabase['settings'];
  readonly callbacks: Callbacks;
  readonly logLines: readonly LogLine[];
  /** What the provider answers next, first to last; then it accepts. */
  readonly rail: {
    /** Seconds during which it takes no payment. */
    closedFor: number | null;
    responses: ((order: PayoutOrder) => Promise<ProviderReply>)[];
    status: (originatorId: string) => Promise<ProviderStatus>;
    readonly orders: PayoutOrder[];
  };
  /** The same of the provider that asks payers. */
  readonly prompts: {
    responses: ((order: CollectionOrder) => Promise<ProviderReply>)[];
    status: () => Promise<ProviderStatus>;
    readonly orders: CollectionOrder[];
  };
  readonly clock: { ahead: Temporal.Duration };
  openInstitution(mode?: 'sandbox' | 'live', float?: bigint): Promise<Institution>;
  openClient(of: Institution, scopes?: readonly string[], idFormat?: 'integer' | 'uuid'): Promise<TestClient>;
  call(method: string, path: string, sent?: Sent): Promise<Reply>;
  /** Writes what waits to be logged of requests, where they are logged. */
  flushRequests(): Promise<void>;
  /** Has the settings of an institution read again after a change. */
  forgetTenant(id: number): void;
  /** Runs a statement as the owner of the database. */
  admin<R extends object = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<R[]>;
  /** The same for what only a superuser may; over a connection of its own, whose settings last. */
  superuser<R extends object = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<R[]>;
  close(): Promise<void>;
};

/** From which the keys of this test app are derived. */
export const REST_SECRET = 'a secret of the tests with enough characters';

/** The REST surfaces over real HTTP on a real database, with a provider of mobile money that is scripted. */
export async function openRestTestApp(
  overrides: Partial<
    Pick<RestSettings, 'quotas' | 'rows' | 'redis' | 'port' | 'baseUrl' | 'trustedProxies' | 'health'>
  > & {
    /** Another process on the database of this one. */
    readonly beside?: Pick<RestTestApp, 'settings'>;
    /** The clock of the machine. */
    readonly machineClock?: () => Temporal.Instant;
    /** Requests are logged. */
    readonly logs?: 'requests';
  } = {},
): Promise<RestTestApp> {
  const { beside, machineClock, logs, ...ofServer } = overrides;
  const { settings, drop } = beside ? { ...beside, drop: async () => undefined } : await createDatabase();
  if (!beside) await takeAnyTime(settings);
  const database = await openDatabase({ ...settings, ...(machineClock ? { machineClock } : {}) });
  const keys = deriveKeys(REST_SECRET);
  const { log, lines } = recordingLog();
  const clock = { ahead: Temporal.Duration.from({ seconds: 0 }) };
  const orders: PayoutOrder[] = [];
  const rail: RestTestApp['rail'] = {
    closedFor: null,
    responses: [],
    status: async () => ({ kind: 'pending' }),
    orders,
  };
  const prompts: RestTestApp['prompts'] = { responses: [], status: async () => ({ kind: 'pending' }), orders: [] };
  const tenants = tenantsOf(database, () => performance.now());
  const internals = internalsOf({
    database,
    tenants,
    clock: () => database.clock.now().add(clock.ahead),
    payoutRailOf: () => ({
      ...notifiedRail({
        send: async (order) => {
          orders.push(order);
          const next = rail.responses.shift();
          return next ? next(order) : { kind: 'accepted', providerRef: `AG_${order.originatorId.slice(0, 8)}` };
        },
        query: ({ originatorId }) => rail.status(originatorId),
      }),
      closedFor: async () => rail.closedFor,
    }),
    collectionRailOf: () => ({
      prompt: async (order) => {
        prompts.orders.push(order);
        const next = prompts.responses.shift();
        return next ? next(order) : { kind: 'accepted', providerRef: `ws_CO_${order.originatorId.slice(0, 8)}` };
      },
      query: () => prompts.status(),
      receive: async (text, awaited) => readCollectionNotification(text, awaited, Temporal.Now.instant()),
    }),
    random: Math.random,
    log,
    signingSecrets: signingSecrets(keys),
  });
  const app = await watchedApp(compose(internals), {
    settings,
    keys,
    log,
    clockOn: (present) => () => present.clock.now().add(clock.ahead),
  });
  const { baseUrl = 'http://umoja.test' } = ofServer;
  const auth = authenticator(database, keys.pepper, tokenHolders(database, database.clock.now, keys.challenge));
  const requests = logs === 'requests' ? app.requestLog(log) : null;
  const server = await startRest({
    app,
    auth,
    log,
    baseUrl,
    keys,
    webhookGuard: {
      allowedNetworks: parseNetworks('127.0.0.0/8'),
      resolve: async (name) => (name.endsWith('.inner') ? ['10.0.0.7'] : ['93.184.216.34']),
    },
    host: '127.0.0.1',
    port: 0,
    quotas: MANY,
    ...(requests ? { requestLog: requests } : {}),
    ...ofServer,
  });
  const admin = new pg.Client({ connectionString: settings.adminUrl });
  // Where its connection is cut, its next statement says so.
  admin.on('error', () => undefined);
  await admin.connect();
  let superuser: ReturnType<typeof connectSuperuser> | null = null;

  const openInstitution: RestTestApp['openInstitution'] = async (mode = 'sandbox', float = 1_000_000_000n) => {
    const id = await createTenant(settings.adminUrl, { name: `Society ${mode}`, mode });
    const planted = await database.write(id, async ({ sql }) => {
      const [branch] = await sql<{ id: string; uuid: string }>(
        `insert into branch (uuid, code, name) values ($1, 'HQ', 'Head office') returning id, uuid`,
        [randomUUID()],
      );
      const [product] = await sql<{ id: string; uuid: string }>(
        `insert into loan_product (uuid, code, name, state, method, annual_rate, min_principal, max_principal,
                                   min_term_months, max_term_months)
         values ($1, 'BIZ', 'Business loan', 'active', 'declining_equal_instalments', '18', 100000, 100000000, 1, 60)
         returning id, uuid`,
        [randomUUID()],
      );
      await sql(
        `insert into agent (uuid, agent_no, name, branch_id, float, held) values ($1, 'AG-000001', 'Till', $2, $3, 0)`,
        [randomUUID(), branch?.id, float.toString()],
      );
      await bookOpeningFloat(sql, {
        agentNo: 'AG-000001',
        amount: float,
        on: Temporal.Now.plainDateISO('Africa/Nairobi'),
      });
      return { branch, product };
    });
    const record = (row: { id: string; uuid: string } | undefined) => ({ id: Number(row?.id), uuid: row?.uuid ?? '' });
    return { id, mode, branch: record(planted.branch), product: record(planted.product), agentNo: 'AG-000001' };
  };

  const send: RestTestApp['call'] = async (method, path, sent = {}) => {
    const { token = null, key, body, headers = {}, raw } = sent;
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(raw ? { 'content-type': raw.type } : body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw ? { body: raw.text } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    recordExample({ method, path, status: response.status, body, text });
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  };
  const call: RestTestApp['call'] = (method, path, sent) =>
    caughtUp(path, () =>
      sentBy(
        () => rowName(method, path, sent?.body),
        () => send(method, path, sent),
      ),
    );

  return {
    app,
    auth,
    internals,
    url: server.url,
    database,
    settings,
    callbacks: callbacksAt(baseUrl, keys.callback),
    logLines: lines,
    rail,
    prompts,
    clock,
    openInstitution,
    openClient: async ({ id, mode }, scopes = SCOPES, idFormat = 'integer') => {
      const operator = systemCaller({ id, mode }, 'tests', 'tests');
      const client = await createApiClient(app, keys.pepper, operator, {
        name: 'Partner',
        scopes,
        pii: false,
        idFormat,
      });
      const { body } = await call('POST', '/api/v1/oauth/token', {
        body: { grant_type: 'client_credentials', client_id: client.clientKey, client_secret: client.secret },
      });
      return { id: client.id, clientKey: client.clientKey, secret: client.secret, token: body.access_token };
    },
    call,
    flushRequests: async () => requests?.flush(),
    forgetTenant: tenants.forget,
    admin: async (text, params = []) => (await admin.query(text, [...params])).rows,
    superuser: async (text, params = []) => {
      superuser ??= connectSuperuser(settings);
      return (await (await superuser).query(text, [...params])).rows;
    },
    close: async () => {
      await server.close();
      await admin.end();
      await (await superuser)?.end();
      await database.close();
      await requireErrorAsWritten(settings.adminUrl).finally(drop);
    },
  };
}

/** A row of REST with what its body does: `PATCH /api/v1/loans/12 approve`. */
const rowName = (method: string, path: string, body: unknown) =>
  [method, path.split('?', 1)[0], typeof body === 'object' && body && 'action' in body ? String(body.action) : '']
    .join(' ')
    .trim();

/** Tests make more requests a minute than any partner; those about limits name their own. */
const MANY = {
  'A.read': 1e6,
  'A.write': 1e6,
  'B.read': 1e6,
  'B.write': 1e6,
  'B.money': 1e6,
  'C.read': 1e6,
  'C.write': 1e6,
  graph: 1e6,
};
