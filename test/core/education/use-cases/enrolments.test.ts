import { describe, expect, it } from 'vitest';
import { enrolStudent, type EnrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import {
  cancelEnrolment,
  changeEnrolment,
  completeEnrolment,
  confirmEnrolment,
  deferEnrolment,
  discontinueEnrolment,
  resumeEnrolment,
  withdrawEnrolment,
} from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { transferEnrolment } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import { admitStudent } from '#core/education/use-cases/student/move-student.ts';
import {
  anActiveStudent,
  anApplicant,
  anotherProgramme,
  day,
  openSchool,
  refused,
  refusedField,
} from '#test/support/education-school.ts';
import { educationPorts } from '#test/support/education-ports.ts';

async function anAdmittedStudent(lateRegistration: 'accepted' | 'refused' = 'refused') {
  const ports = educationPorts({ lateRegistration });
  const school = await openSchool(ports);
  const student = await anApplicant(ports, school);
  await admitStudent({ studentId: student.id }, ports);
  const enrol = (rest: Partial<EnrolStudent> = {}) =>
    enrolStudent(
      {
        studentId: student.id,
        programmeId: school.programme.id,
        academicYearId: school.yearId,
        termId: school.termId,
        yearOfStudy: 1,
        enrolledOn: day('2026-01-20'),
        ...rest,
      },
      ports,
    );
  return { ports, school, student, enrol };
}

describe('Enrolling a student', () => {
  it('is pending first; its confirmation makes an admitted student active', async () => {
    const { ports, student, enrol } = await anAdmittedStudent();
    const { result: enrolment, events } = await enrol();
    expect(enrolment.state).toBe('pending');
    expect(events).toMatchObject([{ type: 'enrolment.created', data: { student_id: student.id } }]);
    const confirmed = await confirmEnrolment({ enrolmentId: enrolment.id }, ports);
    expect(confirmed.events.map((emitted) => emitted.type)).toEqual(['enrolment.confirmed', 'student.state_changed']);
    expect([enrolment.state, student.state]).toEqual(['enrolled', 'active']);
  });

  it('is refused twice for one programme, year and term, unless the first was cancelled', async () => {
    const { ports, enrol } = await anAdmittedStudent();
    const { result: first } = await enrol();
    await refused(enrol(), 'duplicate_enrolment', { existing_id: first.id });
    await enrol({ termId: null });
    await cancelEnrolment({ enrolmentId: first.id, reason: 'changed mind' }, ports);
    expect((await enrol()).result.state).toBe('pending');
  });

  it.each([
    ['outside the academic year', { enrolledOn: day('2025-08-31') }, 'enrolled_on', 'outside_academic_year'],
    ['more than 30 days ahead', { enrolledOn: day('2026-03-04') }, 'enrolled_on', 'range'],
    ['in no year of study', { yearOfStudy: 11 }, 'year_of_study', 'range'],
  ])('is refused %s', async (_, bad, field, code) => {
    const { enrol } = await anAdmittedStudent('accepted');
    await refusedField(enrol(bad), field, code);
  });

  it('is taken up to 30 days ahead', async () => {
    const { enrol } = await anAdmittedStudent('accepted');
    expect((await enrol({ enrolledOn: day('2026-03-03') })).result.state).toBe('pending');
  });

  it('is refused after the term’s registration deadline, by policy', async () => {
    const late = { enrolledOn: day('2026-02-07') };
    const strict = await anAdmittedStudent('refused');
    await refused(strict.enrol(late), 'enrolment_closed', { registration_deadline: '2026-02-06' });
    const lenient = await anAdmittedStudent('accepted');
    expect((await lenient.enrol(late)).result.state).toBe('pending');
  });

  it.each([{ studentId: 99 }, { programmeId: 99 }, { academicYearId: 99 }, { termId: 99 }, { intakeId: 99 }])(
    'is refused for records that do not exist: %p',
    async (bad) => {
      const { enrol } = await anAdmittedStudent();
      await refused(enrol(bad), 'unknown_reference');
    },
  );

  it('is refused for who is not there to study', async () => {
    const { enrol, student } = await anAdmittedStudent();
    for (const state of ['applicant', 'suspended', 'withdrawn', 'graduated'] as const) {
      student.state = state;
      await refused(enrol(), 'student_not_enrollable', { current_state: state });
    }
  });

  it('takes units of the programme, each once', async () => {
    const { enrol, school } = await anAdmittedStudent();
    const unit = { unitId: school.units[0]?.id ?? 0, status: 'registered' } as const;
    await refusedField(enrol({ units: [unit, unit] }), 'units', 'unique');
    await refused(enrol({ units: [{ ...unit, unitId: 99 }] }), 'unknown_reference');
    expect((await enrol({ units: [unit] })).result.units).toEqual([unit]);
  });
});

describe('An enrolment', () => {
  async function enrolled() {
    const ports = educationPorts();
    const school = await openSchool(ports);
    return { ports, school, ...(await anActiveStudent(ports, school)) };
  }

  it('changes units; a change of nothing emits no event', async () => {
    const { ports, school, enrolment } = await enrolled();
    const units = [{ unitId: school.units[0]?.id ?? 0, status: 'registered' }] as const;
    const change = () => changeEnrolment({ enrolmentId: enrolment.id, units, boarding: true }, ports);
    expect((await change()).events).toMatchObject([
      { type: 'enrolment.updated', data: { changed: ['units', 'boarding'] } },
    ]);
    expect((await change()).events).toEqual([]);
  });

  it('rests and goes on', async () => {
    const { ports, enrolment } = await enrolled();
    await deferEnrolment({ enrolmentId: enrolment.id, until: day('2026-09-01') }, ports);
    expect(enrolment.deferredUntil).toEqual(day('2026-09-01'));
    await resumeEnrolment({ enrolmentId: enrolment.id }, ports);
    expect(enrolment).toMatchObject({ state: 'enrolled', deferredUntil: null });
  });

  it.each([
    ['completed', completeEnrolment],
    ['withdrawn', withdrawEnrolment],
    ['discontinued', discontinueEnrolment],
  ] as const)('ends as %s on the day', async (state, end) => {
    const { ports, enrolment } = await enrolled();
    await end({ enrolmentId: enrolment.id }, ports);
    expect(enrolment).toMatchObject({ state, endedOn: ports.today });
  });

  it('does not go on for a student who left meanwhile, and makes one active who came back', async () => {
    const { ports, student, enrolment } = await enrolled();
    await deferEnrolment({ enrolmentId: enrolment.id, until: day('2026-09-01') }, ports);
    const resume = () => resumeEnrolment({ enrolmentId: enrolment.id }, ports);
    student.state = 'withdrawn';
    await refused(resume(), 'student_not_enrollable');
    expect(enrolment.state).toBe('deferred');
    student.state = 'admitted';
    const { events } = await resume();
    expect(events.map(({ type }) => type)).toEqual(['enrolment.resumed', 'student.state_changed']);
    expect([student.state, enrolment.state]).toEqual(['active', 'enrolled']);
  });

  it('is not confirmed for a student who left meanwhile', async () => {
    const { ports, student, enrol } = await anAdmittedStudent();
    const { result: enrolment } = await enrol();
    student.state = 'withdrawn';
    await refused(confirmEnrolment({ enrolmentId: enrolment.id }, ports), 'student_not_enrollable');
    expect(enrolment.state).toBe('pending');
  });
});

describe('Transferring to another programme', () => {
  it('ends one enrolment, begins another, and moves the student: each emits its event', async () => {
    const ports = educationPorts();
    const school = await openSchool(ports);
    const { student, enrolment } = await anActiveStudent(ports, school);
    const other = await anotherProgramme(ports, 'BCOM');
    const { result, events } = await transferEnrolment({ enrolmentId: enrolment.id, programmeId: other.id }, ports);
    expect(result.from).toMatchObject({ state: 'transferred', transferredToId: result.to.id });
    expect(result.to).toMatchObject({ state: 'enrolled', programmeId: other.id, transferredFromId: enrolment.id });
    expect(student.programmeId).toBe(other.id);
    expect(events.map((emitted) => emitted.type)).toEqual([
      'enrolment.transferred',
      'enrolment.created',
      'student.updated',
    ]);
  });

  it('is refused into the same, an unknown or a retired programme, and from a closed enrolment', async () => {
    const ports = educationPorts();
    const school = await openSchool(ports);
    const { enrolment } = await anActiveStudent(ports, school);
    const transfer = (programmeId: number) => transferEnrolment({ enrolmentId: enrolment.id, programmeId }, ports);
    await refusedField(transfer(school.programme.id), 'programme_id', 'same');
    await refused(transfer(99), 'unknown_reference');
    const other = await anotherProgramme(ports, 'BCOM');
    other.state = 'retired';
    await refusedField(transfer(other.id), 'programme_id', 'retired');
    other.state = 'active';
    await completeEnrolment({ enrolmentId: enrolment.id }, ports);
    await refused(transfer(other.id), 'invalid_state_transition', { current_state: 'completed', action: 'transfer' });
    expect(ports.tables.enrolments.rows).toHaveLength(1);
  });
});
