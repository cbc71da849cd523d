import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const paymentLifecycle = lifecycle('payment', ['received', 'partly_allocated', 'allocated', 'reversed'], {
  receive: { from: [], to: 'received', emits: 'payment.received', means: 'Money for a student arrived.' },
  allocate: {
    from: ['received', 'partly_allocated'],
    to: ['partly_allocated', 'allocated'],
    emits: 'payment.allocated',
    by: 'system',
    means: 'The money, or a part of it, was put on invoices.',
  },
  miss_invoice: {
    from: ['received'],
    to: 'received',
    emits: 'payment.unallocatable',
    by: 'system',
    means:
      'The invoice that the money was meant for takes none of it: it goes back to the loan, or waits restricted to it.',
  },
  hold_surplus: {
    from: ['received', 'partly_allocated'],
    to: 'allocated',
    emits: 'payment.surplus_held',
    by: 'system',
    means: 'A loan paid more than its invoice takes; the rest is held for the lender.',
  },
  return_surplus: {
    from: ['allocated'],
    to: 'allocated',
    emits: 'payment.surplus_returned',
    by: 'system',
    means: 'The surplus went back to the lender as a prepayment of principal.',
  },
  reverse: {
    from: ['received', 'partly_allocated', 'allocated'],
    to: 'reversed',
    emits: 'payment.reversed',
    needsReason: true,
    means: 'The money did not stay; its own allocations are unwound.',
  },
});

export type PaymentState = StateOf<typeof paymentLifecycle>;
export type PaymentAction = ActionOf<typeof paymentLifecycle>;
