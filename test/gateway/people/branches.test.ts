import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePersonToken, readPersonToken } from '#platform/auth/person-tokens.ts';
import { routes } from '#rest/routes.ts';
import { startRest } from '#rest/start.ts';
import { ROW_LIMITS } from '#platform/postgres/migrations/row-limits.ts';
import { openEventStream } from '../../support/event-stream-client.ts';
import { peopleAt, type SignedInPerson } from '../../support/people-at-gateway.ts';
import { openTestSavings } from '../../support/test-app-savings.ts';
import { lecturers } from './lecturers.ts';
import { openWholeGraph, PUBLIC_ORIGIN, type WholeGraph } from '../../support/whole-graph.ts';

/** Two branches: all that the test app has is of the first, and a second one has a member with a loan. */
let graph: WholeGraph;
let at: ReturnType<typeof peopleAt>;
let second: { readonly id: number; readonly uuid: string };
/** A member of the second branch, and their loan. */
let memberId: number;
let ownLoan: number;
let otherLoan: number;
let limited: SignedInPerson;
const ALL_ROLES = ['officer', 'teller', 'approver', 'compliance', 'auditor', 'bursar'];

beforeAll(async () => {
  graph = await openWholeGraph('in one process', { streamLimits: { pingMs: 100 } });
  at = peopleAt(graph);
  const { testApp } = graph;
  const uuid = randomUUID();
  const [made] = await testApp.sql('insert into branch (uuid, code, name) values ($1, $2, $3) returning id', [
    uuid,
    'KSM',
    'Kisumu',
  ]);
  second = { id: Number(made?.['id']), uuid };
  otherLoan = await disbursed();
  const savings = await openTestSavings(testApp);
  await savings.account(100_000n);
  limited = await personOf([second.id]);
  memberId = await testApp.newMember();
  await at.owner(`update member set branch_id = ${second.id} where id = ${memberId}`);
  ownLoan = await testApp.readyLoan(1_000_000n, memberId);
});
afterAll(() => graph.close());

/** Those that go with branches: a school belongs to none. */
const OF_BRANCHES = ALL_ROLES.filter((role) => role !== 'bursar');

async function personOf(branchIds: number[], roles = OF_BRANCHES): Promise<SignedInPerson> {
  const { testApp } = graph;
  const person = await at.signedIn(roles);
  await testApp.done(testApp.app.people.assignBranches, { personId: person.id, branchIds }, testApp.operator);
  return { ...person, caller: await at.callerOf(person.browser) };
}

/** A loan that was paid out. */
async function disbursed(borrower = graph.testApp.memberId): Promise<number> {
  const { testApp } = graph;
  const loanId = await testApp.readyLoan(1_000_000n, borrower);
  const paid = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254712345678', agentNo: null } as const;
  const { originatorId } = await testApp.done(testApp.app.lending.disburse, paid);
  const status = {
    kind: 'paid',
    providerRef: null,
    receiptNo: `SKB${originatorId.slice(-7)}`,
    at: testApp.clock(),
    amount: null,
  } as const;
  await testApp.app.lending.recordPayoutStatus(testApp.operator, { originatorId, status });
  return loanId;
}

/** Numbers what has happened in the feed. */
const relayed = async () => {
  const { app, tenantId } = graph.testApp;
  for (let more = true; more;) ({ more } = await app.delivery.relay(tenantId));
};

const uuidOf = async (table: string, id: number) =>
  String((await graph.testApp.sql(`select uuid from ${table} where id = $1`, [id]))[0]?.['uuid']);

