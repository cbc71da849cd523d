import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openLog } from '#platform/runtime/log.ts';
import { tendSchools } from '#work/maintain-schools.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

describe('Schools that are tended', () => {
  let testApp: TestApp;
  let school: TestSchool;
  let aheadDays = 0;
  const clock = () => Temporal.Now.instant().add({ hours: 24 * aheadDays });
  beforeAll(async () => {
    testApp = await openTestApp({ clock });
    school = await openTestSchool(testApp);
  });
  afterAll(() => testApp.close());

  const tend = async (isDone: () => Promise<boolean>) => {
    const loop = tendSchools({ app: testApp.app, log: openLog('silent') } as never, testApp.database);
    await eventually(isDone).finally(() => loop.end());
  };
  const overdue = async () => (await testApp.sql(`select e.id from event e where e.type = 'invoice.overdue'`)).length;
  const due = async () =>
    (await testApp.database.ask('select * from schools_to_maintain($1, 10)', [clock().toString()])).length;

  it('tell of an invoice once its day is over, and once only', async () => {
    const studentId = await school.newStudent();
    await school.issued(studentId, 5_000n, 3);
    await school.issued(studentId, 5_000n, 30);
    expect(await due()).toBe(0);
    aheadDays = 4;
    await tend(async () => (await overdue()) === 1);
    expect(await due()).toBe(0);
    expect(await overdue()).toBe(1);
  });

  it('delete removals that readers saw for ninety days', async () => {
    const invoiceId = await school.draft(await school.newStudent(), 700n);
    await testApp.done(testApp.app.education.discardInvoice, { invoiceId });
    const tombstones = async () => (await testApp.sql('select from tombstone')).length;
    expect(await tombstones()).toBe(1);
    aheadDays = 80;
    await tend(async () => (await overdue()) === 2);
    expect(await tombstones()).toBe(1);
    aheadDays = 100;
    await tend(async () => (await tombstones()) === 0);
    expect(await testApp.sql('select from sync_window')).toHaveLength(1);
  });
});
