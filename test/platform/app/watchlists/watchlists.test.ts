import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomInt } from 'node:crypto';
import type { ListedPerson } from '#core/aml/watchlist/watchlist.ts';
import { eventually } from '../../../support/eventually.ts';
import { refusalOf } from '../../../support/refused.ts';
import { openTestApp, type TestApp } from '../../../support/test-app.ts';
import { openTestSavings, type TestSavings } from '../../../support/test-app-savings.ts';
import { openWorkerContext, type WorkerContext } from '../../../support/worker-context.ts';

let testApp: TestApp;
let savings: TestSavings;
let context: WorkerContext;
beforeAll(async () => {
  testApp = await openTestApp();
  savings = await openTestSavings(testApp);
  context = await openWorkerContext(testApp);
});
afterAll(async () => {
  await context.close();
  await testApp.close();
});

const person = (sourceId: string, name: string, change: Partial<ListedPerson> = {}): ListedPerson => {
  return { sourceId, names: [name], births: [], countries: [], idNumbers: [], ...change };
};
let versions = 0;
const importList = (
  people: readonly ListedPerson[],
  change: {
    name?: string;
    kind?: 'sanction' | 'pep';
    dated?: string;
    digest?: string;
    removals?: 'usual' | 'any';
  } = {},
) => {
  const {
    name = 'un',
    kind = 'sanction',
    dated = '2026-03-01',
    digest = `v${++versions}`,
    removals = 'usual',
  } = change;
  const version = { name, kind, dated: Temporal.PlainDate.from(dated), digest };
  return testApp.app.watchlists.importList(testApp.operator, { ...version, people, removals });
};
/** A person applies, and the workers look. */
async function join(name: string, born = '1990-04-01') {
  const nationalId = String(randomInt(10_000_000, 99_999_999));
  const member = await testApp.done(testApp.app.membership.createMember, {
    name,
    nationalId,
    phone: `+2547${randomInt(10_000_000, 99_999_999)}`,
    branchId: testApp.branchId,
    kyc: {
      id_type: 'national_id',
      id_number: nationalId,
      date_of_birth: born,
      address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
    },
  });
  await settled();
  return member.id;
}
const settled = async () =>
  eventually(async () => {
    const [row] = await testApp.sql<{ n: string }>(
      `select (select count(*) from reaction) + (select count(*) from watchlist_screening where finished_at is null) as n`,
    );
    return row?.n === '0';
  });
/** Without the wait for the next round of the workers. */
const screened = async () => {
  while (await testApp.app.watchlists.screenBatch(testApp.operator));
  await settled();
};
const stateOf = async (memberId: number) =>
  (await testApp.sql<{ state: string }>('select state from member where id = $1', [memberId]))[0]?.state;
const alertsOf = async (memberId: number) =>
  testApp.sql<{ id: string; rule_id: string; holds: boolean; match_score: number }>(
    'select id, rule_id, holds, match_score from aml_alert where member_id = $1 order by id',
    [memberId],
  );

describe('A member whose name is on a list of sanctions', () => {
  it('is not confirmed, automatically or by hand, until a person has decided', async () => {
    await importList([person('KEi.1', 'Odhiambo Sanctioned'), person('KEi.2', 'Other Person')]);
    const memberId = await join('Sanctioned ODHIAMBO');
    const [alert] = await alertsOf(memberId);
    expect(alert).toMatchObject({ rule_id: 'sanctions_exact', holds: true, match_score: 100 });
    expect(await stateOf(memberId)).toBe('pending_kyc');
    const refused = await refusalOf(testApp.done(testApp.app.membership.verifyMemberKyc, { memberId }));
    expect(refused).toMatchObject({ code: 'aml_hold', details: { alert_id: Number(alert?.id) } });

    const decision = { alertId: Number(alert?.id), reason: 'Another person: the photograph differs.' };
    await testApp.done(testApp.app.aml.markAmlAlertFalsePositive, decision);
    await testApp.done(testApp.app.membership.verifyMemberKyc, { memberId });
    expect(await stateOf(memberId)).toBe('active');
    expect((await alertsOf(memberId)).length).toBe(1);
  });

  it('moves no money and is lent none, where the name came later', async () => {
    const memberId = await join('Achieng Unlisted');
    const savingsAccountId = await savings.account(5_000n, memberId);
    const loanId = await testApp.readyLoan(1_000_000n, memberId);
    expect(await alertsOf(memberId)).toEqual([]);
    await testApp.done(testApp.app.membership.changeMember, { memberId, changes: { name: 'Odhiambo Sanctioned' } });
    await settled();
    const take = { savingsAccountId, amount: 1n, channel: 'cash' } as const;
    expect((await refusalOf(testApp.done(testApp.app.savings.withdrawSavings, take))).code).toBe('aml_hold');
    const order = { loanId, amount: 1_000_000n, channel: 'mpesa_b2c', msisdn: '+254712345678' } as const;
    expect((await refusalOf(testApp.done(testApp.app.lending.disburse, order))).code).toBe('aml_hold');
  });
});

