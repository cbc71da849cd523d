import type { DomainError } from '#core/kernel/domain-error.ts';
import { describe, expect, it } from 'vitest';
import { isPayCode } from '#core/education/pay-code.ts';
import { changeStudent } from '#core/education/use-cases/student/change-student.ts';
import { eraseStudent } from '#core/education/use-cases/student/erase-student.ts';
import {
  completeStudent,
  deferStudent,
  discontinueStudent,
  graduateStudent,
  readmitStudent,
  recordStudentDeath,
  reinstateStudent,
  resumeStudent,
  suspendStudent,
  withdrawStudent,
} from '#core/education/use-cases/student/move-student.ts';
import { registerStudent, type RegisterStudent } from '#core/education/use-cases/student/register-student.ts';
import { recordResult } from '#core/education/use-cases/result/record-result.ts';
import { publishResult, submitResult } from '#core/education/use-cases/result/move-result.ts';
import { retireProgramme } from '#core/education/use-cases/catalogue/define-programme.ts';
import { deferEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { sponsorStudent } from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import {
  anActiveStudent,
  anApplicant,
  anIssuedInvoice,
  anotherProgramme,
  day,
  openSchool,
  refused,
  refusedField,
} from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function aSchool() {
  const ports = educationPorts();
  const school = await openSchool(ports);
  const register = (rest: Partial<RegisterStudent> = {}) =>
    registerStudent({ firstName: 'Amina', lastName: 'Wanjiru', programmeId: school.programme.id, ...rest }, ports);
  return { ports, school, register };
}

const guardian = (rest: object) => ({
  name: 'Grace',
  relationship: 'mother',
  phone: null,
  email: null,
  primary: false,
  memberId: null,
  ...rest,
});

describe('Registering a student', () => {
  it('makes an applicant with an admission number of the pattern and a pay code', async () => {
    const { register } = await aSchool();
    const { result: student, events } = await register();
    expect(student).toMatchObject({ id: 1, state: 'applicant', admissionNo: 'BSC-CS/0001/2026', yearOfStudy: 1 });
    expect(isPayCode(student.payCode)).toBe(true);
    expect(events.map((emitted) => emitted.type)).toEqual(['student.created']);
  });

  it('passes over a number that was assigned by hand', async () => {
    const { register } = await aSchool();
    await register({ admissionNo: 'bsc-cs/0001/2026' });
    expect((await register()).result.admissionNo).toBe('BSC-CS/0002/2026');
  });

  it('refuses an admission number that differs in case only', async () => {
    const { register } = await aSchool();
    const { result: first } = await register({ admissionNo: 'D61/1234/2019' });
    await refused(register({ admissionNo: 'd61/1234/2019' }), 'duplicate_admission_no', { existing_id: first.id });
  });

  it.each(['nationalId', 'birthCertificateNo', 'passportNo'] as const)(
    'refuses a second student with one %s',
    async (kind) => {
      const { register } = await aSchool();
      const { result: first } = await register({ [kind]: '12345678' });
      await refused(register({ [kind]: '12345678' }), 'duplicate_student', { existing_id: first.id });
    },
  );

  it('says whose document it is to who may see it: of a minor with the pii flag alone (finding: to any client)', async () => {
    const { ports, school, register } = await aSchool();
    const { result: child } = await register({ dateOfBirth: day('2012-05-05'), nationalId: '22334455' });
    const { result: ageless } = await register({ passportNo: 'A1234567' });
    const { result: adult } = await register({ dateOfBirth: day('1990-05-05'), nationalId: '11223344' });
    const twin = { firstName: 'Amina', lastName: 'Wanjiru', programmeId: school.programme.id };
    const detailsOf = async (documents: Partial<RegisterStudent>, pii: boolean) => {
      const refusal = await registerStudent({ ...twin, ...documents }, { ...ports, pii }).catch(
        (error: unknown) => error,
      );
      expect(refusal).toMatchObject({ code: 'duplicate_student' });
      return (refusal as DomainError).details;
    };
    for (const [known, { id }] of [
      [{ nationalId: '22334455' }, child],
      [{ passportNo: 'A1234567' }, ageless],
    ] as const) {
      expect(await detailsOf(known, true)).toMatchObject({ existing_id: id });
      expect(Object.keys(await detailsOf(known, false))).toEqual(['field']);
    }
    expect(await detailsOf({ nationalId: '11223344' }, false)).toEqual({ field: 'national_id', existing_id: adult.id });
    const renamed = changeStudent(
      { studentId: adult.id, changes: { nationalId: '22334455' } },
      { ...ports, pii: false },
    ).catch((error: unknown) => error);
    expect(Object.keys(((await renamed) as DomainError).details)).toEqual(['field']);
  });

  it.each([
    ['first_name', { firstName: ' ' }],
    ['last_name', { lastName: 'x'.repeat(101) }],
    ['date_of_birth', { dateOfBirth: day('2026-02-01') }],
    ['date_of_birth', { dateOfBirth: day('2023-02-02') }],
    ['date_of_birth', { dateOfBirth: day('1925-01-31') }],
    ['phone', { phone: '0712345678' }],
    ['email', { email: 'amina' }],
    ['country', { country: 'Kenya' }],
    ['year_of_study', { yearOfStudy: 0 }],
    ['kcse_index_no', { kcseIndexNo: '123', kcseYear: 2020 }],
    ['kcse_year', { kcseIndexNo: '12345678901' }],
    ['admission_no', { admissionNo: '/1' }],
    ['guardians.0.name', { guardians: [guardian({ name: '' })] }],
    ['guardians.0.phone', { guardians: [guardian({ phone: '12' })] }],
    ['guardians', { guardians: [guardian({ primary: true }), guardian({ primary: true })] }],
  ])('refuses a bad %s', async (field, bad) => {
    const { register } = await aSchool();
    await refusedField(register(bad), field);
  });

  it('names every bad field together', async () => {
    const { register } = await aSchool();
    await refused(register({ firstName: '', phone: 'x', country: 'x' }), 'validation_failed', {
      errors: ['first_name', 'phone', 'country'].map((field) => expect.objectContaining({ field })),
    });
  });

  it('refuses a programme, intake or guardian that does not exist, and a programme that is retired', async () => {
    const { register, ports, school } = await aSchool();
    await refused(register({ programmeId: 99 }), 'unknown_reference');
    await refused(register({ intakeId: 99 }), 'unknown_reference');
    await refused(register({ guardians: [guardian({ memberId: 500 })] }), 'unknown_reference');
    await retireProgramme({ programmeId: school.programme.id }, ports);
    await refusedField(register(), 'programme_id', 'retired');
    expect(ports.tables.students.rows).toEqual([]);
  });
});

describe('Changing a student', () => {
  it('names the fields that changed, and clears with null', async () => {
    const { ports, register } = await aSchool();
    const { result: student } = await register({ phone: '+254712345678', county: 'Kiambu' });
    const { events } = await changeStudent(
      { studentId: student.id, changes: { phone: null, county: 'Kiambu', lastName: 'Njeri' } },
      ports,
    );
    expect(student).toMatchObject({ phone: null, county: 'Kiambu', lastName: 'Njeri' });
    expect(events).toMatchObject([{ type: 'student.updated', data: { changed: ['phone', 'last_name'] } }]);
  });

  it('emits no event where nothing changed', async () => {
    const { ports, register } = await aSchool();
    const { result: student } = await register({ dateOfBirth: day('2005-05-05') });
    const changes = { dateOfBirth: day('2005-05-05'), guardians: [], admissionNo: student.admissionNo };
    expect((await changeStudent({ studentId: student.id, changes }, ports)).events).toEqual([]);
  });

  it('leaves what its giver was shown masked of a minor and sends back so, and does not let them unmask it', async () => {
    const { ports, register } = await aSchool();
    const reader = { ...ports, pii: false };
    const known = { dateOfBirth: ports.today.subtract({ years: 15 }), birthCertificateNo: 'BC-77001234' };
    const { result: child } = await register({ ...known, guardians: [guardian({})] });
    const change = (changes: object, as = reader) => changeStudent({ studentId: child.id, changes }, as);
    const copy = { dateOfBirth: null, birthCertificateNo: '********234', guardians: [], county: 'Kisumu' };
    expect((await change(copy)).events).toMatchObject([{ data: { changed: ['county'] } }]);
    for (const dateOfBirth of [day('1990-01-01'), known.dateOfBirth]) {
      await refusedField(change({ dateOfBirth }), 'date_of_birth', 'masked');
    }
    expect(child).toMatchObject({ ...known, county: 'Kisumu' });
    expect(child.guardians).toHaveLength(1);
    const clear = { dateOfBirth: null, guardians: [] };
    expect((await change(clear, ports)).events).toMatchObject([{ data: { changed: ['date_of_birth', 'guardians'] } }]);
    // Sent as it is shown, it is no other.
    const second = await register({ guardians: [guardian({})] });
    const echo = changeStudent(
      { studentId: second.result.id, changes: { dateOfBirth: null, county: 'Kisumu' } },
      reader,
    );
    expect((await echo).events).toMatchObject([{ data: { changed: ['county'] } }]);
    // Of unknown age, and still protected; what protects nothing may be entered.
    await refusedField(change({ dateOfBirth: day('1990-01-01') }), 'date_of_birth', 'masked');
    const { result: other } = await register();
    const entered = changeStudent({ studentId: other.id, changes: { dateOfBirth: day('1990-01-01') } }, reader);
    expect((await entered).events).toMatchObject([{ data: { changed: ['date_of_birth'] } }]);
  });

  it('takes a new admission number, but not another student’s', async () => {
    const { ports, register } = await aSchool();
    const { result: one } = await register({ admissionNo: 'A/1' });
    const { result: two } = await register({ admissionNo: 'A/2' });
    await refused(
      changeStudent({ studentId: two.id, changes: { admissionNo: 'a/1' } }, ports),
      'duplicate_admission_no',
    );
    await changeStudent({ studentId: one.id, changes: { admissionNo: 'a/1' } }, ports);
    expect(one).toMatchObject({ admissionNo: 'a/1', admissionKey: 'A1' });
  });

  it('moves an applicant to another programme, an active student by transfer only', async () => {
    const { ports, school, register } = await aSchool();
    const other = await anotherProgramme(ports, 'BCOM');
    const { result: applicant } = await register();
    await changeStudent({ studentId: applicant.id, changes: { programmeId: other.id } }, ports);
    expect(applicant.programmeId).toBe(other.id);
    const { student } = await anActiveStudent(ports, school);
    await refused(
      changeStudent({ studentId: student.id, changes: { programmeId: other.id } }, ports),
      'programme_fixed',
    );
  });

  it('is refused for an older version and for nobody', async () => {
    const { ports, register } = await aSchool();
    const { result: student } = await register();
    const stale = changeStudent({ studentId: student.id, version: 7, changes: {} }, ports);
    await refused(stale, 'precondition_failed', { current_version: 1 });
    await refused(changeStudent({ studentId: 99, changes: {} }, ports), 'not_found');
  });
});

describe('The studies of a student', () => {
  it('rest until a date and go on', async () => {
    const { ports, school } = await aSchool();
    const { student } = await anActiveStudent(ports, school);
    await refusedField(deferStudent({ studentId: student.id, until: ports.today }, ports), 'until');
    expect(student.state).toBe('active');
    const { events } = await deferStudent(
      { studentId: student.id, until: day('2026-09-01'), reason: 'illness' },
      ports,
    );
    expect(events).toMatchObject([
      { type: 'student.state_changed', data: { action: 'defer', from: 'active', to: 'deferred', until: '2026-09-01' } },
    ]);
    await resumeStudent({ studentId: student.id }, ports);
    expect(student).toMatchObject({ state: 'active', deferredUntil: null });
  });

  it('stop and go on by suspension, which needs a reason', async () => {
    const { ports, school } = await aSchool();
    const { student } = await anActiveStudent(ports, school);
    await refusedField(suspendStudent({ studentId: student.id }, ports), 'reason');
    await suspendStudent({ studentId: student.id, reason: 'exam irregularity' }, ports);
    await reinstateStudent({ studentId: student.id }, ports);
    expect(student.state).toBe('active');
  });

  it('end by withdrawal, together with what is running, and begin again by readmission', async () => {
    const { ports, school } = await aSchool();
    const { student, enrolment } = await anActiveStudent(ports, school);
    const { events } = await withdrawStudent({ studentId: student.id, reason: 'moved abroad' }, ports);
    expect(events.map((emitted) => emitted.type)).toEqual(['student.state_changed', 'enrolment.withdrawn']);
    expect(enrolment).toMatchObject({ state: 'withdrawn', endReason: 'moved abroad', endedOn: ports.today });
    await readmitStudent({ studentId: student.id }, ports);
    expect(student.state).toBe('admitted');
  });

  it('end by the school’s decision or by death', async () => {
    const { ports, school } = await aSchool();
    const { student: one, enrolment } = await anActiveStudent(ports, school);
    await discontinueStudent({ studentId: one.id, reason: 'third failure' }, ports);
    expect([one.state, enrolment.state]).toEqual(['discontinued', 'discontinued']);
    const { student: two, enrolment: resting } = await anActiveStudent(ports, school);
    await deferEnrolment({ enrolmentId: resting.id, until: day('2026-09-01') }, ports);
    await recordStudentDeath({ studentId: two.id }, ports);
    expect(two.state).toBe('deceased');
    expect(resting).toMatchObject({ state: 'withdrawn', endReason: 'deceased', deferredUntil: null });
  });

  it('are complete when every core unit is passed or exempt', async () => {
    const { ports, school } = await aSchool();
    const { student, enrolment } = await anActiveStudent(ports, school);
    const [first, second] = school.units;
    await refused(completeStudent({ studentId: student.id }, ports), 'units_outstanding', {
      missing_units: ['CSC101', 'CSC102'],
    });
    const exam = { kind: 'exam', label: 'Exam', maxScore: '100', score: '58', weightBp: 10_000 } as const;
    for (const [unit, scores] of [
      [first, { components: [exam] }],
      [second, { components: [{ ...exam, score: null }], scoreStatus: 'exempt' }],
    ] as const) {
      const { result } = await recordResult({ enrolmentId: enrolment.id, unitId: unit?.id ?? 0, ...scores }, ports);
      await submitResult({ resultId: result.id }, ports);
      await publishResult({ resultId: result.id }, ports.as('dean'));
    }
    await completeStudent({ studentId: student.id }, ports);
    expect(student).toMatchObject({ state: 'completed', completedOn: ports.today });
  });

  it('are completed with a unit that was passed, also where its retake was missed (finding: an absence blocked them)', async () => {
    const { ports, school } = await aSchool();
    const { student, enrolment } = await anActiveStudent(ports, school);
    const exam = { kind: 'exam', label: 'Exam', maxScore: '100', score: '58', weightBp: 10_000 } as const;
    const [retaken, other] = school.units.map(({ id }) => id);
    const absent = { components: [{ ...exam, score: null }], scoreStatus: 'absent', attempt: 3 } as const;
    for (const [unitId = 0, scores] of [
      [retaken, { components: [exam] }],
      [retaken, absent],
      [other, absent],
    ] as const) {
      const { result } = await recordResult({ enrolmentId: enrolment.id, unitId, ...scores }, ports);
      await submitResult({ resultId: result.id }, ports);
      await publishResult({ resultId: result.id }, ports.as('dean'));
    }
    await refused(completeStudent({ studentId: student.id }, ports), 'units_outstanding', {
      missing_units: ['CSC102'],
    });
  });

  it('end with the award once the fees are settled, or with a reason why not', async () => {
    const { ports, school } = await aSchool();
    const { student } = await anActiveStudent(ports, school);
    await anIssuedInvoice(ports, student, '2026-03-01', 120_000n);
    student.state = 'completed';
    await refused(graduateStudent({ studentId: student.id }, ports), 'balance_outstanding', { balance_due: 120_000n });
    await refused(graduateStudent({ studentId: student.id, overrideReason: ' ' }, ports), 'balance_outstanding');
    await graduateStudent({ studentId: student.id, overrideReason: 'senate decision 12' }, ports);
    expect(student).toMatchObject({ state: 'graduated', stateReason: 'senate decision 12' });
  });
});

describe('Erasing a student', () => {
  it('clears what is personal, keeps the id and ends what sponsors see', async () => {
    const { ports, register } = await aSchool();
    const personal = {
      middleName: 'Personal',
      gender: 'female',
      dateOfBirth: day('2005-05-05'),
      nationalId: 'Personal-1',
      birthCertificateNo: 'Personal-2',
      passportNo: 'Personal-3',
      phone: '+254712345678',
      email: 'personal@example.ac.ke',
      county: 'Personal',
      country: 'KE',
      kuccpsRef: 'Personal-4',
      kcseIndexNo: '12345678901',
      kcseYear: 2022,
      helbRef: 'Personal-5',
      guardians: [{ name: 'Personal', relationship: null, phone: null, email: null, primary: true, memberId: 1 }],
    } as const;
    const { result: student } = await register(personal);
    const { payCode } = student;
    await sponsorStudent({ memberId: 1, studentId: student.id }, ports);
    const { events } = await eraseStudent({ studentId: student.id }, ports);
    expect(events.map((emitted) => emitted.type)).toEqual(['student.erased', 'sponsorship.ended']);
    expect(student).toMatchObject({ id: 1, state: 'applicant', erased: true, payCode, gender: 'undisclosed' });
    for (const field of Object.keys(personal).filter((each) => each !== 'gender')) {
      expect(student).toHaveProperty(field, field === 'guardians' ? [] : null);
    }
    expect(JSON.stringify({ student, events })).not.toMatch(/personal|Amina|Wanjiru|BSC-CS/i);
  });

  it('is done once, and nothing personal comes back', async () => {
    const { ports, school } = await aSchool();
    const student = await anApplicant(ports, school);
    await eraseStudent({ studentId: student.id }, ports);
    await refused(eraseStudent({ studentId: student.id }, ports), 'student_erased');
    const changes = { firstName: 'Amina' };
    await refused(changeStudent({ studentId: student.id, changes }, ports), 'student_erased');
  });
});
