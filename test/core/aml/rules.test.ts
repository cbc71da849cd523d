import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { convertThreshold, evaluate } from '#core/aml/rule/evaluate.ts';
import type { AmlRule, Fact, RuleOf, Window } from '#core/aml/rule/rule.ts';
import { USUAL_RULES } from '#core/aml/rule/usual-rules.ts';

const [DAILY_CASH, STRUCTURING] = USUAL_RULES as readonly [AmlRule, RuleOf<'structuring'>];
/** KES 1,000.00. */
const T = 100_000n;
const day = (text: string) => Temporal.PlainDate.from(text.length > 2 ? text : `2026-03-${text.padStart(2, '0')}`);
let facts = 0;
const fact = (amount: bigint, on = '10', change: Partial<Fact> = {}): Fact => ({
  ref: `t:${String(++facts).padStart(6, '0')}`,
  on: day(on),
  amount,
  direction: 'in',
  channel: 'cash',
  at: Temporal.Instant.from(`${day(on).toString()}T09:00:00Z`),
  accountOpenedOn: null,
  memberId: 1,
  repays: null,
  ...change,
});
const windows = (rule: AmlRule, facts: readonly Fact[], covered: readonly Window[] = []) =>
  evaluate(rule, T, { facts, history: [] }, covered).map(({ window, facts: together, amount }) => [
    window.start.toString(),
    window.end.toString(),
    together.length,
    amount,
  ]);

describe('The daily cash aggregate', () => {
  it.each([
    ['reaches the threshold exactly', [fact(60_000n), fact(40_000n)], 1],
    ['stays a cent below', [fact(60_000n), fact(39_999n)], 0],
    ['is in and out together', [fact(60_000n), fact(40_000n, '10', { direction: 'out' })], 1],
    ['is one large amount', [fact(T)], 1],
    ['is spread over two days', [fact(60_000n, '10'), fact(60_000n, '11')], 0],
    ['has other channels in it', [fact(60_000n), fact(60_000n, '10', { channel: 'bank' })], 0],
    ['is nothing at all', [], 0],
  ] as const)('that %s', (_, facts, hits) => {
    expect(windows(DAILY_CASH, facts).length).toBe(hits);
  });

  it('is a hit of its own each day', () => {
    expect(windows(DAILY_CASH, [fact(T, '11'), fact(T, '10')])).toEqual([
      ['2026-03-10', '2026-03-10', 1, T],
      ['2026-03-11', '2026-03-11', 1, T],
    ]);
  });
});

describe('Structuring', () => {
  it.each([
    ['three at exactly 80 %', [80_000n, 80_000n, 80_000n], 1],
    ['three at exactly 99 %', [99_000n, 99_000n, 99_000n], 1],
    ['one of three a cent below 80 %', [79_999n, 80_000n, 80_000n], 0],
    ['one of three a cent above 99 %', [99_001n, 99_000n, 99_000n], 0],
    ['two only', [90_000n, 90_000n], 0],
    ['two and one at the threshold itself', [90_000n, 90_000n, 100_000n], 0],
    ['three among others', [90_000n, 90_000n, 100_000n, 85_000n], 1],
  ] as const)('of %s (%o) shows %i time', (_, amounts, hits) => {
    expect(
      windows(
        STRUCTURING,
        amounts.map((amount) => fact(amount)),
      ).length,
    ).toBe(hits);
  });

  it('needs the sum to pass the threshold, not just the count', () => {
    const small: AmlRule = { ...STRUCTURING, fromPercent: 20 };
    expect(windows(small, [fact(20_000n), fact(40_000n), fact(40_000n)])).toEqual([]);
    expect(windows(small, [fact(20_000n), fact(40_000n), fact(40_001n)]).length).toBe(1);
  });

  it('is seen across branches, accounts and numbers: any channel counts', () => {
    const spread = [
      fact(90_000n, '10'),
      fact(90_000n, '12', { channel: 'mpesa_paybill' }),
      fact(90_000n, '16', { channel: 'bank' }),
    ];
    expect(windows(STRUCTURING, spread)).toEqual([['2026-03-10', '2026-03-16', 3, 270_000n]]);
  });

  it('looks at money that comes in', () => {
    expect(windows(STRUCTURING, [fact(90_000n), fact(90_000n), fact(90_000n, '10', { direction: 'out' })])).toEqual([]);
  });

  it('lies within seven days, wherever they begin', () => {
    const at = (...days: string[]) => days.map((on) => fact(90_000n, on));
    expect(windows(STRUCTURING, at('1', '4', '7')).length).toBe(1);
    expect(windows(STRUCTURING, at('1', '4', '8'))).toEqual([]);
    // A window that begins with the first of these misses the pattern; the one that begins with the second has it.
    expect(windows(STRUCTURING, at('1', '7', '8', '9'))).toEqual([['2026-03-07', '2026-03-13', 3, 270_000n]]);
  });

  it('that goes on is reported once a window', () => {
    const daily = Array.from({ length: 14 }, (_, n) => fact(90_000n, String(n + 1)));
    expect(windows(STRUCTURING, daily).map(([start]) => start)).toEqual(['2026-03-01', '2026-03-08']);
  });

  it('that has an alert already is not reported again', () => {
    const covered = [{ start: day('8'), end: day('14') }];
    const again = [fact(90_000n, '8'), fact(90_000n, '9'), fact(90_000n, '14')];
    expect(windows(STRUCTURING, again, covered)).toEqual([]);
    const afterwards = [...again, fact(90_000n, '15'), fact(90_000n, '16'), fact(90_000n, '17')];
    expect(windows(STRUCTURING, afterwards, covered)).toEqual([['2026-03-15', '2026-03-21', 3, 270_000n]]);
  });
});

