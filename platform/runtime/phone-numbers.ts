import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What to do about a number that is refused. */
export const HOW_TO_SEND_A_PHONE = 'Send a number that its telephone plan has, in international form: +254712345678.';

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * True for a number in international form (E.164) that the plan of its country has. The one place that says so: the
 * schemas of REST and the scalar of the graph ask here. The plans are data of the library, so the core, which imports
 * nothing, checks the form alone.
 */
export function isPhoneNumber(text: string): boolean {
  return E164.test(text) && isValidPhoneNumber(text);
}

/** A number as it is dialled within its country, without what comes before it there: 712345678. */
export function nationalNumber(phone: string): string | null {
  return parsePhoneNumberFromString(phone)?.nationalNumber ?? null;
}
