import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { nextInSeries } from '#platform/postgres/numbers/number-series.ts';
import { CAT_AND_EXAM, openTestSchool, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let school: TestSchool;
let education: TestApp['app']['education'];
beforeAll(async () => {
  testApp = await openTestApp({ poolSize: 25 });
  school = await openTestSchool(testApp);
  education = testApp.app.education;
});
afterAll(() => testApp.close());

/** Runs commands at the same time; gives what was done, and the codes of what was refused. Anything but a refusal fails. */
async function atOnce<Result>(...commands: readonly (() => Promise<Result>)[]) {
  const settled = await Promise.allSettled(commands.map((command) => command()));
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  for (const error of refused) if (!(error instanceof DomainError)) throw error;
  return {
    done: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    refused: (refused as DomainError[]).map(({ code }) => code),
  };
}

const twice = <Result>(command: () => Promise<Result>) => atOnce(command, command);

describe('Of two equal commands at the same time one is done and one refused by its name:', () => {
  it('enrolments for the same period, with and without a term', async () => {
    for (const termId of [school.termId, null]) {
      const studentId = await school.newStudent();
      await testApp.done(education.admitStudent, { studentId });
      const enrolment = school.enrolment(studentId, { termId });
      const { done, refused } = await twice(() => testApp.done(education.enrolStudent, enrolment));
      expect([done.length, refused]).toEqual([1, ['duplicate_enrolment']]);
    }
  });

  it('students under one identity document, or one admission number in two spellings', async () => {
    const person = { firstName: 'A', lastName: 'B', programmeId: school.programmeId };
    const byDocument = await twice(() => testApp.done(education.registerStudent, { ...person, passportNo: 'AK1' }));
    expect([byDocument.done.length, byDocument.refused]).toEqual([1, ['duplicate_student']]);
    const byNumber = await atOnce(
      () => testApp.done(education.registerStudent, { ...person, admissionNo: 'kab/7' }),
      () => testApp.done(education.registerStudent, { ...person, admissionNo: 'KAB/7' }),
    );
    expect([byNumber.done.length, byNumber.refused]).toEqual([1, ['duplicate_admission_no']]);
  });

  it('payments of the same receipt for two students, by paybill and by push', async () => {
    const [one, other] = [await school.newStudent(), await school.newStudent()];
    const money = { amount: 100n, reference: 'SJK1', paidAt: testApp.clock().subtract({ minutes: 1 }) };
    const { done, refused } = await atOnce(
      () => testApp.done(education.recordPayment, { ...money, studentId: one, method: 'mpesa_paybill' }),
      () => testApp.done(education.recordPayment, { ...money, studentId: other, method: 'mpesa_stk' }),
    );
    expect([done.length, refused]).toEqual([1, ['duplicate_payment_reference']]);
  });

  it('results of one attempt', async () => {
    const { enrolmentId } = await school.enrolled();
    const [unitId = 0] = school.unitIds;
    const result = { enrolmentId, unitId, components: CAT_AND_EXAM };
    const { done, refused } = await twice(() => testApp.done(education.recordResult, result));
    expect([done.length, refused]).toEqual([1, ['result_exists']]);
  });

  it('programmes under one code, and sponsorships of one member', async () => {
    const programme = {
      code: 'BED',
      name: 'Education',
      level: 'bachelors',
      department: null,
      mode: 'full_time',
      durationTerms: 8,
      gradingScaleId: school.scaleId,
      kuccpsCode: null,
    } as const;
    const programmes = await twice(() => testApp.done(education.defineProgramme, programme));
    expect([programmes.done.length, programmes.refused]).toEqual([1, ['duplicate_code']]);
    const sponsorship = { memberId: testApp.memberId, studentId: await school.newStudent() };
    const sponsorships = await twice(() => testApp.done(education.sponsorStudent, sponsorship));
    expect([sponsorships.done.length, sponsorships.refused]).toEqual([1, ['duplicate_sponsorship']]);
  });

  it('a loan holds one invoice: of two holds at the same time the later one stands', async () => {
    const studentId = await school.newStudent();
    const invoices = [await school.issued(studentId, 500n), await school.issued(studentId, 500n)];
    const loanUuid = randomUUID();
    const hold = (invoiceId: number) => () =>
      education.reserveInvoice(testApp.operator, {
        invoiceId,
        loanUuid,
        amount: 500n,
        expiresAt: testApp.clock().add({ hours: 1 }),
      });
    const { done } = await atOnce(...invoices.map(hold));
    expect(done).toHaveLength(2);
    const held = await testApp.sql('select state from invoice_reservation where loan_uuid = $1 order by state', [
      loanUuid,
    ]);
    expect(held).toEqual([{ state: 'held' }, { state: 'released' }]);
  });

  it('payments of one student at the same time spend no balance twice', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, 1_000n);
    const pay = (n: number) => () =>
      testApp.done(education.recordPayment, {
        studentId,
        amount: 150n,
        method: 'bank',
        reference: `RACE-${n}`,
        paidAt: testApp.clock().subtract({ minutes: 1 }),
      });
    const { done, refused } = await atOnce(...Array.from({ length: 10 }, (_, n) => pay(n)));
    expect([done.length, refused]).toEqual([10, []]);
    const view = await testApp.app.read(testApp.client.caller, (views) => views.students.one(studentId));
    expect([view?.balanceDue, view?.creditBalance]).toEqual([0n, 500n]);
    const [sums] = await testApp.sql(
      `select (select sum(paid)::int from invoice_line where invoice_id = $1) as lines,
              (select sum(amount)::int from payment_allocation where invoice_id = $1) as allocations,
              (select paid::int from invoice where id = $1) as paid`,
      [invoiceId],
    );
    expect(sums).toEqual({ lines: 1_000, allocations: 1_000, paid: 1_000 });
  });
});

