import { createHash, randomInt } from 'node:crypto';
import type { SignedIn } from './sessions.ts';
import type { OrRefused, Visit } from './sign-in.ts';

/** How a command line is signed in by a code that a person confirms (OAuth 2.0 Device Authorization Grant, RFC 8628). */

/** Consonants alone: no word comes of them, and none looks like a digit. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;
/** A code is good for so long, and a command line asks no more often: the database has both (0107). */
export const LOGIN_SECONDS = 600;
export const POLL_SECONDS = 5;

/** A new code: `BCDF-GHJK`, one of 2.6 * 10^10. */
export function makeUserCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What is stored of a code, however it was typed: in small letters, with blanks or without the hyphen. */
export function hashUserCode(typed: string): string {
  const letters = typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');
  return createHash('sha256').update(`umoja login ${letters}`).digest('base64url');
}

/** A command line that waits, as who confirms it sees it. */
type WaitingLogin = {
  readonly agent: string;
  readonly address: string;
  readonly requestedAt: Temporal.Instant;
  readonly expiresAt: Temporal.Instant;
};

/** Who is signed in at a command line. */
export type CommandLinePerson = {
  readonly person: string;
  readonly name: string;
  readonly institution: string;
  readonly tenantId: number;
  readonly mode: 'sandbox' | 'live';
  readonly roles: readonly string[];
  readonly expiresAt: Temporal.Instant;
};

export type Polled =
  | { readonly kind: 'pending' | 'slow_down' | 'denied' | 'expired' | 'unknown' }
  | ({ readonly kind: 'signed_in' } & CommandLinePerson);

export type CommandLineSignIn = {
  /** Begins: what the command line holds, and the code that the person compares; null where too many wait. */
  readonly request: (from: {
    readonly agent: string;
    readonly address: string;
  }) => Promise<{ readonly secret: string; readonly userCode: string } | null>;
  /** What has become of it, by what the command line holds. */
  readonly poll: (secret: string) => Promise<Polled>;
  /** The command line that waits with this code. */
  readonly waiting: (code: string) => OrRefused<WaitingLogin>;
  readonly confirm: (by: SignedIn, code: string, visit: Visit) => OrRefused<{ readonly done: true }>;
  readonly deny: (by: SignedIn, code: string, visit: Visit) => OrRefused<{ readonly done: true }>;
  /** Ends the session of a command line; one that has ended stays ended. */
  readonly signOut: (secret: string, visit: Visit) => Promise<void>;
};
