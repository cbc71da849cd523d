/**
 * Does together what is requested at the same time: while one batch is under way, others gather, and the next batch
 * takes them all. Nothing waits for company: what is requested when nothing runs is done immediately, alone.
 *
 * A batch that fails is done once more one by one, so that only those fail which fail alone.
 * @param work gives the results in the order of the items
 * @param most items in one batch
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  type Pending = { readonly item: Item; resolve(result: Result): void; reject(error: unknown): void };
  let waiting: Pending[] = [];
  let isRunning = false;

  const settle = async (batch: readonly Pending[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`${batch.length} were requested, ${results.length} done.`);
      // There are as many results, see above; a result may be undefined itself.
      batch.forEach(({ resolve }, n) => resolve(results[n] as Result));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const item of batch) await settle([item]);
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await settle(batch);
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}

/** Who does each thing: the first of those that ask for it at the same time. For the others there is nothing to do. */
export function eachOnce<Asking>(asking: Iterable<readonly [Asking, number]>): Map<number, Asking> {
  const first = new Map<number, Asking>();
  for (const [each, id] of asking) if (!first.has(id)) first.set(id, each);
  return first;
}
