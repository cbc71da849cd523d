import type { OwnShortcode } from '../settings.ts';
import { call, type Daraja } from '../connection/call.ts';
import { firstProblem } from '../connection/verdict.ts';
import { acknowledged, credentialOf, IDENTIFIER, within, type Acknowledged, type Addresses } from './party.ts';

export type StatusQuery = {
  /** What is queried: a receipt, or the originator id under which the payment was requested. */
  readonly about: { readonly receiptNo: string } | { readonly originatorId: string };
  readonly remarks: string;
  /** At most 100 characters; null for none. */
  readonly occasion: string | null;
  readonly addresses: Addresses;
  /** Whose transaction it is; by default that of the shortcode that pays customers. */
  readonly of?: OwnShortcode;
};

/**
 * Queries the status of a transaction of ours (portal, "Transaction Status"). The acknowledgement has ids of the query
 * itself; the status comes to its result address.
 */
export async function queryStatus(
  daraja: Daraja,
  statusQuery: StatusQuery,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const { settings } = daraja;
  const { shortcode, initiator } = statusQuery.of ?? settings;
  const { about } = statusQuery;
  const id = 'receiptNo' in about ? about.receiptNo : about.originatorId;
  const problem = firstProblem([
    ['TransactionID', within(id, 1, 128), 'it has 1 to 128 characters.'],
    ['Remarks', within(statusQuery.remarks, 2, 100), 'it has 2 to 100 characters.'],
    ['Occasion', statusQuery.occasion === null || within(statusQuery.occasion, 1, 100), 'it has 1 to 100 characters.'],
  ]);
  if (problem !== null) return problem;
  const body = {
    Initiator: initiator.name,
    SecurityCredential: credentialOf(daraja, initiator),
    CommandID: 'TransactionStatusQuery',
    ...('receiptNo' in about ? { TransactionID: id } : { [settings.wireNames.originalId]: id }),
    PartyA: shortcode,
    IdentifierType: IDENTIFIER.shortcode,
    ResultURL: statusQuery.addresses.result,
    QueueTimeOutURL: statusQuery.addresses.timeout,
    Remarks: statusQuery.remarks,
    ...(statusQuery.occasion === null ? {} : { Occasion: statusQuery.occasion }),
  };
  return acknowledged(await call(daraja, 'status', body, deadline));
}
