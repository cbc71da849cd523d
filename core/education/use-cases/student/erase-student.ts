import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { notFound } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Student } from '../../student/student.ts';

export type EraseStudent = { readonly studentId: number; readonly version?: number };

/**
 * Clears a student's personal particulars on a request under the Data Protection Act 2019. The id, the pay
 * code and the financial and academic record stay; sponsors see nothing from now on. Copies of them go from every other
 * table, stored responses included.
 * @throws DomainError student_erased (conflict) when it was done before
 */
export async function eraseStudent(
  command: EraseStudent,
  ports: Pick<EducationPorts, 'students' | 'sponsorships' | 'personalCopies' | 'today'>,
): Promise<Outcome<Student>> {
  const student = await ports.students.get(command.studentId);
  if (!student) throw notFound('student', command.studentId);
  requireVersion(student, command.version);
  const { id, uuid } = student;
  const texts = student.identifyingTexts();
  const erased = student.erase();
  const sponsorships = await ports.sponsorships.runningOf(student.id);
  const ended = sponsorships.map((sponsorship) => sponsorship.end(ports.today));
  await ports.personalCopies.forget({ type: 'student', id, uuid, texts });
  return outcome(student, erased, ...ended);
}