describe('A nominee whose name is on a list of sanctions', () => {
  it('is an alert that names the member, whose own money moves', async () => {
    const memberId = await join('Achieng Nominates');
    const savingsAccountId = await savings.account(5_000n, memberId);
    const nothing = { date_of_birth: null, id_number: null, phone: null, guardian: null };
    const named = { ...nothing, name: 'Sanctioned Odhiambo', relationship: 'brother', share_basis_points: 10_000 };
    await testApp.done(testApp.app.membership.changeMember, { memberId, changes: { nominees: [named] } });
    await settled();
    const [member] = await testApp.sql<{ uuid: string }>('select uuid from member where id = $1', [memberId]);
    const alerts = await testApp.sql(
      'select rule_id, holds, member_id, evidence from aml_alert where subject_key like $1',
      [`nominee:${memberId}:%`],
    );
    const evidence = [`member:${member?.uuid}`];
    expect(alerts).toEqual([{ rule_id: 'sanctions_exact', holds: true, member_id: null, evidence }]);
    await testApp.done(testApp.app.savings.withdrawSavings, { savingsAccountId, amount: 1n, channel: 'cash' });
  });
});

describe('A name that resembles one', () => {
  it('is an alert for review, and the member is confirmed', async () => {
    const memberId = await join('Odiambo Sanctioned');
    expect(await alertsOf(memberId)).toMatchObject([{ rule_id: 'sanctions_fuzzy', holds: false }]);
    expect(await stateOf(memberId)).toBe('active');
  });
});

describe('An exposed person', () => {
  it('is a member with enhanced due diligence, until a person finds it mistaken', async () => {
    await importList([person('P-1', 'Minister Wekesa')], { name: 'kenya peps', kind: 'pep' });
    await screened();
    const memberId = await join('Minister Wekesa');
    const flag = () =>
      testApp.app.read(
        testApp.client.caller,
        async (views) => (await views.members.one(memberId))?.enhancedDueDiligence,
      );
    const [alert] = await alertsOf(memberId);
    expect(alert).toMatchObject({ rule_id: 'pep', holds: false });
    expect(await stateOf(memberId)).toBe('active');
    expect(await flag()).toBe(true);
    const decision = { alertId: Number(alert?.id), reason: 'A namesake' };
    await testApp.done(testApp.app.aml.markAmlAlertFalsePositive, decision);
    expect(await flag()).toBe(false);
  });
});

