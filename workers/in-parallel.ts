/** Does the work of each item, at most so many at a time; what came of each, in the order of the items. */
export async function inParallel<Item, Result>(
  most: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  // Each was done, and what came of it may be undefined itself.
  return items.map((_, at) => results.get(at) as Result);
}
