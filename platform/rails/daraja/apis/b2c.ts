import type { Cents } from '#core/kernel/money.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, firstProblem } from '../connection/verdict.ts';
import { wholeShillings } from '../wire/amounts.ts';
import { wireMsisdn } from '../wire/msisdn.ts';
import { acknowledged, credentialOf, within, type Acknowledged, type Addresses } from './party.ts';

export type CustomerPayment = {
  /** Our name for the payment, a UUID. The provider pays the same one once, and its status can be queried by it. */
  readonly originatorId: string;
  readonly amount: Cents;
  readonly msisdn: string;
  /** 2 to 100 characters. */
  readonly remarks: string;
  /** At most 100 characters; null for none. */
  readonly occasion: string | null;
  readonly addresses: Addresses;
};

/**
 * Pays a customer: B2C v3 (portal, "Business to Customer"), `BusinessPayment`. Accepted means taken on, not paid: the
 * outcome comes to the result address. It debits the shortcode's utility account.
 */
export async function payCustomer(
  daraja: Daraja,
  payment: CustomerPayment,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const { settings } = daraja;
  const { min, max } = settings.limits.payout;
  const amount = wholeShillings(payment.amount);
  const msisdn = wireMsisdn(payment.msisdn);
  if (amount === null) return declinedHere('Amount', 'it has to be whole shillings.');
  if (msisdn === null) return declinedHere('PartyB', 'it has to be a Kenyan mobile number.');
  const problem = firstProblem([
    ['OriginatorConversationID', /^[\w-]{20,128}$/.test(payment.originatorId), 'it has 20 to 128 letters and digits.'],
    ['Amount', payment.amount >= min && payment.amount <= max, `it has to be ${min} to ${max} minor units.`],
    ['Remarks', within(payment.remarks, 2, 100), 'it has 2 to 100 characters.'],
    ['Occassion', payment.occasion === null || within(payment.occasion, 1, 100), 'it has 1 to 100 characters.'],
  ]);
  if (problem !== null) return problem;
  const body = {
    OriginatorConversationID: payment.originatorId,
    InitiatorName: settings.initiator.name,
    SecurityCredential: credentialOf(daraja),
    CommandID: 'BusinessPayment',
    Amount: amount,
    PartyA: settings.shortcode,
    PartyB: msisdn,
    Remarks: payment.remarks,
    QueueTimeOutURL: payment.addresses.timeout,
    ResultURL: payment.addresses.result,
    // Spelled so on the wire.
    ...(payment.occasion === null ? {} : { Occassion: payment.occasion }),
  };
  return acknowledged(await call(daraja, 'b2c', body, deadline));
}
