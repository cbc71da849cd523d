import { randomUUID } from 'node:crypto';
import type { AwaitedPayout, PayoutOrder } from '#core/payments/rail.ts';

/** A payment to a person by M-Pesa, as a rail gets it. */
export function payoutOrder(change: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    originatorId: randomUUID(),
    amount: 200_000n,
    channel: 'mpesa_b2c',
    msisdn: '+254700000000',
    business: null,
    remarks: 'Loan 812 disbursement',
    ...change,
  };
}

/** The same while its result is awaited. */
export function awaitedPayout(change: Partial<AwaitedPayout> = {}): AwaitedPayout {
  const { remarks: _, ...order } = payoutOrder();
  return { ...order, providerRef: null, isAwaited: true, ...change };
}
