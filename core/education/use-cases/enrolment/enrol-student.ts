import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { Enrolment, type EnrolledUnit } from '../../enrolment/enrolment.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { fieldErrors, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { isWithin, type AcademicYear, type Term } from '../../programme/calendar.ts';
import { educationRefusals } from '../../refusals.ts';
import type { Student } from '../../student/student.ts';

export type EnrolStudent = {
  readonly studentId: number;
  readonly programmeId: number;
  readonly academicYearId: number;
  readonly termId?: number | null;
  readonly intakeId?: number | null;
  readonly yearOfStudy: number;
  readonly units?: readonly EnrolledUnit[];
  readonly enrolledOn: Temporal.PlainDate;
  readonly boarding?: boolean;
};

type Ports = Pick<
  EducationPorts,
  | 'students'
  | 'enrolments'
  | 'programmes'
  | 'academicYears'
  | 'terms'
  | 'intakes'
  | 'units'
  | 'policies'
  | 'newUuid'
  | 'today'
>;

/** How far ahead an enrolment may be dated. */
const DAYS_AHEAD = 30;

/**
 * Enters a student for a period; the enrolment is pending until it is confirmed.
 * @throws DomainError unknown_reference, validation_failed (invalid); student_not_enrollable,
 *   duplicate_enrolment, enrolment_closed (conflict)
 */
export async function enrolStudent(command: EnrolStudent, ports: Ports): Promise<Outcome<Enrolment>> {
  const { termId = null, intakeId = null, units = [], boarding = false } = command;
  const student = await ports.students.get(command.studentId);
  if (!student) throw unknownReference('student_id', command.studentId);
  const programme = await ports.programmes.get(command.programmeId);
  if (!programme) throw unknownReference('programme_id', command.programmeId);
  const year = await ports.academicYears.get(command.academicYearId);
  if (!year) throw unknownReference('academic_year_id', command.academicYearId);
  const term = termId === null ? null : await ports.terms.get(termId);
  if (termId !== null && !term) throw unknownReference('term_id', termId);
  if (intakeId !== null && !(await ports.intakes.get(intakeId))) throw unknownReference('intake_id', intakeId);
  checkPeriod(command, year, term, ports.today);
  await requireUnits(units, command.programmeId, ports);
  requireEnrollable(student);
  await requireNoneExisting({ ...command, termId }, ports);
  requireOpenTerm(term, command.enrolledOn, ports);
  const enrolment = Enrolment.enrol({
    uuid: ports.newUuid(),
    studentId: student.id,
    programmeId: programme.id,
    academicYearId: year.id,
    termId,
    intakeId,
    yearOfStudy: command.yearOfStudy,
    units,
    enrolledOn: command.enrolledOn,
    boarding,
  });
  await ports.enrolments.add(enrolment);
  return outcome(enrolment, enrolment.created());
}

/** Refuses a student who isn't there to study. */
export function requireEnrollable(student: Student): void {
  if (!student.erased && (student.state === 'admitted' || student.state === 'active')) return;
  throw refuse(educationRefusals.student_not_enrollable, `A student who is ${student.state} can't be enrolled.`, {
    student_id: student.id,
    current_state: student.state,
  });
}

/** Refuses a second enrolment for the same student, programme, year and term. */
export async function requireNoneExisting(
  key: { studentId: number; programmeId: number; academicYearId: number; termId: number | null },
  ports: Pick<Ports, 'enrolments'>,
): Promise<void> {
  const { studentId, programmeId, academicYearId, termId } = key;
  const existing = await ports.enrolments.existing({ studentId, programmeId, academicYearId, termId });
  if (!existing) return;
  throw refuse(educationRefusals.duplicate_enrolment, 'The student has an enrolment for this programme and period.', {
    existing_id: existing.id,
    current_state: existing.state,
  });
}

/** Refuses units that don't exist, belong to another programme or stand twice. */
export async function requireUnits(
  units: readonly EnrolledUnit[],
  programmeId: number,
  ports: Pick<Ports, 'units'>,
): Promise<void> {
  if (new Set(units.map((unit) => unit.unitId)).size !== units.length) {
    throw invalidField('units', 'unique', 'Every unit stands once.');
  }
  for (const [index, { unitId }] of units.entries()) {
    const unit = await ports.units.get(unitId);
    if (!unit || (unit.programmeId !== null && unit.programmeId !== programmeId)) {
      throw unknownReference(`units.${index}.unit_id`, unitId);
    }
  }
}

function checkPeriod(command: EnrolStudent, year: AcademicYear, term: Term | null, today: Temporal.PlainDate): void {
  const errors = fieldErrors();
  const { enrolledOn, yearOfStudy } = command;
  errors.require(
    Number.isInteger(yearOfStudy) && yearOfStudy >= 1 && yearOfStudy <= 10,
    'year_of_study',
    'range',
    'Send a whole number from 1 to 10.',
  );
  errors.require(
    isWithin(enrolledOn, year),
    'enrolled_on',
    'outside_academic_year',
    `The academic year ${year.name} runs from ${year.startDate} to ${year.endDate}.`,
  );
  errors.require(
    Temporal.PlainDate.compare(enrolledOn, today.add({ days: DAYS_AHEAD })) <= 0,
    'enrolled_on',
    'range',
    `Send a date at most ${DAYS_AHEAD} days ahead.`,
  );
  errors.require(
    term === null || term.academicYearId === year.id,
    'term_id',
    'outside_academic_year',
    `The term is not one of ${year.name}.`,
  );
  errors.settle();
}

function requireOpenTerm(term: Term | null, enrolledOn: Temporal.PlainDate, ports: Pick<Ports, 'policies'>): void {
  const deadline = term?.registrationDeadline ?? null;
  if (deadline === null || ports.policies.lateRegistration === 'accepted') return;
  if (Temporal.PlainDate.compare(enrolledOn, deadline) <= 0) return;
  throw refuse(educationRefusals.enrolment_closed, `Registration for ${term?.name} closed on ${deadline}.`, {
    term_id: term?.id,
    registration_deadline: deadline.toString(),
  });
}
