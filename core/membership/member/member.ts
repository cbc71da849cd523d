import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { documentKey } from '../../kernel/text.ts';
import { memberLifecycle, type MemberAction, type MemberState } from './lifecycle.ts';

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

/** The youngest age at which a person may join. */
const ADULT = 18;

/** A person who belongs, or applies to belong, to the society. */
export class Member {
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
  branchId!: number;
  kyc!: Kyc | null;
  state!: MemberState;
  stateReason!: string | null;
  clientReference!: string | null;
  /** The business date on which the identity was last confirmed; null until it first is. */
  kycConfirmedOn!: Temporal.PlainDate | null;

  /**
   * A person applies. The identity is checked afterwards, by the tenant's identity provider.
   * @param today the business date, for the applicant's age
   * @throws DomainError validation_failed where the applicant is under 18 or the birth date lies ahead
   */
  static apply(
    particulars: MemberParticulars,
    fields: { uuid: string; memberNo: string; today: Temporal.PlainDate; clientReference: string | null },
  ): { member: Member; event: DomainEvent } {
    const member = new Member();
    member.uuid = fields.uuid;
    member.memberNo = fields.memberNo;
    member.clientReference = fields.clientReference;
    member.stateReason = null;
    member.kycConfirmedOn = null;
    member.name = particulars.name;
    member.nationalId = particulars.nationalId;
    member.phone = particulars.phone;
    member.branchId = particulars.branchId;
    member.kyc = particulars.kyc;
    requireAdult(particulars.kyc, fields.today);
    member.state = 'pending_kyc';
    return { member, event: member.emit('create') };
  }

  /** Particulars that the identity check still lacks or can't accept, by the names that a partner sends. */
  missingKyc(): string[] {
    if (!this.kyc) return ['kyc'];
    const missing: string[] = [];
    if (documentKey(this.kyc.id_number) !== documentKey(this.nationalId)) missing.push('kyc.id_number');
    if (!this.kyc.address) missing.push('kyc.address');
    return missing;
  }

  /**
   * The identity is confirmed.
   * @throws DomainError kyc_incomplete (conflict) with member_id and missing
   */
  verifyKyc(today: Temporal.PlainDate): DomainEvent {
    const state = advance(memberLifecycle, this.state, 'verify_kyc');
    return this.confirmed('verify_kyc', state, today);
  }

  /**
   * The identity is confirmed again, on fresh particulars: of a dormant member who returns, or of an active one.
   * @throws DomainError kyc_incomplete (conflict) with member_id and missing, validation_failed
   */
  confirmAgain(action: 'renew_kyc' | 'reactivate', kyc: Kyc | null, today: Temporal.PlainDate): DomainEvent {
    const state = advance(memberLifecycle, this.state, action);
    if (!kyc) {
      throw refuse(
        kernelRefusals.kyc_incomplete,
        `The identity of member ${this.memberNo} is confirmed on fresh particulars only. Send them as kyc.`,
        { member_id: this.id, missing: ['kyc'] },
      );
    }
    requireAdult(kyc, today);
    this.kyc = kyc;
    return this.confirmed(action, state, today);
  }

  private confirmed(
    action: 'verify_kyc' | 'renew_kyc' | 'reactivate',
    state: MemberState,
    today: Temporal.PlainDate,
  ): DomainEvent {
    const missing = this.missingKyc();
    if (missing.length > 0) {
      throw refuse(
        kernelRefusals.kyc_incomplete,
        `The identity of member ${this.memberNo} can't be verified: ${missing.join(', ')} is missing or does not agree.`,
        { member_id: this.id, missing },
      );
    }
    this.state = state;
    this.stateReason = null;
    this.kycConfirmedOn = today;
    return this.emit(action);
  }

  /** Moves along the lifecycle where nothing but a reason is needed. */
  move(
    action: Exclude<MemberAction, 'create' | 'verify_kyc' | 'resubmit_kyc' | 'renew_kyc' | 'reactivate'>,
    reason: string | null,
  ): DomainEvent {
    const state = advance(memberLifecycle, this.state, action);
    requireReason(memberLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
    return this.emit(action);
  }

  /** Corrected particulars go back to the identity check. */
  resubmitKyc(kyc: Kyc | null, today: Temporal.PlainDate): DomainEvent {
    const state = advance(memberLifecycle, this.state, 'resubmit_kyc');
    if (kyc) requireAdult(kyc, today);
    this.kyc = kyc ?? this.kyc;
    this.state = state;
    this.stateReason = null;
    return this.emit('resubmit_kyc');
  }

  /** Changes particulars; what is not named stays as it is. Null where nothing changes. */
  change(changes: Partial<Omit<MemberParticulars, 'nationalId'>>, today: Temporal.PlainDate): DomainEvent | null {
    if (changes.kyc) requireAdult(changes.kyc, today);
    const before = JSON.stringify([this.name, this.phone, this.branchId, this.kyc]);
    this.name = changes.name ?? this.name;
    this.phone = changes.phone ?? this.phone;
    this.branchId = changes.branchId ?? this.branchId;
    this.kyc = changes.kyc ?? this.kyc;
    return before === JSON.stringify([this.name, this.phone, this.branchId, this.kyc])
      ? null
      : event('member.updated', 'member', this, { member_no: this.memberNo, state: this.state });
  }

  private emit(action: MemberAction): DomainEvent {
    return event(memberLifecycle.verbs[action].emits, 'member', this, {
      member_no: this.memberNo,
      state: this.state,
      ...(this.stateReason === null ? {} : { reason: this.stateReason }),
    });
  }
}

function requireAdult(kyc: Kyc | null, today: Temporal.PlainDate): void {
  if (!kyc) return;
  const born = Temporal.PlainDate.from(kyc.date_of_birth);
  const age = born.until(today, { largestUnit: 'years' }).years;
  if (age >= ADULT && age < 130) return;
  throw invalidField(
    'kyc.date_of_birth',
    'range',
    `Give the date of birth of a person of ${ADULT} or more.`,
    `A member has to be at least ${ADULT} years old.`,
  );
}
