import { describe, expect, it } from 'vitest';
import { liveThrough } from '../../../support/year.ts';

describe('Part of a year in the life of a society', () => {
  it('leaves books that are whole after every day, and a PAR that the rows agree with', async () => {
    // The whole of it is test/bench/year-in-the-life.ts.
    const year = await liveThrough({ loans: 42, days: 100, crashes: [40, 65, 90], seed: 7, proofEvery: 5 });
    expect(year.violations).toEqual([]);
    expect(year.disagreements).toEqual([]);
    expect(year).toMatchObject({ loans: 42, days: 100, crashes: 3 });
    expect(year.payments).toBeGreaterThan(50);
    expect(year.reversals).toBeGreaterThan(3);
    expect(year.worstPar).toBeGreaterThan(0);
  });
});
