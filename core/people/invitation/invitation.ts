/** An invitation is valid for so long. */
const INVITATION_HOURS = 72;

/** A link that lets a person register how they sign in, once. */
export class Invitation {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  personId!: number;
  /** SHA-256 of the secret in the link, made outside. */
  tokenHash!: string;
  invitedBy!: string;
  /** Another administrator has to agree before it can be used: the person has joined, and a key is replaced. */
  awaitsSecond!: boolean;
  confirmedBy!: string | null;
  expiresAt!: Temporal.Instant;
  usedAt!: Temporal.Instant | null;
  voidedAt!: Temporal.Instant | null;

  static of(
    fields: {
      readonly personId: number;
      readonly tokenHash: string;
      readonly invitedBy: string;
      readonly awaitsSecond: boolean;
    },
    now: Temporal.Instant,
  ): Invitation {
    return Object.assign(new Invitation(), {
      ...fields,
      confirmedBy: null,
      expiresAt: now.add({ hours: INVITATION_HOURS }),
      usedAt: null,
      voidedAt: null,
    });
  }

  /** Why it can't be used; null where it can. */
  problem(now: Temporal.Instant): 'used' | 'void' | 'expired' | 'unconfirmed' | null {
    if (this.usedAt !== null) return 'used';
    if (this.voidedAt !== null) return 'void';
    if (Temporal.Instant.compare(now, this.expiresAt) >= 0) return 'expired';
    return this.awaitsSecond && this.confirmedBy === null ? 'unconfirmed' : null;
  }

  confirm(by: string): void {
    this.confirmedBy = by;
  }

  use(now: Temporal.Instant): void {
    this.usedAt = now;
  }

  void(now: Temporal.Instant): void {
    this.voidedAt ??= now;
  }
}
