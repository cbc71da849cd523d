import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { savingsAccountLifecycle } from './account/lifecycle.ts';
import { FUND_SOURCES } from './fund-source.ts';
import { SAVINGS_KINDS } from './product/savings-product.ts';
import { savingsTransactionLifecycle } from './transaction/lifecycle.ts';
import { SAVINGS_TRANSACTION_TYPES } from './transaction/savings-transaction.ts';

const reason = fact.text('Why, where a reason was stated.');

/** What events of savings carry. */
export const savingsFacts: readonly EventFacts[] = [
  {
    others: { 'savings_product.offered': 'Members may open accounts of a product.' },
    subjectType: 'savings_product',
    always: {
      code: fact.text('Its short name.'),
      name: fact.text('Its name.'),
      kind: fact.oneOf(SAVINGS_KINDS, 'Its kind.'),
      annual_rate: fact.text('Percent a year that the society pays.'),
    },
  },
  {
    lifecycle: savingsAccountLifecycle,
    subjectType: 'savings_account',
    always: {
      account_no: fact.text('The number of the account.'),
      member_id: fact.id('member', 'The owner.'),
      product_id: fact.id('savings_product', 'The product that the account is of.'),
      state: fact.state(savingsAccountLifecycle),
    },
    sometimes: { reason },
  },
  {
    lifecycle: savingsTransactionLifecycle,
    subjectType: 'savings_transaction',
    always: {
      savings_account_id: fact.id('savings_account', 'The account.'),
      member_id: fact.id('member', 'The owner of the account.'),
      type: fact.oneOf(SAVINGS_TRANSACTION_TYPES, 'What it is.'),
      amount: fact.money('Minor units, positive; the type says which way it goes.'),
      channel: fact.nullable(fact.oneOf(FUND_SOURCES, 'Where the money came from or went.')),
      receipt_no: fact.nullable(fact.text('Our receipt.')),
      balance_after: fact.nullable(fact.money('What the account held after it; null where it did not move.')),
      state: fact.state(savingsTransactionLifecycle),
    },
    sometimes: { reason },
  },
];
