/** From this age on a person answers for their own particulars. */
const ADULT_AT = 18;

/** What the law protects of a minor, as partners spell it. */
export const PROTECTED_OF_MINORS = [
  'national_id',
  'birth_certificate_no',
  'passport_no',
  'date_of_birth',
  'guardians',
] as const;
export type ProtectedField = (typeof PROTECTED_OF_MINORS)[number];

type Particulars = {
  readonly dateOfBirth: Temporal.PlainDate | null;
  readonly nationalId: string | null;
  readonly birthCertificateNo: string | null;
  readonly passportNo: string | null;
  readonly guardians: readonly unknown[];
};

/** True for a student under eighteen, and for one whose age is unknown. */
export function isMinor(dateOfBirth: Temporal.PlainDate | null, today: Temporal.PlainDate): boolean {
  return dateOfBirth === null || dateOfBirth.until(today, { largestUnit: 'years' }).years < ADULT_AT;
}

/**
 * A student as a reader may see them: of a minor, identity documents are cut to their last three characters and date of
 * birth and guardians are left out, unless the reader is trusted with personal data.
 * @returns the student, with the names of what was masked (empty where everything is shown)
 */
export function maskMinor<S extends Particulars>(
  student: S,
  reader: { readonly pii: boolean; readonly today: Temporal.PlainDate },
): S & { readonly masked: readonly ProtectedField[] } {
  if (reader.pii || !isMinor(student.dateOfBirth, reader.today)) return { ...student, masked: [] };
  const { nationalId, birthCertificateNo, passportNo, dateOfBirth, guardians } = student;
  const has: { readonly [F in ProtectedField]: boolean } = {
    national_id: nationalId !== null,
    birth_certificate_no: birthCertificateNo !== null,
    passport_no: passportNo !== null,
    date_of_birth: dateOfBirth !== null,
    guardians: guardians.length > 0,
  };
  return {
    ...student,
    nationalId: lastThree(nationalId),
    birthCertificateNo: lastThree(birthCertificateNo),
    passportNo: lastThree(passportNo),
    dateOfBirth: null,
    guardians: [],
    masked: PROTECTED_OF_MINORS.filter((field) => has[field]),
  };
}

const MEMBER: { readonly [F in ProtectedField]: keyof Particulars } = {
  national_id: 'nationalId',
  birth_certificate_no: 'birthCertificateNo',
  passport_no: 'passportNo',
  date_of_birth: 'dateOfBirth',
  guardians: 'guardians',
};

/**
 * Changes without what their giver was shown masked and sends back as it was shown: a copy must not overwrite what its
 * giver can't see.
 */
export function withoutEchoes<Changes extends Partial<Particulars>>(
  changes: Changes,
  shown: Particulars & { readonly masked: readonly ProtectedField[] },
): Changes {
  const echoed = new Set<string>(
    shown.masked.map((field) => MEMBER[field]).filter((member) => isSame(changes[member], shown[member])),
  );
  // What is left out may be: every member of a change is optional.
  return Object.fromEntries(Object.entries(changes).filter(([member]) => !echoed.has(member))) as Changes;
}

/** Shown masked, a list is empty and a date is null. */
const isSame = (sent: unknown, shown: unknown) =>
  sent === shown || (Array.isArray(sent) && Array.isArray(shown) && sent.length === 0 && shown.length === 0);

function lastThree(number: string | null): string | null {
  if (number === null) return null;
  return number.length <= 3 ? '***' : `${'*'.repeat(number.length - 3)}${number.slice(-3)}`;
}
