import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { AnnualRate } from '../../kernel/rate.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { loanLifecycle, type LoanAction, type LoanState } from './lifecycle.ts';

/** Amounts by what they are owed for, in minor units. */
export type Parts = {
  readonly principal: Cents;
  readonly interest: Cents;
  readonly fees: Cents;
  readonly penalties: Cents;
};

/** Terms that a loan is born with and keeps, whatever becomes of its product. */
export type LoanTerms = { readonly method: 'declining_equal_instalments' | 'flat'; readonly annualRate: AnnualRate };

/** Money lent to a member. Arrears are derived from its instalments, never a state. */
export class Loan {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `L-` and a zero-padded number, counted per tenant. */
  loanNo!: string;
  memberId!: number;
  productId!: number;
  state!: LoanState;
  stateReason!: string | null;
  /** What was asked for, in minor units. */
  principal!: Cents;
  /** What was granted; null until then. */
  approvedPrincipal!: Cents | null;
  termMonths!: number;
  purpose!: string | null;
  method!: LoanTerms['method'];
  annualRate!: AnnualRate;
  createdBy!: string;
  approvedBy!: string | null;
  clientReference!: string | null;
  /** Confirmed disbursements, in minor units. */
  disbursedPrincipal!: Cents;
  disbursedOn!: Temporal.PlainDate | null;
  maturityDate!: Temporal.PlainDate | null;
  /** Which version of the schedule is in force; 0 before the first disbursement. */
  scheduleVersion!: number;
  principalOutstanding!: Cents;
  interestOutstanding!: Cents;
  feesOutstanding!: Cents;
  penaltiesOutstanding!: Cents;
  /** Interest that the ledger has recognised as income so far. */
  interestAccrued!: Cents;
  /** Interest that was paid so far. */
  interestPaid!: Cents;
  /** Money received beyond what was owed; it belongs to the member. */
  overpaid!: Cents;

  static apply(
    given: Pick<
      Loan,
      | 'uuid'
      | 'loanNo'
      | 'memberId'
      | 'productId'
      | 'principal'
      | 'termMonths'
      | 'purpose'
      | 'createdBy'
      | 'clientReference'
    > &
      LoanTerms,
  ): { loan: Loan; event: DomainEvent } {
    const loan = Object.assign(new Loan(), given, {
      state: 'draft' as const,
      stateReason: null,
      approvedPrincipal: null,
      approvedBy: null,
      disbursedPrincipal: 0n,
      disbursedOn: null,
      maturityDate: null,
      scheduleVersion: 0,
      principalOutstanding: 0n,
      interestOutstanding: 0n,
      feesOutstanding: 0n,
      penaltiesOutstanding: 0n,
      interestAccrued: 0n,
      interestPaid: 0n,
      overpaid: 0n,
    });
    return { loan, event: loan.tell('create') };
  }

  /** Changes an application. Null where nothing changes. @throws DomainError invalid_state_transition */
  edit(changes: { principal?: Cents; termMonths?: number; purpose?: string | null }): DomainEvent | null {
    this.state = advance(loanLifecycle, this.state, 'edit');
    const { principal = this.principal, termMonths = this.termMonths, purpose = this.purpose } = changes;
    if (principal === this.principal && termMonths === this.termMonths && purpose === this.purpose) return null;
    Object.assign(this, { principal, termMonths, purpose });
    return this.tell('edit');
  }

  /**
   * The lender accepts the application.
   * @param fourEyes the tenant asks that the approver is not the one who made the application
   * @throws DomainError invalid_state_transition, four_eyes_required (conflict)
   */
  approve(by: string, fourEyes: boolean): DomainEvent {
    const state = advance(loanLifecycle, this.state, 'approve');
    if (fourEyes && by === this.createdBy) {
      throw refuse(
        kernelRefusals.four_eyes_required,
        `Loan ${this.loanNo} was made by the same client that would approve it; another one has to.`,
        { loan_id: this.id, action: 'approve' },
      );
    }
    this.state = state;
    this.approvedPrincipal = this.principal;
    this.approvedBy = by;
    return this.tell('approve', { approved_principal: this.principal });
  }