describe('A person who is limited to a branch', () => {
  it('finds no row of another branch in any table, and none in a table of which nobody has said whose its rows are', async () => {
    const { testApp } = graph;
    const third = await testApp.sql('insert into branch (uuid, code, name) values ($1, $2, $3) returning id', [
      randomUUID(),
      'MSA',
      'Mombasa',
    ]);
    const tables = await testApp.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and relname not in ('mikro_orm_migrations', 'installation', 'login_request') order by 1`,
    );
    const count = (name: string) => `select count(*)::int as rows from "${name}"`;
    const [empty, everything] = [
      testApp.database.limitedTo({ branches: [Number(third[0]?.['id'])], clients: [] }),
      testApp.database,
    ];
    const seen: Record<string, number> = {};
    const present: string[] = [];
    for (const { name } of tables) {
      const [limitedTo] = await empty.read(testApp.tenantId, ({ sql }) => sql<{ rows: number }>(count(name)));
      const [all] = await everything.read(testApp.tenantId, ({ sql }) => sql<{ rows: number }>(count(name)));
      if ((all?.rows ?? 0) > 0) present.push(name);
      if (ROW_LIMITS[name]?.kind !== 'common' && (limitedTo?.rows ?? 0) > 0) seen[name] = limitedTo?.rows ?? 0;
    }
    // Its own branch, and nothing else.
    expect(seen).toEqual({ branch: 1 });
    expect(present).toEqual(
      expect.arrayContaining([
        'member',
        'loan',
        'loan_entry',
        'disbursement',
        'savings_account',
        'journal',
        'event',
        'audit',
      ]),
    );
    expect(Object.keys(ROW_LIMITS).filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  });

  it('reads journals, statements and the life of a record of theirs, and balances of nothing else', async () => {
    const asked = async (loanId: number) => {
      const id = await uuidOf('loan', loanId);
      const { data, errors } = await limited.browser.query(
        `query ($id: ID!) { life(recordId: $id) { nodes { kind } } journals(record: $id) { nodes { id } } }`,
        { id },
      );
      expect(errors).toBeUndefined();
      return data;
    };
    const [journal] = await graph.testApp.sql(`select uuid from journal where subject_type = 'disbursement' limit 1`);
    expect(await asked(otherLoan)).toEqual({ life: { nodes: [] }, journals: { nodes: [] } });
    expect((await asked(ownLoan)).life.nodes.map(({ kind }: { kind: string }) => kind)).toContain('loan.approved');
    const { data, errors } = await limited.browser.query(
      `query ($id: ID!) { journal(id: $id) { id } journals(account: "loan_portfolio") { nodes { id } }
        accountStatement(account: "loan_portfolio") { opening closing entries { nodes { balance } } } }`,
      { id: String(journal?.['uuid']) },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      journal: null,
      journals: { nodes: [] },
      accountStatement: { opening: 0, closing: 0, entries: { nodes: [] } },
    });
  });

  it('reads the records of theirs, and no other by its address, in lists, counts or a search', async () => {
    const other = await uuidOf('loan', otherLoan);
    const { data, errors } = await limited.browser.query(
      `query ($other: ID!, $own: ID!, $member: ID!) {
        other: loan(id: $other) { id } own: loan(id: $own) { id member { id } } member(id: $member) { id }
        loans(first: 50) { totalCount nodes { id } } members(first: 50) { totalCount nodes { id } }
        savingsAccounts(first: 50) { totalCount } disbursements(first: 50) { totalCount }
        branches { id }
      }`,
      { other, own: await uuidOf('loan', ownLoan), member: await uuidOf('member', graph.testApp.memberId) },
    );
    expect(errors).toBeUndefined();
    const mine = { id: await uuidOf('member', memberId) };
    const loan = { id: await uuidOf('loan', ownLoan) };
    expect(data).toEqual({
      other: null,
      own: { ...loan, member: mine },
      member: null,
      loans: { totalCount: 1, nodes: [loan] },
      members: { totalCount: 1, nodes: [mine] },
      savingsAccounts: { totalCount: 0 },
      disbursements: { totalCount: 0 },
      branches: [{ id: second.uuid }],
    });
  });

  it('finds no money of another branch, nor of apps, which are of no branch', async () => {
    const none = { totalCount: 0 };
    const { data, errors } = await limited.browser.query(
      `{ searched: disbursements(filter: { search: "SKB" }) { totalCount } repayments { totalCount }
         mobileMoneyTransactions { totalCount } incidents { totalCount } unsettledPayments { totalCount }
         apps { totalCount } appPayouts { totalCount } appCollections { totalCount } }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      searched: none,
      repayments: none,
      mobileMoneyTransactions: none,
      incidents: none,
      unsettledPayments: none,
      apps: none,
      appPayouts: none,
      appCollections: none,
    });
  });

  it('changes no record of another branch, whatever names it, and nothing is left of the try', async () => {
    const { testApp } = graph;
    const { lending } = testApp.app;
    const applied = { memberId: testApp.memberId, productId: testApp.productId, principal: 100_000n, termMonths: 12 };
    const before = await testApp.sql('select count(*)::int as loans, max(version) as version from loan');
    const refused = (work: Promise<unknown>) => at.refusalOf(work);
    expect(await refused(testApp.done(lending.applyForLoan, applied, limited.caller))).toBe('not_found');
    const waiting = await testApp.readyLoan(200_000n);
    expect(await refused(testApp.done(lending.undoLoanApproval, { loanId: waiting }, limited.caller))).toBe(
      'not_found',
    );
    const reply = await limited.browser.query(
      'mutation ($id: ID!) { undoLoanApproval(input: { loanId: $id }) { userErrors { code } } }',
      { id: await uuidOf('loan', waiting) },
    );
    expect(reply.data.undoLoanApproval.userErrors).toEqual([{ code: 'unknown_reference' }]);
    expect((await testApp.sql('select state from loan where id = $1', [waiting]))[0]).toEqual({
      state: 'ready_to_disburse',
    });
    const after = await testApp.sql('select count(*)::int as loans, max(version) as version from loan');
    expect(Number(after[0]?.['loans'])).toBe(Number(before[0]?.['loans']) + 1);
  });

  it('works with the records of their own as anybody does', async () => {
    const { testApp } = graph;
    const applied = { memberId, productId: testApp.productId, principal: 100_000n, termMonths: 12 };
    const { id } = await testApp.done(testApp.app.lending.applyForLoan, applied, limited.caller);
    expect(
      await at.refusalOf(testApp.done(testApp.app.lending.approveLoan, { loanId: id }, limited.caller)),
    ).toBeNull();
    // But an agent of another branch has float of that branch.
    const { agentNo } = testApp.agent;
    const paid = { loanId: id, amount: 100_000n, channel: 'mpesa_b2c', msisdn: '+254712345678', agentNo } as const;
    expect(await at.refusalOf(testApp.done(testApp.app.lending.disburse, paid, limited.caller))).toBe('not_found');
    expect(await testApp.sql('select id from disbursement where loan_id = $1', [id])).toEqual([]);
  });

  it('streams what happens in their branch, and ends when they are limited to another, or a role or limit changes', async () => {
    const { testApp } = graph;
    const person = await personOf([second.id], ['approver']);
    const stream = (browser = person.browser) =>
      openEventStream(
        graph.url,
        { query: 'subscription { paymentChanged { sequence type } }' },
        {
          origin: PUBLIC_ORIGIN,
          'x-umoja-page': '1',
          cookie: browser.cookie() ?? '',
          'x-forwarded-for': '192.0.2.252',
        },
      );
    await relayed();
    const first = await stream();
    await disbursed();
    await at.owner(`update agent set branch_id = ${second.id}`);
    await disbursed(memberId);
    await relayed();
    const message = await first.next();
    const shown = await testApp.sql(
      `select l.member_id from feed_entry f join event e on e.id = f.event_id
         join disbursement d on d.id = e.subject_id and e.subject_type = 'disbursement' join loan l on l.id = d.loan_id
        where f.sequence = $1`,
      [message?.result.data.paymentChanged.sequence],
    );
    expect(shown).toEqual([{ member_id: String(memberId) }]);
    await at.owner(`update agent set branch_id = ${testApp.branchId}`);

    for (const change of [
      { roles: ['approver', 'teller'] },
      { limits: `'{"approver": {"approve": "77"}}'` },
      { branchIds: null },
    ]) {
      const open = await stream();
      const { assignRoles, assignBranches } = testApp.app.people;
      const personId = person.id;
      if (change.roles) await testApp.done(assignRoles, { personId, roles: change.roles }, testApp.operator);
      if (change.limits) await at.owner(`update tenant set role_limits = ${change.limits}`);
      if (change.branchIds === null)
        await testApp.done(assignBranches, { personId, branchIds: null }, testApp.operator);
      const [end] = await open.take(1);
      expect(end?.result.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', after: expect.any(Number) });
    }
    await at.owner(`update tenant set role_limits = '{}'`);
  });

  it('is shown the whole float of an agent of theirs, whichever branch paid from it (finding: it was that of their branch alone)', async () => {
    const { testApp } = graph;
    const { agentNo } = testApp.agent;
    await at.owner(`update agent set branch_id = ${second.id}`);
    const loanId = await testApp.readyLoan(1_000_000n, testApp.memberId);
    const paid = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254712345678', agentNo } as const;
    await testApp.done(testApp.app.lending.disburse, paid);
    const FLOAT = '{ agents(first: 5) { nodes { agentNo floatSeries(last: 1) { in out closing } } } }';
    const shown = async (to: SignedInPerson) => (await to.browser.query(FLOAT)).data.agents.nodes;
    const everyone = await at.signedIn(ALL_ROLES);
    const whole = await shown(everyone);
    expect(whole[0].floatSeries[0].out).toBeGreaterThanOrEqual(1_000_000);
    expect(await shown(limited)).toEqual(whole);
    await at.owner(`update agent set branch_id = ${testApp.branchId}`);
    // Another's agent is not shown, even where it is named to the statement.
    const [other] = await testApp.database
      .limitedTo({ branches: [second.id], clients: [] })
      .read(testApp.tenantId, ({ sql }) =>
        sql(`select count(*)::int as rows from float_moved('{mpesa_float}', array[$1], '-infinity', 'infinity')`, [
          agentNo,
        ]),
      );
    expect(other).toEqual({ rows: 0 });
  });

  it('learns that a list of changes is complete up to who is still writing (finding: they saw no writer, and lost changes)', async () => {
    const { database, tenantId, branchId } = graph.testApp;
    const limitedTo = database.limitedTo({ branches: [branchId], clients: [] });
    const { writer, all, some, role } = await database.write(tenantId, async ({ sql }) => {
      const [begun] = await sql(`select pg_current_xact_id(), date_trunc('milliseconds', now())::text as at`);
      const horizon = (from: Pick<typeof database, 'read'>) =>
        from.read(tenantId, (tx) => tx.sql('select sync_horizon()::text as at, current_user::text as role'));
      const [[ofAll], [ofSome]] = [await horizon(database), await horizon(limitedTo)];
      return { writer: begun?.['at'], all: ofAll?.['at'], some: ofSome?.['at'], role: ofSome?.['role'] };
    });
    expect([all, some, role]).toEqual([writer, writer, 'umoja_tests_app_limited']);
  });

  it('decides about people of their own branch alone, and invites into it', async () => {
    const { testApp } = graph;
    const administrator = await personOf([second.id], ['administrator']);
    const guest = await at.signedIn(['officer'], administrator);
    expect(await testApp.sql('select branch_ids from person where id = $1', [guest.id])).toEqual([
      { branch_ids: [String(second.id)] },
    ]);
    const { assignBranches, suspendPerson } = testApp.app.people;
    const lift = { personId: guest.id, branchIds: null };
    expect(await at.refusalOf(testApp.done(assignBranches, lift, administrator.caller))).toBe('beyond_branches');
    const everywhere = await at.signedIn(['officer']);
    const suspended = { personId: everywhere.id, reason: 'Leave.' };
    expect(await at.refusalOf(testApp.done(suspendPerson, suspended, administrator.caller))).toBe('beyond_branches');
    const { endSession, endSessions } = testApp.app.people;
    const sessionId = everywhere.caller.person?.sessionId ?? 0;
    const ended = testApp.done(endSession, { sessionId }, administrator.caller);
    expect(await at.refusalOf(ended)).toBe('beyond_branches');
    const endedAll = testApp.done(endSessions, { personId: everywhere.id }, administrator.caller);
    expect(await at.refusalOf(endedAll)).toBe('beyond_branches');
    const ofGuest = testApp.done(endSessions, { personId: guest.id }, administrator.caller);
    expect(await at.refusalOf(ofGuest)).toBeNull();
    const ofTheirOwn = testApp.done(endSessions, { personId: administrator.id }, administrator.caller);
    expect(await at.refusalOf(ofTheirOwn)).toBeNull();
    const unknown = { personId: guest.id, branchIds: [999_999] };
    expect(await at.refusalOf(testApp.done(assignBranches, unknown, testApp.operator))).toBe('validation_failed');
  });
});

