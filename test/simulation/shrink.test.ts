import { describe, expect, it } from 'vitest';
import type { Lived } from './again.ts';
import { least, shrunk, smallest } from './shrink.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const LIVED: Lived = { seed: 3, from: '2031-01-01', commands: 400, betweenFaults: 40, chapters: true };

describe('A history that fails', () => {
  it('is shortened to the chapters and commands without which it would not', async () => {
    let histories = 0;
    const kept = await shrunk(LIVED, NAMES, async ({ chapters, commands, betweenFaults }) => {
      histories += 1;
      const some = Array.isArray(chapters) ? chapters : NAMES;
      return betweenFaults === Infinity && some.includes('b') && some.includes('f') && commands >= 130;
    });
    expect(kept).toMatchObject({ seed: 3, from: '2031-01-01', betweenFaults: Infinity, chapters: ['b', 'f'] });
    expect(kept.commands).toBeGreaterThanOrEqual(130);
    expect(kept.commands).toBeLessThan(138);
    expect(histories).toBeLessThan(60);
  });

  it('keeps the faults from outside where it needs them, and no chapter where it needs none', async () => {
    const kept = await shrunk(LIVED, NAMES, async ({ betweenFaults }) => betweenFaults === 40);
    expect(kept).toMatchObject({ betweenFaults: 40, chapters: [], commands: 0 });
  });

  it.each([[['g']], [['a', 'g']], [['c', 'd', 'e']], [NAMES]])('is %j at the least', async (needed) => {
    const fails = async (some: readonly string[]) => needed.every((one) => some.includes(one));
    expect(await smallest(NAMES, fails)).toEqual(needed);
  });

  it('needs as many commands as it needs', async () => {
    expect(await least(10, async (commands) => commands >= 7)).toBe(7);
    expect(await least(10, async () => true)).toBe(0);
    expect(await least(0, async () => true)).toBe(0);
  });
});
