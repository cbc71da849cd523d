import pg from 'pg';
import { judge, type Open, type Query, type Verdict } from '#platform/judge/judge.ts';
import { makePersonSecret } from '#platform/auth/sessions.ts';
import { startRest } from '#rest/start.ts';
import { showDelivered } from '#rest/webhooks/delivered-records.ts';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import type { Log } from '#platform/runtime/log.ts';
import { eventually } from '#test/support/eventually.ts';
import { receivers } from '#test/support/receivers.ts';
import type { LogLine } from '#test/support/recording-log.ts';
import { operate } from '#test/support/operator.ts';
import { startOwnRedis, testPrefix, type TestRedis } from '#test/support/redis.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openWorkerContext, registerHook } from '#test/support/worker-context.ts';
import { beginOn } from './beginning.ts';
import { observeTransitions } from './coverage/transitions.ts';
import { openGateway } from './gateway.ts';
import { isFault, logInto } from './log.ts';
import { openRoles, type Roles } from './process/roles.ts';
import { passes } from './passing-time.ts';

/** Whether workers have something to do now. */
const OPEN = `select exists (select from outbox) or exists (select from callback where processed_at is null)
  or exists (select from reaction where due_at <= now())
  or exists (select from webhook_delivery where started_at is not null) as is`;

/** Commands of a history come faster than those of any partner. */
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
const PATIENCE_MS = 60_000;

/** What a client sends: token and key are added to it. `RUN`: what an operator types after `umoja`, as `words` of the body. */
export type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'RUN';
  readonly path: string;
  /** The version of the record that the client has read. */
  readonly ifMatch?: string;
  /** What the client calls it; left out: the server names it. */
  readonly requestId?: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

export type Reply = {
  readonly status: number;
  readonly replayed: boolean;
  readonly text: string;
  // Clients look into replies by name.
  readonly body: any;
  /** The tag of the representation; null where it has none. */
  readonly etag: string | null;
  /** `"B.read";q=600;w=60`, and what is left of it; null where the reply names no quota. */
  readonly quota: { readonly bucket: string; readonly most: number; readonly left: number } | null;
};

/** What came to a webhook, as its receiver saw it. */
export type Delivered = {
  readonly webhook: 'all' | 'ordered';
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Seconds since 1970, by the receiver’s clock. */
  readonly at: number;
  /** How the receiver answered. */
  readonly status: number;
};

/**
 * An integration of the lender, one of another partner, and an app of the payment bridge; one that may read members alone,
 * one with a token of nobody, and one without any.
 */
type Integration = 'officer' | 'partner' | 'app' | 'reader' | 'stranger' | 'nobody';

/**
 * An integration; a person at a browser of their own, by any name; who holds a token that a client has minted; who has copied the cookie of a
 * person before they signed out.
 */
export type Surface = Integration | `person:${string}` | `token:${string}` | `left:${string}`;

