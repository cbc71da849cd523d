import { requireAllowed } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { EnrolledUnit, Enrolment } from '../../enrolment/enrolment.ts';
import { enrolmentLifecycle } from '../../enrolment/lifecycle.ts';
import { notFound } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { activateOnEnrolment, requireAfterToday } from '../student/move-student.ts';
import { requireEnrollable, requireUnits } from './enrol-student.ts';

export type MoveEnrolment = { readonly enrolmentId: number; readonly version?: number };
export type MoveEnrolmentWithReason = MoveEnrolment & { readonly reason?: string | null };

type Dated = Pick<EducationPorts, 'enrolments' | 'today'>;

/** Changes units or boarding of an enrolment that is pending or enrolled; a change of nothing leaves it be. */
export async function changeEnrolment(
  command: MoveEnrolment & { readonly units?: readonly EnrolledUnit[]; readonly boarding?: boolean },
  ports: Pick<EducationPorts, 'enrolments' | 'units'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  await requireUnits(command.units ?? [], enrolment.programmeId, ports);
  const { units, boarding } = command;
  const emitted = enrolment.edit({
    ...(units === undefined ? {} : { units }),
    ...(boarding === undefined ? {} : { boarding }),
  });
  return emitted ? outcome(enrolment, emitted) : outcome(enrolment);
}

/**
 * Takes the student in; an admitted student becomes active.
 * @throws DomainError student_not_enrollable (conflict)
 */
export async function confirmEnrolment(
  command: MoveEnrolment,
  ports: Pick<EducationPorts, 'enrolments' | 'students'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  requireAllowed(enrolmentLifecycle, enrolment.state, 'confirm');
  const student = await theStudentOf(enrolment, ports);
  requireEnrollable(student);
  return outcome(enrolment, enrolment.confirm(), ...activateOnEnrolment(student));
}

export async function cancelEnrolment(command: MoveEnrolmentWithReason, ports: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  return outcome(enrolment, enrolment.cancel(ports.today, command.reason ?? null));
}

export async function completeEnrolment(command: MoveEnrolment, ports: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  return outcome(enrolment, enrolment.complete(ports.today));
}

/** The period rests until a date after today. */
export async function deferEnrolment(
  command: MoveEnrolment & { readonly until: Temporal.PlainDate },
  ports: Dated,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  requireAfterToday(command.until, ports.today);
  return outcome(enrolment, enrolment.defer(command.until));
}

/**
 * A deferred period goes on; it makes a student active who was readmitted meanwhile.
 * @throws DomainError student_not_enrollable (conflict)
 */
export async function resumeEnrolment(
  command: MoveEnrolment,
  ports: Pick<EducationPorts, 'enrolments' | 'students'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  requireAllowed(enrolmentLifecycle, enrolment.state, 'resume');
  const student = await theStudentOf(enrolment, ports);
  requireEnrollable(student);
  return outcome(enrolment, enrolment.resume(), ...activateOnEnrolment(student));
}

export async function withdrawEnrolment(command: MoveEnrolmentWithReason, ports: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  return outcome(enrolment, enrolment.withdraw(ports.today, command.reason ?? null));
}

export async function discontinueEnrolment(
  command: MoveEnrolmentWithReason,
  ports: Dated,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, ports);
  return outcome(enrolment, enrolment.discontinue(ports.today, command.reason ?? null));
}

/** The enrolment of a command, at the version that its giver read. */
export async function theEnrolment(
  command: MoveEnrolment,
  ports: Pick<EducationPorts, 'enrolments'>,
): Promise<Enrolment> {
  const enrolment = await ports.enrolments.get(command.enrolmentId);
  if (!enrolment) throw notFound('enrolment', command.enrolmentId);
  requireVersion(enrolment, command.version);
  return enrolment;
}

/** The student of an enrolment, who exists as long as the enrolment does. */
export async function theStudentOf(enrolment: Enrolment, ports: Pick<EducationPorts, 'students'>) {
  const student = await ports.students.get(enrolment.studentId);
  if (!student) throw notFound('student', enrolment.studentId);
  return student;
}
