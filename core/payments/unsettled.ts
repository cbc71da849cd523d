import { namesOf } from '../kernel/names.ts';

/** Payments whose outcome may be open, by what they are. */
export const UNSETTLED_PAYMENTS = {
  disbursement: 'Money of a loan, to who borrows.',
  float_top_up: 'Money of the paybill, to the float of an agent.',
  payout: 'Money of an app, to a person.',
  collection: 'Money that an app requested of a payer.',
} as const;
export type UnsettledKind = keyof typeof UNSETTLED_PAYMENTS;
export const UNSETTLED_KINDS = namesOf(UNSETTLED_PAYMENTS);

/** How its outcome is open. */
export const UNSETTLED = {
  unknown: 'The provider’s status is queried, until it is conclusive.',
  review: 'What the provider says does not settle it: two people do, with evidence.',
} as const;
export type UnsettledState = keyof typeof UNSETTLED;
