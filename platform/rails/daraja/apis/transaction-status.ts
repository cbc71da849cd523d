import { call, type Daraja } from '../connection/call.ts';
import { firstProblem } from '../connection/verdict.ts';
import { acknowledged, credentialOf, IDENTIFIER, within, type Acknowledged, type Addresses } from './party.ts';

export type StatusQuery = {
  /** What is asked about: a receipt, or the originator id under which the payment was requested. */
  readonly about: { readonly receiptNo: string } | { readonly originatorId: string };
  readonly remarks: string;
  /** At most 100 characters; null for none. */
  readonly occasion: string | null;
  readonly addresses: Addresses;
};

/**
 * Asks what became of a transaction of ours (portal, "Transaction Status"). The acknowledgement has ids of the question
 * itself; the answer comes to its result address.
 */
export async function queryStatus(daraja: Daraja, question: StatusQuery, deadline: AbortSignal): Promise<Acknowledged> {
  const { settings } = daraja;
  const { about } = question;
  const id = 'receiptNo' in about ? about.receiptNo : about.originatorId;
  const problem = firstProblem([
    ['TransactionID', within(id, 1, 128), 'it has 1 to 128 characters.'],
    ['Remarks', within(question.remarks, 2, 100), 'it has 2 to 100 characters.'],
    ['Occasion', question.occasion === null || within(question.occasion, 1, 100), 'it has 1 to 100 characters.'],
  ]);
  if (problem !== null) return problem;
  const body = {
    Initiator: settings.initiator.name,
    SecurityCredential: credentialOf(daraja),
    CommandID: 'TransactionStatusQuery',
    ...('receiptNo' in about ? { TransactionID: id } : { [settings.wireNames.originalId]: id }),
    PartyA: settings.shortcode,
    IdentifierType: IDENTIFIER.shortcode,
    ResultURL: question.addresses.result,
    QueueTimeOutURL: question.addresses.timeout,
    Remarks: question.remarks,
    ...(question.occasion === null ? {} : { Occasion: question.occasion }),
  };
  return acknowledged(await call(daraja, 'status', body, deadline));
}
