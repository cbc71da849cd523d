import { within } from '../../connection/within.ts';
import { memberOf, textAt, textOf } from '../../connection/json.ts';
import type { Endpoint } from '../endpoints.ts';
import type { DarajaSettings } from '../settings.ts';
import { classify } from './classify.ts';
import type { Send } from '../../connection/http.ts';
import type { Verdict } from './verdict.ts';

export type Token = { readonly value: string; readonly freshUntil: Temporal.Instant };

/** A token, or why there is none: then nothing of the request itself has been sent. */
type TokenReply = { readonly kind: 'token'; readonly token: Token } | Exclude<Verdict, { kind: 'accepted' }>;

/**
 * Where the one token of an app is stored. A request for a new token ends the old one, so that processes which each had
 * their own would end each other's; they share a store. `exclusively` runs one piece of work at a time with what is
 * stored and stores what it returns; null leaves the store as it is.
 */
export type TokenStore = {
  readonly exclusively: (work: (stored: Token | null) => Promise<Token | null>) => Promise<void>;
};

export type Tokens = {
  /** The token to use now. */
  readonly current: (deadline: AbortSignal) => Promise<TokenReply>;
  /** The token to use after the provider has called `stale` invalid: a new one, unless it was renewed since. */
  readonly renewed: (stale: Token, deadline: AbortSignal) => Promise<TokenReply>;
};

/** A token is not used in its last minutes: the provider's clock is not ours. */
const MARGIN_SECONDS = 120;

/**
 * Tokens of one app (portal, "Authorization"): used until shortly before they end, and fetched once for all callers at
 * the same time. A caller that stops waiting does not stop the request for the others.
 */
export function tokensOf(
  settings: DarajaSettings,
  endpoint: Endpoint,
  { send, now, store }: { send: Send; now: () => Temporal.Instant; store: TokenStore },
): Tokens {
  let held: Token | null = null;
  let flight: Promise<TokenReply> | null = null;

  const isFresh = (token: Token) => Temporal.Instant.compare(now(), token.freshUntil) < 0;

  const fetchInto = async (stale: Token | null): Promise<TokenReply> => {
    let reply: TokenReply = { kind: 'not_sent', why: 'no_token' };
    await store.exclusively(async (stored) => {
      const usable = stored !== null && stored.value !== stale?.value && isFresh(stored);
      reply = usable ? { kind: 'token', token: stored } : await requestToken(settings, endpoint, send, now);
      return reply.kind === 'token' ? reply.token : null;
    });
    return reply;
  };

  const fetchOnce = (stale: Token | null): Promise<TokenReply> => {
    flight ??= fetchInto(stale)
      .then((reply) => {
        if (reply.kind === 'token') held = reply.token;
        return reply;
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  };

  return {
    current: (deadline) =>
      held !== null && isFresh(held)
        ? Promise.resolve({ kind: 'token', token: held })
        : within(deadline, fetchOnce(held), LATE),
    renewed: (stale, deadline) =>
      held !== null && held.value !== stale.value && isFresh(held)
        ? Promise.resolve({ kind: 'token', token: held })
        : within(deadline, fetchOnce(stale), LATE),
  };
}

/** A store for a single process. */
export function tokenStoreInMemory(): TokenStore {
  let held: Token | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    exclusively: (work) => {
      const turn = last.then(async () => {
        held = (await work(held)) ?? held;
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

async function requestToken(
  { baseUrl, consumerKey, consumerSecret }: DarajaSettings,
  endpoint: Endpoint,
  send: Send,
  now: () => Temporal.Instant,
): Promise<TokenReply> {
  const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`, 'utf8').toString('base64');
  const requestedAt = now();
  const exchange = await send(
    {
      method: endpoint.method,
      url: `${baseUrl}${endpoint.path}`,
      headers: { authorization: `Basic ${credentials}` },
      body: null,
    },
    // Shared by all callers, so none of their deadlines ends it; the connection has a limit of its own.
    new AbortController().signal,
  );
  const verdict = classify('token', endpoint, exchange);
  switch (verdict.kind) {
    case 'accepted': {
      const value = textAt(verdict.body, 'access_token') ?? '';
      if (!/^[\x21-\x7e]{1,4096}$/.test(value)) return { kind: 'not_sent', why: 'no_token' };
      return {
        kind: 'token',
        token: {
          value,
          freshUntil: requestedAt.add({ seconds: usableSeconds(textOf(memberOf(verdict.body, 'expires_in'))) }),
        },
      };
    }
    case 'invalid_token':
      return {
        kind: 'rejected',
        code: 'provider_config',
        providerCode: null,
        means: 'The provider does not take the app’s key and secret.',
        retryAfterSeconds: null,
      };
    // Whatever happened to the request for a token: the request that needed it has not been sent.
    case 'unknown':
    case 'already_submitted':
    case 'still_pending':
      return { kind: 'not_sent', why: 'no_token' };
    default:
      return verdict;
  }
}

/** `expires_in` comes as a number or as text. What can't be read is used for a minute. */
function usableSeconds(expiresIn: string | null): number {
  const seconds = /^\d{1,8}$/.test(expiresIn ?? '') ? Number(expiresIn) : 60;
  return seconds > 2 * MARGIN_SECONDS ? seconds - MARGIN_SECONDS : Math.floor(seconds / 2);
}

/** The caller waits no longer: its request was not sent. */
const LATE: TokenReply = { kind: 'not_sent', why: 'deadline' };
