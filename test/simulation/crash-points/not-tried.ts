const NOT_ALONE = 'Not yet: in the suite that sends it, something else is always under way.';
const NOT_SENT = 'Not yet: no suite of the bench sends it where it succeeds.';
const OF_THE_SANDBOX = 'It moves or empties the sandbox in many transactions: its own suites end it in the middle.';
const CHANGES_NOTHING = 'It works something out, and keeps nothing.';

/** Writes of REST and mutations whose command has died nowhere, and why. */
export const NOT_TRIED: { readonly [command: string]: string } = {
  previewSchedule: CHANGES_NOTHING,
  previewProductSchedule: CHANGES_NOTHING,
  advanceTestClock: OF_THE_SANDBOX,
  'mutation advanceTestClock': OF_THE_SANDBOX,
  resetSandbox: OF_THE_SANDBOX,
  resetAppSandbox: OF_THE_SANDBOX,
  'mutation resetSandbox': OF_THE_SANDBOX,
  completeTestCollection: OF_THE_SANDBOX,
  'changeFloatTopUp.cancel': NOT_ALONE,
  'mutation cancelFloatTopUp': NOT_ALONE,
  'changeFloatTopUp.settle': NOT_ALONE,
  'mutation settleFloatTopUp': NOT_ALONE,
  'changeInvoicePayment.return_to_lender': NOT_SENT,
  'mutation returnLoanCredit': NOT_SENT,
  reviewAppPayment: NOT_SENT,
  'mutation reviewAppPayment': NOT_SENT,
  'mutation changeClientResponsible': NOT_SENT,
};
