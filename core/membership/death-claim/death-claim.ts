import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Nominee } from '../nominees.ts';
import { membershipRefusals } from '../refusals.ts';
import type { ClaimPart } from './claim-part.ts';
import { GRANTS, MOST_DOCUMENTS, type ClaimDocument } from './documents.ts';
import { deathClaimLifecycle, type DeathClaimAction, type DeathClaimState } from './lifecycle.ts';

/** Who receives part of what is left: a nominee as the member named them, or who a court put in their place. */
export type Beneficiary = Nominee & {
  /** From 1, in the order in which the member named them. */
  readonly number: number;
  /** The nominee whose share it is, where a court’s grant put another person in their place. */
  readonly in_place_of: string | null;
};

/** What a claim takes over of the member who died. */
type Deceased = {
  readonly id: number;
  readonly diedOn: Temporal.PlainDate | null;
  readonly deathDocument: string | null;
  readonly deathRecordedBy: string | null;
  readonly nominees: readonly Nominee[];
  readonly saidWhoInherits: () => readonly string[];
};

/** Who a court says receives a share. */
export type Representative = Pick<Nominee, 'name' | 'relationship' | 'id_number' | 'phone'>;

const WHOLE = 10_000;
const OF_AGE = 18;

/**
 * What a member who died left and owed, from the record of the death until nothing is left of it. The money is in
 * lending and savings; the parts of the claim say what became of it.
 */
export class DeathClaim {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `DC-` and a zero-padded number, counted per tenant. */
  claimNo!: string;
  memberId!: number;
  diedOn!: Temporal.PlainDate;
  state!: DeathClaimState;
  stateReason!: string | null;
  documents!: readonly ClaimDocument[];
  /** As they were at the moment of death. */
  beneficiaries!: readonly Beneficiary[];
  /** Who said to whom it goes: who recorded the nominees, and who appointed representatives. */
  beneficiariesSetBy!: readonly string[];
  /** Who recorded the death. */
  openedBy!: string;
  verifiedBy!: string | null;
  settledOn!: Temporal.PlainDate | null;
  /** What was distributed to beneficiaries, and what they were paid of it; minor units. */
  distributed!: Cents;
  paid!: Cents;
  /** Of its parts, the number of the last one; and of its distributions. */
  lastPart!: number;
  lastRound!: number;

  /** A death was recorded. */
  static open(
    deceased: Deceased,
    fields: { readonly uuid: string; readonly claimNo: string; readonly now: Temporal.Instant },
  ): { claim: DeathClaim; event: DomainEvent } {
    const { id: memberId, diedOn, deathDocument, deathRecordedBy, nominees } = deceased;
    if (diedOn === null || deathDocument === null || deathRecordedBy === null) throw new Error('The member lives.');
    const { uuid, claimNo, now } = fields;
    const proof = { kind: 'proof_of_death' as const, reference: deathDocument };
    const claim = Object.assign(new DeathClaim(), {
      uuid,
      claimNo,
      memberId,
      diedOn,
      state: 'open' as const,
      stateReason: null,
      documents: [{ ...proof, by: deathRecordedBy, at: now.toString() }],
      beneficiaries: nominees.map((nominee, index) => ({ ...nominee, number: index + 1, in_place_of: null })),
      beneficiariesSetBy: deceased.saidWhoInherits(),
      openedBy: deathRecordedBy,
      verifiedBy: null,
      settledOn: null,
      distributed: 0n,
      paid: 0n,
      lastPart: 0,
      lastRound: 0,
    });
    return { claim, event: claim.emit('open') };
  }

  /**
   * A document is recorded. The same one again changes nothing.
   * @throws DomainError invalid_state_transition (conflict), validation_failed (invalid)
   */
  addDocument(document: ClaimDocument): DomainEvent | null {
    const state = advance(deathClaimLifecycle, this.state, 'add_document', this.state);
    const isKnown = this.documents.some(
      ({ kind, reference }) => kind === document.kind && reference === document.reference,
    );
    if (isKnown) return null;
    if (this.documents.length >= MOST_DOCUMENTS) {
      throw invalidField('document_reference', 'too_many', `A claim takes ${MOST_DOCUMENTS} documents.`);
    }
    this.documents = [...this.documents, document];
    this.state = state;
    return this.emit('add_document', { document: document.kind });
  }

  /**
   * A court says who receives all that is left of a member without nominees, or the share of one of them.
   * @param inPlaceOf the number of the beneficiary; null for a member who named none
   * @throws DomainError invalid_state_transition, grant_missing, beneficiaries_named (conflict), validation_failed (invalid)
   */
  appoint(person: Representative, inPlaceOf: number | null, by: string): DomainEvent {
    const state = advance(deathClaimLifecycle, this.state, 'appoint', this.state);
    if (!this.documents.some(({ kind }) => GRANTS.includes(kind))) {
      throw refuse(
        membershipRefusals.grant_missing,
        `No court’s grant is recorded in claim ${this.claimNo}: add letters of administration or a grant of probate first.`,
        { death_claim_id: this.id },
      );
    }
    if (inPlaceOf === null && this.beneficiaries.length > 0) {
      throw refuse(
        membershipRefusals.beneficiaries_named,
        `Claim ${this.claimNo} has beneficiaries. Say in the place of which of them the representative stands.`,
        { death_claim_id: this.id },
      );
    }
    const representative = { ...person, date_of_birth: null, guardian: null };
    if (inPlaceOf === null) {
      this.beneficiaries = [{ ...representative, share_basis_points: WHOLE, number: 1, in_place_of: null }];
    } else {
      const replaced = this.beneficiary(inPlaceOf, 'in_place_of');
      const { number, share_basis_points: share } = replaced;
      const one = {
        ...representative,
        share_basis_points: share,
        number,
        in_place_of: replaced.in_place_of ?? replaced.name,
      };
      this.beneficiaries = this.beneficiaries.map((each) => (each.number === number ? one : each));
    }
    this.beneficiariesSetBy = [...new Set([...this.beneficiariesSetBy, by])];
    this.state = state;
    return this.emit('appoint');
  }

