import { memberOf, textAt, textOf } from '../wire/json.ts';
import type { Endpoint } from '../endpoints.ts';
import type { DarajaSettings } from '../settings.ts';
import { classify } from './classify.ts';
import type { Send } from './http.ts';
import type { Verdict } from './verdict.ts';

export type Token = { readonly value: string; readonly freshUntil: Temporal.Instant };

/** A token, or why there is none: then nothing of the request itself has been sent. */
export type TokenAnswer = { readonly kind: 'token'; readonly token: Token } | Exclude<Verdict, { kind: 'accepted' }>;

/**
 * Where the one token of an app lies. Asking for a new token ends the old one, so that processes which each kept their
 * own would put each other out; they share a shelf. `exclusively` runs one piece of work at a time with what lies there
 * and keeps what it returns; null leaves the shelf as it is.
 */
export type TokenStore = {
  readonly exclusively: (work: (held: Token | null) => Promise<Token | null>) => Promise<void>;
};

export type Tokens = {
  /** The token to use now. */
  readonly current: (deadline: AbortSignal) => Promise<TokenAnswer>;
  /** The token to use after the provider has called `stale` invalid: a new one, unless somebody has renewed it since. */
  readonly renewed: (stale: Token, deadline: AbortSignal) => Promise<TokenAnswer>;
};

/** A token is not used in its last minutes: the provider's clock is not ours. */
const MARGIN_SECONDS = 120;

/**
 * Tokens of one app (portal, "Authorization"): kept until shortly before they end, and fetched once however many ask
 * at the same time. Whoever stops waiting does not stop the request for the others.
 */
export function tokensOf(
  settings: DarajaSettings,
  endpoint: Endpoint,
  { send, now, store }: { send: Send; now: () => Temporal.Instant; store: TokenStore },
): Tokens {
  let held: Token | null = null;
  let flight: Promise<TokenAnswer> | null = null;

  const isFresh = (token: Token) => Temporal.Instant.compare(now(), token.freshUntil) < 0;

  const fetchInto = async (stale: Token | null): Promise<TokenAnswer> => {
    let answer: TokenAnswer = { kind: 'not_sent', why: 'no_token' };
    await store.exclusively(async (shelved) => {
      const usable = shelved !== null && shelved.value !== stale?.value && isFresh(shelved);
      answer = usable ? { kind: 'token', token: shelved } : await requestToken(settings, endpoint, send, now);
      return answer.kind === 'token' ? answer.token : null;
    });
    return answer;
  };

  const fly = (stale: Token | null): Promise<TokenAnswer> => {
    flight ??= fetchInto(stale)
      .then((answer) => {
        if (answer.kind === 'token') held = answer.token;
        return answer;
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  };

  return {
    current: (deadline) =>
      held !== null && isFresh(held) ? Promise.resolve({ kind: 'token', token: held }) : within(deadline, fly(held)),
    renewed: (stale, deadline) =>
      held !== null && held.value !== stale.value && isFresh(held)
        ? Promise.resolve({ kind: 'token', token: held })
        : within(deadline, fly(stale)),
  };
}

/** A shelf for a single process. */
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
): Promise<TokenAnswer> {
  const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`, 'utf8').toString('base64');
  const asked = now();
  const exchange = await send(
    {
      method: endpoint.method,
      url: `${baseUrl}${endpoint.path}`,
      headers: { authorization: `Basic ${credentials}` },
      body: null,
    },
    // Shared by all who wait, so none of their deadlines ends it; the connection has a limit of its own.
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
          freshUntil: asked.add({ seconds: usableSeconds(textOf(memberOf(verdict.body, 'expires_in'))) }),
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

/** An answer that somebody shares with others, not waited for beyond one's own deadline. */
function within(deadline: AbortSignal, answer: Promise<TokenAnswer>): Promise<TokenAnswer> {
  const late: TokenAnswer = { kind: 'not_sent', why: 'deadline' };
  if (deadline.aborted) return Promise.resolve(late);
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve(late);
    deadline.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => deadline.removeEventListener('abort', onAbort));
  });
}
