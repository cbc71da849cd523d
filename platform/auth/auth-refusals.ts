import { refusals } from '#core/kernel/domain-error.ts';

/** What a request receives where its token or its client is not taken. */
export const authRefusals = refusals({
  unauthenticated: {
    kind: 'unauthenticated',
    title: 'A bearer token is required',
    remedy: 'Get a token at the token endpoint and send it as Authorization: Bearer.',
  },
  invalid_token: {
    kind: 'unauthenticated',
    title: 'The access token is expired, revoked or unknown',
    remedy: 'Fetch one new token and retry once.',
  },
  invalid_client: {
    kind: 'unauthenticated',
    title: 'Client authentication failed',
    remedy: 'Check client_id and client_secret; test keys go with test secrets, live keys with live ones.',
  },
  address_not_allowed: {
    kind: 'forbidden',
    title: 'The client may not call from this address',
    remedy: 'Call from an address on the client’s list, or have the institution add this one.',
  },
  invalid_scope: {
    kind: 'malformed',
    title: 'A requested scope is unknown or not granted',
    remedy: 'Ask for a subset of the scopes that the client was granted, or leave scope out.',
  },
});
