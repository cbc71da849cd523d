import { event, type DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import { repaymentLifecycle, type RepaymentAction, type RepaymentState } from './lifecycle.ts';

/** Where the money of a repayment came from; the ledger debits the matching account. */
export const FUND_SOURCES = ['cash', 'bank', 'mpesa_paybill', 'airtel'] as const;
export type FundSource = (typeof FUND_SOURCES)[number];
/**
 * And what comes automatically and is never recorded by hand: what a school gave back of a loan's money, and what a member
 * who died had saved.
 */
export const REPAYMENT_CHANNELS = [...FUND_SOURCES, 'school', 'savings'] as const;
export type RepaymentChannel = (typeof REPAYMENT_CHANNELS)[number];

/** Where the money of a repayment went, in minor units. The parts sum to the amount. */
export type Allocation = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
  readonly overpayment: Cents;
};

/** Whether the books carry the loan, have taken its loss, or know nothing of it any more. */
export type Books = 'carried' | 'charged_off' | 'written_off';

/** Income that a payment brings about, in minor units; negative where it is taken back. */
type Earned = { readonly interest: Cents; readonly fees: Cents; readonly penalties: Cents };

function earnedFacts({ interest, fees, penalties }: Earned): DomainEvent['internal'] {
  return { earned_interest: interest, earned_fees: fees, earned_penalties: penalties };
}

/** Money that a member paid on a loan. */
export class Repayment {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  receiptNo!: string;
  amount!: Cents;
  channel!: RepaymentChannel;
  reference!: string | null;
  msisdn!: string | null;
  state!: RepaymentState;
  paidAt!: Temporal.Instant;
  principal!: Cents;
  interest!: Cents;
  fees!: Cents;
  penalties!: Cents;
  overpayment!: Cents;
  receivedBy!: string;

  /** Came in on a debt that was written off. */
  recovered!: Cents;
  /** How the books stood to the loan when the money came. */
  books!: Books;
  /** The repayment that its money was moved from, by uuid: it stood on the wrong loan. */
  movedFrom!: string | null;
  /** The claim after the borrower's death that it is part of, which alone takes it back. */
  deathClaimId!: number | null;
  /** Why it was reversed. */
  stateReason!: string | null;
  reversedAt!: Temporal.Instant | null;

  static book(
    fields: Pick<
      Repayment,
      | 'uuid'
      | 'loanId'
      | 'receiptNo'
      | 'amount'
      | 'channel'
      | 'reference'
      | 'msisdn'
      | 'paidAt'
      | 'receivedBy'
      | 'books'
    > &
      Partial<Pick<Repayment, 'deathClaimId'>> &
      Allocation,
    earned: Earned,
  ): { repayment: Repayment; event: DomainEvent } {
    const repayment = Object.assign(new Repayment(), { deathClaimId: null }, fields, {
      state: 'booked' as const,
      recovered: fields.books === 'written_off' ? fields.amount - fields.overpayment : 0n,
      movedFrom: null,
      stateReason: null,
      reversedAt: null,
    });
    return { repayment, event: repayment.emit('book', {}, earnedFacts(earned)) };
  }

  /** The money did not come: the opposite of its journal is booked. */
  reverse(reason: string | null, now: Temporal.Instant, earned: Earned): DomainEvent {
    this.state = advance(repaymentLifecycle, this.state, 'reverse');
    requireReason(repaymentLifecycle, 'reverse', reason);
    this.stateReason = reason;
    this.reversedAt = now;
    return this.emit('reverse', { reason }, { ...earnedFacts(earned), reverses: 'repayment.booked' });
  }

  /** The money went elsewhere, now that an earlier repayment is gone. Null where it went where it had gone. */
  reallocate(to: Allocation): DomainEvent | null {
    const from = allocationOf(this);
    if (ALLOCATED.every((part) => from[part] === to[part])) return null;
    this.state = advance(repaymentLifecycle, this.state, 'reallocate');
    Object.assign(this, to);
    const moved = ALLOCATED.map((part) => [`moved_${part}`, to[part] - from[part]]);
    return this.emit('reallocate', Object.fromEntries(moved));
  }

  private emit(
    action: RepaymentAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      loan_id: this.loanId,
      amount: this.amount,
      channel: this.channel,
      receipt_no: this.receiptNo,
      ...allocationOf(this),
      recovered: this.recovered,
      ...more,
    };
    return event(repaymentLifecycle.verbs[action].emits, 'repayment', this, data, { ...internal, books: this.books });
  }
}

const ALLOCATED = ['principal', 'interest', 'fees', 'penalties', 'overpayment'] as const;

/** Where the money of a repayment went. */
function allocationOf(repayment: Allocation): Allocation {
  const { principal, interest, fees, penalties, overpayment } = repayment;
  return { principal, interest, fees, penalties, overpayment };
}