describe('Who keeps a school', () => {
  it.each(['bursar', 'registrar'])('is limited to no branch: a %s', async (role) => {
    const { testApp } = graph;
    const { assignBranches, assignRoles, invitePerson } = testApp.app.people;
    const keeper = await at.signedIn([role]);
    const limiting = { personId: keeper.id, branchIds: [second.id] };
    expect(await at.refusalOf(testApp.done(assignBranches, limiting, testApp.operator))).toBe('validation_failed');
    const officer = await personOf([second.id], ['officer']);
    const giving = { personId: officer.id, roles: ['officer', role] };
    expect(await at.refusalOf(testApp.done(assignRoles, giving, testApp.operator))).toBe('validation_failed');
    const administrator = await personOf([second.id], ['administrator']);
    const inviting = { name: 'Keeper', email: `${role}@example.org`, roles: [role], tokenHash: 'x' };
    const invited = testApp.done(invitePerson, inviting, administrator.caller);
    expect(await at.refusalOf(invited)).toBe('validation_failed');
    expect(
      await at.refusalOf(testApp.done(assignBranches, { ...limiting, branchIds: null }, testApp.operator)),
    ).toBeNull();
  });
});

describe('A developer', () => {
  it('sees their own clients alone: keys, webhooks and requests, and no record of the institution', async () => {
    const { testApp } = graph;
    const [own, other] = [await testApp.newClient(), await testApp.newClient()];
    const developer = await at.signedIn(['developer']);
    const CLIENTS = `query ($own: ID!, $other: ID!) {
      clients(first: 50) { totalCount nodes { id } } own: client(id: $own) { id keys { name } } other: client(id: $other) { id }
      requests: clientRequests(clientId: $other, first: 5) { requests { at } } webhooks(first: 50) { totalCount }
    }`;
    const ids = { own: await uuidOf('api_client', own.id), other: await uuidOf('api_client', other.id) };
    const nothing = (await developer.browser.query(CLIENTS, ids)).data;
    expect([nothing.clients.totalCount, nothing.own, nothing.other]).toEqual([0, null, null]);

    const { assignClients, assignRoles } = testApp.app.people;
    await testApp.done(assignClients, { personId: developer.id, clientIds: [own.id] }, testApp.operator);
    const { data, errors } = await developer.browser.query(CLIENTS, ids);
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      clients: { totalCount: 1, nodes: [{ id: ids.own }] },
      own: { id: ids.own },
      other: null,
      requests: null,
      webhooks: { totalCount: 0 },
    });
    expect(data.own.keys).toHaveLength(1);
    const members = await developer.browser.query('{ members(first: 1) { totalCount } }');
    expect(members.data.members).toBeNull();
    const both = { personId: developer.id, roles: ['developer', 'officer'] };
    expect(await at.refusalOf(testApp.done(assignRoles, both, testApp.operator))).toBe('validation_failed');
  });

  it('maintains no client any more once the role was taken, though it is given again', async () => {
    const { testApp } = graph;
    const { assignClients, assignRoles } = testApp.app.people;
    const { id } = await testApp.newClient();
    const developer = await at.signedIn(['developer']);
    await testApp.done(assignClients, { personId: developer.id, clientIds: [id] }, testApp.operator);
    const clients = async () => (await developer.browser.query('{ clients(first: 5) { totalCount } }')).data.clients;
    expect(await clients()).toEqual({ totalCount: 1 });
    for (const roles of [['officer'], ['developer']]) {
      await testApp.done(assignRoles, { personId: developer.id, roles }, testApp.operator);
    }
    expect(await clients()).toEqual({ totalCount: 0 });
  });

  it('finds no row in any table but those of their clients, whatever asks for it', async () => {
    const { testApp } = graph;
    const reach = { branches: [], clients: [(await testApp.newClient()).id] };
    const tables = Object.entries(ROW_LIMITS).filter(([, { kind }]) => kind !== 'common');
    const seen: string[] = [];
    for (const [name] of tables) {
      const [row] = await testApp.database
        .limitedTo(reach)
        .read(testApp.tenantId, ({ sql }) => sql<{ rows: number }>(`select count(*)::int as rows from "${name}"`));
      if ((row?.rows ?? 0) > 0) seen.push(`${name} ${row?.rows}`);
    }
    expect(seen).toEqual(['api_client 1', 'api_secret 1']);
  });
});

