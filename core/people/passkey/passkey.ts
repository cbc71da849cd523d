/** A key with which a person signs in: the public half. The private one never leaves the person's device. */
export class Passkey {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  personId!: number;
  /** As the device names it, base64url. */
  credentialId!: string;
  /** COSE, base64url. */
  publicKey!: string;
  /** Signatures that the device has counted; 0 where it counts none. */
  counter!: number;
  transports!: string[];
  voidedAt!: Temporal.Instant | null;

  static of(fields: {
    readonly personId: number;
    readonly credentialId: string;
    readonly publicKey: string;
    readonly counter: number;
    readonly transports: readonly string[];
  }): Passkey {
    return Object.assign(new Passkey(), { ...fields, transports: [...fields.transports], voidedAt: null });
  }

  /** It opens no session any more. */
  void(now: Temporal.Instant): void {
    this.voidedAt = now;
  }
}
