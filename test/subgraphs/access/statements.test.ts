import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#platform/auth/caller.ts';
import { openAccessGraph, type AccessGraph } from '#test/support/access-graph.ts';
import { withClient } from '#test/support/test-server.ts';

let graph: AccessGraph;
const PEOPLE = 5;
const ENTRIES = 3;

/** People who are limited to a branch, to clients and to units, each of whom has done something. */
beforeAll(async () => {
  graph = await openAccessGraph();
  const { app, operator, branchId, client, sql } = graph.testApp;
  for (let n = 1; n <= PEOPLE; n++) {
    const person = {
      name: `Person ${n}`,
      email: `person-${n}@example.org`,
      roles: ['auditor'],
      tokenHash: `hash-${n}`,
    };
    const { id, uuid } = await app.people.operators.invitePerson(operator, person);
    await sql('update person set branch_ids = $2, client_ids = $3, unit_ids = $4 where id = $1', [
      id,
      [branchId].map(String),
      [client.id].map(String),
      graph.school.unitIds.map(String),
    ]);
    await sql(
      `insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_uuid, subject_version, at)
       select gen_random_uuid(), 'act-' || n, 'person:' || $1, 'req_test', 'loan.approved', 'loan', n, gen_random_uuid(), 1, now()
         from generate_series(1, ${ENTRIES + n}) n`,
      [uuid],
    );
  }
});
afterAll(() => graph.close());

const page = (first: number) =>
  graph.counted(() =>
    graph.query(
      `{ people(first: ${first}) { totalCount nodes {
           name branchIds clientIds unitIds sessions { id } invitation { expiresAt }
           audit(first: ${ENTRIES}) { command person { name } actorName } } } }`,
      {},
      { ...graph.testApp.client.caller, scopes: ['people:read', 'audit:read'] },
    ),
  );

describe('The statements of a page of people', () => {
  it('are as many for one person as for all, in one transaction (finding: up to four for each person)', async () => {
    const [one, all] = [await page(1), await page(100)];
    expect(all.result.people.nodes).toHaveLength(PEOPLE);
    expect(all.reads.length).toBe(one.reads.length);
    expect(all.transactions).toBe(1);
    // People and their number; branches, clients, units; sessions, invitations; what they did, and who that was.
    expect(all.reads.length).toBe(9);
  });

  it('find for each person what is theirs', async () => {
    const { nodes } = (await page(100)).result.people;
    const { testApp, school, uuidOf } = graph;
    const units = await Promise.all(school.unitIds.map((id) => uuidOf('unit', id)));
    const theirs = {
      branchIds: [await uuidOf('branch', testApp.branchId)],
      clientIds: [await uuidOf('api_client', testApp.client.id)],
      unitIds: units,
    };
    for (const [index, person] of nodes.entries()) {
      const n = PEOPLE - index;
      const commands = Array.from({ length: ENTRIES }, (_, place) => `act-${ENTRIES + n - place}`);
      expect(person).toMatchObject({
        name: `Person ${n}`,
        ...theirs,
        audit: commands.map((command) => ({ command, person: { name: `Person ${n}` }, actorName: `Person ${n}` })),
      });
    }
  });

  it('are one for what several have done, where as much of each is asked for', async () => {
    const actors = ['operator', graph.testApp.client.clientKey, 'no-one'];
    const fields = actors.map((actor, n) => `a${n}: auditOfActor(actor: "${actor}", first: 2) { command }`);
    const caller = { ...graph.testApp.client.caller, scopes: ['audit:read'] };
    const { reads, result } = await graph.counted(() => graph.query(`{ ${fields.join(' ')} }`, {}, caller));
    expect(reads).toHaveLength(1);
    expect([result.a1.length, result.a2]).toEqual([2, []]);
  });
});

describe('How far the feed has come, beside who is signed in', () => {
  const asked = '{ viewer { actor changesThrough } }';
  /** A person of one branch, to whom the feed shows little. */
  const limited = (): Caller => {
    const { client, branchId } = graph.testApp;
    const limits = { approve: null, disburse: null };
    const person = {
      uuid: randomUUID(),
      sessionId: 1,
      roles: [],
      limits,
      branches: [branchId + 1],
      clients: null,
      units: null,
      steppedUp: false,
    };
    return { ...client.caller, clientKey: `person:${person.uuid}`, scopes: [], person };
  };

  it('is one row for everyone, and no look at the feed (finding: a person of one branch had all of it looked through)', async () => {
    const { app, tenantId } = graph.testApp;
    while ((await app.delivery.relay(tenantId)).events > 0);
    const [all, few] = [await graph.query(asked), await graph.counted(() => graph.query(asked, {}, limited()))];
    expect(all.viewer.changesThrough).toBeGreaterThan(0);
    expect(few.result.viewer.changesThrough).toBe(all.viewer.changesThrough);
    expect(few.reads.filter((text) => text.includes('feed_'))).toEqual([expect.stringContaining('from feed_head h')]);
    expect(few.reads.join()).not.toContain('feed_entry');
  });

  it('keeps no one out where it can’t be read (finding: the whole viewer failed with it)', async () => {
    await withClient(graph.testApp.settings.adminUrl, async (owner) => {
      await owner.query('alter table feed_head rename to feed_head_away');
      try {
        const { data, errors } = await graph.execute(asked, {}, limited());
        expect(data.viewer).toEqual({ actor: expect.stringMatching(/^person:/), changesThrough: null });
        expect(errors).toHaveLength(1);
      } finally {
        await owner.query('alter table feed_head_away rename to feed_head');
      }
    });
  });
});

describe('The number of a list’s records', () => {
  const auditor = () => ({ ...graph.testApp.client.caller, scopes: ['audit:read'] });
  const counts =
    '{ audit { totalCount totalIsMinimum } none: audit(filter: { actor: "pk_test_none" }) { totalCount totalIsMinimum } }';

  it('is counted as far as 20,000, by one statement that looks at no more (finding: every record was counted)', async () => {
    const before = (await graph.query(counts, {}, auditor())).audit;
    expect(before).toEqual({ totalCount: expect.any(Number), totalIsMinimum: false });
    await graph.testApp.sql(
      `insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_uuid, subject_version, at)
       select gen_random_uuid(), 'act', 'pk_many', 'req_test', 'loan.approved', 'loan', n, gen_random_uuid(), 1, now()
         from generate_series(1, $1::int) n`,
      [20_000 - before.totalCount],
    );
    const whole = { totalCount: 20_000, totalIsMinimum: false };
    expect((await graph.query(counts, {}, auditor())).audit).toEqual(whole);
    await graph.testApp.sql(
      `insert into audit (event_uuid, command, actor, request_id, event_type, subject_type, subject_id, subject_uuid, subject_version, at)
       select gen_random_uuid(), 'act', 'pk_many', 'req_test', 'loan.approved', 'loan', n, gen_random_uuid(), 1, now()
         from generate_series(1, 5) n`,
    );
    const { result, reads } = await graph.counted(() => graph.query(counts, {}, auditor()));
    expect(result).toEqual({
      audit: { totalCount: 20_000, totalIsMinimum: true },
      none: { totalCount: 0, totalIsMinimum: false },
    });
    expect(reads).toHaveLength(2);
  });
});
