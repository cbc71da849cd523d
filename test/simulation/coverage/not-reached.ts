const NO_PROVIDER =
  'No use case takes it: savings leave at the counter and by bank, and no provider answers for them later.';

/** Verbs of lifecycles that no history of the driver has reached, and why. */
export const VERBS_NOT_REACHED: { readonly [verb: string]: string } = {
  'savings_transaction.request': NO_PROVIDER,
  'savings_transaction.fail': NO_PROVIDER,
  'mobile_money_transaction.keep':
    'Only M-Pesa itself returns a payment by request, and the provider of a sandbox is never asked to: test/platform/rails/daraja/office.test.ts plays it.',
};

/** Codes of the refusal catalogue that no history of the driver was answered, and why. */
export const CODES_NOT_REACHED: { readonly [code: string]: string } = {
  approval_needs_client:
    'For the operator of the machine and for jobs, who approve nothing: none of their commands asks for it, and every client and person may. test/core/mobile-money/payments.test.ts asks for it in their name.',
  period_closed:
    'A period ends with a day that is over, and everything is booked on the day that it is by the clock of the database, which a sandbox sends ahead and never back: test/platform/app/bank/doubtful-statements.test.ts and test/platform/postgres/ledger/books.test.ts turn that clock back.',
};
