import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

describe('Schools that are maintained', () => {
  let testApp: TestApp;
  let school: TestSchool;
  let aheadDays = 0;
  const clock = () => Temporal.Now.instant().add({ hours: 24 * aheadDays });
  beforeAll(async () => {
    testApp = await openTestApp({ clock });
    school = await openTestSchool(testApp);
  });
  afterAll(() => testApp.close());

  const maintain = () => testApp.app.rounds.maintainSchools();
  const overdue = async () => (await testApp.sql(`select e.id from event e where e.type = 'invoice.overdue'`)).length;
  const due = async () =>
    (await testApp.database.find('select * from schools_to_maintain($1, 10)', [clock().toString()])).length;

  it('emit that an invoice is overdue once its day is over, and once only', async () => {
    const studentId = await school.newStudent();
    await school.issued(studentId, 5_000n, 3);
    await school.issued(studentId, 5_000n, 30);
    expect(await due()).toBe(0);
    aheadDays = 4;
    // A process that is to end leaves it to the next one.
    await testApp.app.rounds.maintainSchools(() => false);
    expect(await overdue()).toBe(0);
    await maintain();
    expect(await overdue()).toBe(1);
    expect(await due()).toBe(0);
    expect(await overdue()).toBe(1);
  });

  it('delete removals that readers saw for ninety days', async () => {
    const invoiceId = await school.draft(await school.newStudent(), 700n);
    await testApp.done(testApp.app.education.discardInvoice, { invoiceId });
    const tombstones = async () => (await testApp.sql('select from tombstone')).length;
    expect(await tombstones()).toBe(1);
    aheadDays = 80;
    await maintain();
    expect(await overdue()).toBe(2);
    expect(await tombstones()).toBe(1);
    aheadDays = 100;
    await maintain();
    expect(await tombstones()).toBe(0);
    expect(await testApp.sql('select from sync_window')).toHaveLength(1);
  });
});
