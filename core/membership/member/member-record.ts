import type { IdentifyingTexts } from '../../kernel/personal-data.ts';
import type { Nominee } from '../nominees.ts';
import type { MemberState } from './lifecycle.ts';

type Address = { readonly city: string; readonly county: string; readonly country: string };

/** What is known of a member's identity. `date_of_birth` is YYYY-MM-DD; `country` has two letters. */
export type Kyc = {
  readonly id_type: string;
  readonly id_number: string;
  readonly date_of_birth: string;
  readonly address: Address | null;
};

export type MemberParticulars = {
  readonly name: string;
  readonly nationalId: string;
  /** E.164, with a leading +. */
  readonly phone: string;
  readonly branchId: number;
  readonly kyc: Kyc | null;
};

/** What of a member changes without a step of the lifecycle. */
export type MemberChanges = Partial<Omit<MemberParticulars, 'nationalId'>> & {
  /** The member's account at a bank; null where there is none any more. */
  readonly bankAccount?: string | null;
  /** All of them: they take the place of those of before. */
  readonly nominees?: readonly Nominee[];
};

/** What is known of a member. */
export class MemberRecord {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `M-` and a zero-padded number, counted per tenant. */
  memberNo!: string;
  name!: string;
  nationalId!: string;
  phone!: string;
  /** Who changed the phone last, and when; null where it is the one of the application. */
  phoneChangedBy!: string | null;
  phoneChangedAt!: Temporal.Instant | null;
  /** The member's bank and account, as the bank needs them: loans that are paid by bank go to it. */
  bankAccount!: string | null;
  /** Who entered or changed it last, and when. */
  bankAccountChangedBy!: string | null;
  bankAccountChangedAt!: Temporal.Instant | null;
  branchId!: number;
  kyc!: Kyc | null;
  state!: MemberState;
  stateReason!: string | null;
  clientReference!: string | null;
  /** The business date on which the identity was last confirmed; null until it first is. */
  kycConfirmedOn!: Temporal.PlainDate | null;
  /** Who receives what the member leaves; their shares are the whole of it. */
  nominees!: readonly Nominee[];
  /** Who recorded them last; null where none ever were. */
  nomineesSetBy!: string | null;
  /** Everyone who recorded any of those that are left, in whole or in part. */
  nomineesNamedBy!: readonly string[];
  /** The day of the member's death, and the reference of the document that proves it. */
  diedOn!: Temporal.PlainDate | null;
  deathDocument!: string | null;
  /** Where the member stood before the death was recorded, in case that was a mistake. */
  stateBeforeDeath!: MemberState | null;
  /** Who recorded the death. */
  deathRecordedBy!: string | null;
  /** Who recorded deaths of this member that were corrected, and who corrected them. */
  deathsCorrectedBy!: readonly string[];
  /** Names and numbers that were changed since; null where there are none. */
  formerTexts!: IdentifyingTexts | null;
  /** Personal data were cleared for good. */
  erased!: boolean;

  /**
   * All who have named the nominees, or some of them. A version that stores the last one alone may have written the member since:
   * so that one is added.
   */
  saidWhoInherits(): readonly string[] {
    return [...new Set([...this.nomineesNamedBy, ...(this.nomineesSetBy === null ? [] : [this.nomineesSetBy])])];
  }
}
