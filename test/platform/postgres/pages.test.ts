import { expect, it } from 'vitest';
import { readPages } from '#test/support/pages/read-pages.ts';

/**
 * Every list of REST and of the graph over a few thousand rows: a new one, or a new filter or order, that no index serves
 * fails here. `npm run bench -- pages 1000000` asks the same of more rows, with statistics as well, and prints what filters
 * cost in the order of another field.
 */
it(
  'A page of a list reads at most three times its rows without statistics, in each order and for each value of a filter',
  { timeout: 240_000 },
  async () => {
    const faults = await readPages({
      rows: 3_000,
      statistics: ['without'],
      // To an older planner all indexes of a table of some hundred blocks look equally good until it is analysed.
      statisticsBefore18: ['with'],
      kinds: ['bound'],
      surfaces: 'distinct',
    });
    expect(faults).toEqual([]);
  },
);
