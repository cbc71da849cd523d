import { sum, type Cents } from '../../kernel/money.ts';
import { namesOf } from '../../kernel/names.ts';

/** What a claim consists of. */
export const CLAIM_PARTS = {
  insurance: 'The insurer paid on a loan.',
  set_off: 'What the member saved paid on a loan.',
  taken: 'Money left an account of the member, to be distributed.',
  share: 'It is due to a beneficiary.',
  payout: 'A beneficiary was paid.',
} as const;
export type ClaimPartKind = keyof typeof CLAIM_PARTS;
export const CLAIM_PART_KINDS = namesOf(CLAIM_PARTS);

export const CLAIM_PART_STATES = ['booked', 'reversed'] as const;

/** One booking of a claim. What does not belong to its kind is null. */
export class ClaimPart {
  id!: number;
  version!: number;
  uuid!: string;
  claimId!: number;
  /** Its place in the claim, from 1. */
  number!: number;
  kind!: ClaimPartKind;
  state!: (typeof CLAIM_PART_STATES)[number];
  /** Minor units. */
  amount!: Cents;
  /** The distribution that it belongs to, from 1. */
  round!: number | null;
  /** The beneficiary, by number. */
  beneficiary!: number | null;
  loanId!: number | null;
  savingsAccountId!: number | null;
  /** The repayment on the loan, by uuid. */
  repaymentUuid!: string | null;
  /** The movement on the account, by uuid. */
  movementUuid!: string | null;
  channel!: string | null;
  reference!: string | null;
  /** Who was paid: the beneficiary, or the guardian of a minor. */
  payee!: string | null;
  bookedOn!: Temporal.PlainDate;
  bookedBy!: string;
  proposedBy!: string | null;
  reversedOn!: Temporal.PlainDate | null;
  reversedBy!: string | null;
  stateReason!: string | null;

  static book(
    fields: Pick<
      ClaimPart,
      'uuid' | 'claimId' | 'number' | 'kind' | 'amount' | 'bookedOn' | 'bookedBy' | 'proposedBy'
    > &
      Partial<
        Pick<
          ClaimPart,
          | 'round'
          | 'beneficiary'
          | 'loanId'
          | 'savingsAccountId'
          | 'repaymentUuid'
          | 'movementUuid'
          | 'channel'
          | 'reference'
          | 'payee'
        >
      >,
  ): ClaimPart {
    const nothing = { round: null, beneficiary: null, loanId: null, savingsAccountId: null, repaymentUuid: null };
    const unpaid = { movementUuid: null, channel: null, reference: null, payee: null };
    const standing = { state: 'booked' as const, reversedOn: null, reversedBy: null, stateReason: null };
    return Object.assign(new ClaimPart(), nothing, unpaid, standing, fields);
  }

  reverse(by: string, on: Temporal.PlainDate, reason: string | null): void {
    this.state = 'reversed';
    this.reversedBy = by;
    this.reversedOn = on;
    this.stateReason = reason;
  }
}

type Counted = Pick<ClaimPart, 'kind' | 'state' | 'amount' | 'beneficiary'>;

/** What the parts of a kind that stand come to, of one beneficiary or of all; minor units. */
export function bookedOf(parts: readonly Counted[], kind: ClaimPartKind, beneficiary: number | null = null): Cents {
  const counted = parts.filter((part) => part.state === 'booked' && part.kind === kind);
  return sum(
    counted.filter((part) => beneficiary === null || part.beneficiary === beneficiary).map(({ amount }) => amount),
  );
}

/** What is due to a beneficiary and was not paid yet, in minor units. */
export function dueTo(parts: readonly Counted[], beneficiary: number): Cents {
  return bookedOf(parts, 'share', beneficiary) - bookedOf(parts, 'payout', beneficiary);
}
