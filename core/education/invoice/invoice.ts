import { refuse, type Details } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, eventType, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { invalidAmount, invalidField } from '../../kernel/field-error.ts';
import { educationRefusals } from '../refusals.ts';
import { invoiceLifecycle, type InvoiceAction, type InvoiceState } from './lifecycle.ts';

export const PAYER_TYPES = ['self', 'guardian', 'helb', 'scholarship', 'employer', 'member', 'loan'] as const;
/** Who is expected to pay, and that payer's own reference. */
export type Payer = { readonly type: (typeof PAYER_TYPES)[number]; readonly ref: string | null };

/** What a student owes the school for something. Its lines and its credit notes have tables of their own. */
export class Invoice {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `INV-2025-000123`, without gaps within a year; null in draft. */
  number!: string | null;
  /** What a payer types as the account to pay this invoice; null in draft. */
  payCode!: string | null;
  studentId!: number;
  enrolmentId!: number | null;
  termId!: number | null;
  feeStructureId!: number | null;
  issueDate!: Temporal.PlainDate | null;
  dueDate!: Temporal.PlainDate;
  currency!: 'KES';
  payer!: Payer;
  /** Sum of the lines' amounts, in minor units. */
  subtotal!: Cents;
  discountTotal!: Cents;
  /** Subtotal less discounts. */
  total!: Cents;
  paid!: Cents;
  credited!: Cents;
  /** How often the lines were written: readers see by it a change that leaves every sum as it is. */
  linesEdition!: number;
  state!: InvoiceState;
  /** The day on which the event that the invoice is overdue was emitted; null before. */
  overdueNotifiedOn!: Temporal.PlainDate | null;
  voidedAt!: Temporal.Instant | null;
  voidReason!: string | null;
  writtenOffAt!: Temporal.Instant | null;
  writeOffReason!: string | null;

  static draft(facts: {
    uuid: string;
    studentId: number;
    enrolmentId: number | null;
    termId: number | null;
    feeStructureId: number | null;
    dueDate: Temporal.PlainDate;
    payer: Payer;
  }): Invoice {
    const invoice = new Invoice();
    Object.assign(invoice, facts);
    Object.assign(invoice, {
      number: null,
      payCode: null,
      issueDate: null,
      currency: 'KES',
      subtotal: 0n,
      discountTotal: 0n,
      total: 0n,
      paid: 0n,
      credited: 0n,
      linesEdition: 0,
      state: 'draft',
      overdueNotifiedOn: null,
      voidedAt: null,
      voidReason: null,
      writtenOffAt: null,
      writeOffReason: null,
    } satisfies Partial<Invoice>);
    return invoice;
  }

  /** Sums the lines. Called whenever a draft's lines are written. */
  sumUp(lines: Iterable<{ readonly amount: Cents; readonly discount: Cents }>): void {
    this.subtotal = 0n;
    this.discountTotal = 0n;
    for (const line of lines) {
      this.subtotal += line.amount;
      this.discountTotal += line.discount;
    }
    this.total = this.subtotal - this.discountTotal;
    this.linesEdition += 1;
  }

  /** The event of a draft. */
  drafted(): DomainEvent {
    return this.emit('draft');
  }

  /** Refuses unless the lines and terms may still be changed. */
  requireEditable(): void {
    requireAllowed(invoiceLifecycle, this.state, 'edit');
  }

  /** The event of a changed draft, naming what changed. */
  edited(changed: readonly string[]): DomainEvent {
    this.requireEditable();
    return this.emit('edit', { changed });
  }

  /** The event of a deleted draft. */
  discard(): DomainEvent {
    requireAllowed(invoiceLifecycle, this.state, 'discard');
    return this.emit('discard');
  }

  /**
   * Refuses unless the invoice can be issued on this day.
   * @throws DomainError validation_failed where the due date passed while the invoice was a draft
   */
  requireIssuable(on: Temporal.PlainDate): void {
    requireAllowed(invoiceLifecycle, this.state, 'issue');
    if (Temporal.PlainDate.compare(this.dueDate, on) >= 0) return;
    throw invalidField('due_date', 'before_issue', `The due date ${this.dueDate} is before the issue date ${on}.`);
  }

  /** Makes the charges owed. */
  issue(facts: { number: string; payCode: string; on: Temporal.PlainDate }): DomainEvent {
    this.requireIssuable(facts.on);
    this.state = advance(invoiceLifecycle, this.state, 'issue');
    this.number = facts.number;
    this.payCode = facts.payCode;
    this.issueDate = facts.on;
    return this.emit('issue', { due_date: this.dueDate.toString() });
  }

  /** Takes allocated money. `amount` is at most the balance: the allocation saw to it. */
  receive(amount: Cents): DomainEvent {
    if (amount <= 0n || amount > balanceOf(this)) {
      throw new Error(`An allocation of ${amount} does not fit the balance ${balanceOf(this)} of invoice ${this.id}.`);
    }
    requireAllowed(invoiceLifecycle, this.state, 'settle');
    this.paid += amount;
    return this.settle();
  }

  /** An invoice whose discounts leave nothing to pay counts as paid immediately. Null where something is owed. */
  settleIfNothingOwed(): DomainEvent | null {
    return balanceOf(this) === 0n && this.state !== 'paid' ? this.settle() : null;
  }

