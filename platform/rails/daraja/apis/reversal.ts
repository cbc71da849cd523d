import type { Cents } from '#core/kernel/money.ts';
import { ownShortcode } from '../settings.ts';
import { call, type Daraja } from '../connection/call.ts';
import { declinedHere, firstProblem } from '../connection/verdict.ts';
import { wholeShillings } from '../wire/amounts.ts';
import { acknowledged, credentialOf, IDENTIFIER, within, type Acknowledged, type Addresses } from './party.ts';

export type Reversal = {
  /** The receipt of the collection that is returned. */
  readonly receiptNo: string;
  readonly amount: Cents;
  /** The shortcode that had received it. */
  readonly shortcode: string;
  readonly remarks: string;
  readonly addresses: Addresses;
};

/**
 * Returns a collection to its payer (portal, "Reversals"). Only what customers paid to us: a payment to a customer
 * can't be reversed by API, only by hand on the provider's portal.
 */
export async function reverseCollection(
  daraja: Daraja,
  reversal: Reversal,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const amount = wholeShillings(reversal.amount);
  if (amount === null) return declinedHere('Amount', 'it has to be whole shillings.');
  const own = ownShortcode(daraja.settings, reversal.shortcode);
  if (own === null) return declinedHere('ReceiverParty', 'it is the shortcode that pays, or the one that collects.');
  const problem = firstProblem([
    ['TransactionID', /^[A-Z0-9]{10}$/.test(reversal.receiptNo), 'it is a receipt of ten letters and digits.'],
    ['Remarks', within(reversal.remarks, 2, 100), 'it has 2 to 100 characters.'],
  ]);
  if (problem !== null) return problem;
  const body = {
    Initiator: own.initiator.name,
    SecurityCredential: credentialOf(daraja, own.initiator),
    CommandID: 'TransactionReversal',
    TransactionID: reversal.receiptNo,
    Amount: amount,
    ReceiverParty: reversal.shortcode,
    // Spelled so on the wire.
    RecieverIdentifierType: IDENTIFIER.reversalReceiver,
    ResultURL: reversal.addresses.result,
    QueueTimeOutURL: reversal.addresses.timeout,
    Remarks: reversal.remarks,
  };
  return acknowledged(await call(daraja, 'reversal', body, deadline));
}
