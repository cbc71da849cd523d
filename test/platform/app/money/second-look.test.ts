import { expect, it } from 'vitest';
import { agrees, secondLooks } from '#platform/app/processes/collection/second-look.ts';
import type { ProviderAccount } from '#platform/rails/rail.ts';

const never = async () => {
  throw new Error('It is not to be used.');
};

it('opens no rail for a low payment, and lets a high one wait where one can’t be opened (finding: both were lost)', async () => {
  let opened = 0;
  const accountsOf = async () => {
    opened += 1;
    throw new Error('A rail can’t be unsealed.');
  };
  const { lookFor } = secondLooks({ run: never }, accountsOf, never);
  const caller = { tenantId: 1 } as Parameters<typeof lookFor>[0];
  expect([await lookFor(caller, 1_000n, '600992'), opened]).toEqual([null, 0]);
  expect([await lookFor(caller, 10_000_000n, '600992'), opened]).toEqual(['unknown', 1]);
});

it('stops asking in a round where the provider refuses the credential (finding: fifty requests with a locked one)', async () => {
  const requested: string[] = [];
  const look = {
    from: 10_000_000n,
    covers: () => true,
    isHeldBack: async () => requested.length === 2,
    request: async ({ uuid }: { readonly uuid: string }) => void requested.push(uuid),
    read: () => null,
  };
  const waiting = Array.from({ length: 50 }, (_, at) => ({ uuid: `payment-${at}`, receiptNo: `SFC${at}` }));
  // What waits is found by a transaction, of which this is the result.
  const run = (async () => waiting) as unknown as Parameters<typeof secondLooks>[0]['run'];
  const rail = { secondLook: look } as unknown as ProviderAccount['rail'];
  const { askAgain } = secondLooks({ run }, async () => [{ uuid: 'rail', provider: 'mpesa', rail }], never);
  await askAgain({ tenantId: 1 } as Parameters<typeof askAgain>[0]);
  expect(requested).toEqual(['payment-0', 'payment-1']);
});

it('confirms a payment that came to us then, and no receipt of another one (finding: that of a payout, or an old one, did)', () => {
  const at = (time: string) => Temporal.Instant.from(`2026-11-28T${time}Z`);
  const notified = { receiptNo: 'SFC61HAT01', amount: 15_000_000n, paidAt: at('09:00:00') };
  const said = {
    kind: 'paid',
    receiptNo: 'SFC61HAT01',
    amount: 15_000_000n,
    finalisedAt: at('09:00:40'),
    isToUs: true,
  } as const;
  expect(agrees(notified, said)).toBe(true);
  for (const other of [
    { kind: 'not_paid' },
    { receiptNo: 'SFC61HAT02' },
    { amount: 14_999_900n },
    { isToUs: false },
    { finalisedAt: at('08:49:00') },
    { finalisedAt: null },
  ] as const)
    expect(agrees(notified, { ...said, ...other })).toBe(false);
});
