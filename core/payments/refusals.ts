import { refusals } from '../kernel/domain-error.ts';

/** Refusals that every context may answer with which books money from outside. */
export const paymentRefusals = refusals({
  duplicate_payment_reference: {
    kind: 'conflict',
    title: 'This payment is booked already',
    remedy:
      'Look at the record named by existing. Where the money stands in the wrong place, reallocate it; a receipt is booked once.',
  },
});
