import { advance } from '../../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { EnrolledUnit, Enrolment } from '../../enrolment/enrolment.ts';
import { enrolmentLifecycle } from '../../enrolment/lifecycle.ts';
import { notFound } from '../../field-errors.ts';
import type { EducationWorld } from '../../ports.ts';
import { activateOnEnrolment, requireAfterToday } from '../student/move-student.ts';
import { requireEnrollable, requireUnits } from './enrol-student.ts';

export type MoveEnrolment = { readonly enrolmentId: number; readonly version?: number };
export type MoveEnrolmentWithReason = MoveEnrolment & { readonly reason?: string | null };

type Dated = Pick<EducationWorld, 'enrolments' | 'today'>;

/** Changes units or boarding of an enrolment that is pending or enrolled; a change of nothing leaves it be. */
export async function changeEnrolment(
  command: MoveEnrolment & { readonly units?: readonly EnrolledUnit[]; readonly boarding?: boolean },
  world: Pick<EducationWorld, 'enrolments' | 'units'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  await requireUnits(command.units ?? [], enrolment.programmeId, world);
  const { units, boarding } = command;
  const told = enrolment.edit({
    ...(units === undefined ? {} : { units }),
    ...(boarding === undefined ? {} : { boarding }),
  });
  return told ? outcome(enrolment, told) : outcome(enrolment);
}

/**
 * Takes the student in; an admitted student becomes active.
 * @throws DomainError student_not_enrollable (conflict)
 */
export async function confirmEnrolment(
  command: MoveEnrolment,
  world: Pick<EducationWorld, 'enrolments' | 'students'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  advance(enrolmentLifecycle, enrolment.state, 'confirm');
  const student = await theStudentOf(enrolment, world);
  requireEnrollable(student);
  return outcome(enrolment, enrolment.confirm(), ...activateOnEnrolment(student));
}

export async function cancelEnrolment(command: MoveEnrolmentWithReason, world: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  return outcome(enrolment, enrolment.cancel(world.today, command.reason ?? null));
}

export async function completeEnrolment(command: MoveEnrolment, world: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  return outcome(enrolment, enrolment.complete(world.today));
}

/** The period rests until a date after today. */
export async function deferEnrolment(
  command: MoveEnrolment & { readonly until: Temporal.PlainDate },
  world: Dated,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  requireAfterToday(command.until, world.today);
  return outcome(enrolment, enrolment.defer(command.until));
}

export async function resumeEnrolment(
  command: MoveEnrolment,
  world: Pick<EducationWorld, 'enrolments'>,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  return outcome(enrolment, enrolment.resume());
}

export async function withdrawEnrolment(command: MoveEnrolmentWithReason, world: Dated): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  return outcome(enrolment, enrolment.withdraw(world.today, command.reason ?? null));
}

export async function discontinueEnrolment(
  command: MoveEnrolmentWithReason,
  world: Dated,
): Promise<Outcome<Enrolment>> {
  const enrolment = await theEnrolment(command, world);
  return outcome(enrolment, enrolment.discontinue(world.today, command.reason ?? null));
}

/** The enrolment of a command, at the version that its giver read. */
export async function theEnrolment(
  command: MoveEnrolment,
  world: Pick<EducationWorld, 'enrolments'>,
): Promise<Enrolment> {
  const enrolment = await world.enrolments.get(command.enrolmentId);
  if (!enrolment) throw notFound('enrolment', command.enrolmentId);
  requireVersion(enrolment, command.version);
  return enrolment;
}

/** The student of an enrolment, who exists as long as the enrolment does. */
export async function theStudentOf(enrolment: Enrolment, world: Pick<EducationWorld, 'students'>) {
  const student = await world.students.get(enrolment.studentId);
  if (!student) throw notFound('student', enrolment.studentId);
  return student;
}
