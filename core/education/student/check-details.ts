import { HOW_TO_SEND_A_COUNTRY, isCountry } from '../../kernel/countries.ts';
import { isDocumentNo } from '../../kernel/text.ts';
import { fieldErrors, type FieldErrors } from '../field-errors.ts';
import { ADMISSION_NO } from './admission-no.ts';
import type { Guardian, StudentDetails } from './student.ts';

/** Whether the plan of the country has the number, the adapters ask: plans are data from outside. */
const E164 = /^\+[1-9]\d{6,14}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@.]{2,63}$/;
/** The index number of the national school examination: school (8 digits) and candidate (3). [U] */
const KCSE_INDEX = /^\d{11}$/;

/**
 * Checks what a caller wrote of a student.
 * @param details the particulars as they would be stored
 * @param today the business date of the institution
 * @throws DomainError validation_failed (invalid) with one entry per field
 */
export function checkStudentDetails(
  details: StudentDetails,
  today: Temporal.PlainDate,
  admissionNo: string | null = null,
): void {
  const errors = fieldErrors();
  for (const [field, name] of [
    ['first_name', details.firstName],
    ['last_name', details.lastName],
  ] as const) {
    errors.require(isBetween(name.trim().length, 1, 100), field, 'length', 'Send 1 to 100 characters.');
  }
  errors.require(
    details.middleName === null || isBetween(details.middleName.trim().length, 1, 100),
    'middle_name',
    'length',
    'Send 1 to 100 characters, or null.',
  );
  checkBirth(details.dateOfBirth, today, errors);
  checkDocuments(details, errors);
  for (const [field, value] of [
    ['kuccps_ref', details.kuccpsRef],
    ['helb_ref', details.helbRef],
    ['county', details.county],
  ] as const) {
    const fits = value === null || isBetween(value.trim().length, 1, 64);
    errors.require(fits, field, 'length', 'Send 1 to 64 characters, or null.');
  }
  checkContact('', details, errors);
  errors.require(details.country === null || isCountry(details.country), 'country', 'format', HOW_TO_SEND_A_COUNTRY);
  errors.require(
    Number.isInteger(details.yearOfStudy) && isBetween(details.yearOfStudy, 1, 10),
    'year_of_study',
    'range',
    'Send a whole number from 1 to 10.',
  );
  errors.require(
    details.kcseIndexNo === null || KCSE_INDEX.test(details.kcseIndexNo),
    'kcse_index_no',
    'format',
    'Send eleven digits.',
  );
  errors.require(
    details.kcseIndexNo === null || details.kcseYear !== null,
    'kcse_year',
    'required',
    'An index number is unique within its year only: send kcse_year too.',
  );
  errors.require(
    details.kcseYear === null || isBetween(details.kcseYear, 1989, today.year),
    'kcse_year',
    'range',
    'Send the year of the examination.',
  );
  checkGuardians(details.guardians, errors);
  errors.require(
    admissionNo === null || ADMISSION_NO.test(admissionNo.trim()),
    'admission_no',
    'format',
    'Send 3 to 30 letters, digits, spaces or / . _ - that begin and end with a letter or digit.',
  );
  errors.settle();
}

function checkDocuments(details: StudentDetails, errors: FieldErrors): void {
  for (const [field, value] of [
    ['national_id', details.nationalId],
    ['birth_certificate_no', details.birthCertificateNo],
    ['passport_no', details.passportNo],
  ] as const) {
    const isMasked = value?.includes('*') === true;
    errors.require(!isMasked, field, 'masked', 'Send the whole number, or leave it out.');
    const fits = isMasked || value === null || (value.length <= 64 && isDocumentNo(value));
    const detail = 'Send 1 to 64 letters, digits, spaces or / . _ - that begin and end with a letter or digit.';
    errors.require(fits, field, 'format', detail);
  }
}

function checkBirth(born: Temporal.PlainDate | null, today: Temporal.PlainDate, errors: FieldErrors): void {
  if (born === null) return;
  const past = Temporal.PlainDate.compare(born, today) < 0;
  errors.require(past, 'date_of_birth', 'range', 'Send a date in the past.');
  if (!past) return;
  const age = born.until(today, { largestUnit: 'years' }).years;
  errors.require(isBetween(age, 3, 100), 'date_of_birth', 'range', 'A student is 3 to 100 years old.');
}

function checkContact(
  path: string,
  contact: { readonly phone: string | null; readonly email: string | null },
  errors: FieldErrors,
): void {
  errors.require(
    contact.phone === null || E164.test(contact.phone),
    `${path}phone`,
    'format',
    'Send the number in international format: +254712345678.',
  );
  errors.require(
    contact.email === null || EMAIL.test(contact.email),
    `${path}email`,
    'format',
    'Send an address such as a.wanjiru@example.ac.ke.',
  );
}

function checkGuardians(guardians: readonly Guardian[], errors: FieldErrors): void {
  errors.require(guardians.length <= 10, 'guardians', 'length', 'Send at most 10 guardians.');
  errors.require(
    guardians.filter((guardian) => guardian.primary).length <= 1,
    'guardians',
    'primary',
    'At most one guardian is the primary one.',
  );
  guardians.forEach((guardian, index) => {
    const path = `guardians.${index}.`;
    const named = isBetween(guardian.name.trim().length, 1, 200);
    errors.require(named, `${path}name`, 'length', 'Send 1 to 200 characters.');
    checkContact(path, guardian, errors);
  });
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
