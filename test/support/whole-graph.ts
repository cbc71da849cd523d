import { startGateway, type GatewayOptions } from '#gate/server.ts';
import type { SubgraphLink } from '#gate/execute/links.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { clientSecrets } from '#platform/auth/client-secrets.ts';
import { signIdentity } from '#platform/auth/internal-identity.ts';
import type { OpenidSettings } from '#platform/auth/openid.ts';
import type { App } from '#platform/app/compose.ts';
import { cursorsWith } from '#platform/app/cursors.ts';
import { tenantFeed } from '#platform/app/tenant-feed.ts';
import type { Views } from '#platform/app/views.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { openTestSchool } from './test-app-school.ts';
import { openTestApp, type TestAppOptions } from './test-app.ts';
import { reactToAll } from './reactions.ts';
import { statementsOf, type Json } from './subgraph-client.ts';
import { notifiedRail } from './notified-rail.ts';

/** What the gateway of a whole graph takes for its own address in a browser. */
export const PUBLIC_ORIGIN = 'http://localhost:4000';

export type WholeGraph = Awaited<ReturnType<typeof openWholeGraph>>;

/** A test app with a school and both subgraphs over it, behind a gateway that serves the supergraph as it is committed. */
export async function openWholeGraph(
  way: 'in one process' | 'over HTTP',
  options: Pick<TestAppOptions, 'poolSize' | 'statements'> &
    Pick<GatewayOptions, 'streamLimits' | 'spend'> & {
      readonly openid?: OpenidSettings;
      /** Whether operations are logged: it writes now and then, what other suites would count. */
      readonly logs?: 'operations';
    } = {},
) {
  const { streamLimits = {}, spend } = options;
  let ahead = Temporal.Duration.from({ hours: 0 });
  const testApp = await openTestApp({
    ...options,
    clock: () => Temporal.Now.instant().add(ahead),
    payoutRailOf: () =>
      notifiedRail({
        send: async () => ({ kind: 'accepted', providerRef: 'AG_1' }),
        query: async () => ({ kind: 'pending' }),
      }),
  });
  const school = await openTestSchool(testApp);
  /** Which records were requested by their ids, in each read of the database: `students 17`. A fetch reads once. */
  const requests: string[][] = [];
  const app: App = {
    ...testApp.app,
    show: (caller, look) => {
      const inThisRead: string[] = [];
      requests.push(inThisRead);
      return testApp.app.show(caller, (views) => look(noted(views, inThisRead)));
    },
  };
  const shared = {
    app,
    cursors: cursorsWith(testApp.keys.cursor),
    identityKey: testApp.keys.identity,
    now: testApp.clock,
    log: testApp.log,
  };
  const webhooks = {
    guard: { allowedNetworks: [], resolve: async () => ['93.184.215.14'] },
    secrets: signingSecrets(testApp.keys),
  };
  const loaded = await Promise.all(subgraphRows().map(({ load }) => load()));
  const subgraphs = await Promise.all(
    loaded.map(({ start }) => start({ ...shared, webhooks, clientSecrets: clientSecrets(testApp.keys) })),
  );
  /** What the gateway fetched, in one process: there a test can stand between them. */
  const fetches: { subgraph: string; query: string; variables: Json }[] = [];
  const links = new Map<string, SubgraphLink>();
  for (const subgraph of subgraphs) {
    const link: SubgraphLink =
      way === 'over HTTP'
        ? { url: `${await subgraph.listen({ port: 0 })}/graphql` }
        : {
            execute: (request, caller) => {
              fetches.push({ subgraph: subgraph.name, query: request.query, variables: request.variables });
              return subgraph.execute(request, caller);
            },
          };
    links.set(subgraph.name, link);
  }
  const operations = testApp.app.operationLog(testApp.log);
  const gateway = await startGateway({
    port: 0,
    supergraphPath: new URL('../../gateway/supergraph.graphql', import.meta.url).pathname,
    subgraphs: (name) => links.get(name),
    // The bearer is a list of scopes, with the number of a tenant where it is a stranger's, `client:7` where it is another's, and
    // `live` where it is.
    authenticate: async (authorization) => {
      const { requestId: _, traceparent: __, ...caller } = testApp.client.caller;
      const words = authorization?.replace('Bearer ', '').split(' ') ?? [];
      const tenantId = Number(words.find((word) => /^\d+$/.test(word)) ?? caller.tenantId);
      const clientId = Number(words.find((word) => word.startsWith('client:'))?.slice(7) ?? caller.clientId);
      return { ...caller, tenantId, clientId, mode: words.includes('live') ? 'live' : caller.mode, scopes: words };
    },
    people: {
      origin: PUBLIC_ORIGIN,
      signIn: app.signInAt({
        key: testApp.keys.challenge,
        origin: PUBLIC_ORIGIN,
        openid: options.openid ?? null,
        sandboxTenant: async (institution) => (institution === 'demo' ? testApp.tenantId : null),
        percentGrown: async () => 40,
      }),
      admitsVisitor: () => true,
    },
    trustedProxies: ['127.0.0.1'],
    identityKey: testApp.keys.identity,
    now: testApp.clock,
    log: testApp.log,
    feed: tenantFeed(testApp.app),
    ...(options.logs === 'operations' ? { seen: operations.add } : {}),
    streamLimits,
    ...(spend === undefined ? {} : { spend }),
    // A machine that runs many suites is slow; no subgraph hangs here.
    fetchLimits: { queryMs: 10_000, changeMs: 10_000 },
  });

  const execute = async (query: string, variables: object = {}, scopes: readonly string[] = SCOPES) => {
    const response = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scopes.join(' ')}` },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await response.json()) as { data?: Json; errors?: { message: string; extensions: Json }[] };
    return { status: response.status, ...body };
  };

  /** Asks a subgraph for entities in the way in which the gateway does. */
  const entities = async (
    of: string,
    representations: readonly object[],
    show: string,
    caller = testApp.client.caller,
  ) => {
    const query = `query($all: [_Any!]!) { _entities(representations: $all) { __typename ${show} } }`;
    const subgraph = subgraphs.find(({ name }) => name === of);
    const identity = signIdentity(caller, testApp.keys.identity, testApp.clock());
    const response = await subgraph?.execute({ query, variables: { all: representations } }, identity);
    const body = JSON.parse(JSON.stringify(response?.body)) as { data?: Json; errors?: Json };
    return body.errors ?? body.data._entities;
  };

  /** A new member who sponsors so many students, and pays a part of the invoice of each from a loan. */
  const sponsorWithLoan = async (students: number): Promise<void> => {
    const { lending, education } = app;
    const memberId = await testApp.newMember();
    const amount = 1_000_000n;
    for (let n = 0; n < students; n++) {
      const { studentId, enrolmentId } = await school.enrolled();
      const { id: sponsorshipId } = await testApp.done(education.sponsorStudent, { memberId, studentId });
      await testApp.done(education.changeConsent, { sponsorshipId, consent: 'marks' });
      const invoiceId = await school.issued(studentId, 1_500_000n);
      await school.published(enrolmentId);

      const loanId = await feeLoan(invoiceId, amount, memberId);
      const { originatorId } = await disbursed(loanId);
      await lending.recordPayoutStatus(testApp.operator, {
        originatorId,
        status: {
          kind: 'paid',
          providerRef: null,
          receiptNo: `SKE${originatorId.slice(-7)}`,
          at: testApp.clock(),
          amount: null,
        },
      });
      await reactToAll(testApp);
    }
  };
  const feeLoan = async (invoiceId: number, principal: bigint, memberId: number) => {
    const applied = { memberId, productId: testApp.productId, principal, termMonths: 12, invoiceId };
    const { id: loanId } = await testApp.done(app.lending.applyForLoan, applied);
    await testApp.done(app.lending.approveLoan, { loanId });
    return loanId;
  };
  const disbursed = async (loanId: number) => {
    const command = {
      loanId,
      amount: 1_000_000n,
      channel: 'mpesa_b2b',
      business: { type: 'paybill', number: '600123', account: null },
      agentNo: null,
    } as const;
    const present = async () => ({ status: 200, headers: {}, body: '' });
    const refused = (error: Error) => {
      throw error;
    };
    await app.lending.disburse({ caller: testApp.client.caller, claim: null, present, refused }, command);
    const [row] = await testApp.sql('select originator_id from disbursement where loan_id = $1', [loanId]);
    return { originatorId: String(row?.['originator_id']) };
  };

  return {
    testApp,
    school,
    url: gateway.url,
    requests,
    fetches,
    execute,
    entities,
    sponsorWithLoan,
    /** Lets so many days pass, for everything but the database's own stamps. */
    letPass: (days: number) => void (ahead = ahead.add({ hours: 24 * days })),
    flushOperations: operations.flush,
    droppedOperations: operations.dropped,
    counted: <Result>(work: () => Promise<Result>) => statementsOf(testApp, work),
    close: async () => {
      await gateway.close();
      await operations.close();
      await Promise.all(subgraphs.map((subgraph) => subgraph.close()));
      await testApp.close();
    },
  };
}

/** The views, noting every record that is requested by id or uuid. */
function noted(views: Views, into: string[]): Views {
  const names = Object.keys(Object.getPrototypeOf(views)) as (keyof Views)[];
  const collections = names.map((name) => {
    const collection = views[name];
    // A time, or collections of their own: nothing is found by ids there.
    if (Object.getPrototypeOf(collection) !== Object.prototype) return [name, collection];
    const members = Object.entries(collection).map(([member, look]) => {
      if (member !== 'byIds' && member !== 'byUuids') return [member, look];
      const find = look as (keys: readonly (number | string)[], ...more: readonly unknown[]) => unknown;
      return [
        member,
        (keys: readonly (number | string)[], ...more: readonly unknown[]) => (
          into.push(...keys.map((key) => `${name} ${key}`)),
          find(keys, ...more)
        ),
      ];
    });
    return [name, Object.fromEntries(members)];
  });
  return Object.fromEntries(collections) as Views;
}
