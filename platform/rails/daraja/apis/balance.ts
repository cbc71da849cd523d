import type { OwnShortcode } from '../settings.ts';
import { call, type Daraja } from '../connection/call.ts';
import { acknowledged, credentialOf, IDENTIFIER, type Acknowledged, type Addresses } from './party.ts';

/** Requests what a shortcode's accounts hold (portal, "Account Balance"). It comes to the result address. */
export async function requestBalance(
  daraja: Daraja,
  addresses: Addresses,
  deadline: AbortSignal,
  { shortcode, initiator }: OwnShortcode = daraja.settings,
): Promise<Acknowledged> {
  const body = {
    Initiator: initiator.name,
    SecurityCredential: credentialOf(daraja, initiator),
    CommandID: 'AccountBalance',
    PartyA: shortcode,
    IdentifierType: IDENTIFIER.shortcode,
    Remarks: 'Float check',
    QueueTimeOutURL: addresses.timeout,
    ResultURL: addresses.result,
  };
  return acknowledged(await call(daraja, 'balance', body, deadline));
}
