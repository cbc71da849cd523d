import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

/** Overdue is not a state: it follows from the due date, the balance and today. */
export const invoiceLifecycle = lifecycle(
  'invoice',
  ['draft', 'issued', 'partially_paid', 'paid', 'void', 'written_off'],
  {
    draft: { from: [], to: 'draft', emits: 'invoice.created', means: 'Charges are put together; nothing is owed yet.' },
    edit: { from: ['draft'], to: 'draft', emits: 'invoice.updated', means: 'Lines, payer or due date are changed.' },
    discard: {
      from: ['draft'],
      to: 'draft',
      emits: 'invoice.discarded',
      by: 'system',
      means: 'A draft is deleted; a tombstone stays for readers.',
    },
    issue: {
      from: ['draft'],
      to: 'issued',
      emits: 'invoice.issued',
      means: 'The invoice takes its number and is owed.',
    },
    settle: {
      from: ['issued', 'partially_paid'],
      to: ['partially_paid', 'paid'],
      emits: 'invoice.partially_paid',
      emitsInto: { paid: 'invoice.paid' },
      by: 'system',
      means: 'Money was allocated to the invoice, or credit took its last balance.',
    },
    credit: {
      from: ['issued', 'partially_paid'],
      to: ['issued', 'partially_paid'],
      emits: 'invoice.credited',
      by: 'system',
      means: 'A credit note lowers what is owed.',
    },
    reopen: {
      from: ['partially_paid', 'paid', 'written_off'],
      to: ['issued', 'partially_paid'],
      emits: 'invoice.reopened',
      by: 'system',
      means: 'A payment was reversed; its part is owed again, and what was given up because it had been paid.',
    },
    fall_overdue: {
      from: ['issued', 'partially_paid'],
      to: ['issued', 'partially_paid'],
      emits: 'invoice.overdue',
      by: 'system',
      means: 'The due date passed with a balance; emitted once.',
    },
    void: {
      from: ['draft', 'issued'],
      to: 'void',
      emits: 'invoice.voided',
      needsReason: true,
      means: 'The invoice was a mistake; nothing was paid or credited.',
    },
    write_off: {
      from: ['issued', 'partially_paid'],
      to: 'written_off',
      emits: 'invoice.written_off',
      needsReason: true,
      means: 'The school gives up the rest.',
    },
  },
);

export type InvoiceState = StateOf<typeof invoiceLifecycle>;
export type InvoiceAction = ActionOf<typeof invoiceLifecycle>;
