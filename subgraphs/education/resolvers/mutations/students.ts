import type { Guardian, Student, StudentDetails } from '#core/education/student/student.ts';
import { defined, filled } from '#core/kernel/defined.ts';
import { named } from '../../../change.ts';
import { check, storable, text } from '../../../check-input.ts';
import { change, type EducationContext } from '../../context.ts';
import { allNamed, idNamed } from './ids.ts';

type GuardianInput = Omit<Guardian, 'memberId' | 'relationship' | 'phone' | 'email'> & {
  readonly relationship?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly memberId?: string | null;
};
type Nullable<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | null };
type Details = Nullable<Omit<StudentDetails, 'intakeId' | 'guardians'>> & {
  readonly admissionNo?: string | null;
  readonly programmeId?: string | null;
  readonly intakeId?: string | null;
  readonly guardians?: readonly GuardianInput[] | null;
};
type RegisterStudent = Details & {
  readonly firstName: string;
  readonly lastName: string;
  readonly programmeId: string;
};
type OnStudent = { readonly studentId: string; readonly reason?: string | null };

const show = async (uuid: string, { loaders }: EducationContext) => ({
  student: await loaders.students.byUuid.load(uuid),
});

/** Forms and lengths are checked by the use case. */
const rules = {
  firstName: storable,
  middleName: storable,
  lastName: storable,
  nationalId: storable,
  birthCertificateNo: storable,
  passportNo: storable,
  email: storable,
  county: storable,
  country: storable,
  kuccpsRef: storable,
  kcseIndexNo: storable,
  helbRef: storable,
  admissionNo: storable,
  guardians: storable,
  reason: text(500),
  overrideReason: text(500),
};

/** Particulars with the ids of records in place of their uuids. Null clears what may be empty, and leaves the rest be. */
async function detailsOf(details: Details, { loaders }: EducationContext) {
  const { intakeId, guardians, ...plain } = details;
  const { firstName, lastName, gender, yearOfStudy, studyMode, sponsorshipType } = plain;
  const { middleName, dateOfBirth, nationalId, birthCertificateNo, passportNo, phone, email, county, country } = plain;
  const { kuccpsRef, kcseIndexNo, kcseYear, helbRef } = plain;
  return {
    ...filled({ firstName, lastName, gender, yearOfStudy, studyMode, sponsorshipType }),
    ...defined({ middleName, dateOfBirth, nationalId, birthCertificateNo, passportNo, phone, email, county, country }),
    ...defined({ kuccpsRef, kcseIndexNo, kcseYear, helbRef }),
    ...defined({ intakeId: await idNamed('intakeId', intakeId, 'intake', loaders.intakes.byUuid) }),
    ...(guardians == null ? {} : { guardians: await guardiansOf(guardians, loaders) }),
  };
}

async function guardiansOf(
  guardians: readonly GuardianInput[],
  { members }: EducationContext['loaders'],
): Promise<Guardian[]> {
  const of = guardians.map(({ memberId }, index) => ({ field: `guardians.${index}.memberId`, id: memberId }));
  const known = await allNamed(
    of.flatMap(({ field, id }) => (id == null ? [] : [{ field, id }])),
    'member',
    members,
  );
  return guardians.map(({ name, relationship, phone, email, primary, memberId }) => ({
    name,
    relationship: relationship ?? null,
    phone: phone ?? null,
    email: email ?? null,
    primary,
    memberId: known.find(({ uuid }) => uuid === memberId?.toLowerCase())?.id ?? null,
  }));
}

const registerStudent = change<RegisterStudent, Student>({
  show,
  run: async ({ input, context }, request) => {
    check(input, rules);
    const { firstName, lastName } = input;
    const [programme, details] = await Promise.all([
      named('programmeId', input.programmeId, 'programme', context.loaders.programmes.byUuid),
      detailsOf(input, context),
    ]);
    return context.app.education.registerStudent(request(), {
      ...details,
      firstName,
      lastName,
      programmeId: programme.id,
      admissionNo: input.admissionNo ?? null,
    });
  },
});

const changeStudent = change<OnStudent & Details, Student>({
  show,
  run: async ({ input, version, context }, request) => {
    check(input, rules);
    const { programmes, students } = context.loaders;
    const [student, programmeId, details] = await Promise.all([
      named('studentId', input.studentId, 'student', students.byUuid),
      idNamed('programmeId', input.programmeId, 'programme', programmes.byUuid),
      detailsOf(input, context),
    ]);
    return context.app.education.changeStudent(request(), {
      studentId: student.id,
      ...defined({ version }),
      changes: { ...details, ...filled({ programmeId, admissionNo: input.admissionNo }) },
    });
  },
});

export const studentMutations = { registerStudent, changeStudent };
