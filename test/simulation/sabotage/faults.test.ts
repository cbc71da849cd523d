import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inShard } from '../shard.ts';
import { faults } from './faults.ts';
import { byOf, foundBy } from './found-by.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('The mistakes that the judge is tried with', () => {
  // The trial takes an hour and is no part of the suite: a line that has changed since would be noticed by then.
  it.each(faults)('can be made: $name', ({ file, line, becomes }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(line)).toHaveLength(2);
    expect(becomes).not.toBe(line);
  });
});

describe('Who has found a mistake', () => {
  it('is the judge or a client, and what only shows somewhere else has not', () => {
    const noticed = [
      'log: {"level":50}',
      'driver: The clock stopped.',
      'ledger verify: It does not foot.',
      'start: SyntaxError',
    ];
    expect(noticed.map(byOf)).toEqual(['log', 'driver', 'ledger verify', 'start']);
    expect(foundBy(noticed)).toBeNull();
    expect(foundBy([...noticed, 'webhooks: Event 7 came twice.'])).toBe('webhooks: Event 7 came twice.');
    expect(byOf('webhooks: Event 7 came twice.')).toBe('clients');
    expect(foundBy(['clients: A 500.', 'receipts are used once: S1 paid two loans.'])).toMatch(/^receipts/);
    expect(byOf('receipts are used once: S1 paid two loans.')).toBe('judge');
  });

  it('is tried in one of the parts of a run', () => {
    const parts = ['1/3', '2/3', '3/3'].map((shard) => faults.filter((_, at) => inShard(at, shard)).length);
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(faults.length);
    expect(() => inShard(0, '4/3')).toThrow('4/3');
  });

  it('has no two of one name, which a run in parts would take for one', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});