describe('A rule', () => {
  const someFacts = fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 150_000n }),
      offset: fc.integer({ min: 0, max: 20 }),
      direction: fc.constantFrom('in' as const, 'out' as const),
      channel: fc.constantFrom('cash', 'bank', 'mpesa_paybill'),
    }),
    { maxLength: 15 },
  );
  const build = (facts: { amount: bigint; offset: number; direction: 'in' | 'out'; channel: string }[]) =>
    facts.map(({ offset, amount, ...rest }) => fact(amount, day('1').add({ days: offset }).toString(), rest));

  it.each([DAILY_CASH, STRUCTURING])('finds the same in any order, each fact once, in windows apart: $id', (rule) => {
    fc.assert(
      fc.property(someFacts, fc.infiniteStream(fc.nat()), (facts, order) => {
        const list = build(facts);
        const hits = evaluate(rule, T, { facts: list, history: [] }, []);
        const shuffled = list
          .map((each) => ({ each, at: order.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ each }) => each);
        expect(evaluate(rule, T, { facts: shuffled, history: [] }, [])).toEqual(hits);
        const refs = hits.flatMap((hit) => hit.facts.map(({ ref }) => ref));
        expect(new Set(refs).size).toBe(refs.length);
        hits.forEach(({ window }, n) => {
          const next = hits[n + 1];
          if (next) expect(Temporal.PlainDate.compare(window.end, next.window.start)).toBeLessThan(0);
        });
        expect(
          evaluate(
            rule,
            T,
            { facts: list, history: [] },
            hits.map(({ window }) => window),
          ),
        ).toEqual([]);
      }),
    );
  });

  it('misses no structuring that a search of every window finds', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const list = build(facts);
        const near = list.filter((f) => f.direction === 'in' && f.amount >= 80_000n && f.amount <= 99_000n);
        const there = near.some((opener) => {
          const end = opener.on.add({ days: 6 });
          const together = near.filter(
            ({ on }) => Temporal.PlainDate.compare(opener.on, on) <= 0 && Temporal.PlainDate.compare(on, end) <= 0,
          );
          return together.length >= 3;
        });
        expect(evaluate(STRUCTURING, T, { facts: list, history: [] }, []).length > 0).toBe(there);
      }),
    );
  });
});

describe('A threshold in another currency', () => {
  it.each([
    [1_500_000n, '130', 195_000_000n],
    [1_500_000n, '129.2437', 193_865_550n],
    [1n, '0.99', 0n],
    [333n, '1.5', 499n],
  ])('of %s at %s is %s, never looser than the law', (amount, rate, converted) => {
    expect(convertThreshold(amount, rate)).toBe(converted);
  });
});
