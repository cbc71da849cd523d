import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { BreakType, Disagreement } from '../compare.ts';
import type { Booked } from '../movements.ts';
import { breakLifecycle, type BreakAction, type BreakState } from './lifecycle.ts';

/** One step of a break's resolution, stored as a plain value. */
export type BreakNote = {
  readonly at: string;
  readonly by: string;
  readonly action: BreakAction;
  readonly note: string | null;
};

/** What a person is advised to do. Nothing is done automatically. */
export const PROPOSALS = [
  'book_payment',
  'same_as_record',
  'ask_provider',
  'correct_amount',
  'undo_duplicate',
  'accept_timing',
] as const;
export type Proposal = (typeof PROPOSALS)[number];

/** The line of the provider, as far as people need it. Stored as a plain value: amounts as text. */
export type ProviderLine = {
  readonly line_no: number;
  readonly receipt_no: string | null;
  readonly at: string;
  /** Minor units, signed. */
  readonly amount: string;
  readonly msisdn: string | null;
  readonly account_reference: string | null;
};

/** A disagreement between a provider's statement and the books, which a person has to end. */
export class ReconciliationBreak {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** The comparison that found it first. */
  reconciliationId!: number;
  account!: string;
  subAccount!: string | null;
  /** What it is about, the same in every comparison of the account. */
  breakKey!: string;
  type!: BreakType;
  state!: BreakState;
  /** Minor units, signed as in a statement; null where that side has none. */
  amountThere!: Cents | null;
  amountHere!: Cents | null;
  receiptNo!: string | null;
  /** When it happened: at the provider, else here. */
  occurredAt!: Temporal.Instant;
  line!: ProviderLine | null;
  recordType!: string | null;
  recordId!: number | null;
  recordUuid!: string | null;
  proposal!: Proposal;
  /** The record, or the receipt, that it may be the same as. */
  proposedRecordType!: string | null;
  proposedRecordId!: number | null;
  proposedRecordUuid!: string | null;
  proposedReceiptNo!: string | null;
  owner!: string | null;
  resolution!: string | null;
  /** What was booked for it. */
  bookedType!: string | null;
  bookedUuid!: string | null;
  notes!: readonly BreakNote[];

  static raise(
    fields: Pick<ReconciliationBreak, 'uuid' | 'reconciliationId' | 'account' | 'subAccount'>,
    found: Disagreement,
  ): { raised: ReconciliationBreak; event: DomainEvent } {
    const raised = Object.assign(new ReconciliationBreak(), fields, factsOf(found, fields.account), {
      breakKey: found.key,
      state: 'open' as const,
      owner: null,
      resolution: null,
      bookedType: null,
      bookedUuid: null,
      notes: [],
    });
    return { raised, event: raised.emit('raise') };
  }

  /**
   * A later comparison finds it again, perhaps as something else. What people ended rests while it is the same; it is open
   * again where other amounts disagree, or where both sides had agreed meanwhile. That it was booked late is known then.
   * @returns the event where it is open again, null where it stays as it is
   */
  findAgain(found: Disagreement, step: Step): DomainEvent | null {
    const facts = factsOf(found, this.account);
    const { type, amountThere, amountHere } = facts;
    const isSame = type === this.type && amountThere === this.amountThere && amountHere === this.amountHere;
    const hasEnded = this.state === 'resolved' || this.state === 'cleared';
    if (hasEnded ? type === 'late' || (isSame && this.state === 'resolved') : isSame) return null;
    Object.assign(this, facts);
    return hasEnded ? this.reopen(`A later comparison finds: ${type}.`, step) : null;
  }

  /** A person owns it. @throws DomainError invalid_state_transition (conflict), validation_failed without a name */
  assign(owner: string | null, step: Step): DomainEvent {
    const state = advance(breakLifecycle, this.state, 'assign');
    if (owner === null || owner.trim() === '') {
      throw invalidField(
        'owner',
        'required',
        'Name the person who looks into the break.',
        'A break needs a person who looks into it. Name one in owner.',
      );
    }
    this.state = state;
    this.owner = owner;
    return this.take('assign', step, owner);
  }

