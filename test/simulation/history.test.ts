import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineOf } from './again.ts';
import { beginningOf } from './beginning.ts';
import { reachable } from './coverage/coverage.ts';
import { taken, transitions, type Move } from './coverage/transitions.ts';
import { CODES_NOT_REACHED, VERBS_NOT_REACHED } from './coverage/not-reached.ts';
import reached from './coverage/reached.json' with { type: 'json' };
import { simulate } from './simulate.ts';
import type { StageOptions } from './stage.ts';

/** Queues in Redis are proven elsewhere: once is enough. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';
const SEEDS = join(import.meta.dirname, 'seeds');
/** What takes some 15 s of processor time. */
const SLICE = { seed: 1, commands: 40, chapters: ['twoClients', 'otherAmounts'] } as const;

const move = (relation: string, was: string | null, became: string | null, ...types: string[]): Move => ({
  relation,
  was,
  became,
  types,
});

/** `betweenFaults`: where faults from outside belong to the history. */
type Kept = {
  readonly seed: number;
  readonly commands: number;
  readonly betweenFaults?: number;
  readonly chapters?: boolean;
} & StageOptions;

describe.skipIf(isSecondPass)('A history of all clients together', () => {
  it('leaves nothing for the judge to find', async () => {
    // The tour, a month, people who would be two with the clients of one, payers who send more than was asked, a few dozen commands by
    // chance, and the judge: the long histories are for the bench, whose seeds are kept where they found something.
    const { history, findings, reached } = await simulate(SLICE);
    expect(findings).toEqual([]);
    // It did something: a history of refusals alone would prove nothing, nor would one that is never refused.
    expect(history.exchanges.filter(({ reply }) => reply.status < 300).length).toBeGreaterThan(140);
    expect(reached.events.size).toBeGreaterThan(85);
    expect(reached.codes.size).toBeGreaterThan(10);
    expect(reached.transitions.size).toBeGreaterThan(60);
    // It has a time of its own: the same seed is the same history tomorrow.
    const morning = String(beginningOf(SLICE.seed));
    expect(history.exchanges.some(({ reply }) => reply.text.includes(`"created_at":"${morning}T05:`))).toBe(true);
  });

  const kept = readdirSync(SEEDS).filter((file) => file.endsWith('.json'));
  it.each(kept)(
    'stays well where it did not once: %s',
    async (file) => {
      const kept: Kept = JSON.parse(readFileSync(join(SEEDS, file), 'utf8'));
      expect((await simulate(kept)).findings).toEqual([]);
    },
    300_000,
  );
});

describe('A history that is lived through again', () => {
  it('begins on the day of its seed, by a line that names all it depends on', () => {
    const from = String(beginningOf(7));
    expect(from).toBe('2034-02-13');
    const line = lineOf({ seed: 7, from, commands: 40, betweenFaults: 10, chapters: ['clocks', 'readers'] });
    expect(line).toBe(
      `npm run bench -- simulate --minutes 0 --pairs 0 --seed 7 --from ${from} --commands 40 --faults 10 --chapters clocks,readers`,
    );
  });
});

describe('A row of a lifecycle', () => {
  it.each([
    ['by its event', move('loan', 'draft', 'ready_to_disburse', 'loan.approved'), ['loan.approve from draft']],
    ['not by another one', move('loan', 'draft', 'ready_to_disburse', 'loan.rejected'), []],
    [
      'with another one, in one transaction',
      move('invoice', null, 'issued', 'invoice.created', 'invoice.issued'),
      ['invoice.draft from nothing', 'invoice.issue from draft'],
    ],
    [
      'where the record is removed',
      move('invoice', 'draft', null, 'invoice.discarded'),
      ['invoice.discard from draft'],
    ],
    ['not without its event', move('person_session', 'open', 'ended'), []],
  ])('is known to be taken: %s', (_, one, rows) => {
    expect([...taken([one])]).toEqual(rows);
  });

  it('is there still where a history that is kept has taken it', () => {
    expect(reached.transitions.filter((row) => !transitions.includes(row))).toEqual([]);
    expect(reached.transitions.length).toBeGreaterThan(100);
  });
});

describe('Every verb of a lifecycle and every refusal', () => {
  it.each([
    ['verbs', VERBS_NOT_REACHED],
    ['codes', CODES_NOT_REACHED],
  ] as const)('was reached by a history that is kept, or is named with the reason: %s', (kind, named) => {
    // What is new: a chapter of the driver and npm run bench -- simulate --write, or a line in not-reached.ts.
    const known = [...reached[kind], ...Object.keys(named)];
    expect(known.toSorted()).toEqual(reachable[kind].toSorted());
  });
});
