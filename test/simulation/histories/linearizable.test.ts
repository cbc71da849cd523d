import { describe, expect, it } from 'vitest';
import { watchClients } from './clients.ts';
import { violationOf } from './linearizable.ts';
import { balanceFrom, type Answered, type Asked, type MoneyOperation } from './models.ts';

const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';

/** From, to, what; and what a read showed, or whether it was refused or its reply was lost. */
type Line = readonly [number, number, Asked['kind'], number, (number | 'refused' | 'lost')?];
const history = (...lines: readonly Line[]): MoneyOperation[] =>
  lines.map(([begin, end, kind, amount, seen], n) => {
    const is: Answered['is'] = seen === 'refused' ? 'refused' : seen === 'lost' ? 'unknown' : 'done';
    return {
      client: `client ${n}`,
      begin,
      end: seen === 'lost' ? Infinity : end,
      input: { kind, amount },
      output: { is, balance: kind === 'read' && typeof seen === 'number' ? seen : null },
    };
  });
const stuckOf = (...lines: readonly Line[]) => violationOf(history(...lines), balanceFrom(100));

describe('What clients saw of a balance', () => {
  it('is explained by an order in which each operation takes place between its request and its reply', () => {
    expect(stuckOf([0, 1, 'add', 50], [2, 3, 'read', 0, 150])).toBeNull();
    // Both overlap the deposit: the one reads before it, the other behind it.
    expect(stuckOf([0, 9, 'add', 50], [1, 2, 'read', 0, 100], [3, 4, 'read', 0, 150])).toBeNull();
    // Of two withdrawals one is refused, whichever came first.
    expect(stuckOf([0, 5, 'take', 80, 'refused'], [1, 4, 'take', 80])).toBeNull();
    // Of a reply that was lost nobody knows: it was done, or it was not.
    expect(stuckOf([0, 1, 'add', 50, 'lost'], [2, 3, 'read', 0, 100])).toBeNull();
    expect(stuckOf([0, 1, 'add', 50, 'lost'], [2, 3, 'read', 0, 100], [4, 5, 'read', 0, 150])).toBeNull();
  });

  it.each<readonly [string, readonly Line[]]>([
    [
      'a stale read',
      [
        [0, 1, 'add', 50],
        [2, 3, 'read', 0, 100],
      ],
    ],
    [
      'a read that goes back',
      [
        [0, 9, 'add', 50],
        [1, 2, 'read', 0, 150],
        [3, 4, 'read', 0, 100],
      ],
    ],
    [
      'a lost update',
      [
        [0, 5, 'add', 50],
        [0, 5, 'add', 30],
        [6, 7, 'read', 0, 130],
      ],
    ],
    [
      'a balance that two spend',
      [
        [0, 5, 'take', 80],
        [0, 5, 'take', 80],
      ],
    ],
    ['a refusal without a cause', [[0, 1, 'take', 80, 'refused']]],
    [
      'a dirty read of what was refused',
      [
        [0, 9, 'take', 120, 'refused'],
        [1, 2, 'read', 0, -20],
      ],
    ],
    [
      'a repetition that is done twice',
      [
        [0, 1, 'take', 30],
        [2, 3, 'read', 0, 40],
      ],
    ],
    [
      'what was lost, undone again',
      [
        [0, 1, 'add', 50, 'lost'],
        [2, 3, 'read', 0, 150],
        [4, 5, 'read', 0, 100],
      ],
    ],
  ])('is found out where it is %s', (_, lines) => {
    expect(stuckOf(...lines)).not.toBeNull();
  });
});

describe.skipIf(isSecondPass)('Clients at two processes', () => {
  it('see one account, one loan and one float, and a feed that misses nothing', async () => {
    const { operations, events, findings } = await watchClients(1, { clients: 4, each: 4 });
    expect(findings).toEqual([]);
    expect(operations).toBe(48);
    expect(events).toBeGreaterThan(40);
  });
});