  /**
   * Gives allocated money back when its payment is reversed. One that was written off is owed again, all of it: only what was
   * left then was given up, and of how much people decide again.
   */
  release(amount: Cents): DomainEvent {
    if (amount <= 0n || amount > this.paid) {
      throw new Error(`Invoice ${this.id} can't release ${amount}: ${this.paid} is paid.`);
    }
    const rest = this.paid - amount;
    this.state = advance(invoiceLifecycle, this.state, 'reopen', rest > 0n ? 'partially_paid' : 'issued');
    this.paid = rest;
    this.writtenOffAt = null;
    this.writeOffReason = null;
    return this.emit('reopen', { amount });
  }

  /**
   * Takes a credit note of at most the balance.
   * @returns the event of the credit, and of the payment where nothing is left
   */
  credit(amount: Cents): DomainEvent[] {
    this.state = advance(
      invoiceLifecycle,
      this.state,
      'credit',
      this.state === 'partially_paid' ? this.state : 'issued',
    );
    if (amount > balanceOf(this)) {
      const balance = balanceOf(this);
      throw invalidAmount('amount', 'range', `A credit is at most the balance of ${balance} cents.`, { balance });
    }
    this.credited += amount;
    const credited = this.emit('credit', { amount });
    const settled = this.settleIfNothingOwed();
    return settled ? [credited, settled] : [credited];
  }

  /** Emits that the invoice is overdue; null where it is not, or where it was emitted before. */
  fallOverdue(today: Temporal.PlainDate): DomainEvent | null {
    if (this.overdueNotifiedOn !== null || !isOverdue(this, today)) return null;
    this.overdueNotifiedOn = today;
    return this.emit('fall_overdue', { due_date: this.dueDate.toString() });
  }

  /**
   * Declares the invoice a mistake.
   * @param reservedBy the loan that holds a reservation, or has promised its money; null where none does
   * @throws DomainError invoice_has_payments, invoice_reserved_by_loan (conflict)
   */
  void(reason: string | null, at: Temporal.Instant, reservedBy: InvoiceHold | null): DomainEvent {
    if (this.paid > 0n || this.credited > 0n) {
      throw refuse(
        educationRefusals.invoice_has_payments,
        `Invoice ${this.number} has ${this.paid} cents paid and ${this.credited} cents credited; it can't be voided.`,
        { invoice_id: this.id, current_state: this.state, paid: this.paid, credited: this.credited },
      );
    }
    const to = advance(invoiceLifecycle, this.state, 'void');
    requireReason(invoiceLifecycle, 'void', reason);
    this.requireUnreserved(reservedBy);
    this.state = to;
    this.voidedAt = at;
    this.voidReason = reason;
    return this.emit('void');
  }

  /** Gives up the balance; what was paid stays paid. */
  writeOff(reason: string | null, at: Temporal.Instant, reservedBy: InvoiceHold | null): DomainEvent {
    const to = advance(invoiceLifecycle, this.state, 'write_off');
    requireReason(invoiceLifecycle, 'write_off', reason);
    this.requireUnreserved(reservedBy);
    this.state = to;
    this.writtenOffAt = at;
    this.writeOffReason = reason;
    return this.emit('write_off', { amount: balanceOf(this) });
  }

  private requireUnreserved(reservedBy: InvoiceHold | null): void {
    if (reservedBy === null) return;
    const { loanUuid, promised } = reservedBy;
    throw refuse(
      educationRefusals.invoice_reserved_by_loan,
      promised > 0n
        ? `Invoice ${this.number} is promised ${promised} cents of loan ${loanUuid}, whose money went to a phone.`
        : `Loan ${loanUuid} has reserved invoice ${this.number}.`,
      {
        invoice_id: this.id,
        current_state: this.state,
        loan_uuid: loanUuid,
        ...(promised > 0n && { promised }),
      },
    );
  }

  private settle(): DomainEvent {
    this.state = advance(invoiceLifecycle, this.state, 'settle', balanceOf(this) === 0n ? 'paid' : 'partially_paid');
    return this.emit('settle');
  }

  private emit(action: InvoiceAction, facts: Details = {}): DomainEvent {
    return event(eventType(invoiceLifecycle, action, this.state), 'invoice', this, {
      student_id: this.studentId,
      number: this.number,
      state: this.state,
      total: this.total,
      balance: balanceOf(this),
      ...facts,
    });
  }
}

/** What is left of an invoice: total less payments and credits, in minor units. */
export function balanceOf(invoice: Pick<Invoice, 'total' | 'paid' | 'credited'>): Cents {
  return invoice.total - invoice.paid - invoice.credited;
}

/** True where the invoice takes payments. */
export function isOpen(invoice: Pick<Invoice, 'state'>): boolean {
  return invoice.state === 'issued' || invoice.state === 'partially_paid';
}

/** A loan that an invoice is kept for. */
export type InvoiceHold = {
  readonly loanUuid: string;
  /** What the school is promised of money that went to a phone, minor units; zero where nothing was paid out yet. */
  readonly promised: Cents;
};

/** What a student owes on an invoice, in minor units; drafts, void and written-off invoices are not owed. */
export function balanceDueOf(invoice: Pick<Invoice, 'state' | 'total' | 'paid' | 'credited'>): Cents {
  return isOpen(invoice) ? balanceOf(invoice) : 0n;
}

/** True from the day after the due date, in the institution's zone, while something is owed. */
export function isOverdue(
  invoice: Pick<Invoice, 'state' | 'total' | 'paid' | 'credited' | 'dueDate'>,
  today: Temporal.PlainDate,
): boolean {
  return balanceDueOf(invoice) > 0n && Temporal.PlainDate.compare(invoice.dueDate, today) < 0;
}
