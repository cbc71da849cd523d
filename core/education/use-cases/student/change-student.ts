import { refuse } from '../../../kernel/domain-error.ts';
import { keepingFormer } from '../../../kernel/personal-data.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { notFound, unknownReference } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { educationRefusals } from '../../refusals.ts';
import { checkStudentDetails } from '../../student/check-details.ts';
import { PRESENT_TEXTS } from '../../student/identifying-texts.ts';
import { maskMinor, withoutEchoes, type ProtectedField } from '../../student/privacy.ts';
import type { Student, StudentDetails } from '../../student/student.ts';
import { requireFreeAdmissionNo, requireFreeDocuments, requireKnownReferences } from './register-student.ts';

/** Changes: an absent field stays, null clears. */
export type ChangeStudent = {
  readonly studentId: number;
  readonly version?: number;
  readonly changes: Partial<StudentDetails> & { readonly admissionNo?: string; readonly programmeId?: number };
};

type Ports = Pick<EducationPorts, 'students' | 'programmes' | 'intakes' | 'members' | 'today' | 'pii'>;

/**
 * Changes a student's particulars. A command that changes nothing leaves the record and its version as they are; so does what
 * its giver was shown masked and sends back so.
 * @throws DomainError validation_failed, unknown_reference (invalid); duplicate_admission_no, duplicate_student,
 *   programme_fixed, student_erased (conflict)
 */
export async function changeStudent(command: ChangeStudent, ports: Ports): Promise<Outcome<Student>> {
  const student = await ports.students.get(command.studentId);
  if (!student) throw notFound('student', command.studentId);
  requireVersion(student, command.version);
  const { admissionNo, programmeId, ...sent } = command.changes;
  const shown = maskMinor(student, ports);
  const details = withoutEchoes(sent, shown);
  requireSeen(details, shown);
  checkStudentDetails({ ...student, ...details }, ports.today, admissionNo ?? null);
  await requireKnownReferences(details, ports);
  await requireFreeDocuments(details, student.id, ports);
  const emitted: string[] = [];
  const renamed = admissionNo !== undefined && admissionNo.trim() !== student.admissionNo;
  // A change of case only is the same number, and the student's own.
  if (renamed && !student.hasAdmissionNo(admissionNo)) await requireFreeAdmissionNo(admissionNo, ports);
  if (renamed) emitted.push('admission_no');
  const moved = programmeId !== undefined && programmeId !== student.programmeId;
  if (moved) {
    if (!(await ports.programmes.get(programmeId))) throw unknownReference('programme_id', programmeId);
    requireUnsettledProgramme(student);
    emitted.push('programme_id');
  }
  const changed = keepingFormer(student, PRESENT_TEXTS, () => {
    const edited = student.edit(details, emitted);
    if (renamed) student.setAdmissionNo(admissionNo);
    return edited;
  });
  if (moved) student.programmeId = programmeId;
  return changed ? outcome(student, changed) : outcome(student);
}

/** The date of birth decides what is masked: who was not shown all of a minor would unmask it with another date. */
function requireSeen(
  { dateOfBirth }: Partial<StudentDetails>,
  { masked, dateOfBirth: shown }: Pick<Student, 'dateOfBirth'> & { readonly masked: readonly ProtectedField[] },
): void {
  if (dateOfBirth === undefined || dateOfBirth === shown || masked.length === 0) return;
  const how = 'Change it with a client that has the pii flag, or as a person who sees personal data of minors.';
  throw invalidField('date_of_birth', 'masked', how);
}

/** Before the studies begin the programme is a wish; afterwards it moves with an enrolment. */
function requireUnsettledProgramme(student: Student): void {
  if (student.state === 'applicant' || student.state === 'admitted') return;
  throw refuse(
    educationRefusals.programme_fixed,
    `A student who is ${student.state} changes programme by transfer only.`,
    {
      student_id: student.id,
      current_state: student.state,
    },
  );
}
