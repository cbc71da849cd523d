import type { Cents } from '#core/kernel/money.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, type Verdict } from '../connection/verdict.ts';
import { wholeShillings } from '../wire/amounts.ts';
import { problemOfAddress } from '../wire/callback-address.ts';
import { wireMsisdn } from '../wire/msisdn.ts';
import { within } from './party.ts';

export type PaybillAddresses = {
  readonly shortcode: string;
  readonly confirmation: string;
  readonly validation: string;
  /** What happens to a payment when the validation address does not answer in about eight seconds. */
  readonly unlessValidated: 'Completed' | 'Cancelled';
};

/**
 * Registers where payments to a paybill are validated and confirmed (portal, "Customer to Business", register URL). In
 * live it works once per shortcode: a second time is `already_registered`.
 */
export function registerPaybill(daraja: Daraja, paybill: PaybillAddresses, deadline: AbortSignal): Promise<Verdict> {
  const { environment } = daraja.settings;
  for (const [field, address] of [
    ['ConfirmationURL', paybill.confirmation],
    ['ValidationURL', paybill.validation],
  ] as const) {
    const problem = problemOfAddress(address, environment);
    if (problem !== null) return Promise.resolve(declinedHere(field, problem));
  }
  const body = {
    ShortCode: paybill.shortcode,
    ResponseType: paybill.unlessValidated,
    ConfirmationURL: paybill.confirmation,
    ValidationURL: paybill.validation,
  };
  return call(daraja, 'c2bRegister', body, deadline);
}

export type PretendedPayment = {
  readonly shortcode: string;
  readonly amount: Cents;
  readonly msisdn: string;
  /** At most 20 characters. */
  readonly billReference: string;
};

/** Lets Safaricom's sandbox simulate a payment (portal, "Customer to Business", simulate). Not in live. */
export async function pretendPayment(
  daraja: Daraja,
  payment: PretendedPayment,
  deadline: AbortSignal,
): Promise<Verdict> {
  const amount = wholeShillings(payment.amount);
  const msisdn = wireMsisdn(payment.msisdn);
  if (daraja.settings.environment === 'live')
    return declinedHere('CommandID', 'payments are pretended in the sandbox only.');
  if (amount === null) return declinedHere('Amount', 'it has to be whole shillings.');
  if (msisdn === null) return declinedHere('Msisdn', 'it has to be a Kenyan mobile number.');
  if (!within(payment.billReference, 1, 20)) return declinedHere('BillRefNumber', 'it has 1 to 20 characters.');
  const body = {
    ShortCode: payment.shortcode,
    CommandID: 'CustomerPayBillOnline',
    Amount: amount,
    Msisdn: msisdn,
    BillRefNumber: payment.billReference,
  };
  return call(daraja, 'c2bSimulate', body, deadline);
}