  /** Steps that need nothing but a reason: reject and withdraw. */
  decline(action: 'reject' | 'withdraw', reason: string | null): DomainEvent {
    const state = advance(loanLifecycle, this.state, action);
    requireReason(loanLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
    return this.tell(action, { reason });
  }

  undoApproval(): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'undo_approval');
    this.approvedPrincipal = null;
    this.approvedBy = null;
    return this.tell('undo_approval');
  }

  /** What may still be disbursed, given what is alive already: promised, in transit or paid. */
  remainingToDisburse(alive: Cents): Cents {
    return (this.approvedPrincipal ?? 0n) - alive;
  }

  /**
   * A disbursement was confirmed: the loan runs by the schedule that was cut from it.
   * @param owed what the instalments of the new schedule leave unpaid, by part
   */
  bookDisbursement(booked: {
    amount: Cents;
    valueDate: Temporal.PlainDate;
    maturityDate: Temporal.PlainDate;
    scheduleVersion: number;
    owed: Parts;
    disbursementUuid: string;
  }): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'book_disbursement');
    this.disbursedPrincipal += booked.amount;
    this.disbursedOn ??= booked.valueDate;
    this.maturityDate = booked.maturityDate;
    this.scheduleVersion = booked.scheduleVersion;
    this.owe(booked.owed);
    return this.tell('book_disbursement', {
      amount: booked.amount,
      disbursement_uuid: booked.disbursementUuid,
      disbursed_at: booked.valueDate.toString(),
    });
  }

  /**
   * A repayment was allocated: what it paid is no longer owed, and what is too much belongs to the member.
   * @returns the event, and the interest income that the ledger has not recognised yet (cash before accrual)
   */
  bookRepayment(paid: Parts & { readonly overpayment: Cents }): { event: DomainEvent; newlyEarned: Cents } {
    const owed = {
      principal: this.principalOutstanding - paid.principal,
      interest: this.interestOutstanding - paid.interest,
      fees: this.feesOutstanding - paid.fees,
      penalties: this.penaltiesOutstanding - paid.penalties,
    };
    const overpaid = this.overpaid + paid.overpayment;
    const nothingOwed = owed.principal + owed.interest + owed.fees + owed.penalties === 0n;
    const target = !nothingOwed ? 'active' : overpaid > 0n ? 'overpaid' : 'closed';
    this.state = advance(loanLifecycle, this.state, 'book_repayment', target);
    this.owe(owed);
    this.overpaid = overpaid;
    this.interestPaid += paid.interest;
    const newlyEarned = this.interestPaid > this.interestAccrued ? this.interestPaid - this.interestAccrued : 0n;
    this.interestAccrued += newlyEarned;
    return { event: this.tell('book_repayment'), newlyEarned };
  }

  private owe(parts: Parts): void {
    for (const amount of Object.values(parts))
      if (amount < 0n) throw new Error(`Loan ${this.loanNo} can't owe ${amount}.`);
    this.principalOutstanding = parts.principal;
    this.interestOutstanding = parts.interest;
    this.feesOutstanding = parts.fees;
    this.penaltiesOutstanding = parts.penalties;
  }

  private tell(action: LoanAction, more: DomainEvent['data'] = {}): DomainEvent {
    return event(eventType(loanLifecycle, action, this.state), 'loan', this, {
      loan_no: this.loanNo,
      member_id: this.memberId,
      product_id: this.productId,
      principal: this.principal,
      state: this.state,
      ...more,
    });
  }
}

/** What a loan owes as it stands, in minor units. */
export function outstandingOf(loan: Loan): Parts & { readonly total: Cents } {
  const parts = {
    principal: loan.principalOutstanding,
    interest: loan.interestOutstanding,
    fees: loan.feesOutstanding,
    penalties: loan.penaltiesOutstanding,
  };
  return { ...parts, total: parts.principal + parts.interest + parts.fees + parts.penalties };
}