  /** The documents are complete. @throws DomainError invalid_state_transition, claim_incomplete (conflict) */
  verify(by: string): DomainEvent {
    const state = advance(deathClaimLifecycle, this.state, 'verify');
    const missing = [
      ...(this.documents.some(({ kind }) => kind === 'death_certificate') ? [] : ['the death certificate']),
      ...(this.beneficiaries.length > 0 ? [] : ['a representative of the estate, for no nominees are named']),
    ];
    if (missing.length > 0) {
      throw refuse(membershipRefusals.claim_incomplete, `Claim ${this.claimNo} lacks ${missing.join(' and ')}.`, {
        death_claim_id: this.id,
        missing,
      });
    }
    this.state = state;
    this.verifiedBy = by;
    return this.emit('verify');
  }

  /** @throws DomainError invalid_state_transition (conflict) */
  requireMay(action: DeathClaimAction): void {
    requireAllowed(deathClaimLifecycle, this.state, action);
  }

  /** The number of its next part. */
  nextPart(): number {
    this.lastPart += 1;
    return this.lastPart;
  }

  /** A part was booked: a loan settled, what was left distributed, or a beneficiary paid. */
  book(
    action: 'settle_loan' | 'distribute' | 'pay',
    facts: { readonly amount: Cents; readonly part: number; readonly channel: string | null },
  ): DomainEvent {
    this.state = advance(deathClaimLifecycle, this.state, action);
    this.settledOn = null;
    if (action === 'distribute') {
      this.distributed += facts.amount;
      this.lastRound += 1;
    }
    if (action === 'pay') this.paid += facts.amount;
    return this.emit(action, facts);
  }

  /** A part was undone. @throws DomainError invalid_state_transition (conflict), validation_failed (invalid) */
  unbook({ kind, amount, number, channel }: ClaimPart, whole: Cents, reason: string | null): DomainEvent {
    const state = advance(deathClaimLifecycle, this.state, 'reverse_part');
    requireReason(deathClaimLifecycle, 'reverse_part', reason);
    this.state = state;
    this.settledOn = null;
    if (kind === 'payout') this.paid -= amount;
    if (kind === 'taken' || kind === 'share') this.distributed -= whole;
    const paidBack = kind === 'payout' ? amount : 0n;
    const facts = { amount: whole, part: number, channel, ...(reason === null ? {} : { reason }) };
    return this.emit('reverse_part', facts, { paid_back: paidBack });
  }

  /**
   * Nothing is owed and nothing is left.
   * @param obstacles what is in the way, in sentences
   * @throws DomainError invalid_state_transition, claim_not_settled (conflict) with obstacles
   */
  close(obstacles: readonly string[], on: Temporal.PlainDate): DomainEvent {
    const state = advance(deathClaimLifecycle, this.state, 'close');
    const unpaid = this.distributed - this.paid;
    const all = [...obstacles, ...(unpaid > 0n ? [`beneficiaries are owed ${unpaid}`] : [])];
    if (all.length > 0) {
      throw refuse(membershipRefusals.claim_not_settled, `Claim ${this.claimNo} is not settled: ${all.join('; ')}.`, {
        death_claim_id: this.id,
        obstacles: all,
      });
    }
    this.state = state;
    this.settledOn = on;
    return this.emit('close');
  }

  /**
   * The member lives.
   * @throws DomainError death_claim_settled (conflict) with the parts that stand
   */
  cancel(parts: readonly ClaimPart[], reason: string | null): DomainEvent {
    const standing = parts.filter(({ state }) => state === 'booked').map(({ number }) => number);
    if (standing.length > 0) {
      throw refuse(
        membershipRefusals.death_claim_settled,
        `Claim ${this.claimNo} has moved money. Reverse its parts ${standing.join(', ')} first, then correct the death.`,
        { death_claim_id: this.id, parts: standing },
      );
    }
    this.state = advance(deathClaimLifecycle, this.state, 'cancel');
    this.stateReason = reason;
    return this.emit('cancel');
  }

  /** @throws DomainError validation_failed (invalid) where there is none of the number */
  beneficiary(number: number, field: string): Beneficiary {
    const one = this.beneficiaries.find((each) => each.number === number);
    if (one) return one;
    throw invalidField(
      field,
      'unknown',
      `Claim ${this.claimNo} has ${this.beneficiaries.length} beneficiaries, from 1.`,
    );
  }

  private emit(
    action: DeathClaimAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    return event(
      deathClaimLifecycle.verbs[action].emits,
      'death_claim',
      this,
      { claim_no: this.claimNo, member_id: this.memberId, state: this.state, ...more },
      internal,
    );
  }
}

/** Who receives the money of a beneficiary: the guardian, as long as the beneficiary is a minor. */
export function payeeOf({ name, date_of_birth: born, guardian }: Beneficiary, today: Temporal.PlainDate): string {
  if (born === null || guardian === null) return name;
  const age = Temporal.PlainDate.from(born).until(today, { largestUnit: 'years' }).years;
  return age < OF_AGE ? guardian.name : name;
}
