import type { Validity } from '../validity.ts';

/** The name of a client's first key, and of the one that a rotation leaves. */
const FIRST_KEY = 'default';

/** Use is written down once in so many seconds: a row that every request writes would be a lock for all of them. */
const USE_RESOLUTION_SECONDS = 60;

/**
 * One secret of an api client, known only by its hash (HMAC-SHA-256 with a pepper, made outside the core). A client has
 * several, by name: one for each of its systems, so that one is revoked without the others.
 */
export class ApiSecret implements Validity {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  clientId!: number;
  name!: string;
  hash!: string;
  validFrom!: Temporal.Instant;
  /** The first instant at which it mints no more; null while neither a rotation nor its expiry ends it. */
  validUntil!: Temporal.Instant | null;
  /** When it expires, with the tokens that it minted; null: never. A rotation ends it earlier. */
  expiresAt!: Temporal.Instant | null;
  /** When it was revoked, with the tokens that it minted. */
  revokedAt!: Temporal.Instant | null;
  lastUsedAt!: Temporal.Instant | null;
  /** Who was shown it when it was made: a person counts as one behind the client wherever two are needed. */
  shownTo!: string;

  static of(
    clientId: number,
    hash: string,
    validFrom: Temporal.Instant,
    {
      shownTo,
      name = FIRST_KEY,
      expiresAt = null,
    }: { readonly shownTo: string; readonly name?: string; readonly expiresAt?: Temporal.Instant | null },
  ): ApiSecret {
    const secret = new ApiSecret();
    secret.clientId = clientId;
    secret.name = name;
    secret.hash = hash;
    secret.validFrom = validFrom;
    secret.validUntil = expiresAt;
    secret.expiresAt = expiresAt;
    secret.revokedAt = null;
    secret.lastUsedAt = null;
    secret.shownTo = shownTo;
    return secret;
  }

  /** Ends it and every token that it minted. It is left no window at all, so that it is dead by every clock. */
  revoke(now: Temporal.Instant): void {
    this.revokedAt = now;
    this.validUntil = this.validFrom;
  }

  /** The same secret, hashed with another pepper. Where another use of it was quicker, nothing changes. */
  replaceHash(former: string, hash: string): void {
    if (this.hash === former) this.hash = hash;
  }

  /** Notes that a token of it was used at `now`. False where that was known well enough and nothing changed. */
  recordUse(now: Temporal.Instant): boolean {
    if (this.lastUsedAt !== null && this.lastUsedAt.until(now).total('seconds') < USE_RESOLUTION_SECONDS) return false;
    this.lastUsedAt = now;
    return true;
  }
}
