import { refuse } from '../../../kernel/domain-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { invalidField, unknownReference } from '../../field-errors.ts';
import { studentPayCode } from '../../pay-code.ts';
import type { EducationWorld } from '../../ports.ts';
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

type World = Pick<
  EducationWorld,
  'students' | 'programmes' | 'intakes' | 'members' | 'numbers' | 'policies' | 'newUuid' | 'today'
>;

/**
 * Registers an applicant.
 * @throws DomainError validation_failed, unknown_reference (invalid); duplicate_admission_no, duplicate_student (conflict)
 */
export async function registerStudent(command: RegisterStudent, world: World): Promise<Outcome<Student>> {
  const { programmeId, admissionNo = null, ...given } = command;
  const programme = await world.programmes.get(programmeId);
  const details = { ...BLANK, ...(programme ? { studyMode: programme.mode } : {}), ...given };
  checkStudentDetails(details, world.today, admissionNo);
  if (!programme) throw unknownReference('programme_id', programmeId);
  if (programme.state === 'retired') {
    throw invalidField('programme_id', 'retired', `The programme ${programme.code} takes nobody new.`);
  }
  await requireKnownReferences(details, world);
  await requireFreeDocuments(details, null, world);
  if (admissionNo !== null) await requireFreeAdmissionNo(admissionNo, world);
  const student = Student.register({
    uuid: world.newUuid(),
    admissionNo: admissionNo ?? (await nextAdmissionNo(programme, world)),
    payCode: studentPayCode(await world.numbers.next('student')),
    programmeId,
    details,
  });
  await world.students.add(student);
  return outcome(student, student.registered());
}

/** Refuses an admission number that somebody has. */
export async function requireFreeAdmissionNo(admissionNo: string, world: Pick<World, 'students'>): Promise<void> {
  const holder = await world.students.byAdmissionNo(admissionNoForm(admissionNo));
  if (!holder) return;
  throw refuse(educationRefusals.duplicate_admission_no, `The admission number ${admissionNo} is taken.`, {
    field: 'admission_no',
    existing_id: holder.id,
  });
}

/** Refuses an identity document under which somebody else is registered. */
export async function requireFreeDocuments(
  details: Partial<StudentDetails>,
  ownId: number | null,
  world: Pick<World, 'students'>,
): Promise<void> {
  for (const [kind, field] of [
    ['nationalId', 'national_id'],
    ['birthCertificateNo', 'birth_certificate_no'],
    ['passportNo', 'passport_no'],
  ] as const) {
    const number = details[kind];
    const holder = number ? await world.students.byDocument(kind, number) : null;
    if (!holder || holder.id === ownId) continue;
    throw refuse(educationRefusals.duplicate_student, `A student with this ${field} is registered already.`, {
      field,
      existing_id: holder.id,
    });
  }
}

/** Refuses particulars that name an intake or a member that doesn't exist. */
export async function requireKnownReferences(
  details: Partial<StudentDetails>,
  world: Pick<World, 'intakes' | 'members'>,
): Promise<void> {
  const { intakeId = null, guardians = [] } = details;
  if (intakeId !== null && !(await world.intakes.get(intakeId))) throw unknownReference('intake_id', intakeId);
  for (const [index, { memberId }] of guardians.entries()) {
    if (memberId === null || (await world.members.exists(memberId))) continue;
    throw unknownReference(`guardians/${index}/member_id`, memberId);
  }
}

/** The next number of the institution's pattern that nobody has: one given by hand may have taken a place. */
async function nextAdmissionNo(programme: Programme, world: World): Promise<string> {
  const { year } = world.today;
  for (;;) {
    const sequence = await world.numbers.next(`admission:${year}`);
    const admissionNo = admissionNoFrom(world.policies.admissionPattern, {
      programmeCode: programme.code,
      year,
      sequence,
    });
    if (!(await world.students.byAdmissionNo(admissionNoForm(admissionNo)))) return admissionNo;
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
