/** One secret of an api client, known only by its hash (HMAC-SHA-256 with a pepper, made outside the core). */
export class ApiSecret {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  clientId!: number;
  hash!: string;
  validFrom!: Temporal.Instant;
  /** The first instant at which it is no longer valid; null while no rotation has ended it. */
  validUntil!: Temporal.Instant | null;

  static of(clientId: number, hash: string, validFrom: Temporal.Instant): ApiSecret {
    const secret = new ApiSecret();
    secret.clientId = clientId;
    secret.hash = hash;
    secret.validFrom = validFrom;
    secret.validUntil = null;
    return secret;
  }
}
