import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { notFound } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Student } from '../../student/student.ts';

export type EraseStudent = { readonly studentId: number; readonly version?: number };

/**
 * Clears a student's personal particulars on a request under the Data Protection Act 2019. The id, the pay
 * code and the financial and academic record stay; sponsors see nothing from now on.
 * @throws DomainError student_erased (conflict) when it was done before
 */
export async function eraseStudent(
  command: EraseStudent,
  ports: Pick<EducationPorts, 'students' | 'sponsorships' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await ports.students.get(command.studentId);
  if (!student) throw notFound('student', command.studentId);
  requireVersion(student, command.version);
  const erased = student.erase();
  const sponsorships = await ports.sponsorships.runningOf(student.id);
  return outcome(student, erased, ...sponsorships.map((sponsorship) => sponsorship.end(ports.today)));
}
