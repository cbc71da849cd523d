import type { Words } from '../kernel/step-fields.ts';
import type { ReversalCause } from './payment-receipt.ts';

export type PaymentOutcome = 'paid' | 'not_paid';

/** What people may find out about a payment that its provider does not settle. */
export const PAYMENT_OUTCOME: Words<PaymentOutcome> = {
  name: 'PaymentOutcome',
  means: 'What became of a payment.',
  words: {
    paid: 'The recipient has the money.',
    not_paid: 'The recipient has not got it; the float is free again.',
  },
};

export const REVERSAL_CAUSE: Words<ReversalCause> = {
  name: 'ReversalCause',
  means: 'Why a booking is reversed: it decides whether its receipt may be booked again.',
  words: {
    corrected: 'The booking was wrong; its receipt may be booked again.',
    taken_back: 'The provider or the bank has the money again; its receipt is never booked again.',
  },
};
