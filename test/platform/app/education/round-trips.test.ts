import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Enrolment } from '#core/education/enrolment/enrolment.ts';
import { GradingScale, GradingScaleEdition } from '#core/education/grading/scale.ts';
import { CreditNote } from '#core/education/invoice/credit-note.ts';
import { InvoiceLine } from '#core/education/invoice/invoice-line.ts';
import { Invoice } from '#core/education/invoice/invoice.ts';
import { InvoiceReservation } from '#core/education/invoice/reservation.ts';
import { InvoicePayment, PaymentAllocation } from '#core/education/payment/payment.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { FeeComponent, FeeStructure } from '#core/education/programme/fee-structure.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { ResultVersion } from '#core/education/result/result-version.ts';
import { Result } from '#core/education/result/result.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { CAT_AND_EXAM, openTestSchool, tuition, type TestSchool } from '#test/support/test-app-school.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';

let testApp: TestApp;
let school: TestSchool;
let education: TestApp['app']['education'];
let today: Temporal.PlainDate;
beforeAll(async () => {
  testApp = await openTestApp();
  school = await openTestSchool(testApp);
  education = testApp.app.education;
  today = testApp.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
});
afterAll(() => testApp.close());

/** What the database keeps of the rows that match, as values that can be compared. */
async function stored<Item extends object>(
  entity: new () => Item,
  where: Readonly<Record<string, number>>,
): Promise<unknown[]> {
  return testApp.database.read(testApp.tenantId, async (tx) => {
    const columns = Object.keys(where).map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    const condition = columns.map((column, n) => `${column} = $${n + 1}`).join(' and ');
    const rows = await tx.of(entity).find(`${condition} order by id`, Object.values(where));
    return rows.map((row) => comparable(row as object));
  });
}

/** All fields but the stamps, which the database sets. */
function comparable(record: object): unknown {
  const { createdAt: _c, updatedAt: _u, ...fields } = record as Record<string, unknown>;
  return toWire(fields);
}

/** Every record that the command left in memory is what the database gives back. */
async function expectStored<Item extends { id: number }>(entity: new () => Item, record: Item): Promise<void> {
  expect(await stored(entity, { id: record.id })).toEqual([comparable(record)]);
}

describe('What a school offers comes back as it was written:', () => {
  it('a grading scale with every edition', async () => {
    const scale = await testApp.done(education.adoptPreset, { code: 'KCSE' });
    const definition = { ...scale.definition, rounding: 'half_up_0dp' as const };
    const again = await testApp.done(education.redefineGradingScale, { gradingScaleId: scale.id, definition });
    await expectStored(GradingScale, again);
    expect(await stored(GradingScaleEdition, { scaleId: scale.id })).toMatchObject([
      { edition: 1, definition: toWire(scale.definition) },
      { edition: 2, definition: toWire(definition) },
    ]);
  });

  it('a programme, retired', async () => {
    const offered = await testApp.done(education.defineProgramme, {
      code: 'DIP/LAW',
      name: 'Law',
      level: 'diploma',
      department: 'Law',
      mode: 'evening',
      durationTerms: 6,
      gradingScaleId: school.scaleId,
      kuccpsCode: '1234',
    });
    await expectStored(Programme, await testApp.done(education.retireProgramme, { programmeId: offered.id }));
  });

  it('a year, a term, an intake and a unit of all programmes', async () => {
    const year = { name: '2030', startDate: today, endDate: today.add({ years: 1 }) };
    const opened = await testApp.done(education.openAcademicYear, year);
    await expectStored(AcademicYear, opened);
    const span = { startDate: today, endDate: today.add({ weeks: 12 }), registrationDeadline: today.add({ weeks: 2 }) };
    const term = { academicYearId: opened.id, name: 'Term 1', kind: 'term', ...span } as const;
    await expectStored(Term, await testApp.done(education.openTerm, term));
    await expectStored(Intake, await testApp.done(education.openIntake, { name: 'SEP2030', month: 9, year: 2030 }));
    const unit = { programmeId: null, code: 'HIV001', title: 'HIV/AIDS', creditHours: '1.5', yearOfStudy: 1 };
    await expectStored(Unit, await testApp.done(education.offerUnit, unit));
  });

  it('a fee structure with its components', async () => {
    const structure = await testApp.done(education.drawFeeStructure, {
      name: 'First year',
      programmeId: school.programmeId,
      academicYearId: school.yearId,
      termId: school.termId,
      yearOfStudy: 1,
      sponsorshipType: 'self',
      components: [
        { code: 'T', description: 'Tuition', feeCategory: 'tuition', amount: 9_007_199_254_740_000n, priority: 5 },
        { code: null, description: 'Library', feeCategory: 'library', amount: 1n, priority: null },
      ],
    });
    await expectStored(FeeStructure, structure);
    expect(await stored(FeeComponent, { feeStructureId: structure.id })).toMatchObject([
      { position: 1, code: 'T', amount: 9_007_199_254_740_000, priority: 5 },
      { position: 2, code: null, amount: 1, priority: null },
    ]);
  });
});

