import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Caller } from './caller.ts';

/**
 * Secrets and tokens of api clients. All are random; nothing is derived from what a person chose, so hashes need
 * no stretching (a stretched hash would be a lever for denial of service on an endpoint that is never limited).
 */

const CHECK_LENGTH = 6;
/** Compared against where a client is unknown, so that the answer takes as long; no secret hashes to it. */
const NO_SECRET = 'A'.repeat(43);
const TOKEN = /^at_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/;

/** How long a token lives, in seconds. Fixed by the contract. */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** A new bearer token: `at_`, 256 random bits, and a checksum that refuses junk without a look-up. */
export function makeToken(): string {
  const body = randomBytes(32).toString('base64url');
  return `at_${body}${checksum(body)}`;
}

/** True for text that has the form of a token of ours, with the right checksum. */
export function looksLikeToken(text: string): boolean {
  const match = TOKEN.exec(text);
  return match !== null && checksum(match[1] ?? '') === match[2];
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

function checksum(body: string): string {
  return hash('sha256', `umoja token ${body}`, 'base64url').slice(0, CHECK_LENGTH);
}

type Mode = Caller['mode'];
const PREFIX = { sandbox: 'test', live: 'live' } as const satisfies Record<Mode, string>;

/** A new client: its public key, and its secret, which is shown once. */
export function makeClientCredentials(mode: Mode): { clientKey: string; secret: string } {
  return { clientKey: `pk_${PREFIX[mode]}_${randomBytes(18).toString('base64url')}`, secret: makeSecret(mode) };
}

/** A new secret for a client that exists. */
export function makeSecret(mode: Mode): string {
  return `sk_${PREFIX[mode]}_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a secret: HMAC-SHA-256 under a pepper that the database doesn't hold. */
export function hashSecret(secret: string, pepper: Buffer): string {
  return createHmac('sha256', pepper).update(secret).digest('base64url');
}

/**
 * Which of the stored hashes the secret matches; null where none. Takes the same time for every secret: with no hash it
 * compares with a dummy.
 */
export function matchingSecret(secret: string, hashes: readonly string[], pepper: Buffer): number | null {
  const candidate = createHmac('sha256', pepper).update(secret).digest();
  let found: number | null = null;
  for (const [index, hash] of (hashes.length > 0 ? hashes : [NO_SECRET]).entries()) {
    const stored = Buffer.alloc(32);
    Buffer.from(hash, 'base64url').copy(stored);
    if (timingSafeEqual(candidate, stored)) found = index;
  }
  return found;
}

/** True where public key and secret belong to the same mode: pk_test_ with sk_test_, pk_live_ with sk_live_. */
export function prefixesAgree(clientKey: string, secret: string): boolean {
  const mode = /^pk_(test|live)_./.exec(clientKey)?.[1];
  return mode !== undefined && secret.startsWith(`sk_${mode}_`);
}
