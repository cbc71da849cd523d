import { providerHttp, type Exchange, type Send } from '../connection/http.ts';
import { idAt, memberOf, textAt, textOf, type Json } from '../connection/json.ts';
import { within } from '../connection/within.ts';
import { MARKET, type AirtelSettings } from './settings.ts';

/** An application of Airtel Money with its connection. */
export type Airtel = {
  readonly settings: AirtelSettings;
  readonly now: () => Temporal.Instant;
  /** Sends one request. An invalid token is renewed once, and the very same request sent once more. */
  readonly call: (request: AirtelRequest, deadline: AbortSignal) => Promise<AirtelReply>;
};

type AirtelRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body: object | null };

export type AirtelReply =
  /** No byte of it can have reached Airtel. */
  | { readonly kind: 'not_sent'; readonly retryAfterSeconds: null }
  /** Not accepted for now; the same request may be sent again later. */
  | { readonly kind: 'back_off'; readonly retryAfterSeconds: number | null }
  /** Sent, and no usable reply. */
  | { readonly kind: 'unknown' }
  /** Airtel declines the request as such, with no code of a transaction. */
  | { readonly kind: 'declined'; readonly code: 'request_invalid' | 'provider_config'; readonly status: number }
  | {
      readonly kind: 'replied';
      readonly responseCode: string | null;
      /** TS, TF, TA, TIP or TE; null where the reply names none. */
      readonly state: string | null;
      /** Airtel's own name for the transaction: its receipt, once it is paid. */
      readonly airtelId: string | null;
      readonly data: Json | undefined;
    };

/** A token is not used in its last seconds; it lives for three minutes. */
const MARGIN_SECONDS = 20;

export function openAirtel(settings: AirtelSettings, now: () => Temporal.Instant): Airtel {
  const send = providerHttp(settings.timeouts, now);
  const tokens = tokensOf(settings, send, now);

  const exchange = (token: string, { method, path, body }: AirtelRequest, deadline: AbortSignal) =>
    send(
      {
        method,
        url: `${settings.baseUrl}${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-country': MARKET.country,
          'x-currency': MARKET.currency,
        },
        body: body === null ? null : JSON.stringify(body),
      },
      deadline,
    );

  return {
    settings,
    now,
    call: async (request, deadline) => {
      for (const attempt of ['first', 'renewed'] as const) {
        const token = await tokens(attempt, deadline);
        if (token.kind !== 'token') return token;
        const exchanged = await exchange(token.value, request, deadline);
        if (exchanged.kind !== 'answered' || exchanged.status !== 401) return classify(exchanged);
      }
      return { kind: 'declined', code: 'provider_config', status: 401 };
    },
  };
}

type TokenReply =
  { readonly kind: 'token'; readonly value: string } | Extract<AirtelReply, { kind: 'not_sent' | 'declined' }>;

/** The token of an application, fetched once for all callers at the same time. A new one does not end the old one. */
function tokensOf({ baseUrl, clientId, clientSecret }: AirtelSettings, send: Send, now: () => Temporal.Instant) {
  let held: { readonly value: string; readonly until: Temporal.Instant } | null = null;
  let flight: Promise<TokenReply> | null = null;

  const request = async (): Promise<TokenReply> => {
    const requestedAt = now();
    const exchanged = await send(
      {
        method: 'POST',
        url: `${baseUrl}/auth/oauth2/token`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
      },
      // Shared by all callers, so none of their deadlines ends it; the connection has a limit of its own.
      new AbortController().signal,
    );
    // Whatever happened to the request for a token: the request that needed it has not been sent.
    if (exchanged.kind !== 'answered') return { kind: 'not_sent', retryAfterSeconds: null };
    const { status, body } = exchanged;
    if (status === 400 || status === 401) return { kind: 'declined', code: 'provider_config', status };
    const value = textAt(body, 'access_token');
    if (status !== 200 || value === null) return { kind: 'not_sent', retryAfterSeconds: null };
    held = { value, until: requestedAt.add({ seconds: lifetimeOf(body) }) };
    return { kind: 'token', value };
  };

  return async (attempt: 'first' | 'renewed', deadline: AbortSignal): Promise<TokenReply> => {
    if (attempt === 'first' && held !== null && Temporal.Instant.compare(now(), held.until) < 0) {
      return { kind: 'token', value: held.value };
    }
    flight ??= request().finally(() => {
      flight = null;
    });
    return within(deadline, flight, { kind: 'not_sent', retryAfterSeconds: null });
  };
}

/** For so many seconds a token is used; what can't be read counts as a minute. */
function lifetimeOf(body: Json | undefined): number {
  const digits = /^\d{1,6}/.exec(textOf(memberOf(body, 'expires_in')) ?? '60')?.[0] ?? '60';
  return Math.max(Number(digits) - MARGIN_SECONDS, 1);
}

function classify(exchanged: Exchange): AirtelReply {
  if (exchanged.kind === 'not_sent') return { kind: 'not_sent', retryAfterSeconds: null };
  if (exchanged.kind === 'no_answer') return { kind: 'unknown' };
  const { status, body, retryAfterSeconds } = exchanged;
  if (status === 429) return { kind: 'back_off', retryAfterSeconds };
  if (status >= 500) return { kind: 'unknown' };
  const envelope = memberOf(body, 'status');
  const data = memberOf(body, 'data');
  const transaction = memberOf(data, 'transaction');
  const responseCode = textAt(envelope, 'response_code');
  const state = textAt(transaction, 'status');
  if (responseCode === null && state === null && data === undefined) {
    if (status < 400) return { kind: 'unknown' };
    return { kind: 'declined', code: status === 403 ? 'provider_config' : 'request_invalid', status };
  }
  return { kind: 'replied', responseCode, state, airtelId: idAt(transaction, 'airtel_money_id'), data };
}
