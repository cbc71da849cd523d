import type { Details } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { receiptKey } from '../../payments/payment-receipt.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { FeeCategory } from '../fee-category.ts';
import { paymentLifecycle, type PaymentAction, type PaymentState } from './lifecycle.ts';

export const PAYMENT_METHODS = [
  'mpesa_paybill',
  'mpesa_stk',
  'airtel',
  'bank',
  'helb',
  'bursary',
  'loan',
  'cheque',
  'adjustment',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What the giver of money named: one invoice, or kinds of charges. Null members name nothing. */
export type Designation = {
  readonly invoiceId: number | null;
  readonly categories: readonly FeeCategory[] | null;
};

/** Money received for a student. What is not allocated is the student's credit. */
export class InvoicePayment {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  studentId!: number;
  /** The invoice that the payer named; null where none was. */
  invoiceId!: number | null;
  amount!: Cents;
  method!: PaymentMethod;
  /** M-Pesa receipt, disbursement uuid, bank reference. */
  reference!: string;
  /**
   * What makes the money unique: `mpesa:<receipt>`, `disb:<uuid>`, `<method>:<reference>`, with its own uuid where it is a
   * part of that. A payment that was reversed gives it back, so that the same money can be booked where it belongs; a loan's never does: its disbursement says.
   */
  key!: string;
  paidAt!: Temporal.Instant;
  payerMemberId!: number | null;
  /** The loan and the disbursement, in lending's books. */
  loanId!: number | null;
  disbursementId!: number | null;
  /** Money that may only go to what it names. */
  designatedInvoiceId!: number | null;
  designatedCategories!: readonly FeeCategory[] | null;
  /** Sum of the standing allocations, in minor units. */
  allocated!: Cents;
  /** A loan's money beyond the invoice: the lender's, not the student's credit. */
  surplus!: Cents;
  surplusReturnedAt!: Temporal.Instant | null;
  state!: PaymentState;
  recordedBy!: string;
  reversedAt!: Temporal.Instant | null;
  reversalReason!: string | null;

  static receive(facts: {
    uuid: string;
    studentId: number;
    invoiceId: number | null;
    amount: Cents;
    method: PaymentMethod;
    reference: string;
    paidAt: Temporal.Instant;
    payerMemberId: number | null;
    loanId: number | null;
    disbursementId: number | null;
    designation: Designation;
    recordedBy: string;
    /** It is a part of its receipt: others have the same key. */
    part?: 'of_receipt' | undefined;
  }): InvoicePayment {
    const { designation, part, ...plain } = facts;
    const key = paymentKey(facts.method, facts.reference);
    return Object.assign(new InvoicePayment(), plain, {
      key: part ? `${key}:${facts.uuid}` : key,
      designatedInvoiceId: designation.invoiceId,
      designatedCategories: designation.categories,
      allocated: 0n,
      surplus: 0n,
      surplusReturnedAt: null,
      state: 'received' as const,
      reversedAt: null,
      reversalReason: null,
    });
  }

  /** The event of the money. */
  received(): DomainEvent {
    return this.emit('receive', { method: this.method, reference: this.reference, invoice_id: this.invoiceId });
  }

  /** Counts portions that were put on invoices. `amount` is at most what was unapplied. */
  allocate(amount: Cents): DomainEvent {
    const rest = unappliedOf(this) - amount;
    const to = advance(paymentLifecycle, this.state, 'allocate', rest === 0n ? 'allocated' : 'partly_allocated');
    if (amount <= 0n || rest < 0n) {
      throw new Error(`Payment ${this.id} has ${unappliedOf(this)} unapplied; ${amount} can't be allocated.`);
    }
    this.state = to;
    this.allocated += amount;
    return this.emit('allocate', { allocated: amount });
  }

  /** The invoice that the money is meant for takes none of it. The money stays meant for it, and pays nothing else. */
  missInvoice(): DomainEvent {
    this.state = advance(paymentLifecycle, this.state, 'miss_invoice');
    return this.emit('miss_invoice', { invoice_id: this.designatedInvoiceId, reference: this.reference });
  }

  /** Keeps what is unapplied for the lender. */
  holdSurplus(): DomainEvent {
    const rest = unappliedOf(this);
    this.state = advance(paymentLifecycle, this.state, 'hold_surplus');
    this.surplus = rest;
    return this.emit('hold_surplus', {
      surplus: rest,
      loan_id: this.loanId,
      disbursement_id: this.disbursementId,
      disbursement_uuid: this.reference,
    });
  }

  /** The surplus went back to the lender. Null where it had gone before, or where there is none. */
  returnSurplus(at: Temporal.Instant): DomainEvent | null {
    this.state = advance(paymentLifecycle, this.state, 'return_surplus');
    if (this.surplus === 0n || this.surplusReturnedAt !== null) return null;
    this.surplusReturnedAt = at;
    return this.emit('return_surplus', { surplus: this.surplus, loan_id: this.loanId });
  }

  /** The money did not stay. The use case unwinds the allocations. */
  reverse(reason: string | null, at: Temporal.Instant): DomainEvent {
    const to = advance(paymentLifecycle, this.state, 'reverse');
    requireReason(paymentLifecycle, 'reverse', reason);
    this.state = to;
    this.allocated = 0n;
    this.reversedAt = at;
    this.reversalReason = reason;
    if (this.method !== 'loan') this.key = `${this.key}:reversed:${this.uuid}`;
    return this.emit('reverse', { method: this.method, reference: this.reference, invoice_id: this.invoiceId });
  }

  private emit(action: PaymentAction, facts: Details): DomainEvent {
    return event(paymentLifecycle.verbs[action].emits, 'payment', this, {
      student_id: this.studentId,
      amount: this.amount,
      state: this.state,
      unapplied: unappliedOf(this),
      ...facts,
    });
  }
}

/** A portion of a payment on a line of an invoice. It is unwound, never deleted, when the payment is reversed. */
export class PaymentAllocation {
  id!: number;
  uuid!: string;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  paymentId!: number;
  invoiceId!: number;
  lineId!: number;
  amount!: Cents;
  allocatedAt!: Temporal.Instant;
  unwoundAt!: Temporal.Instant | null;

  static book(facts: {
    uuid: string;
    paymentId: number;
    invoiceId: number;
    lineId: number;
    amount: Cents;
    allocatedAt: Temporal.Instant;
  }): PaymentAllocation {
    return Object.assign(new PaymentAllocation(), facts, { unwoundAt: null });
  }
}

/** What of a payment is on no invoice, in minor units: the student's credit. Nothing once it was reversed. */
export function unappliedOf(payment: Pick<InvoicePayment, 'amount' | 'allocated' | 'surplus' | 'state'>): Cents {
  return payment.state === 'reversed' ? 0n : payment.amount - payment.allocated - payment.surplus;
}

/**
 * What makes money unique. Both ways of paying by M-Pesa share one kind of receipt, so the callback of a
 * push and the paybill's confirmation of the same money meet in one key.
 */
export function paymentKey(method: PaymentMethod, reference: string): string {
  if (method === 'loan') return `disb:${reference}`;
  const kind = method === 'mpesa_paybill' || method === 'mpesa_stk' ? 'mpesa' : method;
  return `${kind}:${receiptKey(reference)}`;
}
