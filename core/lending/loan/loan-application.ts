import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { loanLifecycle, type LoanAction } from './lifecycle.ts';
import { LoanRecord } from './loan-record.ts';

/** What happens to a loan before money is lent on it: it is applied for, and the lender decides. */
export class LoanApplication extends LoanRecord {
  /** Changes an application. Null where nothing changes. @throws DomainError invalid_state_transition */
  edit(changes: { principal?: Cents; termMonths?: number; purpose?: string | null }, by: string): DomainEvent | null {
    this.state = advance(loanLifecycle, this.state, 'edit');
    const { principal = this.principal, termMonths = this.termMonths, purpose = this.purpose } = changes;
    if (principal === this.principal && termMonths === this.termMonths && purpose === this.purpose) return null;
    Object.assign(this, { principal, termMonths, purpose, editedBy: [...new Set([...this.editedBy, by])] });
    return this.emit('edit');
  }

  /**
   * The lender accepts the application. Whether maker and approver have to be two people, the use case knows.
   * @throws DomainError invalid_state_transition (conflict)
   */
  approve(by: string): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'approve');
    this.approvedPrincipal = this.principal;
    this.approvedBy = by;
    return this.emit('approve', { approved_principal: this.principal });
  }

  /** Steps that need nothing but a reason: reject and withdraw. */
  decline(action: 'reject' | 'withdraw', reason: string | null): DomainEvent {
    const state = advance(loanLifecycle, this.state, action);
    requireReason(loanLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
    return this.emit(action, { reason });
  }

  undoApproval(): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'undo_approval');
    this.approvedPrincipal = null;
    this.approvedBy = null;
    return this.emit('undo_approval');
  }

  /** The invoice that a school-fee loan pays: the school's side follows it. */
  protected feeFacts(): DomainEvent['data'] {
    return this.invoiceId === null ? {} : { invoice_id: this.invoiceId };
  }

  protected emit(
    action: LoanAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      loan_no: this.loanNo,
      member_id: this.memberId,
      product_id: this.productId,
      principal: this.principal,
      state: this.state,
      ...more,
    };
    return event(eventType(loanLifecycle, action, this.state), 'loan', this, data, internal);
  }
}