describe('A person comes back as written:', () => {
  it('a student with everything that can be said of one', async () => {
    const intake = await testApp.done(education.openIntake, { name: 'JAN2026', month: 1, year: 2026 });
    const student = await testApp.done(education.registerStudent, {
      firstName: 'Ng’ang’a',
      middleName: 'wa',
      lastName: 'Mũthoni',
      programmeId: school.programmeId,
      admissionNo: ' d61/1234/2019 ',
      gender: 'other',
      dateOfBirth: today.subtract({ years: 20 }),
      nationalId: '11112222',
      birthCertificateNo: 'BC 1',
      passportNo: 'AK0012345',
      phone: '+254712345678',
      email: 'n@example.ac.ke',
      county: 'Kiambu',
      country: 'KE',
      intakeId: intake.id,
      yearOfStudy: 3,
      studyMode: 'odel',
      sponsorshipType: 'employer',
      kuccpsRef: 'K1',
      kcseIndexNo: '12345678901',
      kcseYear: 2018,
      helbRef: 'H1',
      guardians: [
        {
          name: 'G',
          relationship: 'mother',
          phone: '+254700000001',
          email: null,
          primary: true,
          memberId: testApp.memberId,
        },
        { name: 'H', relationship: null, phone: null, email: 'h@example.ke', primary: false, memberId: null },
      ],
    });
    await expectStored(Student, student);
    const suspended = await testApp.done(education.admitStudent, { studentId: student.id });
    await expectStored(Student, suspended);
    const applicant = await testApp.done(education.registerStudent, {
      firstName: 'Never',
      lastName: 'Admitted',
      programmeId: school.programmeId,
    });
    await expectStored(Student, await testApp.done(education.eraseStudent, { studentId: applicant.id }));
  });

  it('an enrolment with units, and both ends of a transfer', async () => {
    const { studentId, enrolmentId } = await school.enrolled();
    const units = school.unitIds.map((unitId) => ({ unitId, status: 'registered' as const }));
    await expectStored(
      Enrolment,
      await testApp.done(education.changeEnrolment, { enrolmentId, units, boarding: true }),
    );
    const programmeId = (await newProgramme('DIP-IT')).id;
    const { from, to } = await testApp.done(education.transferEnrolment, { enrolmentId, programmeId, reason: 'wish' });
    await expectStored(Enrolment, from);
    await expectStored(Enrolment, to);
    expect([from.transferredToId, to.transferredFromId]).toEqual([to.id, from.id]);
    expect(await stored(Student, { id: studentId })).toMatchObject([{ programmeId }]);
  });

  it('a sponsorship with its consent, ended', async () => {
    const studentId = await school.newStudent();
    const begun = { memberId: testApp.memberId, studentId, relationship: 'uncle', shareBp: 5000 };
    const { id: sponsorshipId } = await testApp.done(education.sponsorStudent, begun);
    await expectStored(Sponsorship, await testApp.done(education.changeConsent, { sponsorshipId, consent: 'marks' }));
    await expectStored(Sponsorship, await testApp.done(education.endSponsorship, { sponsorshipId }));
  });
});