describe('Numbers of invoices', () => {
  it('have no gap after twenty were issued at the same time while others were refused', async () => {
    const before = await lastNumber();
    const drafts: number[] = [];
    for (let n = 0; n < 20; n++) drafts.push(await school.draft(await school.newStudent(), 100n));
    const leaver = (await school.enrolled()).studentId;
    for (let n = 0; n < 5; n++) drafts.push(await school.draft(leaver, 100n));
    await testApp.done(education.withdrawStudent, { studentId: leaver });
    const commands = drafts.map((invoiceId) => () => testApp.done(education.issueInvoice, { invoiceId }));
    const { done, refused } = await atOnce(...commands);
    expect([done.length, refused]).toEqual([20, Array(5).fill('validation_failed')]);
    const numbers = done.map(({ number }) => Number(number?.slice(-6))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => before + n + 1));
  });

  it('are not used up by a command that drew one and was refused, though its response is kept', async () => {
    const before = await lastNumber();
    const year = thisYear();
    const claim = { key: randomUUID(), fingerprint: Buffer.from('a request'), method: 'POST', path: '/x' };
    const request = {
      caller: testApp.client.caller,
      claim: claim,
      present: async () => ({ status: 200, headers: {}, body: '' }),
      refused: (error: DomainError) => ({ status: 409, headers: {}, body: error.code }),
    };
    const { response } = await testApp.internals.transact.handle('drawAndRefuse', request, async (tx) => {
      const number = await nextInSeries(tx, `invoice:${year}`);
      if (number === before + 1) throw refuse(kernelRefusals.duplicate_reference, 'After the number was drawn.');
      return outcome(null);
    });
    expect(response.body).toBe('duplicate_reference');
    const stored = await testApp.sql('select status from idempotency_key where key = $1', [claim.key]);
    expect(stored).toEqual([{ status: 409 }]);
    expect(await lastNumber()).toBe(before);
  });

  it('are not used up by a command that failed', async () => {
    const before = await lastNumber();
    const year = thisYear();
    const failing = testApp.database.write(testApp.tenantId, async (tx) => {
      await nextInSeries(tx, `invoice:${year}`);
      await tx.flush();
      throw new Error('The power went.');
    });
    await expect(failing).rejects.toThrow('The power went.');
    expect(await lastNumber()).toBe(before);
  });
});

/** The year of the institution, which begins three hours before that of UTC. */
const thisYear = () => testApp.clock().toZonedDateTimeISO('Africa/Nairobi').year;

async function lastNumber(): Promise<number> {
  const year = thisYear();
  const [row] = await testApp.sql<{ last: string }>('select last from number_series where series = $1', [
    `invoice:${year}`,
  ]);
  return Number(row?.last ?? 0);
}

describe('Many changes of one programme at the same time', () => {
  it('are all made, one after the other', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Computer Science ${n}`);
    const { done, refused } = await atOnce(
      ...names.map(
        (name) => () => testApp.done(education.changeProgramme, { programmeId: school.programmeId, changes: { name } }),
      ),
    );
    expect([done.length, refused]).toEqual([12, []]);
  });
});