/** Requests of people to REST. */
let rest: Awaited<ReturnType<typeof startRest>>;
beforeAll(async () => {
  const { app, auth, keys, log } = graph.testApp;
  const webhookGuard = { allowedNetworks: [], resolve: async () => ['93.184.216.34'] };
  rest = await startRest({
    app,
    auth,
    keys,
    log,
    requestLog: app.requestLog(log),
    webhookGuard,
    baseUrl: 'http://umoja.test',
    host: '127.0.0.1',
    port: 0,
  });
});
afterAll(() => rest.close());

const call = async (path: string, headers: Record<string, string>, body?: object, method = body ? 'POST' : 'GET') => {
  const response = await fetch(`${rest.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as any };
};
const tokenOf = async ({ browser }: SignedInPerson) => {
  const { status, body } = await browser.post('token');
  expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 900]);
  return { authorization: `Bearer ${body.access_token}` };
};

lecturers(() => ({
  graph,
  at,
  rest: async (person, path, body, method) => call(path, await tokenOf(person), body, method),
}));

describe('A token of a person', () => {
  it('works on REST as the person, with their scopes and branches, and nothing of a cookie counts there', async () => {
    const headers = await tokenOf(limited);
    const listed = await call('/api/v1/loans', headers);
    const uuids = (listed.body.items ?? listed.body.data).map(({ id }: { id: string }) => id);
    expect([listed.status, uuids.includes(await uuidOf('loan', ownLoan))]).toEqual([200, true]);
    expect(uuids).not.toContain(await uuidOf('loan', otherLoan));
    for (const id of [otherLoan, await uuidOf('loan', otherLoan)]) {
      expect((await call(`/api/v1/loans/${id}`, headers)).status).toBe(404);
    }
    expect((await call(`/api/v1/loans/${ownLoan}`, headers)).status).toBe(200);
    // Scopes of the roles, and none of webhooks, which are those of a client there.
    const lecturer = await at.signedIn(['lecturer']);
    expect((await call('/api/v1/loans', await tokenOf(lecturer))).status).toBe(403);
    const administrator = await at.signedIn(['administrator']);
    expect((await call('/api/v1/webhooks', await tokenOf(administrator))).status).toBe(403);
    const cookie = { cookie: limited.browser.cookie() ?? '', origin: PUBLIC_ORIGIN, 'x-umoja-page': '1' };
    expect((await call('/api/v1/loans', cookie)).status).toBe(401);
  });

  it('is no app: the payment bridge shows it no balance and pays nothing (finding: a bursar was shown float, and a payout was a fault)', async () => {
    const bursar = await tokenOf(await at.signedIn(['bursar']));
    const bridge = routes.filter(({ surface }) => surface === 'payment-bridge');
    expect(bridge.length).toBeGreaterThan(20);
    for (const { method, path, scope, example = {} } of bridge) {
      const sent = method === 'GET' ? undefined : (example as object);
      const { status, body } = await call(path.replaceAll(/\{\w+\}/g, '1'), bursar, sent, method);
      const wanted = [null, 'payments:read', 'payments:write'].includes(scope) ? 'app_required' : 'insufficient_scope';
      expect([path, status, body.code]).toEqual([path, 403, wanted]);
    }
    expect(await graph.testApp.sql('select from app_account where app_id >= 4503599627370496', [])).toEqual([]);
  });

  it('takes away all that is held of a person while the key was shown a moment ago in its session', async () => {
    const compliance = await at.signedIn(['compliance']);
    const address = `/api/v1/members/${await uuidOf('member', memberId)}/personal_data?limit=1`;
    await at.owner(
      `update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = ${compliance.id}`,
    );
    const headers = await tokenOf(compliance);
    const refused = await call(address, headers);
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
    expect((await compliance.browser.stepUp()).status).toBe(200);
    const { status, body } = await call(address, headers);
    expect([status, body.data]).toEqual([200, [expect.objectContaining({ record: 'member' })]]);
  });

  it('erases no member before the key was shown a moment ago in its session (finding: an unattended browser did)', async () => {
    const { testApp } = graph;
    const leaving = await testApp.newMember();
    await at.owner(`update member set state = 'exited' where id = ${leaving}`);
    const compliance = await at.signedIn(['officer', 'compliance']);
    await at.owner(
      `update person_session set stepped_up_at = now() - interval '6 minutes' where person_id = ${compliance.id}`,
    );
    const headers = await tokenOf(compliance);
    const address = `/api/v1/members/${await uuidOf('member', leaving)}`;
    const erase = { action: 'erase', reason: 'requested in writing' };
    const refused = await call(address, headers, erase, 'PATCH');
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
    const inBrowser = `mutation { eraseMember(input: { memberId: "${await uuidOf('member', leaving)}", reason: "requested" })
      { userErrors { code } } }`;
    const asked = await compliance.browser.query(inBrowser);
    expect(asked.data.eraseMember.userErrors).toEqual([{ code: 'step_up_required' }]);
    expect((await compliance.browser.stepUp()).status).toBe(200);
    // What keeps it now is the law.
    const kept = await call(address, headers, erase, 'PATCH');
    expect([kept.status, kept.body.code]).toEqual([409, 'personal_data_kept']);
    const keptInBrowser = await compliance.browser.query(inBrowser);
    expect(keptInBrowser.data.eraseMember.userErrors).toEqual([{ code: 'personal_data_kept' }]);
  });

  it('says of a record of another branch that it is not there, whatever refuses the request, with a key and without', async () => {
    const headers = await tokenOf(limited);
    const body = { amount: 100, channel: 'cash', reference: 'SETTLED-1' };
    const named = [`"${await uuidOf('loan', otherLoan)}"`, 'required_amount'];
    for (const key of [{ 'idempotency-key': randomUUID() }, {}]) {
      const reply = await call(`/api/v1/loans/${otherLoan}/settlement`, { ...headers, ...key }, body);
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
      for (const name of named) expect(JSON.stringify(reply.body)).not.toContain(name);
    }
    const everywhere = await tokenOf(await at.signedIn(ALL_ROLES));
    const seen = await call(
      `/api/v1/loans/${otherLoan}/settlement`,
      { ...everywhere, 'idempotency-key': randomUUID() },
      body,
    );
    expect(seen.status).toBe(409);
  });

  it('says nothing of another branch in a refusal of what was only read there (finding: a receipt and a debt named its records)', async () => {
    const { testApp } = graph;
    const { lending, membership } = testApp.app;
    const headers = await tokenOf(limited);
    const paid = { loanId: otherLoan, amount: 10_700n, channel: 'bank', reference: 'SLIP-77' } as const;
    const booked = await testApp.done(lending.recordRepayment, paid);
    await at.owner(`update agent set branch_id = ${second.id}`);
    const own = await disbursed(memberId);
    await at.owner(`update agent set branch_id = ${testApp.branchId}`);
    const repay = (amount: number, key: object) =>
      call(
        `/api/v1/loans/${own}/repayments`,
        { ...headers, ...key },
        { amount, channel: 'bank', reference: 'slip-77 ' },
      );
    for (const key of [{ 'idempotency-key': randomUUID() }, {}]) {
      const { status, body } = await repay(10_700, key);
      expect([status, body.code, body.existing, body.existing_id]).toEqual([
        409,
        'duplicate_payment_reference',
        undefined,
        undefined,
      ]);
      expect(body.detail).toMatch(/belongs to another branch/);
      for (const name of [booked.uuid, '10700', 'repayment ']) expect(JSON.stringify(body)).not.toContain(name);
    }
    // Of their own they see all.
    const mine = { amount: 5_000, channel: 'bank', reference: 'SLIP-78' };
    expect((await call(`/api/v1/loans/${own}/repayments`, headers, mine)).status).toBe(201);
    const again = await call(`/api/v1/loans/${own}/repayments`, headers, { ...mine, amount: 6_000 });
    expect([again.status, again.body.existing.type]).toEqual([409, 'repayment']);

    const guarantor = await testApp.newMember();
    await at.owner(`update member set branch_id = ${second.id} where id = ${guarantor}`);
    const draft = { memberId: testApp.memberId, productId: testApp.productId, principal: 100_000n, termMonths: 12 };
    const { id: loanId, loanNo } = await testApp.done(lending.applyForLoan, draft);
    await testApp.done(lending.pledgeGuarantee, { loanId, memberId: guarantor, amount: 1_000n });
    const leaving = await testApp.done(membership.exitMember, { memberId: guarantor }, limited.caller).catch(String);
    expect(leaving).toMatch(/belongs to another branch/);
    expect(leaving).not.toContain(loanNo);
    const unlimited = await testApp.done(membership.exitMember, { memberId: guarantor }).catch(String);
    expect(unlimited).toContain(`the member stands for loan ${loanNo}`);
  });

  it('says nothing of another branch in a refusal of a batch, nor in what a dry run finds', async () => {
    const { testApp } = graph;
    const headers = await tokenOf(limited);
    const paid = { loanId: otherLoan, amount: 10_900n, channel: 'bank', reference: 'SLIP-79' } as const;
    const booked = await testApp.done(testApp.app.lending.recordRepayment, paid);
    await at.owner(`update agent set branch_id = ${second.id}`);
    const own = await disbursed(memberId);
    await at.owner(`update agent set branch_id = ${testApp.branchId}`);
    const rows = [{ loan_id: own, amount: 10_900, channel: 'bank', reference: 'slip-79' }];
    for (const dry of [true, false]) {
      for (const key of [{ 'idempotency-key': randomUUID() }, {}]) {
        const body = { rows, dry_run: dry };
        const reply = await call('/api/v1/postings/bulk', { ...headers, ...key }, body);
        expect(reply.status).toBe(dry ? 200 : 409);
        expect(reply.body.errors[0]).toMatchObject({
          pointer: '#/rows/0/reference',
          code: 'duplicate_payment_reference',
          detail: expect.stringMatching(/belongs to another branch/),
        });
        for (const name of [booked.uuid, '10900', 'repayment ']) expect(JSON.stringify(reply.body)).not.toContain(name);
      }
    }
    const elsewhere = [{ loan_id: otherLoan, amount: 10_900, channel: 'bank' }];
    for (const dry of [true, false]) {
      const reply = await call('/api/v1/postings/bulk', headers, { rows: elsewhere, dry_run: dry });
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('finds what became of its own requests, whatever branches the person is limited to, and not of those of others', async () => {
    const [key, headers] = [randomUUID(), await tokenOf(limited)];
    const applied = { member_id: memberId, product_id: graph.testApp.productId, principal: 100_000, term_months: 12 };
    const made = await call('/api/v1/loans', { ...headers, 'idempotency-key': key }, applied);
    expect(made.status).toBe(201);
    const known = await call(`/api/v1/idempotency_keys/${key}`, headers);
    expect([known.status, known.body]).toMatchObject([200, { key, state: 'completed', status: 201 }]);
    const log = () => call('/api/v1/requests?limit=5', headers);
    await expect.poll(async () => (await log()).body.data.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const other = await tokenOf(await at.signedIn(['officer']));
    expect((await call(`/api/v1/idempotency_keys/${key}`, other)).status).toBe(404);
    const changed = { ...applied, principal: -1 };
    const reused = await call('/api/v1/loans', { ...headers, 'idempotency-key': key }, changed);
    expect(reused.body.code).toBe('idempotency_key_reused');
  });

  it('does nothing that takes a key, though one was shown in its session a moment ago, and is nothing at the gateway', async () => {
    const { testApp } = graph;
    const { app, auth } = testApp;
    const administrator = await at.signedIn(['administrator']);
    const { authorization } = await tokenOf(administrator);
    await administrator.browser.stepUp();
    const caller = await auth.identify(authorization, { requestId: 'in a test', traceparent: null });
    const invited = { name: 'Eve', email: 'eve@example.org', roles: ['officer'], tokenHash: 'x'.repeat(43) };
    expect(await at.refusalOf(testApp.done(app.people.invitePerson, invited, caller))).toBe('step_up_required');
    const response = await fetch(graph.url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { actor } }' }),
    });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { errors: [{ extensions: { reason: 'invalid_token' } }] },
    ]);
  });

  it('ends with the session, and is nothing once it was changed; it is no cookie, and no other page makes one', async () => {
    const person = await at.signedIn(['officer']);
    const { authorization } = await tokenOf(person);
    // Each other last character, the three among them that decode to the same bytes.
    const last = authorization.at(-1);
    const forged = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .filter((other) => other !== last)
      .map((other) => authorization.slice(0, -1) + other);
    const later = authorization.replace(/pt_\d/, 'pt_9');
    for (const changed of [...forged, later, 'Bearer pt_', `${authorization}x`]) {
      expect((await call('/api/v1/loans', { authorization: changed })).status).toBe(401);
    }
    const [, hash = ''] = authorization.split('.');
    const thief = at.newBrowser();
    thief.hold(`__Host-umoja=${hash}`);
    expect((await thief.query('{ viewer { actor } }')).status).toBe(401);
    expect((await person.browser.post('token', {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await call('/api/v1/loans', { authorization })).status).toBe(200);
    expect((await person.browser.post('sign-out')).status).toBe(200);
    expect((await call('/api/v1/loans', { authorization })).status).toBe(401);
  });

  it('is over after a quarter of an hour', async () => {
    const { keys, clock } = graph.testApp;
    const made = makePersonToken('x'.repeat(43), keys.challenge, clock());
    expect(readPersonToken(made, keys.challenge, clock())).toBe('x'.repeat(43));
    expect(readPersonToken(made, keys.challenge, clock().add({ minutes: 16 }))).toBeNull();
    expect(readPersonToken(made, keys.identity, clock())).toBeNull();
  });
});