/** A whole system in one process, on a database of its own, whose sandbox holds the demo's society and school. */
export type Stage = {
  readonly url: string;
  /** Where the graph is, and where people sign in. */
  readonly gateway: string;
  readonly testApp: TestApp;
  /** Where its queues are; null: in PostgreSQL. */
  readonly redis: TestRedis | null;
  /** Its processes; null where it is one. */
  readonly roles: Roles | null;
  /** A subgraph hangs: it does what it is asked to, and does not answer. Null: none. */
  holdAnswersOf(subgraph: string | null): Promise<void>;
  /** The token of an integration, one for each name; null for who has none. */
  token(surface: Surface): string | null;
  /** What browsers hold, each at an address of its own. */
  readonly browsers: Map<Surface, { readonly address: string; cookie: string | null; left?: string | null }>;
  /** Invites a person as an operator does. @returns the secret of the link */
  invite(person: {
    readonly name: string;
    readonly email: string;
    readonly roles: readonly string[];
  }): Promise<{ readonly person: string; readonly link: string }>;
  /** Runs a command of the operators on the institution. */
  operate(words: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /**
   * So many hours of the world's own time go by for what waits on it: deliveries and webhooks, and what is kept for a while.
   * The test clock of the institution stays.
   */
  wait(hours: number): Promise<void>;
  /** The receipt that the payer's phone shows of the latest prompt of this amount, which the provider may not have reported. */
  receiptOf(amount: number): Promise<string>;
  /** What the webhooks of the stage received, in order of arrival: one takes all events as they come, one some of them in order. */
  readonly delivered: readonly Delivered[];
  /** What both sign with. */
  readonly signing: Readonly<Record<Delivered['webhook'], string>>;
  /** What the system logged as faults of its own. */
  faults(): readonly LogLine[];
  /** Waits until workers have nothing left to do now. */
  settle(): Promise<void>;
  judged(): Promise<Verdict>;
  close(): Promise<void>;
};

/** How a stage is built; by default as one process with its queues in PostgreSQL. */
export type StageOptions = {
  /** The queues are in a Redis of its own. */
  readonly withRedis?: boolean;
  /** REST, the graph and the workers are processes of their own, which may be killed. */
  readonly inProcesses?: boolean;
  /** The business date on which it begins, `2031-02-28`; left out: today. */
  readonly from?: string;
};

export async function openStage({ withRedis = false, inProcesses = false, from }: StageOptions = {}): Promise<Stage> {
  const lines: LogLine[] = [];
  const log = logInto((line) => void lines.push(line));
  const testApp = await openTestApp({ log, showRecords: showDelivered });
  if (from !== undefined) await beginOn(testApp.settings, Temporal.PlainDate.from(from));
  await observeTransitions(testApp.settings);
  const redis = withRedis ? await startOwnRedis() : null;
  const { url, gateway, ...system } = await (inProcesses ? openInProcesses : openInOne)({ testApp, log, lines, redis });
  const partners = receivers();
  const delivered: Delivered[] = [];
  const receiver = (webhook: Delivered['webhook']) =>
    partners.http((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (part) => (text += String(part)));
      request.on('end', () => {
        // One in seven fails at first: it comes again.
        const status = delivered.length % 7 === 6 ? 500 : 200;
        delivered.push({ webhook, headers: request.headers, text, at: Date.now() / 1_000, status });
        response.writeHead(status).end();
      });
    });
  const ports = { all: await receiver('all'), ordered: await receiver('ordered') };
  const tokens = {
    officer: await tokenOf(url, testApp.client),
    partner: await tokenOf(url, await testApp.newClient()),
    app: await tokenOf(url, await testApp.newClient()),
    reader: await tokenOf(url, await testApp.newClient(['members:read'])),
    stranger: 'tok_of_a_stranger',
    nobody: null,
  };
  await resetToDemo(url, tokens.officer);
  const all = await registerHook(testApp, `http://127.0.0.1:${ports.all}/`);
  const some = { ordered: true, events: ['loan.*', 'repayment.*', 'savings_transaction.*', 'invoice.*'] };
  const ordered = await registerHook(testApp, `http://127.0.0.1:${ports.ordered}/`, some);

  const opened = lines.length;
  const faults = () => lines.slice(opened).filter(isFault);
  const settle = async () => {
    await eventually(async () => {
      // What failed is a finding: nobody has to wait for its repetitions.
      if (faults().length > 0) return true;
      // A connection that a fault from outside has cut is found out here first.
      const [open] = await testApp.sql<{ is: boolean }>(OPEN).catch(() => []);
      return open?.is === false;
    }, PATIENCE_MS);
  };

  return {
    url,
    gateway,
    redis,
    roles: system.roles,
    holdAnswersOf: system.holdAnswersOf,
    testApp,
    token: (surface) =>
      surface in tokens ? tokens[surface as Integration] : (/^token:(.+)/.exec(surface)?.[1] ?? null),
    browsers: new Map(),
    invite: async (person) => {
      const { secret, hash: tokenHash } = makePersonSecret();
      const { invitePerson } = testApp.app.people.operators;
      return { person: (await invitePerson(testApp.operator, { ...person, tokenHash })).uuid, link: secret };
    },
    operate: async (words) => {
      const done = await operate(testApp.settings, ['--json', '--tenant', String(testApp.tenantId), ...words]);
      // Processes notice within seconds; a history goes on with what is decided.
      testApp.internals.tenants.forget(testApp.tenantId);
      await system.roles?.forget(testApp.tenantId);
      return done;
    },
    wait: (hours) => passes(testApp, hours),
    receiptOf: async (amount) => {
      const query = 'select receipt_no from sandbox_prompt where amount = $1 order by accepted_at desc limit 1';
      const [prompt] = await testApp.sql<{ receipt_no: string }>(query, [amount]);
      return prompt?.receipt_no ?? '';
    },
    delivered,
    signing: { all: all.secret, ordered: ordered.secret },
    faults,
    settle,
    judged: () => judgeDatabase(testApp.settings.adminUrl, opening(testApp)),
    close: async () => {
      await system.close();
      await redis?.stop();
      await partners.close();
      await testApp.close();
    },
  };
}

