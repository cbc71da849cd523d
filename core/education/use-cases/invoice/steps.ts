import { stepOn, type StepTable } from '../../../kernel/steps.ts';
import { issueInvoice } from './issue-invoice.ts';

const step = stepOn<'invoiceId'>();

/** The steps of an invoice that a person may take; a draft is discarded by its removal. */
export const invoiceSteps = {
  issue: step({
    name: 'issueInvoice',
    means: 'The invoice takes its number and is owed; the student’s credit is put on it.',
    run: issueInvoice,
    fields: {},
  }),
  void: {
    name: 'voidInvoice',
    means:
      'Declares an invoice a mistake; nothing was paid or credited, and no loan holds it. Of what is owed beyond what one ' +
      'person waives it takes two.',
    isProposable: true,
    fields: {},
  },
  write_off: {
    name: 'writeOffInvoice',
    means: 'Gives up what is left of an invoice. Beyond what one person waives it takes two.',
    isProposable: true,
    fields: {},
  },
} as const satisfies StepTable;
