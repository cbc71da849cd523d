import type { DomainEvent } from '../../../kernel/event.ts';
import { allows } from '../../../kernel/lifecycle.ts';
import { sum, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import type { Enrolment } from '../../enrolment/enrolment.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { notFound } from '../../field-errors.ts';
import { decidingAttempts } from '../../grading/averages.ts';
import { balanceDueOf } from '../../invoice/invoice.ts';
import type { EducationPorts } from '../../ports.ts';
import { studentLifecycle } from '../../student/lifecycle.ts';
import type { Student } from '../../student/student.ts';

/** A command to a student that needs no more than the record. */
export type MoveStudent = { readonly studentId: number; readonly version?: number };
/** The same with a reason; required where the lifecycle says so. */
export type MoveStudentWithReason = MoveStudent & { readonly reason?: string | null };

type Students = Pick<EducationPorts, 'students'>;
type Leaving = Pick<EducationPorts, 'students' | 'enrolments' | 'today'>;

/** The school offers a place and the applicant takes it. */
export async function admitStudent(
  command: MoveStudent,
  ports: Pick<EducationPorts, 'students' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  return outcome(student, student.admit(ports.today));
}

/**
 * The studies rest until a date after today.
 * @throws DomainError validation_failed (invalid)
 */
export async function deferStudent(
  command: MoveStudentWithReason & { readonly until: Temporal.PlainDate },
  ports: Pick<EducationPorts, 'students' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  requireAfterToday(command.until, ports.today);
  return outcome(student, student.defer(command.until, command.reason ?? null));
}

export async function resumeStudent(command: MoveStudent, ports: Students): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  return outcome(student, student.resume());
}

export async function suspendStudent(command: MoveStudentWithReason, ports: Students): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  return outcome(student, student.suspend(command.reason ?? null));
}

export async function reinstateStudent(command: MoveStudent, ports: Students): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  return outcome(student, student.reinstate());
}

/** The student leaves; running enrolments end with it. */
export async function withdrawStudent(command: MoveStudentWithReason, ports: Leaving): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  const emitted = student.withdraw(command.reason ?? null);
  return outcome(student, emitted, ...(await endEnrolments(student, 'withdraw', command.reason ?? null, ports)));
}

export async function readmitStudent(
  command: MoveStudent,
  ports: Pick<EducationPorts, 'students' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  return outcome(student, student.readmit(ports.today));
}

/** The school ends the studies; running enrolments end with it. */
export async function discontinueStudent(command: MoveStudentWithReason, ports: Leaving): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  const emitted = student.discontinue(command.reason ?? null);
  return outcome(student, emitted, ...(await endEnrolments(student, 'discontinue', command.reason ?? null, ports)));
}

/**
 * Ends the studies with success: every core unit of the programme is passed or exempt by its latest attempt that was graded or
 * exempted.
 * @throws DomainError units_outstanding (conflict) naming the units
 */
export async function completeStudent(
  command: MoveStudent,
  ports: Pick<EducationPorts, 'students' | 'units' | 'results' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  const results = decidingAttempts(await ports.results.publishedOf(student.id));
  const passed = new Set(results.filter((result) => result.remark === 'pass').map((result) => result.unitId));
  const required = await ports.units.coreOf(student.programmeId);
  const missing = required.filter((unit) => !passed.has(unit.id)).map((unit) => unit.code);
  return outcome(student, student.complete(ports.today, missing));
}

/**
 * Confers the award, when the fees are settled or an override says why not.
 * @throws DomainError balance_outstanding (conflict)
 */
export async function graduateStudent(
  command: MoveStudent & { readonly overrideReason?: string | null },
  ports: Pick<EducationPorts, 'students' | 'invoices'>,
): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  const due = await balanceDue(student.id, ports);
  return outcome(student, student.graduate(due, command.overrideReason?.trim() || null));
}

/** The student died; running enrolments end. */
export async function recordStudentDeath(command: MoveStudent, ports: Leaving): Promise<Outcome<Student>> {
  const student = await theStudent(command, ports);
  const emitted = student.recordDeath();
  return outcome(student, emitted, ...(await endEnrolments(student, 'withdraw', 'deceased', ports)));
}

/** What a student owes over all open invoices, in minor units. */
async function balanceDue(studentId: number, ports: Pick<EducationPorts, 'invoices'>): Promise<Cents> {
  return sum((await ports.invoices.openOf(studentId)).map(balanceDueOf));
}

/** The first confirmed enrolment makes an admitted student active. */
export function activateOnEnrolment(student: Student): DomainEvent[] {
  return allows(studentLifecycle, student.state, 'activate') ? [student.activate()] : [];
}

/** Refuses a date of return that isn't ahead. */
export function requireAfterToday(until: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(until, today) > 0) return;
  throw invalidField('until', 'range', `Send a date after ${today}.`);
}

async function theStudent(command: MoveStudent, ports: Students): Promise<Student> {
  const student = await ports.students.get(command.studentId);
  if (!student) throw notFound('student', command.studentId);
  requireVersion(student, command.version);
  return student;
}

async function endEnrolments(
  student: Student,
  action: 'withdraw' | 'discontinue',
  reason: string | null,
  ports: Leaving,
): Promise<DomainEvent[]> {
  const end = (enrolment: Enrolment): DomainEvent =>
    enrolment.state === 'pending' ? enrolment.cancel(ports.today, reason) : enrolment[action](ports.today, reason);
  return (await ports.enrolments.runningOf(student.id)).map(end);
}
