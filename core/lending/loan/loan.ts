import type { DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { earnedFacts, prefixed } from './facts.ts';
import type { Earned, Recognised } from './income.ts';
import { loanLifecycle } from './lifecycle.ts';
import { LoanApplication } from './loan-application.ts';
import { NOTHING_LENT, stateAfter, type Figures, type LoanTerms } from './loan-record.ts';
import { endsTooEarly, requirePaused, requireUnpaused } from './arrears-pauses.ts';
import { NO_PARTS, totalOf, type Parts } from '../parts.ts';

/** Money lent to a member. Arrears are derived from its instalments, never a state. */
export class Loan extends LoanApplication {
  static override apply(
    application: Pick<
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
      LoanTerms & { readonly invoiceId?: number | null },
  ): { loan: Loan; event: DomainEvent } {
    const made = { invoiceId: application.invoiceId ?? null, editedBy: [] };
    const loan = Object.assign(new Loan(), application, NOTHING_LENT, made);
    return { loan, event: loan.emit('create') };
  }

  /** What may still be disbursed beside what is promised, in transit or paid. */
  remainingToDisburse(alive: Cents): Cents {
    return (this.approvedPrincipal ?? 0n) - alive;
  }

  /** A disbursement was confirmed: the loan runs by the schedule that was cut from it. */
  bookDisbursement(
    booked: { amount: Cents; valueDate: Temporal.PlainDate; disbursementUuid: string | null },
    figures: Figures,
    moved: Parts,
  ): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'book_disbursement');
    const earned = this.take(figures);
    const { amount, valueDate, disbursementUuid } = booked;
    return this.emit(
      'book_disbursement',
      {
        amount,
        disbursement_uuid: disbursementUuid,
        disbursed_at: valueDate.toString(),
        ...this.feeFacts(),
      },
      { ...earnedFacts(earned), ...this.movedFacts(moved) },
    );
  }

  /** A disbursement was taken back by the provider. The figures are those without it. */
  undoDisbursement(
    undone: { amount: Cents; disbursementUuid: string; reason: string | null },
    figures: Figures,
    moved: Parts,
  ): DomainEvent {
    const { amount, disbursementUuid, reason } = undone;
    // Of one that came back after it was used the loan keeps what stands.
    const to = figures.disbursedOn === null ? 'ready_to_disburse' : stateAfter(figures);
    const state = advance(loanLifecycle, this.state, 'undo_disbursement', to);
    requireReason(loanLifecycle, 'undo_disbursement', reason);
    this.state = state;
    if (state === 'closed') this.closeReason = 'repaid';
    const earned = this.take(figures);
    return this.emit(
      'undo_disbursement',
      { amount, disbursement_uuid: disbursementUuid, reason, ...this.feeFacts() },
      { ...earnedFacts(earned), ...this.movedFacts(moved) },
    );
  }

  /** A disbursement, or part of it, came back: the account is what it would be had that never been lent. */
  reduceDisbursement(
    reduced: { amount: Cents; disbursementUuid: string; reason: string | null },
    figures: Figures,
    moved: Parts,
  ): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'reduce_disbursement', stateAfter(figures));
    const earned = this.take(figures);
    if (this.state !== 'closed') this.closeReason = null;
    else this.closeReason ??= 'repaid';
    const { amount, disbursementUuid, reason } = reduced;
    return this.emit(
      'reduce_disbursement',
      { amount, disbursement_uuid: disbursementUuid, reason, ...this.feeFacts() },
      { ...earnedFacts(earned), ...prefixed('moved', moved) },
    );
  }

  /** A repayment was allocated: what it paid is no longer owed, and what is too much belongs to the member. */
  bookRepayment(
    figures: Figures,
    moved: Parts,
    closing: NonNullable<Loan['closeReason']> = 'repaid',
  ): { event: DomainEvent; earned: Earned } {
    this.state = advance(loanLifecycle, this.state, 'book_repayment', stateAfter(figures));
    const earned = this.take(figures);
    this.closeReason = this.state === 'closed' ? closing : null;
    return { event: this.emit('book_repayment', {}, this.movedFacts(moved)), earned };
  }

  /** A repayment was taken back; the figures are those without it. */
  reverseRepayment(figures: Figures, moved: Parts): { event: DomainEvent; earned: Earned } {
    this.state = advance(loanLifecycle, this.state, 'reverse_repayment', stateAfter(figures));
    const earned = this.take(figures);
    const closing = this.refinancedBy === null ? 'repaid' : 'refinanced';
    this.closeReason = this.state === 'closed' ? closing : null;
    return { event: this.emit('reverse_repayment', {}, this.movedFacts(moved)), earned };
  }

  /**
   * What went to the member as paid too much never was, for its payment was taken back: it is owed, and no income.
   * @param figures null where the debt was written off: its account rests, and so much more is written off
   */
  reclaimRefund(amount: Cents, figures: Figures | null): DomainEvent {
    const to = figures === null ? 'written_off' : 'active';
    this.state = advance(loanLifecycle, this.state, 'reclaim_refund', to);
    const isCarried = figures !== null && this.chargedOffOn === null;
    if (isCarried) this.penaltiesAccrued += amount;
    if (figures === null) this.writtenOff += amount;
    else this.take(figures);
    if (figures !== null) this.closeReason = null;
    return this.emit('reclaim_refund', { amount }, { books: isCarried ? 'carried' : 'lost' });
  }

  /** Takes over the result of closing a day: what time has earned by then, and what lateness was charged. */
  closeDay(day: {
    readonly interest: Recognised;
    readonly fees: Recognised;
    readonly charged: { readonly interest: Cents; readonly penalties: Cents };
  }): void {
    this.interestAccrued = day.interest.accrued;
    this.interestEarnedEarly = day.interest.early;
    this.feesAccrued = day.fees.accrued;
    this.feesEarnedEarly = day.fees.early;
    this.interestOutstanding += day.charged.interest;
    this.penaltiesOutstanding += day.charged.penalties;
    this.penaltiesAccrued += day.charged.penalties;
  }

  /** A charge was put on an instalment: it is income immediately, but for what was earned early by payments. */
  charge(charged: { part: keyof Earned; amount: Cents; reason: string | null }, figures: Figures): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'charge');
    const { part, amount, reason } = charged;
    // The books carry nothing of a loan that was charged off, so they earn nothing on it.
    const accrued = this.chargedOffOn === null ? amount : 0n;
    if (part === 'fees') this.feesAccrued += accrued;
    else if (part === 'penalties') this.penaltiesAccrued += accrued;
    else this.interestAccrued += accrued;
    const { [part]: corrected, ...others } = this.take(figures);
    return this.emit(
      'charge',
      { part, amount, reason },
      // The part that was taken out is put back: a computed name has no type of its own.
      earnedFacts({ ...others, [part]: accrued + corrected } as Earned),
    );
  }

  /** Part of the debt was waived: income that was recognised for it is taken back. */
  waive(
    waived: { part: keyof Earned; amount: Cents; reason: string | null },
    figures: Figures,
    moved: Parts,
  ): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'waive', stateAfter(figures));
    const earned = this.take(figures);
    if (this.state === 'closed') this.closeReason = 'waived';
    return this.emit('waive', waived, { ...earnedFacts(earned), ...this.movedFacts(moved) });
  }

  /** The rows still to come were agreed again. */
  reschedule(change: DomainEvent['data'], reason: string | null, figures: Figures): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'reschedule');
    const earned = this.take(figures);
    return this.emit(
      'reschedule',
      { change, reason, schedule_version: this.scheduleVersion, maturity_date: this.maturityDate?.toString() ?? null },
      earnedFacts(earned),
    );
  }

  /** A new loan paid everything off. */
  refinance(
    by: { loanId: number; loanUuid: string; principal: Cents; paid: Parts },
    figures: Figures,
    moved: Parts,
  ): DomainEvent {
    const state = advance(loanLifecycle, this.state, 'refinance');
    const earned = this.take(figures);
    this.state = state;
    this.closeReason = 'refinanced';
    this.refinancedBy = by.loanId;
    return this.emit(
      'refinance',
      { refinanced_by: by.loanUuid },
      {
        ...earnedFacts(earned),
        ...this.movedFacts(moved),
        new_principal: by.principal,
        ...prefixed('paid', by.paid),
      },
    );
  }

  /**
   * What paid this loan off is more or less now, because a repayment or part of a disbursement was taken back: the loan
   * in its place lends the difference.
   */
  adjustSettlement(by: { amount: Cents; paid: Parts }, figures: Figures, moved: Parts): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'adjust_refinancing', stateAfter(figures));
    const earned = this.take(figures);
    return this.emit(
      'adjust_refinancing',
      { amount: by.amount },
      {
        ...earnedFacts(earned),
        ...this.movedFacts(moved),
        new_principal: by.amount,
        ...prefixed('paid', by.paid),
      },
    );
  }

  /** The loan that this one paid off was owed more or less: so much more or less was lent with its settlement. */
  adjustRefinancing(amount: Cents, figures: Figures, moved: Parts): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'adjust_refinancing', stateAfter(figures));
    const earned = this.take(figures);
    if (this.state !== 'closed') this.closeReason = null;
    else this.closeReason ??= 'repaid';
    return this.emit(
      'adjust_refinancing',
      { amount },
      { ...earnedFacts(earned), ...this.movedFacts(moved), new_principal: 0n, ...prefixed('paid', NO_PARTS) },
    );
  }

  /** The books take the loss. @param on the business date @param owed on it, with what lateness has borne by then */
  chargeOff(on: Temporal.PlainDate, reason: string | null, owed: Parts): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'charge_off');
    requireReason(loanLifecycle, 'charge_off', reason);
    const carried = this.carried();
    this.chargedOffOn = on;
    return this.emit('charge_off', { reason, amount: totalOf(owed) }, prefixed('book', carried));
  }

  /** The debt is written off. @param on the business date @param owed on it, with what lateness has borne by then */
  writeOff(on: Temporal.PlainDate, reason: string | null, owed: Parts): DomainEvent {
    const state = advance(loanLifecycle, this.state, 'write_off');
    requireReason(loanLifecycle, 'write_off', reason);
    const carried = this.carried();
    this.writtenOff = totalOf(owed);
    this.state = state;
    this.stateReason = reason;
    this.writtenOffOn = on;
    this.owe(NO_PARTS);
    return this.emit('write_off', { reason, amount: this.writtenOff }, prefixed('book', carried));
  }

  /**
   * The debt is owed again, and with it what was reclaimed of a refund meanwhile: that is a loss no longer, and no income.
   * `figures` are those of its account. @throws DomainError invalid_state_transition
   */
  undoWriteOff(reason: string | null, figures: Figures): DomainEvent {
    const state = advance(loanLifecycle, this.state, 'undo_write_off');
    requireReason(loanLifecycle, 'undo_write_off', reason);
    this.state = state;
    this.stateReason = reason;
    this.take(figures);
    const amount = this.writtenOff;
    this.writtenOff = 0n;
    this.writtenOffOn = null;
    const book = this.carried();
    // Any other penalty was recognised when it was charged.
    const reclaimed = this.chargedOffOn === null ? this.penaltiesOutstanding - book.penalties : 0n;
    this.penaltiesAccrued += reclaimed;
    return this.emit(
      'undo_write_off',
      { reason, amount },
      { ...prefixed('book', book), reclaimed, reverses: 'loan.written_off' },
    );
  }

  /** Money came in on a debt that was written off. @param beyond it, what is the member's */
  recover(amount: Cents, beyond: Cents): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'book_recovery');
    this.recovered += amount;
    this.overpaid += beyond;
    return this.emit('book_recovery', { amount, recovered: this.recovered });
  }

  /** Money that came in on a debt that was written off was reversed. */
  reverseRecovery(amount: Cents, beyond: Cents): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'reverse_recovery');
    this.recovered -= amount;
    this.overpaid -= beyond;
    return this.emit('reverse_recovery', { amount, recovered: this.recovered });
  }

  /**
   * Lateness is not counted from a day on.
   * @param until the last day; null: until it is resumed
   * @throws DomainError arrears_paused (conflict), validation_failed (invalid)
   */
  pauseArrears(from: Temporal.PlainDate, until: Temporal.PlainDate | null, reason: string | null): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'pause_arrears');
    requireReason(loanLifecycle, 'pause_arrears', reason);
    requireUnpaused(this, from);
    if (until !== null && Temporal.PlainDate.compare(until, from) < 0) throw endsTooEarly(from);
    const pause = { from: from.toString(), until: until?.toString() ?? null };
    this.arrearsPauses = [...this.arrearsPauses, pause];
    return this.emit('pause_arrears', { ...pause, reason });
  }

  /** Lateness counts again, from this day on. @throws DomainError arrears_not_paused (conflict) */
  resumeArrears(on: Temporal.PlainDate): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'resume_arrears');
    const running = requirePaused(this, on);
    const until = on.subtract({ days: 1 }).toString();
    this.arrearsPauses = this.arrearsPauses.flatMap((pause) =>
      pause !== running ? [pause] : pause.from <= until ? [{ ...pause, until }] : [],
    );
    return this.emit('resume_arrears', { from: on.toString() });
  }

  /** What was paid too much went back to the member. */
  refundOverpayment(
    refund: { amount: Cents; channel: string; reference: string | null },
    figures: Figures | null,
  ): DomainEvent {
    this.giveBack('refund_overpayment', figures);
    if (this.state === 'closed') this.closeReason = 'refunded';
    return this.emit('refund_overpayment', refund);
  }

  /** What was paid too much was saved for the member. */
  transferToSavings(transfer: { amount: Cents; savingsAccountUuid: string }, figures: Figures | null): DomainEvent {
    this.giveBack('transfer_to_savings', figures);
    if (this.state === 'closed') this.closeReason = 'transferred';
    return this.emit('transfer_to_savings', {
      amount: transfer.amount,
      savings_account_uuid: transfer.savingsAccountUuid,
    });
  }

  /** What was paid too much leaves the loan. @param figures null where the debt was written off: its account rests */
  private giveBack(action: 'refund_overpayment' | 'transfer_to_savings', figures: Figures | null): void {
    const to = this.state === 'written_off' ? 'written_off' : 'closed';
    this.state = advance(loanLifecycle, this.state, action, to);
    if (figures === null) this.overpaid = 0n;
    else this.take(figures);
  }

  /** Payments that count for another part now: the books follow, as long as they carry the loan. */
  private movedFacts(moved: Parts): DomainEvent['internal'] {
    return prefixed('moved', this.chargedOffOn === null ? moved : NO_PARTS);
  }
}
