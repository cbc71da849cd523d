import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';

const KENYAN_MOBILE = /^\+254(?:7|1)\d{8}$/;

/** What to do about a number that is refused. */
export const HOW_TO_SEND_A_MOBILE = 'Send it as +2547XXXXXXXX or +2541XXXXXXXX.';

/** True for a Kenyan mobile number in international format. */
export function isKenyanMobile(msisdn: string): boolean {
  return KENYAN_MOBILE.test(msisdn);
}

/** Refuses a number that no Kenyan mobile money reaches. @throws DomainError invalid_msisdn (invalid) */
export function requireKenyanMobile(msisdn: string): string {
  if (isKenyanMobile(msisdn)) return msisdn;
  throw refuse(kernelRefusals.invalid_msisdn, 'msisdn is not a Kenyan mobile number in international format.', {
    errors: [{ field: 'msisdn', code: 'invalid_msisdn', detail: HOW_TO_SEND_A_MOBILE }],
  });
}
