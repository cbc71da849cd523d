import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { FIRST_LABEL, keysLabelled, type Ring } from '../runtime/ring.ts';
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

const hashWith = (secret: string, { key }: Ring['current']) => createHmac('sha256', key).update(secret).digest();
const labelled = (label: string, hash: Buffer) => {
  const text = hash.toString('base64url');
  return label === FIRST_LABEL ? text : `${label}.${text}`;
};

/**
 * What is stored of a secret: HMAC-SHA-256 under a pepper that the database doesn't hold, `<id of the pepper>.<hash>`; the hash
 * alone where no pepper was ever replaced.
 */
export function hashSecret(secret: string, pepper: Ring): string {
  return labelled(pepper.label, hashWith(secret, pepper.current));
}

/** All that may be stored of a secret: under the present pepper, and under those that it has replaced. */
export function hashesOfSecret(secret: string, pepper: Ring): readonly string[] {
  return pepper.keys.flatMap((key) => {
    const hash = hashWith(secret, key);
    return [labelled(key.id, hash), labelled(FIRST_LABEL, hash)];
  });
}

/** What is to be stored of a secret instead, where a former pepper hashed it: its text is known only while it is used. */
export function replacementOf(stored: string, secret: string, pepper: Ring): string | null {
  const isNow = labelOf(stored) === pepper.label;
  return isNow || pepper.label === FIRST_LABEL ? null : hashSecret(secret, pepper);
}

const labelOf = (stored: string): string => (stored.includes('.') ? (stored.split('.')[0] ?? '') : FIRST_LABEL);

/**
 * Which of the stored hashes the secret matches; null where none. Takes the same time for every secret: with no hash it
 * compares with a dummy.
 */
export function matchingSecret(secret: string, hashes: readonly string[], pepper: Ring): number | null {
  const candidates = new Map(pepper.keys.map((key) => [key.id, hashWith(secret, key)]));
  let found: number | null = null;
  for (const [index, hash] of (hashes.length > 0 ? hashes : [NO_SECRET]).entries()) {
    const stored = Buffer.alloc(32);
    Buffer.from(hash.split('.').at(-1) ?? '', 'base64url').copy(stored);
    for (const { id } of keysLabelled(pepper, labelOf(hash))) {
      const candidate = candidates.get(id) ?? Buffer.alloc(0);
      if (candidate.length === stored.length && timingSafeEqual(candidate, stored)) found = index;
    }
  }
  return found;
}

/** True where public key and secret belong to the same mode: pk_test_ with sk_test_, pk_live_ with sk_live_. */
export function prefixesAgree(clientKey: string, secret: string): boolean {
  const mode = /^pk_(test|live)_./.exec(clientKey)?.[1];
  return mode !== undefined && secret.startsWith(`sk_${mode}_`);
}
