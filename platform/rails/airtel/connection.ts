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
  /** Airtel declines the request as such, by a code of its own that says so, and has no transaction of it. */
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
        const isLast = attempt === 'renewed';
        if (exchanged.kind !== 'answered' || exchanged.status !== 401 || isLast) return classify(exchanged);
      }
      return { kind: 'unknown' };
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
    // What a proxy says of it is no refusal of our credentials.
    if (status < 500 && TOKEN_REFUSALS.has(textAt(body, 'error') ?? '')) {
      return { kind: 'declined', code: 'provider_config', status };
    }
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
  // Independent of the sender of the reply: it was turned away before anything was done.
  if (status === 429) return { kind: 'back_off', retryAfterSeconds };
  if (status >= 500) return { kind: 'unknown' };
  const data = memberOf(body, 'data');
  const transaction = memberOf(data, 'transaction');
  const responseCode = textAt(memberOf(body, 'status'), 'response_code');
  const state = textAt(transaction, 'status');
  if (responseCode === null && state === null) {
    const code = declineIn(body);
    if (code !== null) return { kind: 'declined', code, status };
    // A proxy's time-out, its page, or a code that is unknown to us: it may have reached Airtel.
    if (data === undefined || status >= 400) return { kind: 'unknown' };
  }
  return { kind: 'replied', responseCode, state, airtelId: idAt(transaction, 'airtel_money_id'), data };
}

/** Refusals of a token (RFC 6749, section 5.2), which Airtel uses. */
const TOKEN_REFUSALS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
]);

/**
 * Codes by which Airtel's gateway declines a request before there is a transaction (portal, "Error codes"). Only these are
 * final. Codes that leave it open, such as ESB000004 and ESB000011 (it failed somewhere on the way) and ESB000041 (the id is
 * known already), are not among them.
 */
const DECLINES: { readonly [code: string]: 'request_invalid' | 'provider_config' } = {
  ESB000008: 'request_invalid',
  ESB000033: 'request_invalid',
  ESB000034: 'provider_config',
  ESB000035: 'provider_config',
  ESB000036: 'request_invalid',
  ESB000039: 'provider_config',
  ROUTER001: 'provider_config',
  ROUTER003: 'request_invalid',
  ROUTER005: 'provider_config',
  ROUTER006: 'provider_config',
  ROUTER007: 'provider_config',
  ROUTER112: 'provider_config',
  ROUTER114: 'provider_config',
  ROUTER115: 'provider_config',
  ROUTER116: 'provider_config',
  ROUTER119: 'provider_config',
};

/** In whichever of Airtel's envelopes: of the service, of the router in front of it, or of what checks the token. */
function declineIn(body: Json | undefined): 'request_invalid' | 'provider_config' | null {
  if (textAt(body, 'error') === 'invalid_token') return 'provider_config';
  const envelope = memberOf(body, 'status');
  const codes = [textAt(envelope, 'result_code'), textAt(envelope, 'code'), textAt(body, 'status_code')];
  const code = codes.find((each) => each !== null && Object.hasOwn(DECLINES, each));
  return DECLINES[code ?? ''] ?? null;
}
