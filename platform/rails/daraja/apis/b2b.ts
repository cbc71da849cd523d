import type { Cents } from '#core/kernel/money.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, firstProblem } from '../connection/verdict.ts';
import type { OwnShortcode } from '../settings.ts';
import { wholeShillings } from '../wire/amounts.ts';
import { wireMsisdn } from '../wire/msisdn.ts';
import { acknowledged, credentialOf, IDENTIFIER, within, type Acknowledged, type Addresses } from './party.ts';

export type BusinessPayment = {
  /**
   * `BusinessPayToBulk` tops up a utility account that pays customers; `BusinessPayBill` pays a paybill, such as a
   * school's; `BusinessBuyGoods` pays a till; `BusinessTransferFromMMFToUtility` moves our own working account into our utility account.
   */
  readonly command: 'BusinessPayToBulk' | 'BusinessPayBill' | 'BusinessBuyGoods' | 'BusinessTransferFromMMFToUtility';
  readonly amount: Cents;
  readonly toShortcode: string;
  /** The account at the payee: at most 13 characters. */
  readonly accountReference: string;
  /** The customer on whose behalf it is paid; null for none. */
  readonly requester: string | null;
  readonly remarks: string;
  readonly addresses: Addresses;
  /** Whose working account pays. */
  readonly from: OwnShortcode;
};

/**
 * Pays from one shortcode to another (portal, "Business Pay Bill", "B2C Account Top Up"). It carries no id of ours, so
 * that one whose reply was lost is only found by the provider's own list.
 */
export async function payBusiness(
  daraja: Daraja,
  payment: BusinessPayment,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const { shortcode, initiator } = payment.from;
  const amount = wholeShillings(payment.amount);
  const requester = payment.requester === null ? null : wireMsisdn(payment.requester);
  if (amount === null) return declinedHere('Amount', 'it has to be whole shillings.');
  const problem = firstProblem([
    ['PartyB', /^\d{5,7}$/.test(payment.toShortcode), 'it is a shortcode of 5 to 7 digits.'],
    ['AccountReference', within(payment.accountReference, 1, 13), 'it has 1 to 13 characters.'],
    ['Requester', payment.requester === null || requester !== null, 'it has to be a Kenyan mobile number.'],
    ['Remarks', within(payment.remarks, 2, 100), 'it has 2 to 100 characters.'],
  ]);
  if (problem !== null) return problem;
  const body = {
    Initiator: initiator.name,
    SecurityCredential: credentialOf(daraja, initiator),
    CommandID: payment.command,
    SenderIdentifierType: IDENTIFIER.shortcode,
    // Spelled so on the wire.
    RecieverIdentifierType: IDENTIFIER.shortcode,
    Amount: amount,
    PartyA: shortcode,
    PartyB: payment.toShortcode,
    AccountReference: payment.accountReference,
    ...(requester === null ? {} : { Requester: requester }),
    Remarks: payment.remarks,
    QueueTimeOutURL: payment.addresses.timeout,
    ResultURL: payment.addresses.result,
  };
  return acknowledged(await call(daraja, 'b2b', body, deadline));
}
