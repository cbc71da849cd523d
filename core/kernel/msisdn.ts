import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';

const KENYAN_MOBILE = /^\+254(?:7|1)\d{8}$/;

/** True for a Kenyan mobile number in international format. */
export function isKenyanMobile(msisdn: string): boolean {
  return KENYAN_MOBILE.test(msisdn);
}

/** Refuses a number that no Kenyan mobile money reaches. @throws DomainError invalid_msisdn (invalid) */
export function requireKenyanMobile(msisdn: string): string {
  if (isKenyanMobile(msisdn)) return msisdn;
  throw refuse(kernelRefusals.invalid_msisdn, 'msisdn is not a Kenyan mobile number in international format.', {
    errors: [{ pointer: '#/msisdn', code: 'invalid_msisdn', detail: 'Send it as +2547XXXXXXXX or +2541XXXXXXXX.' }],
  });
}
