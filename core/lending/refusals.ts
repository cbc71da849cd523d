import { refusals } from '../kernel/domain-error.ts';

export const lendingRefusals = refusals({
  insufficient_balance: {
    kind: 'conflict',
    title: 'The agent’s float does not cover this amount',
    remedy: 'Top up the float of the agent named by agent_id, or disburse at most available_float.',
  },
  loan_not_disbursable: {
    kind: 'conflict',
    title: 'The loan is not ready for a disbursement',
    remedy: 'Approve the loan first; a loan that was disbursed, rejected or withdrawn takes none.',
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
  service_unavailable: {
    kind: 'unavailable',
    title: 'The provider can’t be reached; nothing was sent',
    remedy: 'Wait for retry_after seconds and make the request again.',
  },
});
