import { present, withFormer, type IdentifyingTexts, type TextsOf } from '../../kernel/personal-data.ts';
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

/** Those of the student as it stands. */
export const PRESENT_TEXTS: TextsOf<Particulars> = {
  all: (student) => presentTexts(student),
  own: (student) => presentTexts({ ...student, guardians: [] }),
};

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
