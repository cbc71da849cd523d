/** What a suite plants in the database without booking it, and the checks of the ledger that see that. */
type Planted = { readonly why: string; readonly checks: readonly string[] };

/** By the path of the suite below `test`. The list only gets shorter: a new suite books what it needs. */
export const plantedBooks: { readonly [suite: string]: Planted } = {
  'gateway/strangers.test.ts': {
    why: 'Its death claim is a row, so that there is one of every entity; the member lives.',
    checks: ['deaths have claims'],
  },
  'platform/app/education/plans.test.ts': {
    why: 'It plants more payments than it could book, for the plans of their lists.',
    checks: ['receipts of what is booked'],
  },
  'platform/app/education/round-trips.test.ts': {
    why: 'Its disbursement is a row, so that the school has something to be paid by.',
    checks: ['money that moved is booked'],
  },
  'platform/postgres/unit-of-work.test.ts': {
    why: 'It changes columns of loans and agents itself, to see what is written.',
    checks: ['ledger account interest_receivable', 'income', 'float'],
  },
  'rest-adapter/bad-requests.test.ts': {
    why: 'It plants accounts with movements, for the ids that its requests name.',
    checks: [
      'savings',
      'savings transactions',
      'ledger account savings_control',
      'ledger account share_capital',
      'ledger account school_fees_collected',
    ],
  },
  'rest-adapter/lending/proposals.test.ts': {
    why: 'It plants what a provider has charged, which belongs to no payment.',
    checks: ['ledger account charges_payable'],
  },
  'rest-adapter/lists/plans.test.ts': {
    why: 'It plants more accounts and payments than it could book, for the plans of their lists.',
    checks: [
      'receipts of what is booked',
      'savings',
      'ledger account savings_control',
      'ledger account share_capital',
      'ledger account school_fees_collected',
      'ledger account unallocated_receipts',
    ],
  },
  'rest-adapter/payment-bridge/collections.test.ts': {
    why: 'It reverses a payment in suspense past the application.',
    checks: ['ledger account unallocated_receipts', 'receipts of what was undone'],
  },
  'rest-adapter/payment-bridge/plans.test.ts': {
    why: 'It plants more payouts and lines than it could book, for the plans of their lists.',
    checks: [
      'accounts of apps',
      'lines of apps',
      'money of apps on its way',
      'ledger account app_payouts_in_transit',
      'receipts of what is booked',
    ],
  },
};
