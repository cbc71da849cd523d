import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { restRefusals } from '../refusals.ts';

/** What a client sends to the token endpoints, in JSON or as a form; values are text, sent once. */
export type Fields = ReadonlyMap<string, string>;

export type Credentials = { readonly clientKey: string; readonly secret: string };

/** Longer than anything that is ours; what is longer is wrong without a look. */
const LONGEST = 4_096;

/** Reads a form (application/x-www-form-urlencoded). @throws DomainError invalid_request: a parameter sent twice */
export function readForm(text: string): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    // RFC 6749, 3.2: parameters must not be included more than once; empty ones count as left out.
    if (fields.has(name)) throw invalidRequest(`${name.slice(0, 100)} is sent more than once.`, name);
    if (value !== '') fields.set(name, value);
  }
  return fields;
}

/** Reads a JSON body. Members that mean nothing here are ignored. @throws DomainError invalid_request */
export function readObject(body: unknown): Fields {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalidRequest('Send a JSON object or a form with client_id and client_secret.', 'client_id');
  }
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(body)) {
    if (!KNOWN.includes(name) || value === null || value === '') continue;
    if (typeof value !== 'string') throw invalidRequest(`${name} has to be a text.`, name);
    fields.set(name, value);
  }
  return fields;
}

const KNOWN: readonly string[] = ['grant_type', 'client_id', 'client_secret', 'scope', 'token', 'token_type_hint'];

/**
 * The client's credentials: in the body, or as Basic, never both.
 * @throws DomainError invalid_request naming what is missing
 */
export function credentialsIn(fields: Fields, authorization: string | undefined): Credentials {
  // Many clients send their stale bearer token along with everything, also with the request for a new one.
  const basic = authorization === undefined || /^Bearer\b/i.test(authorization) ? null : readBasic(authorization);
  const clientKey = fields.get('client_id');
  const secret = fields.get('client_secret');
  if (basic) {
    if (secret !== undefined || (clientKey !== undefined && clientKey !== basic.clientKey)) {
      throw invalidRequest('Credentials are sent in the body or as Basic, not both.', 'client_secret');
    }
    return basic;
  }
  const missing = [
    ...(clientKey === undefined ? ['client_id'] : []),
    ...(secret === undefined ? ['client_secret'] : []),
  ];
  if (clientKey !== undefined && secret !== undefined) return { clientKey: cut(clientKey), secret: cut(secret) };
  throw missingFields(missing);
}

/** The value of a field that has to be there. @throws DomainError invalid_request naming it */
export function requiredField(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (value === undefined) throw missingFields([name]);
  return value;
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are put into Basic. */
function readBasic(authorization: string): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw invalidRequest('The Authorization header holds no Basic credentials.', 'Authorization');
  return { clientKey: cut(formDecode(text.slice(0, colon))), secret: cut(formDecode(text.slice(colon + 1))) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (Error.isError(error) && error.name === 'URIError') return text;
    throw error;
  }
}

const cut = (text: string) => text.slice(0, LONGEST);

function missingFields(names: readonly string[]): DomainError {
  return refuse(restRefusals.invalid_request, `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} required.`, {
    errors: names.map((name) => ({ field: name, code: 'required', detail: `${name} is required.` })),
  });
}

function invalidRequest(message: string, name: string): DomainError {
  return refuse(restRefusals.invalid_request, message, { parameter: name.slice(0, 100) });
}
