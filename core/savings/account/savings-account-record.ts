import type { Cents } from '../../kernel/money.ts';
import type { EarlierBalance, SavingsInterest } from '../interest.ts';
import type { MaturityTerms } from '../maturity.ts';
import type { SavingsAccountState } from './lifecycle.ts';

/** The terms that an account starts with and keeps, whatever becomes of its product. */
export type SavingsTerms = {
  readonly kind: 'ordinary' | 'fixed_deposit' | 'shares';
  readonly termMonths: number | null;
  /** What was agreed of a fixed deposit; null for the other kinds. */
  readonly maturity: MaturityTerms | null;
  /** Null: it bears none. */
  readonly interest: SavingsInterest | null;
};

/** What an account has of interest once a movement never was; money in minor units. */
export type Correction = {
  /** What posted interest less tax changes by. */
  readonly credited: Cents;
  readonly accrued: Cents;
  readonly days: bigint;
};

/** What the close of a day leaves in an account; money in minor units. */
export type DayClosed = {
  readonly balance: Cents;
  /** Balance by days since interest was last posted. */
  readonly days: bigint;
  readonly accrued: Cents;
  readonly earlier: readonly EarlierBalance[];
};

/** What is known of a savings account. */
export class SavingsAccountRecord {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `SA-` and a zero-padded number, counted per tenant: what a payer types as the account. */
  accountNo!: string;
  memberId!: number;
  productId!: number;
  kind!: SavingsTerms['kind'];
  termMonths!: number | null;
  interest!: SavingsInterest | null;
  state!: SavingsAccountState;
  stateReason!: string | null;
  balance!: Cents;
  held!: Cents;
  /** Balance by days since interest was last posted. */
  interestDays!: bigint;
  /** Interest that was earned and is not posted yet. */
  interestAccrued!: Cents;
  /** What it held at the end of days whose business is not closed yet, in their order. */
  earlierBalances!: readonly EarlierBalance[];
  openedBy!: string;
  approvedBy!: string | null;
  /** From when its interest goes by its present terms; null until it is active. */
  interestSince!: Temporal.PlainDate | null;
  /** When it became active; null until then. */
  openedOn!: Temporal.PlainDate | null;
  maturity!: MaturityTerms | null;
  /** Since when a fixed deposit is not bound any more; null while it is, and for the other kinds. */
  maturedOn!: Temporal.PlainDate | null;
  /** From when a fixed deposit may be paid out. */
  maturesOn!: Temporal.PlainDate | null;
  /** From when share capital may be redeemed; null where no notice was given. */
  redeemableFrom!: Temporal.PlainDate | null;
  /** The business date from which it is dormant; null where it is not. */
  dormantSince!: Temporal.PlainDate | null;
  /** The business date of the last movement, for dormancy. */
  lastMovementOn!: Temporal.PlainDate | null;
  clientReference!: string | null;
}

/** An account that was opened just now. */
export const NOTHING_SAVED = {
  stateReason: null,
  balance: 0n,
  held: 0n,
  interestDays: 0n,
  interestAccrued: 0n,
  earlierBalances: [],
  approvedBy: null,
  openedOn: null,
  interestSince: null,
  maturesOn: null,
  maturedOn: null,
  lastMovementOn: null,
  redeemableFrom: null,
  dormantSince: null,
} as const;
