import { call, type Daraja } from '../connection/call.ts';
import { acknowledged, credentialOf, IDENTIFIER, type Acknowledged, type Addresses } from './party.ts';

/** Requests what the shortcode's accounts hold (portal, "Account Balance"). It comes to the result address. */
export async function requestBalance(
  daraja: Daraja,
  addresses: Addresses,
  deadline: AbortSignal,
): Promise<Acknowledged> {
  const body = {
    Initiator: daraja.settings.initiator.name,
    SecurityCredential: credentialOf(daraja),
    CommandID: 'AccountBalance',
    PartyA: daraja.settings.shortcode,
    IdentifierType: IDENTIFIER.shortcode,
    Remarks: 'Float check',
    QueueTimeOutURL: addresses.timeout,
    ResultURL: addresses.result,
  };
  return acknowledged(await call(daraja, 'balance', body, deadline));
}
