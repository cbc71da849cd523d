import { isMinor } from '../../student/privacy.ts';
import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { unknownReference } from '../../field-errors.ts';
import { studentPayCode } from '../../pay-code.ts';
import type { EducationPorts } from '../../ports.ts';
import type { Programme } from '../../programme/programme.ts';
import { educationRefusals } from '../../refusals.ts';
import { admissionNoForm, admissionNoFrom } from '../../student/admission-no.ts';
import { checkStudentDetails } from '../../student/check-details.ts';
import { Student, type StudentDetails } from '../../student/student.ts';

/** Names and programme are required; the year is 1 and the mode the programme's unless said otherwise. */
export type RegisterStudent = Pick<StudentDetails, 'firstName' | 'lastName'> &
  Partial<StudentDetails> & {
    readonly programmeId: number;
    /** Null or absent: made from the institution's pattern. */
    readonly admissionNo?: string | null;
  };

type Ports = Pick<
  EducationPorts,
  'students' | 'programmes' | 'intakes' | 'members' | 'numbers' | 'policies' | 'newUuid' | 'today' | 'pii'
>;

/**
 * Registers an applicant.
 * @throws DomainError validation_failed, unknown_reference (invalid); duplicate_admission_no, duplicate_student (conflict)
 */
export async function registerStudent(command: RegisterStudent, ports: Ports): Promise<Outcome<Student>> {
  const { programmeId, admissionNo = null, ...fields } = command;
  const programme = await ports.programmes.get(programmeId);
  const details = { ...BLANK, ...(programme ? { studyMode: programme.mode } : {}), ...fields };
  checkStudentDetails(details, ports.today, admissionNo);
  if (!programme) throw unknownReference('programme_id', programmeId);
  if (programme.state === 'retired') {
    throw invalidField('programme_id', 'retired', `The programme ${programme.code} takes no new students.`);
  }
  await requireKnownReferences(details, ports);
  await requireFreeDocuments(details, null, ports);
  if (admissionNo !== null) await requireFreeAdmissionNo(admissionNo, ports);
  const student = Student.register({
    uuid: ports.newUuid(),
    admissionNo: admissionNo ?? (await nextAdmissionNo(programme, ports)),
    payCode: studentPayCode(await ports.numbers.next('student')),
    programmeId,
    details,
  });
  await ports.students.add(student);
  return outcome(student, student.registered());
}

/** Refuses an admission number that is in use. */
export async function requireFreeAdmissionNo(admissionNo: string, ports: Pick<Ports, 'students'>): Promise<void> {
  const holder = await ports.students.byAdmissionNo(admissionNoForm(admissionNo));
  if (!holder) return;
  throw refuse(educationRefusals.duplicate_admission_no, `The admission number ${admissionNo} is taken.`, {
    field: 'admission_no',
    existing_id: holder.id,
  });
}

/**
 * Refuses an identity document under which another student is registered. Whose document it is is masked where that student is a
 * minor: who may not see it is not led to the student by trying numbers.
 */
export async function requireFreeDocuments(
  details: Partial<StudentDetails>,
  ownId: number | null,
  ports: Pick<Ports, 'students' | 'pii' | 'today'>,
): Promise<void> {
  for (const [kind, field] of [
    ['nationalId', 'national_id'],
    ['birthCertificateNo', 'birth_certificate_no'],
    ['passportNo', 'passport_no'],
  ] as const) {
    const number = details[kind];
    const holder = number ? await ports.students.byDocument(kind, number) : null;
    if (!holder || holder.id === ownId) continue;
    throw refuse(educationRefusals.duplicate_student, `A student with this ${field} is registered already.`, {
      field,
      ...(ports.pii || !isMinor(holder.dateOfBirth, ports.today) ? { existing_id: holder.id } : {}),
    });
  }
}

/** Refuses particulars that name an intake or a member that doesn't exist. */
export async function requireKnownReferences(
  details: Partial<StudentDetails>,
  ports: Pick<Ports, 'intakes' | 'members'>,
): Promise<void> {
  const { intakeId = null, guardians = [] } = details;
  if (intakeId !== null && !(await ports.intakes.get(intakeId))) throw unknownReference('intake_id', intakeId);
  for (const [index, { memberId }] of guardians.entries()) {
    if (memberId === null || (await ports.members.exists(memberId))) continue;
    throw unknownReference(`guardians.${index}.member_id`, memberId);
  }
}

/** The next number of the institution's pattern that is free: one entered by hand may have taken a place. */
async function nextAdmissionNo(programme: Programme, ports: Ports): Promise<string> {
  const { year } = ports.today;
  for (;;) {
    const sequence = await ports.numbers.next(`admission:${year}`);
    const admissionNo = admissionNoFrom(ports.policies.admissionPattern, {
      programmeCode: programme.code,
      year,
      sequence,
    });
    if (!(await ports.students.byAdmissionNo(admissionNoForm(admissionNo)))) return admissionNo;
  }
}

const BLANK = {
  middleName: null,
  gender: 'undisclosed',
  dateOfBirth: null,
  nationalId: null,
  birthCertificateNo: null,
  passportNo: null,
  phone: null,
  email: null,
  county: null,
  country: null,
  intakeId: null,
  yearOfStudy: 1,
  studyMode: 'full_time',
  sponsorshipType: 'self',
  kuccpsRef: null,
  kcseIndexNo: null,
  kcseYear: null,
  helbRef: null,
  guardians: [],
} as const satisfies Partial<StudentDetails>;
