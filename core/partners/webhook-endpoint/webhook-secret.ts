/** One signing secret of a webhook, as ciphertext: the core never sees it in clear. */
export class WebhookSecret {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  endpointId!: number;
  ciphertext!: string;
  validFrom!: Temporal.Instant;
  /** The first instant at which it no longer signs; null while no rotation has ended it. */
  validUntil!: Temporal.Instant | null;

  static of(endpointId: number, ciphertext: string, validFrom: Temporal.Instant): WebhookSecret {
    const secret = new WebhookSecret();
    secret.endpointId = endpointId;
    secret.ciphertext = ciphertext;
    secret.validFrom = validFrom;
    secret.validUntil = null;
    return secret;
  }

  /** The same secret, sealed with another key. */
  sealAgain(ciphertext: string): void {
    this.ciphertext = ciphertext;
  }
}
