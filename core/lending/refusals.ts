import { refusals } from '../kernel/domain-error.ts';

export const lendingRefusals = refusals({
  loan_not_disbursable: {
    kind: 'conflict',
    title: 'The loan is not ready for a disbursement',
    remedy: 'Approve the loan first; a loan that was disbursed, rejected or withdrawn takes none.',
  },
  daily_limit_reached: {
    kind: 'conflict',
    title: 'The agent has paid out what may be paid in a day',
    remedy: 'Ask for at most remaining_amount, pay through another agent, or have the limit raised.',
  },
  charges_exceed_owed: {
    kind: 'conflict',
    title: 'The provider is not owed so much for its charges',
    remedy: 'Book at most owed_amount; what else was moved on the portal is another transfer, or a mistake.',
  },
  top_up_under_way: {
    kind: 'conflict',
    title: 'A top-up of this agent from the paybill is under way',
    remedy: 'Wait until the one named by existing_id is settled; in review, two people settle it.',
  },
  recipient_not_verified: {
    kind: 'invalid',
    title: 'The number is not the member’s own',
    remedy: 'Pay to the number on the member’s record; have it changed there first where the member has a new one.',
  },
  disbursement_exceeds_principal: {
    kind: 'conflict',
    title: 'The disbursement exceeds what is left of the approved principal',
    remedy: 'Disburse at most remaining_amount.',
  },
  disbursement_in_flight: {
    kind: 'conflict',
    title: 'A disbursement of this loan is under way',
    remedy: 'Wait until it is confirmed or failed.',
  },
  loan_not_repayable: {
    kind: 'conflict',
    title: 'The loan takes no repayment in this state',
    remedy: 'Repayments are booked on a loan that was disbursed.',
  },
  instalment_paid_ahead: {
    kind: 'conflict',
    title: 'An instalment that would be recalculated is paid in part',
    remedy: 'Reschedule from an instalment after the one named by instalment.',
  },
  repayment_not_reversible: {
    kind: 'conflict',
    title: 'The repayment can’t be taken back any more',
    remedy: 'Look at reason: what happened to the loan since stands in the way, and has to be undone first.',
  },
  repayment_exceeds_outstanding: {
    kind: 'conflict',
    title: 'The amount is more than the loan takes',
    remedy: 'Pay at most most_amount; outstanding_amount is what is still owed.',
  },
  loan_refinanced: {
    kind: 'conflict',
    title: 'The loan was paid off by another one',
    remedy: 'Book it on the loan named by refinanced_by, which took its place.',
  },
  refinancing_terms_changed: {
    kind: 'conflict',
    title: 'The product has other terms than were proposed',
    remedy: 'Look at the terms of the product named by product_id, and propose the refinancing again.',
  },
  charge_exceeds_limit: {
    kind: 'conflict',
    title: 'So much may not be charged on the loan',
    remedy: 'Charge at most most_amount, or have the limit of the institution changed.',
  },
  nothing_overpaid: {
    kind: 'conflict',
    title: 'Nothing was paid too much',
    remedy: 'There is nothing to give back; look at overpaid of the loan.',
  },
  debt_not_recovered: {
    kind: 'conflict',
    title: 'A debt that was written off is still to be recovered',
    remedy:
      'Reverse the repayment that came in beyond the debt and book it again: it recovers what is owed again by now. What is left after that is refunded.',
  },
  settlement_too_small: {
    kind: 'conflict',
    title: 'The amount does not settle the loan',
    remedy: 'Pay at least the total of the settlement quote, or book an ordinary repayment.',
  },
  waiver_exceeds_outstanding: {
    kind: 'conflict',
    title: 'There is not so much to waive',
    remedy: 'Waive at most outstanding_amount.',
  },
  loan_charged_off: {
    kind: 'conflict',
    title: 'The loan is charged off',
    remedy: 'Book what comes in as repayments, or write the loan off.',
  },
  arrears_below_floor: {
    kind: 'conflict',
    title: 'The loan is not late enough for this',
    remedy: 'Wait until days_past_due has reached required_days.',
  },
  arrears_paused: {
    kind: 'conflict',
    title: 'The lateness of the loan is not counted already',
    remedy: 'Resume it, or wait until paused_until has passed.',
  },
  arrears_not_paused: {
    kind: 'conflict',
    title: 'The lateness of the loan is counted',
    remedy: 'There is nothing to resume.',
  },
  deposit_multiple_exceeded: {
    kind: 'conflict',
    title: 'The member’s deposits are too small for this loan',
    remedy: 'Lend at most most_principal, or let the member deposit up to required_deposits.',
  },
  disbursement_not_undoable: {
    kind: 'conflict',
    title: 'The disbursement can’t be undone any more',
    remedy: 'Reverse what was booked since, or settle the loan.',
  },
  guarantee_refused: {
    kind: 'conflict',
    title: 'The guarantee can’t be given or taken back',
    remedy: 'Name another active member, before the loan is approved.',
  },
  guarantors_missing: {
    kind: 'conflict',
    title: 'The loan lacks guarantors',
    remedy:
      'Add guarantees of active members until the number and the share that the product asks for are reached. Where the loan ' +
      'is approved already, substitute a guarantor who died, or let another member stand for it.',
  },
  out_of_product_range: {
    kind: 'invalid',
    title: 'The value lies outside the product’s limits',
    remedy: 'Choose a value between min and max of the product.',
  },
  provider_rejected: {
    kind: 'upstream',
    title: 'The provider refused the request; nothing was sent',
    remedy: 'Look at provider_code, correct the cause, and make a new request.',
  },
});
