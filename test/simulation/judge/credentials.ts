import type { Exchange } from '../driver/history.ts';
import { mutatedIn } from '../driver/graph.ts';
import type { Surface } from '../stage.ts';

/** What one client holds, as who watches its administrators knows. */
type Client = {
  scopes: readonly string[];
  isDisabled: boolean;
  /** Secrets by the names of their keys; those that mint nothing any more have none. */
  readonly secrets: Map<string, { readonly name: string; isLive: boolean }>;
};

const MOST_IDLE_HOURS = 0.5;
/** Where a person signs in, nothing else is done without a session. */
const NEEDS_SESSION = /^\/auth\/(token|step-up|device)/;

/** What was seen so far. */
type Seen = {
  readonly clients: Map<string, Client>;
  readonly tokens: Map<string, { readonly client: Client; readonly secret: string; isLive: boolean }>;
  readonly people: Map<string, 'active' | 'suspended' | 'left'>;
  readonly sessions: Map<Surface, { readonly person: string; isOpen: boolean }>;
};

/**
 * portal.md 1, partner-api.md 9: who was suspended, signed out, has left or was away for half an hour, a key that was revoked, a secret that was replaced and
 * a client that was disabled count for nothing from the next request on: one that was sent after the reply that said so.
 */
export function judgeCredentials(exchanges: readonly Exchange[]): string[] {
  const seen: Seen = { clients: new Map(), tokens: new Map(), people: new Map(), sessions: new Map() };
  let lastChange = -1;
  return exchanges.flatMap((exchange, at) => {
    if ((exchange.waited ?? 0) > MOST_IDLE_HOURS) for (const session of seen.sessions.values()) session.isOpen = false;
    const isNext = (exchange.after ?? at) > lastChange;
    const sentence = isNext ? usedWrongly(exchange, seen) : null;
    if (note(exchange, seen)) lastChange = at;
    return sentence === null ? [] : [sentence];
  });
}

function usedWrongly({ by, request: { path, body }, reply: { status } }: Exchange, seen: Seen): string | null {
  const isAccepted = status !== 401 && status !== 503;
  if (path === '/api/v1/oauth/token' && isAccepted && status < 300) {
    const client = seen.clients.get(String(body?.['client_id']));
    const secret = client?.secrets.get(String(body?.['client_secret']));
    if (client?.isDisabled) return `Client ${body?.['client_id']} is disabled, and was given a token.`;
    if (secret && !secret.isLive)
      return `The key ${secret.name} of client ${body?.['client_id']} has ended, and minted a token.`;
  }
  if (path === '/auth/sign-in' && status === 201) {
    const { person } = seen.sessions.get(by) ?? { person: '' };
    const state = seen.people.get(person);
    if (state === 'suspended' || state === 'left') return `${by} is ${state}, and was signed in.`;
  }
  if (by.startsWith('left:') && status < 300)
    return `${by} has signed out, and the cookie was answered ${status} at ${path}.`;
  if (path.startsWith('/auth/') && (!NEEDS_SESSION.test(path) || status >= 300)) return null;
  const token = seen.tokens.get(by.slice('token:'.length));
  if (token && !token.isLive && isAccepted) return `A token that is void was answered ${status} at ${path}.`;
  const session = seen.sessions.get(by);
  return session && !session.isOpen && isAccepted
    ? `The session of ${by} has ended, and was answered ${status} at ${path}.`
    : null;
}

/** @returns whether it may have changed what counts */
function note(exchange: Exchange, seen: Seen): boolean {
  const { request, reply } = exchange;
  const { path, body } = request;
  if (path === '/api/v1/oauth/token' && reply.status < 300) noteMinted(exchange, seen);
  if (path.startsWith('/auth/')) return noteSession(exchange, seen);
  if (path !== '/graphql') return false;
  const [, name = ''] = /\) \{ (\w+)\(/.exec(String(body?.['query'])) ?? [];
  const done = mutatedIn(reply);
  if (name === '' || reply.status !== 200 || done.codes.length > 0 || done.proposal !== null) return false;
  const { input = {} } = Object(body?.['variables']);
  noteAboutPerson(name, String(input.personId ?? ''), seen);
  noteAboutClient(name, { input, record: done.record, secret: done.secret }, seen);
  return true;
}

function noteSession({ by, request: { path }, reply }: Exchange, seen: Seen): boolean {
  const session = seen.sessions.get(by);
  if (path === '/auth/sign-out' && reply.status === 200 && session) session.isOpen = false;
  if ((path !== '/auth/register' && path !== '/auth/sign-in') || reply.status !== 201) return true;
  const person = String(reply.body?.person?.uuid);
  // Who registers a key has no other session.
  if (path === '/auth/register') endSessions(person, seen);
  seen.sessions.set(by, { person, isOpen: true });
  seen.people.set(person, 'active');
  return true;
}

function noteMinted({ request: { body }, reply }: Exchange, { clients, tokens }: Seen): void {
  const client = clients.get(String(body?.['client_id']));
  if (client)
    tokens.set(String(reply.body?.access_token), { client, secret: String(body?.['client_secret']), isLive: true });
}

function endSessions(person: string, { sessions }: Seen): void {
  for (const session of sessions.values()) if (session.person === person) session.isOpen = false;
}

function noteAboutPerson(name: string, person: string, seen: Seen): void {
  if (['suspendPerson', 'dismissPerson', 'endSessions'].includes(name)) endSessions(person, seen);
  if (name === 'suspendPerson') seen.people.set(person, 'suspended');
  if (name === 'dismissPerson') seen.people.set(person, 'left');
  if (name === 'resumePerson') seen.people.set(person, 'active');
}

type About = {
  readonly input: any;
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly secret: string;
};

function noteAboutClient(name: string, { input, record, secret }: About, { clients, tokens }: Seen): void {
  const key = String(record?.['clientKey']);
  if (name === 'createClient' && !clients.has(key)) {
    const secrets = new Map([[secret, { name: 'default', isLive: true }]]);
    clients.set(key, { scopes: input.scopes, isDisabled: false, secrets });
  }
  const client = clients.get(key);
  if (!client) return;
  const voidTokens = (of: (secret: string) => boolean) => {
    for (const token of tokens.values()) if (token.client === client && of(token.secret)) token.isLive = false;
  };
  const all = () => true;
  if (name === 'addClientKey') client.secrets.set(secret, { name: input.name, isLive: true });
  if (name === 'revokeClientKey')
    for (const [each, known] of client.secrets)
      if (known.name === input.name && known.isLive) {
        known.isLive = false;
        voidTokens((of) => of === each);
      }
  if (name === 'rotateClientSecret' && !client.secrets.has(secret)) {
    voidTokens(all);
    if ((input.overlapSeconds ?? 0) === 0) for (const known of client.secrets.values()) known.isLive = false;
    client.secrets.set(secret, { name: 'default', isLive: true });
  }
  if (name === 'changeClient' && input.scopes) {
    if (client.scopes.some((scope) => !input.scopes.includes(scope))) voidTokens(all);
    client.scopes = input.scopes;
  }
  if (name === 'disableClient') {
    client.isDisabled = true;
    voidTokens(all);
  }
  if (name === 'enableClient') client.isDisabled = false;
}
