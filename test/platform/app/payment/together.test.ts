import { describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { together } from '#platform/app/processes/payment/together.ts';

const callerOf = (id: number, requestId = 'tests') => systemCaller({ id, mode: 'sandbox' }, 'tests', requestId);

/** What a driver says when the server has ended its connection. */
const outage = () => Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });

/** Carries out numbers; a group that holds one of `failing` fails with its error. */
function counted(failing: ReadonlyMap<number, Error> = new Map()) {
  const groups: (readonly number[])[] = [];
  const requests: string[] = [];
  const run = together<number, number>(async (calls) => {
    const numbers = calls.map(({ command }) => command);
    groups.push(numbers);
    requests.push(...calls.map(({ caller }) => caller.requestId));
    await Promise.resolve();
    for (const each of numbers) {
      const error = failing.get(each);
      if (error) throw error;
    }
    return numbers.map((each) => each * 2);
  });
  return { groups, requests, run };
}
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('What comes while a transaction runs', () => {
  it('is carried out together in the next one, each with its own result', async () => {
    const { groups, run } = counted();
    expect(await Promise.all([1, 2, 3].map((each) => run(callerOf(1), each)))).toEqual([2, 4, 6]);
    expect(groups).toEqual([[1], [2, 3]]);
    expect(await run(callerOf(1), 4)).toBe(8);
    expect(groups.at(-1)).toEqual([4]);
  });

  it('keeps the request that each command came with', async () => {
    const { requests, run } = counted();
    await Promise.all(upTo(4).map((each) => run(callerOf(1, `request-${each}`), each)));
    expect(requests).toEqual(['request-1', 'request-2', 'request-3', 'request-4']);
  });

  it('is carried out in halves where one of it is refused: the refusal is its own', async () => {
    const { groups, run } = counted(new Map([[3, new Error('3 is refused')]]));
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((each) => run(callerOf(1), each)));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(groups).toEqual([[1], [2, 3, 4, 5], [2, 3], [2], [3], [4, 5]]);
  });

  it('takes few more transactions where one of a hundred is refused', async () => {
    const { groups, run } = counted(new Map([[50, new Error('50 is refused')]]));
    const results = await Promise.allSettled(upTo(101).map((each) => run(callerOf(1), each)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(groups.length).toBeLessThan(20);
  });

  it('is not tried one by one where the database is away: all that wait come again as any command does', async () => {
    const { groups, run } = counted(new Map([[2, outage()]]));
    const results = await Promise.allSettled(upTo(150).map((each) => run(callerOf(1), each)));
    expect(groups.map(({ length }) => length)).toEqual([1, 100]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(149);
    // And the next one is carried out as ever.
    expect(await run(callerOf(1), 151)).toBe(302);
  });

  it('is not tried further where the database goes away between two halves', async () => {
    const failing = new Map([
      [3, new Error('3 is refused')],
      [2, outage()],
    ]);
    const groups: (readonly number[])[] = [];
    const run = together<number, number>(async (calls) => {
      const numbers = calls.map(({ command }) => command);
      groups.push(numbers);
      const [error] = numbers.length > 2 ? [failing.get(3)] : numbers.map((each) => failing.get(each));
      if (error) throw error;
      return numbers;
    });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((each) => run(callerOf(1), each)));
    expect(groups).toEqual([[1], [2, 3, 4, 5], [2, 3]]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('is refused beyond a thousand that wait, and asked to come again', async () => {
    const { run } = counted();
    const results = await Promise.allSettled(upTo(1_200).map((each) => run(callerOf(1), each)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(199);
    expect(refused[0]?.reason).toMatchObject({ code: 'service_unavailable', details: { retry_after: 5 } });
  });

  it('does not wait for another institution, and is at most a hundred', async () => {
    const { groups, run } = counted();
    await Promise.all(
      [1, ...Array.from({ length: 150 }, () => 2)].map((each, n) => run(callerOf(n === 1 ? 9 : 1), each)),
    );
    expect(groups.map(({ length }) => length)).toEqual([1, 1, 100, 49]);
  });
});