type Built = {
  readonly testApp: TestApp;
  readonly log: Log;
  readonly lines: LogLine[];
  readonly redis: TestRedis | null;
};
type System = Pick<Stage, 'url' | 'gateway' | 'roles' | 'holdAnswersOf'> & { readonly close: () => Promise<void> };

async function openInOne({ testApp, log, redis }: Built): Promise<System> {
  const workers = await openWorkerContext(testApp, { log, ...(redis ? { redis } : {}) });
  const server = await startRest({
    app: testApp.app,
    auth: testApp.auth,
    log,
    baseUrl: 'http://umoja.test',
    keys: testApp.keys,
    webhookGuard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['93.184.216.34'] },
    host: '127.0.0.1',
    port: 0,
    quotas: MANY,
  });
  const gateway = await openGateway(testApp, log);
  return {
    url: server.url,
    gateway: gateway.origin,
    roles: null,
    holdAnswersOf: async (subgraph) => gateway.holdAnswersOf(subgraph),
    close: async () => {
      await server.close();
      await gateway.close();
      await workers.close();
    },
  };
}

async function openInProcesses({ testApp, lines, redis }: Built): Promise<System> {
  const queues = { redisUrl: redis?.url ?? null, prefix: testPrefix() };
  const shared = { settings: testApp.settings, queues, quotas: MANY };
  const roles = await openRoles(shared, (line) => void lines.push(line));
  const { url, gateway, holdAnswersOf, close } = roles;
  return { url, gateway, roles, holdAnswersOf, close };
}

/** Opens numbers of an institution with its keys. */
export const opening =
  ({ database }: Pick<TestApp, 'database'>): Open =>
  (tenant, numbers) =>
    database.read(tenant, async ({ sealing }) => numbers.map(sealing.openAlike));

/** Judges a database as it is at one moment. */
export const judgeDatabase = (adminUrl: string, open: Open): Promise<Verdict> =>
  reading(adminUrl, (query) => judge(query, undefined, open));

/** Reads a database, with all its institutions, as it is at one moment. */
export async function reading<T>(adminUrl: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'umoja judge' });
  // A fault may cut it between two statements: the next one fails then.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    return await work(async (text, params) => (await client.query(text, [...(params ?? [])])).rows);
  } finally {
    await client.end();
  }
}

async function tokenOf(url: string, { clientKey, secret }: { clientKey: string; secret: string }): Promise<string> {
  const { access_token: token } = await post(`${url}/api/v1/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: clientKey,
    client_secret: secret,
  });
  return token;
}

async function resetToDemo(url: string, token: string): Promise<void> {
  await post(`${url}/api/v1/test/reset`, { fixture: 'demo' }, token);
  await eventually(async () => {
    const response = await fetch(`${url}/api/v1/test/reset`, { headers: { authorization: `Bearer ${token}` } });
    const reset: unknown = await response.json();
    return JSON.stringify(reset).includes('"state":"ready"');
  }, PATIENCE_MS);
}

async function post(url: string, body: object, token?: string): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
