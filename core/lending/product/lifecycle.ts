import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const loanProductLifecycle = lifecycle('loan_product', ['active', 'retired'], {
  create: { from: [], to: 'active', emits: 'loan_product.created', means: 'The society puts a product on offer.' },
  edit: {
    from: ['active', 'retired'],
    to: ['active', 'retired'],
    emits: 'loan_product.updated',
    means: 'Its terms are changed: new loans start with the new ones, those of before keep theirs.',
  },
  retire: {
    from: ['active'],
    to: 'retired',
    emits: 'loan_product.retired',
    means: 'The product takes no new loans; those of it go on.',
  },
  reactivate: {
    from: ['retired'],
    to: 'active',
    emits: 'loan_product.reactivated',
    means: 'The product is on offer again.',
  },
});

export type LoanProductState = StateOf<typeof loanProductLifecycle>;
