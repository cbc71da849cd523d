import { requireOver, requireUnnamed, type ErasedAgain, type Person } from '../../../kernel/personal-data.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { notFound } from '../../field-errors.ts';
import type { EducationPorts } from '../../ports.ts';
import { textsOfStudent } from '../../student/identifying-texts.ts';
import type { Student } from '../../student/student.ts';

type Ports = Pick<EducationPorts, 'students' | 'sponsorships' | 'personalCopies' | 'today'>;
type Deciding = Pick<EducationPorts, 'business' | 'retentionYears' | 'fourEyes' | 'agreement' | 'calledBy'>;
export type EraseStudent = {
  readonly studentId: number;
  readonly version?: number;
  /** For who approves it. */
  readonly reason?: string | null;
};

/**
 * Clears a student's personal particulars on a request under the Data Protection Act 2019. The id, the pay
 * code and the financial and academic record stay; sponsors see nothing from now on. Copies of them go from every other
 * table, stored responses included. It takes two people where the institution has four eyes.
 * @throws DomainError personal_data_kept (conflict), student_erased (conflict) when it was done before,
 *   request_names_person (invalid), not_found; SecondPersonRequired
 */
export async function eraseStudent(command: EraseStudent, ports: Ports & Deciding): Promise<Outcome<Student>> {
  const student = await ports.students.get(command.studentId);
  if (!student) throw notFound('student', command.studentId);
  requireVersion(student, command.version);
  student.requireErasable();
  const { id, uuid, payCode } = student;
  requireOver(await ports.business.of(id), ports, {
    person: `the student with pay code ${payCode}`,
    student_id: id,
  });
  await requireUnnamed(personOf(student), ports);
  if (ports.fourEyes) {
    requireAgreement(ports, { subject: { type: 'student', id, uuid }, rule: 'Erasing a student takes two people.' });
  }
  return forget(student, ports);
}

/** The same of a student who was erased and is back, with a backup that is older: whatever it says, nothing keeps the data. */
export async function eraseStudentAgain(
  command: { readonly uuid: string },
  ports: Ports,
): Promise<Outcome<ErasedAgain>> {
  const student = await ports.students.byUuid(command.uuid);
  if (!student) return outcome('unknown');
  if (student.erased) return outcome('erased_before');
  const { events } = await forget(student, ports);
  return outcome('erased', ...events);
}

async function forget(student: Student, ports: Ports): Promise<Outcome<Student>> {
  const person = personOf(student);
  const erased = student.erase();
  const sponsorships = await ports.sponsorships.runningOf(student.id);
  const ended = sponsorships.map((sponsorship) => sponsorship.end(ports.today));
  await ports.personalCopies.forget(person);
  return outcome(student, erased, ...ended);
}

/** As it is known before the erasure. */
function personOf(student: Student): Person {
  const { id, uuid } = student;
  return { type: 'student', id, uuid, texts: textsOfStudent(student) };
}