describe('A new version of a list', () => {
  it('has all members screened again, once', async () => {
    const memberId = await join('Barasa Listedlater');
    const people = [
      person('KEi.1', 'Odhiambo Sanctioned'),
      person('KEi.2', 'Other Person'),
      person('KEi.3', 'Barasa Listedlater'),
    ];
    expect(await importList(people, { dated: '2026-03-02' })).toEqual({
      kind: 'imported',
      entries: 3,
      changed: 1,
      ended: 0,
    });
    await settled();
    expect(await alertsOf(memberId)).toMatchObject([{ rule_id: 'sanctions_exact' }]);
    await importList([...people, person('KEi.4', 'Somebody New')], { dated: '2026-03-03' });
    await screened();
    expect((await alertsOf(memberId)).length).toBe(1);
  });

  it('continues where a worker stopped, and restarts where the list changes meanwhile', async () => {
    await context.close();
    try {
      await testApp.sql(
        `insert into member (uuid, member_no, name, national_id, phone, branch_id, state)
         select gen_random_uuid(), 'B-' || n, case n when 1 then 'Early Batchmember' when 400 then 'Late Batchmember'
                else 'Member ' || n end, 'B' || n, '+2547' || n, $1, 'active' from generate_series(1, 400) n`,
        [testApp.branchId],
      );
      const name = 'batches';
      await importList([person('1', 'Late Batchmember')], { name });
      const { screenBatch } = testApp.app.watchlists;
      const progress = async () =>
        testApp.sql<{ members: string; alerts: string }>(
          'select members, alerts from watchlist_screening where finished_at is null',
        );
      expect(await screenBatch(testApp.operator)).toBe(true);
      expect(await progress()).toEqual([{ members: '250', alerts: '0' }]);
      await importList([person('1', 'Late Batchmember'), person('2', 'Early Batchmember')], { name });
      expect(await progress()).toEqual([{ members: '0', alerts: '0' }]);
      while (await screenBatch(testApp.operator));
      expect(await progress()).toEqual([]);
      const found = await testApp.sql<{ name: string }>(
        `select m.name from aml_alert a join member m on m.id = a.member_id where m.member_no like 'B-%' order by 1`,
      );
      expect(found.map((row) => row.name)).toEqual(['Early Batchmember', 'Late Batchmember']);
      expect(await screenBatch(testApp.operator)).toBe(false);
    } finally {
      context = await openWorkerContext(testApp);
    }
  });

  it('screens everybody, although one has two nominees of one listed name and one is named in letters of another plane', async () => {
    await context.close();
    try {
      const nothing = { relationship: 'child', date_of_birth: null, id_number: null, phone: null, guardian: null };
      const nominee = (named: string) => ({ ...nothing, name: named, share_basis_points: 5_000 });
      const planted = async (no: string, name: string, nominees: object = []) => {
        const [row] = await testApp.sql<{ id: string }>(
          `insert into member (uuid, member_no, name, national_id, phone, branch_id, state, nominees)
           values (gen_random_uuid(), $1, $2, $1, '+2547' || $1, $3, 'active', $4::jsonb) returning id`,
          [no, name, testApp.branchId, JSON.stringify(nominees)],
        );
        return Number(row?.id);
      };
      const parent = await planted('81', 'Parent Oftwins', [nominee('Twin Listedname'), nominee('Listedname TWIN')]);
      await planted('82', '𞤀𞤣𞤢𞤥𞤢 𞤔𞤢𞤤𞤮');
      // Particulars that no program of ours has written: they can't be read.
      const unreadable = await planted('83', 'Unreadable Nominee', [{ name: 7, share_basis_points: 10_000 }]);
      const last = await planted('84', 'Lastly Listedname');
      await importList([person('1', 'Twin Listedname'), person('2', 'Lastly Listedname')], { name: 'twins' });
      const { screenBatch } = testApp.app.watchlists;
      while (await screenBatch(testApp.operator));
      const twins = await testApp.sql('select rule_id from aml_alert where subject_key like $1', [
        `nominee:${parent}:%`,
      ]);
      expect(twins).toEqual([{ rule_id: 'sanctions_exact' }]);
      expect(await alertsOf(last)).toMatchObject([{ rule_id: 'sanctions_exact' }]);
      const incidents = await testApp.sql(
        `select i.kind, i.state from incident i join member m on m.uuid = i.subject_uuid where m.id = $1`,
        [unreadable],
      );
      expect(incidents).toEqual([{ kind: 'member_not_screened', state: 'open' }]);
      await testApp.sql(`update member set nominees = '[]' where id = $1`, [unreadable]);
    } finally {
      context = await openWorkerContext(testApp);
    }
  });

  it('is the same thing when it comes twice', async () => {
    const people = [person('B-1', 'Twice Listed')];
    await importList(people, { name: 'twice', digest: 'same' });
    expect(await importList(people, { name: 'twice', digest: 'same' })).toEqual({ kind: 'unchanged', entries: 1 });
    const both = [
      importList(people, { name: 'two', digest: 'one' }),
      importList(people, { name: 'two', digest: 'one' }),
    ];
    expect((await Promise.all(both)).map(({ kind }) => kind).toSorted()).toEqual(['imported', 'unchanged']);
  });

  it('ends what it has no longer, and what comes back is a changed entry', async () => {
    const name = 'ending';
    const [a, b, c] = [person('1', 'First Ended'), person('2', 'Second Stays'), person('3', 'Third Stays')];
    await importList([a, b, c], { name });
    expect(await importList([b, c], { name })).toMatchObject({ changed: 0, ended: 1 });
    expect(await alertsOf(await join('First Ended'))).toEqual([]);
    expect(await importList([a, b, c], { name })).toMatchObject({ changed: 1, ended: 0 });
    await screened();
    expect(await alertsOf(await join('First Ended'))).toMatchObject([{ rule_id: 'sanctions_exact' }]);
  });

  it('is refused where it is older, empty, of another kind, or seems cut off', async () => {
    const name = 'guarded';
    const people = [1, 2, 3].map((n) => person(String(n), `Guarded Number${n}`));
    await importList(people, { name, dated: '2026-03-05' });
    const why = async (...args: Parameters<typeof importList>) => {
      const done = await importList(...args);
      return done.kind === 'refused' ? done.why : done.kind;
    };
    expect(await why(people, { name, dated: '2026-03-04' })).toContain('older');
    expect(await why([], { name, dated: '2026-03-06' })).toContain('no entry');
    expect(await why(people, { name, dated: '2026-03-06', kind: 'pep' })).toContain('kind sanction');
    expect(await why([...people, ...people], { name, dated: '2026-03-06' })).toContain('twice');
    expect(await why(people.slice(0, 1), { name, dated: '2026-03-06' })).toContain('2 of 3 entries');
    expect(await why(people.slice(0, 1), { name, dated: '2026-03-06', removals: 'any' })).toBe('imported');
  });
});
