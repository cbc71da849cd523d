import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';

const KENYAN_MOBILE = /^\+254(?:7|1)\d{8}$/;

/** What to do about a number that is refused. */
export const HOW_TO_SEND_A_MOBILE = 'Send it as +2547XXXXXXXX or +2541XXXXXXXX.';

/** True for a Kenyan mobile number in international format. */
export function isKenyanMobile(msisdn: string): boolean {
  return KENYAN_MOBILE.test(msisdn);
}

/**
 * False where two numbers can't be of one person. Providers hide digits of a payer's number (`2547 ***** 678`), or all of
 * them: what is hidden may be anything.
 */
export function mayBeSameNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((number) => number.replaceAll(/[\s+]/g, ''));
  if (a === undefined || b === undefined || !isShown(a) || !isShown(b)) return true;
  if (!a.includes('*')) return b.includes('*') ? agrees(b, a) : a === b;
  return b.includes('*') || agrees(a, b);
}

/** Digits, of which some may be hidden: not what stands for a whole number. */
const isShown = (number: string) => /^[\d*]{7,15}$/.test(number);

/** How many digits are hidden is not known: providers write as many stars as they like. */
function agrees(hidden: string, number: string): boolean {
  const [first = '', ...others] = hidden.split(/\*+/);
  return number.startsWith(first) && number.endsWith(others.at(-1) ?? '');
}

/** Refuses a number that no Kenyan mobile money reaches. @throws DomainError invalid_msisdn (invalid) */
export function requireKenyanMobile(msisdn: string): string {
  if (isKenyanMobile(msisdn)) return msisdn;
  throw refuse(kernelRefusals.invalid_msisdn, 'msisdn is not a Kenyan mobile number in international format.', {
    errors: [{ field: 'msisdn', code: 'invalid_msisdn', detail: HOW_TO_SEND_A_MOBILE }],
  });
}
