import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ring } from '../runtime/ring.ts';

/**
 * What a person signs to show who they are. It is made without a row: who asks for one writes nothing. It says what it is
 * for and when it was made, under a key of ours, so that no other process has to know it; that it opens one session only,
 * the session's row sees to.
 */

/** What it was made for: signing in, a session, an invitation by its hash, or a way to the identity provider by its own. */
export type Purpose = `sign-in` | `step-up ${number}` | `invitation ${string}` | `openid ${string}`;

const LIFETIME_MS = 5 * 60_000;

export type Challenges = {
  readonly make: (purpose: Purpose) => string;
  /** When it was made; null for one that is forged, too old, or for another purpose. */
  readonly read: (challenge: string, purpose: Purpose) => Temporal.Instant | null;
};

export function challengesWith(ring: Ring, clock: () => Temporal.Instant): Challenges {
  const sign = (text: string, { key } = ring.current) => createHmac('sha256', key).update(text).digest();
  return {
    make: (purpose) => {
      const text = `${clock().epochMilliseconds}.${randomBytes(16).toString('base64url')}`;
      return `${text}.${sign(`${purpose}\n${text}`).toString('base64url')}`;
    },
    read: (challenge, purpose) => {
      const [, text = '', at = '', signature = ''] = /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(challenge) ?? [];
      const received = Buffer.from(signature, 'base64url');
      const holds = (expected: Buffer) => received.length === expected.length && timingSafeEqual(received, expected);
      if (!ring.keys.some((key) => holds(sign(`${purpose}\n${text}`, key)))) return null;
      const age = clock().epochMilliseconds - Number(at);
      return age < 0 || age > LIFETIME_MS ? null : Temporal.Instant.fromEpochMilliseconds(Number(at));
    },
  };
}
