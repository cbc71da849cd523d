import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { plainForm } from '../../kernel/plain-form.ts';
import { NOBODYS_NUMBER } from '../../kernel/personal-data.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { documentKey } from '../../kernel/text.ts';
import { membershipRefusals } from '../refusals.ts';
import { isAnyLeft, requireNominees, type Nominee } from '../nominees.ts';
import { memberLifecycle, type MemberAction, type MemberState } from './lifecycle.ts';
import { changedPayees, UNCHANGED_PAYEES } from './payees.ts';
import { MemberRecord, type Kyc, type MemberParticulars, type MemberChanges } from './member-record.ts';

/** The youngest age at which a person may join. */
const ADULT = 18;

/** A person who belongs, or applies to belong, to the society. */
export class Member extends MemberRecord {
  /**
   * A person applies. The identity is checked afterwards, by the tenant's identity provider.
   * @param today the business date, for the applicant's age
   * @throws DomainError validation_failed where the applicant is under 18 or the birth date lies ahead
   */
  static override apply(
    particulars: MemberParticulars,
    fields: { uuid: string; memberNo: string; today: Temporal.PlainDate; clientReference: string | null },
  ): { member: Member; event: DomainEvent } {
    const member = new Member();
    member.uuid = fields.uuid;
    member.memberNo = fields.memberNo;
    member.clientReference = fields.clientReference;
    member.stateReason = null;
    member.kycConfirmedOn = null;
    member.nominees = [];
    member.nomineesSetBy = null;
    member.nomineesNamedBy = [];
    member.diedOn = null;
    member.deathDocument = null;
    member.stateBeforeDeath = null;
    member.deathRecordedBy = null;
    member.deathsCorrectedBy = [];
    member.formerTexts = null;
    member.erased = false;
    member.name = particulars.name;
    member.nationalId = particulars.nationalId;
    member.phone = particulars.phone;
    Object.assign(member, UNCHANGED_PAYEES);
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
    action: 'reject_kyc' | 'suspend' | 'reinstate' | 'mark_dormant' | 'blacklist' | 'exit',
    reason: string | null,
  ): DomainEvent {
    const state = advance(memberLifecycle, this.state, action);
    requireReason(memberLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
    return this.emit(action);
  }

  /**
   * The member died. Nothing is paid out from then on, and money that arrives is taken.
   * @param reported `document`: the reference of what proves it, such as a death certificate or a burial permit; `by`: who
   * records it
   * @throws DomainError invalid_state_transition (conflict), validation_failed (invalid)
   */
  recordDeath(
    {
      diedOn,
      document,
      by,
    }: { readonly diedOn: Temporal.PlainDate | null; readonly document: string | null; readonly by: string },
    today: Temporal.PlainDate,
  ): DomainEvent {
    const state = advance(memberLifecycle, this.state, 'record_death');
    requireDayOfDeath(diedOn, this.kyc, today);
    if (document === null || document.trim() === '') {
      const detail = 'A death is recorded by the reference of a document that proves it.';
      throw invalidField('document_reference', 'required', 'Name the death certificate or burial permit.', detail);
    }
    this.stateBeforeDeath = this.state;
    this.state = state;
    this.stateReason = null;
    this.diedOn = diedOn;
    this.deathDocument = document;
    this.deathRecordedBy = by;
    return this.emit('record_death');
  }

  /** @throws DomainError invalid_state_transition (conflict), validation_failed (invalid) */
  requireCorrectable(reason: string | null): void {
    requireAllowed(memberLifecycle, this.state, 'correct_death');
    requireReason(memberLifecycle, 'correct_death', reason);
  }

  /**
   * The member lives: the death was recorded by mistake, and the member stands where that was.
   * @param by the people who correct it
   */
  correctDeath(reason: string | null, by: readonly string[]): DomainEvent {
    this.requireCorrectable(reason);
    const all = [...this.deathsCorrectedBy, ...(this.deathRecordedBy === null ? [] : [this.deathRecordedBy]), ...by];
    this.deathsCorrectedBy = [...new Set(all)];
    this.deathRecordedBy = null;
    this.state = advance(memberLifecycle, this.state, 'correct_death', this.stateBeforeDeath ?? 'suspended');
    this.stateReason = reason;
    this.stateBeforeDeath = null;
    this.diedOn = null;
    this.deathDocument = null;
    return this.emit('correct_death');
  }

  /** @throws DomainError invalid_state_transition (conflict) */
  requireErasable(): void {
    requireAllowed(memberLifecycle, this.state, 'erase');
  }

  /** Clears what says who the member was. The member number stays: the books go by it. */
  erase(): DomainEvent {
    // From the part of the uuid that is chance: it has the form of a document that no person has.
    this.nationalId = `ERASED-${this.uuid.slice(-12).toUpperCase()}`;
    Object.assign(this, {
      name: 'Erased',
      phone: NOBODYS_NUMBER,
      bankAccount: null,
      kyc: null,
      nominees: [],
      clientReference: null,
      stateReason: null,
      deathDocument: this.deathDocument === null ? null : 'erased',
      formerTexts: null,
      erased: true,
    } satisfies Partial<Member>);
    return this.emit('erase');
  }

  /** @throws DomainError member_erased (conflict) */
  requireNotErased(): void {
    if (!this.erased) return;
    throw refuse(
      membershipRefusals.member_erased,
      `The personal data of member ${this.memberNo} were erased for good.`,
      {
        member_id: this.id,
      },
    );
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

  /**
   * Changes particulars; what is not named stays as it is. Null where nothing changes.
   * @param made by whom they are changed, and when
   */
  change(
    changes: MemberChanges,
    today: Temporal.PlainDate,
    made: { readonly actor: string; readonly now: Temporal.Instant },
  ): DomainEvent | null {
    if (changes.kyc) requireAdult(changes.kyc, today);
    if (changes.nominees) this.requireOwnNominees(changes.nominees, today);
    const before = this.particulars();
    this.name = changes.name ?? this.name;
    Object.assign(this, changedPayees(this, changes, made));
    this.branchId = changes.branchId ?? this.branchId;
    if (changes.kyc && plainForm(changes.kyc) !== plainForm(this.kyc)) this.kyc = changes.kyc;
    if (this.hasOthers(changes)) {
      const earlier = isAnyLeft(this.nominees, changes.nominees) ? this.saidWhoInherits() : [];
      this.nominees = changes.nominees;
      this.nomineesSetBy = made.actor;
      this.nomineesNamedBy = [...new Set([...earlier, made.actor])];
    }
    return before === this.particulars()
      ? null
      : event('member.updated', 'member', this, { member_no: this.memberNo, state: this.state });
  }

  /** True where the changes name other nominees, or other shares of them. */
  hasOthers(changes: MemberChanges): changes is MemberChanges & Required<Pick<MemberChanges, 'nominees'>> {
    const { nominees } = changes;
    return nominees !== undefined && plainForm(nominees) !== plainForm(this.nominees);
  }

  private particulars(): string {
    return plainForm([this.name, this.phone, this.bankAccount, this.branchId, this.kyc, this.nominees]);
  }

  /** Members alone say who their nominees are. @throws DomainError nominees_final (conflict), validation_failed */
  private requireOwnNominees(nominees: readonly Nominee[], today: Temporal.PlainDate): void {
    requireNominees(nominees, this.nationalId, today);
    if (this.state !== 'deceased' && this.state !== 'exited') return;
    throw refuse(
      membershipRefusals.nominees_final,
      `Member ${this.memberNo} is ${this.state}: the nominees stay as they are.`,
      { member_id: this.id, member_state: this.state },
    );
  }

  private emit(action: MemberAction): DomainEvent {
    return event(memberLifecycle.verbs[action].emits, 'member', this, {
      member_no: this.memberNo,
      state: this.state,
      ...(this.stateReason === null ? {} : { reason: this.stateReason }),
    });
  }
}

function requireDayOfDeath(diedOn: Temporal.PlainDate | null, kyc: Kyc | null, today: Temporal.PlainDate): void {
  const born = kyc ? Temporal.PlainDate.from(kyc.date_of_birth) : null;
  const isPossible =
    diedOn !== null &&
    Temporal.PlainDate.compare(diedOn, today) <= 0 &&
    (born === null || Temporal.PlainDate.compare(diedOn, born) >= 0);
  if (isPossible) return;
  const detail = 'A death is recorded with its day, which is not ahead and not before the birth.';
  throw invalidField('died_on', diedOn === null ? 'required' : 'range', 'Give the day of the death.', detail);
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
