import { endpointsOf, type ApiName, type Endpoint } from '../endpoints.ts';
import type { DarajaSettings } from '../settings.ts';
import { classify, type Judgement } from './classify.ts';
import { providerHttp, type Send } from '../../connection/http.ts';
import { tokensOf, type Token, type Tokens, type TokenStore } from './token.ts';
import type { Verdict } from './verdict.ts';

/** A Daraja app with its connection. The functions beside this folder take it as their context. */
export type Daraja = {
  readonly settings: DarajaSettings;
  readonly endpoints: { readonly [Api in ApiName]: Endpoint };
  readonly now: () => Temporal.Instant;
  readonly send: Send;
  readonly tokens: Tokens;
};

export function openDaraja(
  settings: DarajaSettings,
  { now, store }: { readonly now: () => Temporal.Instant; readonly store: TokenStore },
): Daraja {
  const endpoints = endpointsOf(settings.wireNames);
  const send = providerHttp(settings.timeouts, now);
  return { settings, endpoints, now, send, tokens: tokensOf(settings, endpoints.token, { send, now, store }) };
}

/** A body as it goes out. Everything is text, amounts and shortcodes too. */
export type Body = { readonly [field: string]: string };

/**
 * Sends one request and returns what its reply means. An invalid token, in whichever form it is reported, is renewed once
 * and the very same request sent once more: with an invalid token nothing was accepted.
 */
export async function call(daraja: Daraja, api: ApiName, body: Body, deadline: AbortSignal): Promise<Verdict> {
  const { tokens } = daraja;
  const first = await tokens.current(deadline);
  if (first.kind !== 'token') return first;
  const verdict = await exchange(daraja, api, body, first.token, deadline);
  if (verdict.kind !== 'invalid_token') return verdict;
  const second = await tokens.renewed(first.token, deadline);
  if (second.kind !== 'token') return second;
  const again = await exchange(daraja, api, body, second.token, deadline);
  if (again.kind !== 'invalid_token') return again;
  return {
    kind: 'rejected',
    code: 'provider_config',
    providerCode: null,
    means: 'The provider accepts none of our tokens.',
    retryAfterSeconds: null,
  };
}

async function exchange(
  { endpoints, settings, send }: Daraja,
  api: ApiName,
  body: Body,
  token: Token,
  deadline: AbortSignal,
): Promise<Judgement> {
  const endpoint = endpoints[api];
  const exchanged = await send(
    {
      method: endpoint.method,
      url: `${settings.baseUrl}${endpoint.path}`,
      headers: { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
    deadline,
  );
  return classify(api, endpoint, exchanged);
}
