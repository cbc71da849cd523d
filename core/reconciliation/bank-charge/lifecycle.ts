import { lifecycle, type StateOf } from '../../kernel/lifecycle.ts';

export const bankChargeLifecycle = lifecycle('bank_charge', ['booked', 'given_back'], {
  book: {
    from: [],
    to: 'booked',
    emits: 'bank_charge.booked',
    means: 'The bank’s statement shows a charge: it left the account.',
  },
  give_back: {
    from: ['booked'],
    to: 'given_back',
    emits: 'bank_charge.given_back',
    by: 'system',
    means: 'The bank’s statement shows that it gave the charge back.',
  },
});

export type BankChargeState = StateOf<typeof bankChargeLifecycle>;
