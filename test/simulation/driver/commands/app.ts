import type { Command } from '../history.ts';
import { msisdn } from './lender.ts';

/** What apps of the payment bridge do. */
export const appCommands: readonly Command[] = [
  {
    name: 'pay out',
    weight: 7,
    make: (known, random) => ({
      method: 'POST',
      path: '/v1/payouts',
      body: {
        amount: 100 * random.between(1, 5_000),
        channel: 'mpesa_b2c',
        msisdn: msisdn(random),
        reference: `payout-${random.between(1, 4_000)}`,
      },
    }),
  },
  {
    name: 'collect',
    weight: 7,
    make: (_, random) => ({
      method: 'POST',
      path: '/v1/collections',
      body: {
        amount: 100 * random.between(1, 5_000),
        channel: 'mpesa_stk',
        msisdn: msisdn(random),
        account_reference: 'INV-7',
        reference: `collection-${random.between(1, 4_000)}`,
      },
    }),
  },
  {
    name: 'refund',
    weight: 3,
    make: (known, random) => {
      const collection = known.some('/v1/collections', random);
      if (!collection) return null;
      const amount = random.chance(0.5) ? collection.amount : 100 * random.between(1, 50);
      return {
        method: 'POST',
        path: '/v1/refunds',
        body: { collection_id: collection.id, amount, reference: `r-${random.between(1, 900)}` },
      };
    },
  },
  {
    name: 'top up',
    weight: 1,
    make: (_, random) => ({
      method: 'POST',
      path: '/v1/topups',
      body: { amount: 100_000 * random.between(1, 20), reference: `top-${random.between(1, 300)}` },
    }),
  },
  {
    name: 'cancel or refresh',
    weight: 2,
    make: (known, random) => {
      const payout = known.some('/v1/payouts', random);
      const collection = known.some('/v1/collections', random);
      const paths = [
        ...(payout ? [`/v1/payouts/${payout.id}/cancel`, `/v1/payouts/${payout.id}/refresh`] : []),
        ...(collection ? [`/v1/collections/${collection.id}/cancel`] : []),
      ];
      return paths.length > 0 ? { method: 'POST', path: random.oneOf(paths) } : null;
    },
  },
  {
    name: 'pay out a batch',
    weight: 1,
    make: (_, random) => {
      const row = (n: number) => ({
        amount: 100 * random.between(1, 500),
        channel: 'mpesa_b2c',
        msisdn: msisdn(random),
        reference: `batch-${random.between(1, 9_000)}-${n}`,
      });
      return {
        method: 'POST',
        path: '/v1/payout_batches',
        body: {
          reference: `b-${random.between(1, 900)}`,
          currency: 'KES',
          rows: [row(1), row(2)],
          dry_run: random.chance(0.2),
        },
      };
    },
  },
];
