/** What becomes of principal that is paid before it is due. */
export const PREPAYMENT_STRATEGIES = ['reduce_number', 'reduce_instalment', 'reschedule_next', 'adjust_last'] as const;
export type PrepaymentStrategy = (typeof PREPAYMENT_STRATEGIES)[number];

/**
 * What a payment before the due date pays of the running row: the interest accrued until then and after it
 * principal, or principal alone (the row's interest then stays due, and runs on less for the rest of the period).
 */
export const EARLY_PAYMENTS = ['interest_first', 'principal_first'] as const;
export type EarlyPayment = (typeof EARLY_PAYMENTS)[number];
