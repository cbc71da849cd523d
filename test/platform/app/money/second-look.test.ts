import { expect, it } from 'vitest';
import { secondLooks } from '#platform/app/processes/collection/second-look.ts';

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
