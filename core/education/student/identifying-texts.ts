import { formerTexts, present, withFormer, type IdentifyingTexts } from '../../kernel/personal-data.ts';
import type { Student } from './student.ts';

type Guardian = { readonly name: string; readonly phone: string | null; readonly email: string | null };
type Particulars = Pick<
  Student,
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'admissionNo'
  | 'nationalId'
  | 'birthCertificateNo'
  | 'passportNo'
  | 'kuccpsRef'
  | 'kcseIndexNo'
  | 'helbRef'
  | 'phone'
  | 'email'
> & { readonly guardians: readonly Guardian[] };

/** Whole names and numbers that point to a student, or to a guardian, wherever they stand; those of before as well. */
export const textsOfStudent = (student: Particulars & Pick<Student, 'formerTexts'>): IdentifyingTexts =>
  withFormer(presentTexts(student), student.formerTexts);

/** Makes a change, and keeps what pointed to the student until then. */
export function keepingFormer<Result>(student: Student, change: () => Result): Result {
  const before = presentTexts(student);
  const result = change();
  student.formerTexts = formerTexts(student.formerTexts, before, presentTexts(student));
  return result;
}

function presentTexts(student: Particulars): IdentifyingTexts {
  const { firstName, middleName, lastName, guardians } = student;
  return {
    names: present([
      [firstName, lastName].join(' '),
      [firstName, middleName, lastName].filter((name) => name !== null).join(' '),
      ...guardians.map(({ name }) => name),
    ]),
    numbers: present([student.nationalId, student.birthCertificateNo, student.passportNo]),
    references: present([student.admissionNo, student.kuccpsRef, student.kcseIndexNo, student.helbRef]),
    phones: present([student.phone, ...guardians.map(({ phone }) => phone)]),
    emails: present([student.email, ...guardians.map(({ email }) => email)]),
  };
}
