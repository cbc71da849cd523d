import { createHmac } from 'node:crypto';
import type { DatabaseSettings } from './database.ts';

/**
 * How a transaction proves which tenant it is of. The application's role can name any tenant, and so can an attacker who brings it
 * to run a statement of his; policies believe a name that is signed. The key follows from the secret: this
 * process has it, no statement can read it. See decision 38 and proven_tenant() in the migrations.
 */

/** How long a proof is valid. A transaction that has begun keeps its tenant. */
const LIFETIME_SECONDS = 600;
/** One that is older than so many seconds is made again. */
const RENEWED_AFTER_SECONDS = 300;
const MOST_TENANTS = 10_000;

type Secret = Pick<DatabaseSettings, 'appPassword' | 'proofSecret'>;

const textOf = ({ appPassword, proofSecret = appPassword }: Secret): string =>
  typeof proofSecret === 'string' ? proofSecret : proofSecret();

const keyOf = (secret: Secret): Buffer =>
  createHmac('sha256', textOf(secret)).update('umoja tenant proofs v1').digest();

/** The key as HMAC combines it with its two paddings (RFC 2104): PostgreSQL has SHA-256, and no HMAC of its own. */
export function paddedKeys(secret: Secret): { readonly inner: Buffer; readonly outer: Buffer } {
  const padded = Buffer.concat([keyOf(secret), Buffer.alloc(32)]);
  return {
    inner: Buffer.from(padded.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(padded.map((byte) => byte ^ 0x5c)),
  };
}

/** The proof of a tenant until an instant of the database's clock: `<unix seconds>.<signature>`. */
export function tenantProof(tenantId: number, until: Temporal.Instant, secret: Secret): string {
  return signed(tenantId, Math.floor(until.epochMilliseconds / 1000), keyOf(secret));
}

/** Makes proofs, each a few times. @param now the database's clock */
export function tenantProofs(secret: Secret, now: () => Temporal.Instant): (tenantId: number) => string {
  let [text, key] = [textOf(secret), keyOf(secret)];
  const known = new Map<number, { readonly proof: string; readonly madeAt: number }>();
  return (tenantId) => {
    const at = Math.floor(now().epochMilliseconds / 1000);
    if (textOf(secret) !== text) {
      [text, key] = [textOf(secret), keyOf(secret)];
      known.clear();
    }
    const found = known.get(tenantId);
    if (found && Math.abs(at - found.madeAt) < RENEWED_AFTER_SECONDS) return found.proof;
    if (known.size >= MOST_TENANTS) known.clear();
    const proof = signed(tenantId, at + LIFETIME_SECONDS, key);
    known.set(tenantId, { proof, madeAt: at });
    return proof;
  };
}

function signed(tenantId: number, expiry: number, key: Buffer): string {
  // Of one length, so that the database takes it apart without looking.
  const expires = String(expiry).padStart(11, '0');
  return `${expires}.${createHmac('sha256', key).update(`${tenantId}.${expires}`).digest('hex')}`;
}
