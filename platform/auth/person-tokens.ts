import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ring } from '../runtime/ring.ts';

/**
 * A bearer token of a person: for programs that call REST in their name. It names the session that it was made in, by the
 * hash that the database has, under a key of ours, so that it needs no row and ends with the session.
 */

/** How long it is valid, in seconds. The session may end sooner. */
export const PERSON_TOKEN_SECONDS = 900;
/** Signed along with it, so that nothing else under the key passes for one. */
const PURPOSE = 'umoja.person-token.v1.';
const TOKEN = /^pt_((\d{10})\.([\w-]{43}))\.([\w-]{43})$/;

const sign = (text: string, { key }: Ring['current']): string =>
  createHmac('sha256', key).update(PURPOSE).update(text).digest('base64url');

/** @param sessionHash what is stored of the session's secret */
export function makePersonToken(sessionHash: string, ring: Ring, now: Temporal.Instant): string {
  const text = `${Math.floor(now.epochMilliseconds / 1_000) + PERSON_TOKEN_SECONDS}.${sessionHash}`;
  return `pt_${text}.${sign(text, ring.current)}`;
}

export const looksLikePersonToken = (token: string): boolean => token.startsWith('pt_');

/** The hash of the session; null for a token that is forged or whose time is over. */
export function readPersonToken(token: string, ring: Ring, now: Temporal.Instant): string | null {
  const [, text = '', until = '', sessionHash = '', signature = ''] = TOKEN.exec(token) ?? [];
  // Compared as text: decoded, four texts are one signature, for its last character carries two bits that say nothing.
  const received = Buffer.from(signature);
  const holds = (expected: Buffer) => received.length === expected.length && timingSafeEqual(received, expected);
  if (!ring.keys.some((key) => holds(Buffer.from(sign(text, key))))) return null;
  return now.epochMilliseconds < Number(until) * 1_000 ? sessionHash : null;
}
