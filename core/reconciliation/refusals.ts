import { refusals } from '../kernel/domain-error.ts';

export const reconciliationRefusals = refusals({
  statement_of_another_account: {
    kind: 'invalid',
    title: 'The statement has next to nothing in common with the account',
    remedy: 'Choose the account that the statement is of; nothing was stored.',
  },
  break_not_bookable: {
    kind: 'conflict',
    title: 'This break can’t be booked as a payment',
    remedy: 'Book it where it belongs, then resolve the break with a reason.',
  },
});
