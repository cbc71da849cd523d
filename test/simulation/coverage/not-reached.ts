const NO_PROVIDER =
  'No command takes it: savings leave at the counter and by bank, and no provider answers for them later.';
const OF_THE_RAIL =
  'Only M-Pesa itself returns a payment by request; test/platform/rails/daraja/office.test.ts plays it.';
const MID_TURN =
  'A history waits after each request until the workers have nothing to do, so that this has no moment in which to happen.';

/** Verbs of lifecycles that no history of the driver has reached, and why. */
export const VERBS_NOT_REACHED: { readonly [verb: string]: string } = {
  'disbursement.claim_back':
    'The provider has to contradict itself between a loan that is withdrawn and its last report; test/rest-adapter/lending/money-on-its-way.test.ts has both in hand.',
  'savings_account.approve':
    'Accounts wait for approval where two administrators have decided so at the portal, of which no chapter tells; test/core/savings/accounts.test.ts shows it.',
  'savings_account.reject':
    'Accounts wait for approval where two administrators have decided so at the portal, of which no chapter tells; test/core/savings/accounts.test.ts shows it.',
  'savings_transaction.request': NO_PROVIDER,
  'savings_transaction.fail': NO_PROVIDER,
  'mobile_money_transaction.merge':
    'Two reports of one payment have to overtake each other, which test/rest-adapter/paybill.test.ts orders.',
  'mobile_money_transaction.give_to_app':
    'Two prompts have to fit one payment equally until one of them is answered: test/rest-adapter/payment-bridge/collections.test.ts.',
  'mobile_money_transaction.keep': OF_THE_RAIL,
  'payout.cancel': `${MID_TURN} test/rest-adapter/payment-bridge/batches.test.ts cancels what waits.`,
  'payout.correct':
    'The provider has to decline and then to have paid all the same; test/core/payment-bridge/payouts.test.ts has it in every order.',
};

/** Codes of the refusal catalogue that no history of the driver was answered, and why. */
export const CODES_NOT_REACHED: { readonly [code: string]: string } = {
  approval_needs_client:
    'For the operator of the machine and for jobs, who approve nothing: none of their commands asks for it, and every client and person may.',
  changes_expired: 'A cursor has to be older than what is kept of changes: test/rest-adapter/lists/polling.test.ts.',
  invalid_cursor:
    'The clients of a history send cursors back as they were given: test/rest-adapter/lists/grammar.test.ts, test/subgraphs/lending/cursors.test.ts.',
  period_closed:
    'A day is closed once it is over, and everything is booked on the day it is: only a process whose clock is a day behind meets it.',
  request_names_person:
    'The clients of a history call their requests by chance, and never by a name: test/rest-adapter/erasure.test.ts.',
  sandbox_resetting:
    'A history keeps its sandbox, and what its judge looks at: test/rest-adapter/lending/test-reset.test.ts resets one.',
  sandbox_was_reset:
    'A history keeps its sandbox, and what its judge looks at: test/rest-adapter/lending/test-reset.test.ts resets one.',
  savings_transaction_not_reversible:
    'It takes a movement of interest or tax, or one of terms that have ended, and no chapter has reversed one yet: test/platform/app/close-of-business/savings.test.ts.',
  step_up_required:
    'A key counts for five minutes of real time: only a history that lasts longer meets it, where its administrator comes back.',
  sync_window_expired: 'A list has to have forgotten what is asked for: test/rest-adapter/education/sync.test.ts.',
};