describe('Money comes back as written:', () => {
  it('an invoice from draft to written off, with its lines', async () => {
    const studentId = await school.newStudent();
    const payer = { type: 'helb', ref: 'H-1' } as const;
    const lines = [{ ...tuition(10_001n), discount: { percent: '12.5' } }, tuition(5n)];
    const draft = await testApp.done(education.draftInvoice, { studentId, dueDate: today, payer, lines });
    await expectStored(Invoice, draft);
    await expectStored(Invoice, await testApp.done(education.issueInvoice, { invoiceId: draft.id }));
    const writtenOff = await testApp.done(education.writeOffInvoice, { invoiceId: draft.id, reason: 'gone abroad' });
    await expectStored(Invoice, writtenOff);
    expect(await stored(InvoiceLine, { invoiceId: draft.id })).toMatchObject([
      { position: 1, amount: 10_001, discount: 1_250 },
      { position: 2, amount: 5, discount: 0 },
    ]);
  });

  it('a void invoice and a credit note', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, 500n);
    await expectStored(Invoice, await testApp.done(education.voidInvoice, { invoiceId, reason: 'wrong student' }));
    const credited = { invoiceId: await school.issued(studentId, 500n), amount: 200n, reason: 'bursary came late' };
    const { creditNote, invoice } = await testApp.done(education.issueCreditNote, credited);
    await expectStored(CreditNote, creditNote);
    await expectStored(Invoice, invoice);
  });

  it('a designated payment with its allocations, reversed', async () => {
    const studentId = await school.newStudent();
    const invoiceId = await school.issued(studentId, 500n);
    const payment = await testApp.done(education.recordPayment, {
      studentId,
      invoiceId,
      amount: 700n,
      method: 'bursary',
      reference: 'CDF-1',
      paidAt: testApp.clock(),
      payerMemberId: testApp.memberId,
      categories: ['tuition', 'library'],
    });
    await expectStored(InvoicePayment, payment);
    expect(await stored(PaymentAllocation, { paymentId: payment.id })).toMatchObject([
      { amount: 500, unwoundAt: null },
    ]);
    const reversed = await testApp.done(education.reversePayment, { paymentId: payment.id, reason: 'bounced' });
    await expectStored(InvoicePayment, reversed);
    const [unwound] = await stored(PaymentAllocation, { paymentId: payment.id });
    expect(unwound).toMatchObject({ amount: 500, unwoundAt: expect.any(String) });
  });

  it('a loan’s hold and its money, with the surplus kept for the lender', async () => {
    const { operator } = testApp;
    const invoiceId = await school.issued(await school.newStudent(), 30_000n);
    const loanId = await testApp.readyLoan(50_000n);
    const [loan] = await testApp.sql<{ uuid: string }>('select uuid from loan where id = $1', [loanId]);
    const loanUuid = loan?.uuid ?? '';
    const expiresAt = testApp.clock().add({ hours: 48 });
    const held = await education.reserveInvoice(operator, { invoiceId, loanUuid, amount: 30_000n, expiresAt });
    await expectStored(InvoiceReservation, held);
    const disbursementUuid = randomUUID();
    const [disbursement] = await testApp.sql<{ id: string }>(
      `insert into disbursement (uuid, loan_id, tranche, amount, channel, business, state, originator_id,
                                 requested_by, checks)
       values ($1, $2, 1, 50000, 'mpesa_b2b', $3, 'confirmed', $4, 'test', 0) returning id`,
      [disbursementUuid, loanId, { type: 'paybill', number: '600123', account: 'P7K2M' }, randomUUID()],
    );
    const command = {
      invoiceId,
      amount: 50_000n,
      disbursementUuid,
      disbursementId: Number(disbursement?.id),
      loanUuid,
      loanId,
      memberId: testApp.memberId,
      paidAt: testApp.clock(),
      surplus: 'to_lender',
    } as const;
    await expectStored(InvoicePayment, await education.payInvoiceFromLoan(operator, command));
    const again = await education.payInvoiceFromLoan(operator, command);
    expect(await stored(InvoicePayment, { loanId })).toMatchObject([
      { id: again.id, surplus: 20_000, allocated: 30_000 },
    ]);
    expect(await stored(InvoiceReservation, { id: held.id })).toMatchObject([{ state: 'used' }]);
    const returned = await education.returnLoanSurplus(operator, { disbursementUuid });
    await expectStored(InvoicePayment, returned);
    const shown = await testApp.app.read(testApp.client.caller, (views) =>
      views.payments.ofDisbursements([command.disbursementId]),
    );
    expect(shown).toMatchObject([
      { loan: { uuid: loanUuid }, disbursement: { uuid: disbursementUuid }, surplus: 20_000n },
    ]);
  });
});

describe('Marks come back as written:', () => {
  it('a result from draft to withheld, with every version of its marks', async () => {
    const { enrolmentId } = await school.enrolled();
    const [unitId = 0] = school.unitIds;
    const half = CAT_AND_EXAM.map((part) => (part.kind === 'exam' ? { ...part, score: null } : part));
    const draft = await testApp.done(education.recordResult, { enrolmentId, unitId, components: half });
    await expectStored(Result, draft);
    const resultId = draft.id;
    await expectStored(Result, await testApp.done(education.changeResult, { resultId, components: CAT_AND_EXAM }));
    await testApp.done(education.submitResult, { resultId });
    await expectStored(Result, await testApp.done(education.publishResult, { resultId }));
    const better = CAT_AND_EXAM.map((part) => (part.kind === 'exam' ? { ...part, score: '56' } : part));
    const amended = await testApp.done(education.amendResult, { resultId, components: better, reason: 'recount' });
    await expectStored(Result, amended);
    await expectStored(Result, await testApp.done(education.withholdResult, { resultId, reason: 'fees' }));
    expect(await stored(ResultVersion, { resultId })).toMatchObject([
      { number: 1, totalMark: '76.00', grade: 'A', reason: null },
      { number: 2, totalMark: '80.00', grade: 'A', reason: 'recount' },
    ]);
  });
});

function newProgramme(code: string) {
  return testApp.done(education.defineProgramme, {
    code,
    name: code,
    level: 'diploma',
    department: null,
    mode: 'full_time',
    durationTerms: 6,
    gradingScaleId: school.scaleId,
    kuccpsCode: null,
  });
}
