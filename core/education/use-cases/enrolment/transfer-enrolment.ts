import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireAllowed } from '../../../kernel/lifecycle.ts';
import type { Enrolment } from '../../enrolment/enrolment.ts';
import { enrolmentLifecycle } from '../../enrolment/lifecycle.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { requireEnrollable, requireNoneExisting } from './enrol-student.ts';
import { theEnrolment, theStudentOf, type MoveEnrolmentWithReason } from './move-enrolment.ts';

export type TransferEnrolment = MoveEnrolmentWithReason & { readonly programmeId: number };
/** Both ends of a transfer; each names the other. */
export type Transfer = { readonly from: Enrolment; readonly to: Enrolment };

/**
 * Moves a student to another programme: the running enrolment ends as transferred, a new one goes on from
 * it, and the student's programme changes. All three records count as changed for readers who sync.
 * @throws DomainError unknown_reference, validation_failed (invalid); student_not_enrollable,
 *   duplicate_enrolment (conflict)
 */
export async function transferEnrolment(
  command: TransferEnrolment,
  ports: Pick<EducationPorts, 'enrolments' | 'students' | 'programmes' | 'newUuid' | 'today'>,
): Promise<Outcome<Transfer>> {
  const from = await theEnrolment(command, ports);
  const programme = await ports.programmes.get(command.programmeId);
  if (!programme) throw unknownReference('programme_id', command.programmeId);
  if (programme.id === from.programmeId) {
    throw invalidField('programme_id', 'same', 'The enrolment is in this programme already.');
  }
  if (programme.state === 'retired') {
    throw invalidField('programme_id', 'retired', `The programme ${programme.code} takes no new students.`);
  }
  requireAllowed(enrolmentLifecycle, from.state, 'transfer');
  const student = await theStudentOf(from, ports);
  requireEnrollable(student);
  const { studentId, academicYearId, termId } = from;
  await requireNoneExisting({ studentId, academicYearId, termId, programmeId: programme.id }, ports);
  const to = from.continuedIn(ports.newUuid(), programme.id, ports.today);
  await ports.enrolments.add(to);
  const left = from.transferTo(to, ports.today, command.reason ?? null);
  student.programmeId = programme.id;
  const moved = student.edit({}, ['programme_id']);
  return outcome({ from, to }, left, to.created(), ...(moved ? [moved] : []));
}
