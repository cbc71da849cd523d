import { describe, expect, it } from '@jest/globals';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { together } from '#platform/app/processes/payment/together.ts';

const callerOf = (id: number) => systemCaller({ id, mode: 'sandbox' }, 'tests', 'tests');

/** Carries out numbers; a group that holds `refused` fails. */
function counted(refused?: number) {
  const groups: (readonly number[])[] = [];
  const run = together<number, number>(async (_, numbers) => {
    groups.push(numbers);
    await Promise.resolve();
    if (numbers.some((each) => each === refused)) throw new Error(`${refused} is refused`);
    return numbers.map((each) => each * 2);
  });
  return { groups, run };
}

describe('What comes while a transaction runs', () => {
  it('is carried out together in the next one, each with its own result', async () => {
    const { groups, run } = counted();
    expect(await Promise.all([1, 2, 3].map((each) => run(callerOf(1), each)))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1], [2, 3]]);
    expect(await run(callerOf(1), 4)).toBe(8);
    expect(groups.at(-1)).toEqual([4]);
  });

  it('is carried out one by one where the transaction of several fails: a refusal is its own', async () => {
    const { groups, run } = counted(3);
    const results = await Promise.allSettled([1, 2, 3, 4].map((each) => run(callerOf(1), each)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(groups).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
  });

  it('does not wait for another institution, and is at most a hundred', async () => {
    const { groups, run } = counted();
    await Promise.all(
      [1, ...Array.from({ length: 150 }, () => 2)].map((each, n) => run(callerOf(n === 1 ? 9 : 1), each)),
    );
    expect(groups.map(({ length }) => length)).toEqual([1, 1, 100, 49]);
  });
});
