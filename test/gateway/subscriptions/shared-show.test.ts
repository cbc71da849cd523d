import { describe, expect, it } from 'vitest';
import type { Prepared } from '#gate/subscriptions/prepare.ts';
import { sharedShow } from '#gate/subscriptions/shared-show.ts';
import { aCaller } from '#test/support/caller.ts';

/** What is shown, with the numbers of the changes that were fetched for it. */
function showing(textOf = (sequence: number) => `change ${sequence}`) {
  const fetched: number[] = [];
  const clock = { now: 0 };
  const show = sharedShow(
    async (_, __, sequence) => {
      fetched.push(sequence);
      return { text: textOf(sequence), isWhole: true };
    },
    () => clock.now,
  );
  return { show, fetched, clock };
}
const prepared = { operation: {}, values: { variables: {} } } as Prepared;
const of = (scopes: readonly string[]) => ({ ...aCaller(), scopes: [...scopes] });

describe('What streams are shown of a change', () => {
  it('is fetched once for those who want the same of it with the same rights', async () => {
    const { show, fetched } = showing();
    const all = [of(['a']), of(['a']), of(['b'])].map((caller) => show(prepared, caller, 1));
    expect(await Promise.all(all)).toHaveLength(3);
    expect(fetched).toEqual([1, 1]);
    await show({ ...prepared, operation: {} } as Prepared, of(['a']), 1);
    expect(fetched).toHaveLength(3);
  });

  it('is fetched again by who comes later: it may have gone on', async () => {
    const { show, fetched, clock } = showing();
    await show(prepared, of(['a']), 1);
    clock.now = 4_999;
    await show(prepared, of(['a']), 1);
    expect(fetched).toEqual([1]);
    clock.now = 5_000;
    await show(prepared, of(['a']), 1);
    expect(fetched).toEqual([1, 1]);
  });

  it('is kept for so many at most, and not where it is long: a thousand people with a portal have room', async () => {
    const { show, fetched } = showing((sequence) => (sequence === 0 ? 'x'.repeat(20_001) : 'x'));
    for (let n = 0; n <= 2_000; n++) await show(prepared, of([`session ${n}`]), n);
    expect(fetched).toHaveLength(2_001);
    await show(prepared, of(['session 2000']), 2_000);
    expect(fetched).toHaveLength(2_001);
    await show(prepared, of(['session 0']), 0);
    await show(prepared, of(['session 0']), 0);
    expect(fetched).toHaveLength(2_003);
    await show(prepared, of(['session 1']), 1);
    expect(fetched).toHaveLength(2_004);
  });
});
