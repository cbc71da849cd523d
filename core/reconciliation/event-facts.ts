import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { bankChargeLifecycle } from './bank-charge/lifecycle.ts';
import { breakLifecycle } from './break/lifecycle.ts';

/** What events about disagreements with a provider's statement, and about the bank's charges on it, carry. */
export const reconciliationFacts: readonly EventFacts[] = [
  {
    lifecycle: breakLifecycle,
    subjectType: 'reconciliation_break',
    always: {
      break_type: fact.text('In which way statement and books disagree.'),
      state: fact.state(breakLifecycle),
      account: fact.text('The account of the books.'),
      receipt_no: fact.nullable(fact.text('The provider’s receipt.')),
      amount_there: fact.nullable(fact.money('What the statement says, minor units.')),
      amount_here: fact.nullable(fact.money('What the books say, minor units.')),
      proposal: fact.nullable(fact.text('What is proposed to settle it.')),
    },
  },
  {
    lifecycle: bankChargeLifecycle,
    subjectType: 'bank_charge',
    always: {
      amount: fact.money('What the bank charged, minor units.'),
      state: fact.state(bankChargeLifecycle),
      receipt_no: fact.text('The bank’s reference of the line.'),
    },
  },
];
