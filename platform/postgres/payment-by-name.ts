import type { Collection } from './unit-of-work.ts';

/** What a payment is found by: our own uuid, or the one that its provider was sent. */
export type PaymentName = { readonly uuid: string } | { readonly originatorId: string };

export const paymentByName = <Payment>({ first }: Collection<Payment>, by: PaymentName): Promise<Payment | null> =>
  'uuid' in by ? first('uuid = $1', [by.uuid]) : first('originator_id = $1', [by.originatorId]);
