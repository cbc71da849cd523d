import { refusals } from '../kernel/domain-error.ts';

/** Refusals that every context may answer with which books money from outside. */
export const paymentRefusals = refusals({
  duplicate_payment_reference: {
    kind: 'conflict',
    title: 'This payment is booked already',
    remedy:
      'Look at the record named by existing. Where the money stands in the wrong place, reallocate it; a receipt is booked once.',
  },
  split_refused: {
    kind: 'conflict',
    title: 'Parts of the payment can’t be booked as they are',
    remedy:
      'Nothing was booked. Look at errors: each names a part and what is in its way. Change those and send it again.',
  },
  postings_refused: {
    kind: 'conflict',
    title: 'Rows of the batch can’t be booked as they are',
    remedy:
      'Nothing was booked. Look at errors: each names a row and what is in its way. Change or leave out those and send the ' +
      'rest again, under a new Idempotency-Key.',
  },
  payment_time_out_of_range: {
    kind: 'invalid',
    title: 'The payment can’t have been made at this time',
    remedy:
      'Send a time between earliest and latest: not before the record began, and not further back than the institution allows.',
  },
  msisdn_not_on_channel: {
    kind: 'invalid',
    title: 'The number is in the range of another operator than the channel’s',
    remedy:
      'Use a channel of its operator, as the lookup of the number shows. For a ported number, confirm its wallet first.',
  },
});