  /** It was explained, or put right elsewhere. @throws DomainError invalid_state_transition, validation_failed */
  resolve(reason: string | null, step: Step): DomainEvent {
    return this.end('resolve', reason, step);
  }

  /** The missing payment was booked. @throws DomainError invalid_state_transition (conflict) */
  settle(booked: Booked, step: Step): DomainEvent {
    this.bookedType = booked.type;
    this.bookedUuid = booked.uuid;
    // What an app has collected has a public name alone.
    return this.end('book', `Booked as ${booked.type} ${booked.id || booked.uuid}.`, step);
  }

  /** A later comparison finds that both sides agree. */
  clear(step: Step): DomainEvent {
    return this.end('clear', 'Both sides agree now.', step);
  }

  /** @throws DomainError invalid_state_transition (conflict), validation_failed without a reason */
  reopen(reason: string | null, step: Step): DomainEvent {
    const state = advance(breakLifecycle, this.state, 'reopen');
    requireReason(breakLifecycle, 'reopen', reason);
    this.state = state;
    this.resolution = null;
    return this.take('reopen', step, reason);
  }

  private end(action: 'resolve' | 'book' | 'clear', reason: string | null, step: Step): DomainEvent {
    const state = advance(breakLifecycle, this.state, action);
    requireReason(breakLifecycle, action, reason);
    this.state = state;
    this.resolution = reason;
    return this.take(action, step, reason);
  }

  private take(action: BreakAction, { by, now }: Step, note: string | null): DomainEvent {
    this.notes = [...this.notes, { at: now.toString({ smallestUnit: 'millisecond' }), by, action, note }];
    return this.emit(action);
  }

  // Neither the payer's number nor the typed reference is in the event: both are about a person.
  private emit(action: BreakAction): DomainEvent {
    return event(breakLifecycle.verbs[action].emits, 'reconciliation_break', this, {
      break_type: this.type,
      state: this.state,
      account: this.account,
      receipt_no: this.receiptNo,
      amount_there: this.amountThere,
      amount_here: this.amountHere,
      proposal: this.proposal,
    });
  }
}

/** Who takes a step, and when. */
export type Step = { readonly by: string; readonly now: Temporal.Instant };

/** What a comparison says of a break. */
function factsOf(found: Disagreement, account: string) {
  const { line, movement } = found;
  const same = found.registered ?? found.proposal?.movement?.subject ?? null;
  return {
    type: found.type,
    amountThere: line && line.amount,
    amountHere: movement && movement.amount,
    receiptNo: line?.receiptNo ?? movement?.receiptNo ?? null,
    occurredAt: line?.at ?? momentOf(found),
    line: line && {
      line_no: line.lineNo,
      receipt_no: line.receiptNo,
      at: line.at.toString(),
      amount: line.amount.toString(),
      msisdn: line.msisdn,
      account_reference: line.accountReference,
    },
    recordType: movement && movement.subject.type,
    recordId: movement && movement.subject.id,
    recordUuid: movement && movement.subject.uuid,
    proposal: proposalFor(found, account),
    proposedRecordType: same && same.type,
    proposedRecordId: same && same.id,
    proposedRecordUuid: same && same.uuid,
    proposedReceiptNo: found.proposal?.line?.receiptNo ?? null,
  };
}

function momentOf({ movement }: Disagreement): Temporal.Instant {
  if (movement === null) throw new Error('A disagreement is about a line, a movement, or both.');
  return movement.at;
}

function proposalFor({ type, line, proposal, registered = null }: Disagreement, account: string): Proposal {
  if (proposal !== null || registered !== null) return 'same_as_record';
  switch (type) {
    case 'missing_here':
      return isPayment(account, line) ? 'book_payment' : 'ask_provider';
    case 'missing_there':
      return 'ask_provider';
    case 'amount_differs':
      return 'correct_amount';
    case 'duplicate':
      return 'undo_duplicate';
    case 'late':
      return 'accept_timing';
  }
}

/** What came in on the paybill under a receipt: the payment that it is can be booked. */
export function isPayment(account: string, line: { readonly amount: Cents; readonly receiptNo: string | null } | null) {
  return account === 'mpesa_paybill' && line !== null && line.amount > 0n && line.receiptNo !== null;
}
