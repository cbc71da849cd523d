import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInterleavings, type Interleavings } from './interleavings/interleavings.ts';
import { sharedTables } from './interleavings/footprint.ts';
import { plansOf, verdictOf } from './interleavings/verdict.ts';

/** Queues have no part in it: once is enough. The whole is `npm run bench -- interleavings`. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';
const SLICE = /savings: withdraw [34]0,000|loan: (?:repay with the receipt|paybill)|savings: deposit with the receipt/;
const PAIRS = [
  'savings: withdraw 30,000 + savings: withdraw 40,000',
  'loan: repay with the receipt + savings: deposit with the receipt',
  // Of a receipt on two accounts, people are to find out which is right.
  'loan: paybill + savings: deposit with the receipt',
  'savings: withdraw 40,000 repeated',
];

let opened: Interleavings;
beforeAll(async () => {
  if (!isSecondPass) opened = await openInterleavings(1, (name) => SLICE.test(name));
});
afterAll(async () => {
  if (!isSecondPass) await opened.close();
});

describe.skipIf(isSecondPass)('Two requests that want the same record', () => {
  it.each(PAIRS)('end as one after the other, or one is refused: %s', async (name) => {
    const pair = opened.pairs.find((each) => each.name === name);
    if (!pair) throw new Error(`${name} is none of ${opened.pairs.map((each) => each.name).join('; ')}`);
    const { schedules, findings } = await opened.tried(pair, 3);
    expect(findings).toEqual([]);
    expect(schedules).toBe(3);
  });
});

describe.skipIf(isSecondPass)('A job and what people do at the same time', () => {
  const BESIDE_A_CLOSE = [
    'later: a day is closed twice',
    'later: a day is closed + later: repay as of the day that is closed',
  ];
  let later: Interleavings;
  beforeAll(async () => {
    later = await openInterleavings(1, (name) => BESIDE_A_CLOSE.join(' + ').includes(name), 'later');
  });
  afterAll(() => later.close());

  it.each(BESIDE_A_CLOSE)('end as one after the other, or one is refused: %s', async (name) => {
    const pair = later.pairs.find((each) => each.name === name);
    if (!pair) throw new Error(`${name} is none of ${later.pairs.map((each) => each.name).join('; ')}`);
    const { schedules, findings } = await later.tried(pair, 3);
    expect(findings).toEqual([]);
    expect(schedules).toBe(3);
  });
});

describe('What is tried of two requests', () => {
  it('is every order of their statements with one preemption or two', () => {
    // Of two statements and one: before each of the one, the other as a whole or up to each of its own.
    expect(plansOf([2, 1])).toHaveLength(2 * (1 + 1) + 1 * (1 + 2));
  });

  it('is tried where both want a record that one of them writes or locks', () => {
    const reads = { rows: new Set<string>(), locked: [], transactions: 1 };
    const writes = { rows: new Set(['loan 5', 'agent 1']), locked: [{ table: 'member', ids: ['7'] }], transactions: 1 };
    const locks = { rows: new Set(['member 7']), locked: [{ table: 'loan', ids: ['5'] }], transactions: 1 };
    expect([sharedTables(reads, writes), sharedTables(writes, locks), sharedTables(writes, writes)]).toEqual([
      [],
      ['loan', 'member'],
      ['agent', 'loan', 'member'],
    ]);
  });
});

describe('An outcome of two requests', () => {
  const [first, second, both] = [['balance 70'], ['balance 60'], ['balance 30']].map((rows) => ({ rows }));
  const expected = {
    serials: [
      { statuses: ['201', '409 too_little'], end: first! },
      { statuses: ['409 too_little', '201'], end: second! },
    ],
    alones: [first!, second!],
  } as const;

  it.each([
    ['as one after the other', ['201', '409 too_little'], first, /^serial$/],
    ['a clean refusal of another kind', ['409 changed_meanwhile', '201'], second, /^refused$/],
    ['both done where one may be', ['201', '201'], both, /answers 201 and 201/],
    ['a refusal that left something', ['201', '409 too_little'], both, /missing: balance 70/],
    ['a fault', ['201', '500 internal_error'], first, /was answered 500/],
  ] as const)('is judged: %s', (_, statuses, end, verdict) => {
    expect(verdictOf({ statuses, changes: [] }, end!, expected)).toMatch(verdict);
  });
});
