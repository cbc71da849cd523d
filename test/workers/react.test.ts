import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backlogOf } from '#platform/postgres/partners/backlog.ts';
import { MOST_ATTEMPTS, reactor } from '#platform/app/processes/react.ts';
import { schoolFeesOf } from '#platform/app/processes/school-fee/school-fees.ts';
import { eventually } from '#test/support/eventually.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openWorkerContext } from '#test/support/worker-context.ts';

const applicant = (branchId: number, nationalId: string) => ({
  name: 'Otieno Odhiambo',
  nationalId,
  phone: '+254711000111',
  branchId,
  kyc: {
    id_type: 'national_id',
    id_number: nationalId,
    date_of_birth: '1985-01-01',
    address: { city: 'Kisumu', county: 'Kisumu', country: 'KE' },
  },
});

describe('A reaction', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  const stateOf = async (id: number) =>
    (await testApp.sql('select state from member where id = $1', [id]))[0]?.['state'];
  const reactions = () =>
    testApp.sql('select id::int as id, handler, attempts, problem, due_at from reaction order by id');

  it('confirms a complete member of a sandbox within a second or two', async () => {
    const context = await openWorkerContext(testApp);
    const good = await testApp.done(testApp.app.membership.createMember, applicant(testApp.branchId, '10000001'));
    const bad = await testApp.done(testApp.app.membership.createMember, applicant(testApp.branchId, '00000001'));
    await eventually(async () => (await stateOf(good.id)) === 'active');
    await eventually(async () => (await stateOf(bad.id)) === 'kyc_rejected');
    await context.close();
    expect(await reactions()).toEqual([]);
  });

  it('that comes twice is done once; one that fails is stored with its reason, tried again, and listed in the end', async () => {
    const { internals } = testApp;
    const { log, lines } = recordingLog();
    const givenUp = () => lines.filter(({ msg }) => msg.startsWith('A reaction was given up.')).length;
    const failingNow = async () => (await backlogOf(testApp.database)(testApp.clock(), 10)).failingReactions;
    const reactWith = (members: object) =>
      reactor(
        { ...internals, log, ports: { ...internals.ports, membership: () => ({ members }) as never } },
        schoolFeesOf(internals.ports),
      );
    const failing = reactWith({ get: () => Promise.reject(new Error('No line.')) });
    const { react } = testApp.app;
    const member = await testApp.done(testApp.app.membership.createMember, applicant(testApp.branchId, '10000002'));
    const [row] = await reactions();
    const job = [testApp.tenantId, String(row?.['id'])] as const;
    await failing(...job);
    expect(await reactions()).toMatchObject([{ attempts: 1, problem: 'Error: No line.' }]);
    // Not before its time.
    await react(...job);
    expect(await stateOf(member.id)).toBe('pending_kyc');
    for (let attempt = 2; attempt <= MOST_ATTEMPTS; attempt++) {
      // Once or twice is what happens; from the third time on, people are to know.
      expect([attempt, await failingNow(), givenUp()]).toEqual([attempt, attempt > 3 ? 1 : 0, 0]);
      await testApp.sql(`update reaction set due_at = now() - interval '1 second' where due_at is not null`);
      await failing(...job);
    }
    expect([await failingNow(), givenUp()]).toEqual([1, 1]);
    expect(await reactions()).toMatchObject([{ attempts: MOST_ATTEMPTS, problem: 'Error: No line.', due_at: null }]);

    await testApp.sql(`update reaction set due_at = now() - interval '1 second'`);
    await Promise.all([react(...job), react(...job)]);
    expect(await stateOf(member.id)).toBe('active');
    expect(await reactions()).toEqual([]);
    expect(await failingNow()).toBe(0);
    const emitted = await testApp.sql(
      `select count(*)::int as n from event where type = 'member.kyc_verified' and subject_id = $1`,
      [member.id],
    );
    expect(emitted).toEqual([{ n: 1 }]);
  });

  it('that the database refuses is stored with the kind of its refusal, and no value of a statement', async () => {
    const { internals } = testApp;
    const members = { get: () => testApp.sql("select '+254711000333'::uuid") };
    const failing = reactor(
      {
        ...internals,
        log: recordingLog().log,
        ports: { ...internals.ports, membership: () => ({ members }) as never },
      },
      schoolFeesOf(internals.ports),
    );
    await testApp.done(testApp.app.membership.createMember, applicant(testApp.branchId, '10000003'));
    const [row] = await reactions();
    await failing(testApp.tenantId, String(row?.['id']));
    expect(await reactions()).toMatchObject([
      { attempts: 1, problem: expect.stringMatching(/^\w*[Ee]rror: The database refused a statement\. \(22P02\)$/) },
    ]);
  });
});
