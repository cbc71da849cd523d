import { randomUUID } from 'node:crypto';
import type { Credentials } from './credentials.ts';
import { Refused, type PartnerTerminal } from './terminal.ts';

/** A document of the API. */
export type Json = { readonly [member: string]: unknown };

/** A record, as far as every one has it. */
export type Named = Json & { readonly id: number };

/** A page of a list. */
export type Page<Row = Json> = {
  readonly data: readonly Row[];
  readonly pagination: { readonly next_cursor: string | null };
};

/** An event of the feed. */
export type FeedEvent = Json & {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  readonly subject: { readonly type: string; readonly id: number | string };
};

/** A page of the feed, complete up to `through`. */
export type FeedPage = { readonly data: readonly FeedEvent[]; readonly through: number; readonly has_more: boolean };

/** What a client gets for its secret. */
export type Token = { readonly access_token: string; readonly scope: string; readonly sandbox: boolean };

/** A refusal of the API. The sentence is the API's, with what to do. */
export class Problem extends Refused {
  readonly status: number;
  readonly body: Json;
  constructor(status: number, body: Json) {
    super(sentenceOf(status, body));
    this.status = status;
    this.body = body;
  }
}

/** The API was not reached, or it is out of order: worth another try. */
export class Unreachable extends Refused {}

/** The API as its client sees it. */
export type Api = {
  /** @throws Problem, Unreachable */
  readonly get: <T>(path: string, signal?: AbortSignal) => Promise<T>;
  /** Sent under a key of its own, so that a second try of it is no second command. @throws Problem, Unreachable */
  readonly send: (method: 'POST' | 'PATCH', path: string, body: Json) => Promise<Named>;
};

/** Longer than the longest wait of the feed. */
const TIMEOUT_MS = 40_000;
const TRIES = 4;
/** The longest wait that a reply may ask for, in seconds. */
const LONGEST_WAIT = 60;

/** The API with the credentials of a client; tokens are minted when they are needed, and once more where one is void. */
export function apiOf(
  credentials: Pick<Credentials, 'server' | 'clientId' | 'clientSecret'>,
  terminal: PartnerTerminal,
): Api {
  let token: string | null = null;
  const attempt = async <T>(path: string, init: RequestInit): Promise<T> => {
    for (let renewed = token === null; ; renewed = true) {
      token ??= (await mint(credentials)).access_token;
      const headers = { ...init.headers, authorization: `Bearer ${token}` };
      try {
        return await exchange<T>(credentials.server, path, { ...init, headers });
      } catch (error) {
        token = null;
        if (!(error instanceof Problem)) throw error;
        if (error.status !== 401 || renewed) throw error;
      }
    }
  };
  const insist = async <T>(path: string, init: RequestInit): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt<T>(path, init);
      } catch (error) {
        const isStopped = terminal.stopped.aborted || init.signal?.aborted === true;
        const wait = tries < TRIES && !isStopped ? waitFor(error, tries) : null;
        if (wait === null) throw error;
        await terminal.pause(wait, terminal.stopped);
      }
    }
  };
  return {
    get: (path, signal) => attempt(path, signal === undefined ? {} : { signal }),
    send: (method, path, body) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return insist(path, { method, headers, body: JSON.stringify(body) });
    },
  };
}

/** Seconds until another try of a command; null where it was refused for good. */
function waitFor(error: unknown, tries: number): number | null {
  if (error instanceof Unreachable) return 2 ** (tries - 1);
  if (!(error instanceof Problem) || !isTemporary(error)) return null;
  return Math.min(Number(error.body['retry_after'] ?? 2 ** (tries - 1)) || 1, LONGEST_WAIT);
}

/** Whether a refusal passes: too many requests, a command that is under way, an outage. */
export const isTemporary = ({ status, body }: Problem): boolean =>
  status === 429 || status >= 500 || body['code'] === 'idempotency_request_in_progress';

/** A token for the client, with all its scopes. @throws Problem, Unreachable */
export function mint({
  server,
  clientId,
  clientSecret,
}: Pick<Credentials, 'server' | 'clientId' | 'clientSecret'>): Promise<Token> {
  return exchange(server, '/api/v1/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
}

async function exchange<T>(server: string, path: string, init: RequestInit): Promise<T> {
  const overall = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, overall]) : overall;
  let response: Response;
  let text: string;
  try {
    // A secret goes nowhere else than to the server that was named.
    response = await fetch(`${server}${path}`, { ...init, signal, redirect: 'error' });
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable(`${server} can’t be reached. Is it running, and is that the address of the API?`);
  }
  const body = parsed(text);
  // The document of the API says what comes.
  if (response.ok && body !== null) return body as T;
  throw new Problem(response.status, body ?? {});
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    // An object that JSON made has members and nothing else.
    return typeof value === 'object' && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

function sentenceOf(status: number, body: Json): string {
  const texts = [body['detail'], body['error_description'], `The server answered ${status}, and not as this API does.`];
  const said = texts.find((text) => typeof text === 'string') ?? '';
  // As the document of the API describes its problems.
  const errors = (Array.isArray(body['errors']) ? body['errors'] : []) as readonly {
    pointer?: string;
    detail?: string;
  }[];
  const fields = errors.map(({ pointer, detail }) => ` ${pointer ?? ''}: ${detail ?? ''}`).join('');
  const request = typeof body['request_id'] === 'string' ? ` (request ${body['request_id']})` : '';
  return `${String(said)}${fields}${todo(body)}${request}`;
}

function todo({ code, required_scopes: scopes }: Json): string {
  if (code === 'insufficient_scope') {
    const names = Array.isArray(scopes) ? scopes.map(String).join(', ') : 'the scope';
    return ` Have the institution give your client ${names}.`;
  }
  if (code === 'invalid_client') return ' Log in with the present secret: umoja login.';
  return '';
}
