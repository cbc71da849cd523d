import { describe, expect, it } from 'vitest';
import { gather } from '#platform/app/processes/delivery/gather.ts';

/** Work that a test lets go on batch by batch. */
function slowly() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const request = gather(async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => gates.push(resolve));
    if (items.includes(13)) throw new Error('Thirteen.');
    return items.map((item) => item * 10);
  }, 3);
  const letGo = async () => {
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { request, batches, letGo };
}

describe('What is requested at the same time', () => {
  it('is begun immediately where nothing runs, and gathers meanwhile, so many at a time', async () => {
    const { request, batches, letGo } = slowly();
    const responses = Promise.all([1, 2, 3, 4, 5].map(request));
    expect(batches).toEqual([[1]]);
    await letGo();
    await letGo();
    await letGo();
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await responses).toEqual([10, 20, 30, 40, 50]);
    const later = request(6);
    expect(batches.at(-1)).toEqual([6]);
    await letGo();
    expect(await later).toBe(60);
  });

  it('fails alone where it fails: the others of its batch are done', async () => {
    const { request, batches, letGo } = slowly();
    const responses = Promise.allSettled([1, 2, 13, 4].map(request));
    for (let n = 0; n < 5; n++) await letGo();
    expect(batches).toEqual([[1], [2, 13, 4], [2], [13], [4]]);
    expect((await responses).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });
});
