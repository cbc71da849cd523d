import { describe, expect, it } from 'vitest';
import { evaluate } from '#core/aml/rule/evaluate.ts';
import type { AmlRule, DayTotal, Fact, PatternKind } from '#core/aml/rule/rule.ts';
import { USUAL_RULES } from '#core/aml/rule/usual-rules.ts';

/** KES 300,000.00. */
const T = 30_000_000n;
const DAY = Temporal.PlainDate.from('2026-06-10');

const usual = (kind: PatternKind): AmlRule => {
  const rule = USUAL_RULES.find((each) => each.kind === kind);
  if (!rule) throw new Error(`No usual rule of ${kind}.`);
  return rule;
};

type Change = Partial<Fact> & { readonly day?: number; readonly hour?: number };
let facts = 0;
/** Money in on a day from the 10th of June on, at an hour from its beginning on. */
const fact = (amount: bigint, { day = 0, hour = 9, ...change }: Change = {}): Fact => {
  const at = DAY.toZonedDateTime('Africa/Nairobi').add({ hours: day * 24 + hour });
  return {
    ref: `t:${String(++facts).padStart(6, '0')}`,
    on: at.toPlainDate(),
    at: at.toInstant(),
    amount,
    direction: 'in',
    channel: 'bank',
    accountOpenedOn: null,
    memberId: 1,
    repays: null,
    ...change,
  };
};
const out = { direction: 'out' } as const;
const before = (days: number, received: bigint): DayTotal => ({ on: DAY.subtract({ days }), in: received, out: 0n });
const found = (kind: PatternKind, facts: readonly Fact[], history: readonly DayTotal[] = []) =>
  evaluate(usual(kind), T, { facts, history }, []).map(({ amount, facts: together }) => [amount, together.length]);

describe('Round amounts', () => {
  const five = (amount: bigint) => Array.from({ length: 5 }, (_, n) => fact(amount, { day: n * 7 }));

  it('of 10,000 five times in thirty days, which reach the threshold, are a pattern', () => {
    expect(found('round_amounts', five(6_000_000n))).toEqual([[T, 5]]);
  });

  it.each([
    ['four of them', five(9_000_000n).slice(1)],
    ['five that stay below the threshold', five(5_000_000n)],
    ['four and one that is a cent off', [...five(9_000_000n).slice(1), fact(9_000_001n)]],
    ['four and one after the thirty days', [...five(9_000_000n).slice(0, 4), fact(9_000_000n, { day: 30 })]],
  ])('are none with %s', (_, facts) => {
    expect(found('round_amounts', facts)).toEqual([]);
  });
});

describe('High value on a new account', () => {
  const opened = (daysAgo: number) => ({ accountOpenedOn: DAY.subtract({ days: daysAgo }) });

  it('is what reaches the threshold within a week, until the account is thirty days old', () => {
    expect(found('new_account', [fact(T - 1n, opened(0)), fact(1n, { day: 6, ...opened(0) })])).toEqual([[T, 2]]);
    expect(found('new_account', [fact(T, opened(30))])).toEqual([[T, 1]]);
  });

  it.each([
    ['an account of thirty-one days', [fact(T, opened(31))]],
    ['a cent less', [fact(T - 1n, opened(0))]],
    ['the rest after the week', [fact(T - 1n, opened(0)), fact(1n, { day: 7, ...opened(0) })]],
    ['money that goes out', [fact(T, { ...opened(0), ...out })]],
    ['money of no account', [fact(T)]],
  ])('is not %s', (_, facts) => {
    expect(found('new_account', facts)).toEqual([]);
  });
});

describe('Money that goes out as soon as it came in', () => {
  const most = (T * 8n) / 10n;

  it('is 80 % of it within 48 hours, in parts too', () => {
    expect(found('rapid_in_out', [fact(T), fact(most, { ...out, day: 2 })])).toEqual([[most, 2]]);
    const parts = [fact(T / 2n), fact(T / 2n, { hour: 10 }), fact(most / 2n, { ...out, hour: 11 })];
    expect(found('rapid_in_out', [...parts, fact(most / 2n, { ...out, day: 1 })])).toEqual([[most, 4]]);
  });

  it.each([
    ['a cent less than 80 %', [fact(T), fact(most - 1n, { ...out, day: 1 })]],
    ['an hour after the 48', [fact(T), fact(most, { ...out, day: 2, hour: 10 })]],
    ['less than the threshold came in', [fact(T - 1n), fact(T - 1n, { ...out, day: 1 })]],
    ['the money went out before', [fact(T, out), fact(T, { hour: 10 })]],
  ])('is not where it is %s', (_, facts) => {
    expect(found('rapid_in_out', facts)).toEqual([]);
  });
});

describe('Much money after a long silence', () => {
  it('is what reaches the threshold in the week after 180 days without a movement', () => {
    expect(found('dormant_then_large', [fact(1n), fact(T - 1n, { ...out, day: 6 })], [before(180, 1n)])).toEqual([
      [T, 2],
    ]);
  });

  it.each([
    ['179 days', [fact(T)], [before(180, 1n), before(179, 1n)]],
    ['a cent less', [fact(T - 1n)], [before(180, 1n)]],
    ['no movement ever before', [fact(T)], []],
    ['the rest after the week', [fact(1n), fact(T - 1n, { day: 7 })], [before(180, 1n)]],
  ])('is not %s', (_, facts, history) => {
    expect(found('dormant_then_large', facts, history)).toEqual([]);
  });
});

describe('Velocity', () => {
  // A week of the ninety days came to T / 5 on average.
  const baseline = [10, 20, 30, 40, 90].map((days) => before(days, (T * 90n) / (5n * 7n * 5n)));
  const [first] = baseline;

  it('is five times what a week came to in the ninety days before', () => {
    expect(found('velocity', [fact(T / 2n), fact(T / 2n + 10n, { ...out, day: 6 })], baseline)).toEqual([[T + 10n, 2]]);
  });

  it.each([
    ['a little less than five times', [fact(T)], [...baseline, before(50, 1_000n)]],
    ['a cent below the threshold', [fact(T - 1n)], baseline.map(({ on }) => ({ on, in: 1n, out: 0n }))],
    ['compared with four days only', [fact(T * 9n)], baseline.slice(1)],
    ['compared with a day before the ninety', [fact(T * 9n)], [...baseline.slice(1), before(91, first?.in ?? 0n)]],
  ])('is not what is %s', (_, facts, history) => {
    expect(found('velocity', facts, history)).toEqual([]);
  });
});

describe('Early repayment by another person', () => {
  const early = { fromAnother: true, principal: T / 2n, lent: T, daysEarly: 30 };
  const repaid = (change: Partial<typeof early> = {}, amount = T) => fact(amount, { repays: { ...early, ...change } });

  it('is half of what was lent, thirty days before the end, from another’s number', () => {
    expect(found('third_party_early', [repaid()])).toEqual([[T, 1]]);
  });

  it.each([
    ['from the borrower’s own number', repaid({ fromAnother: false })],
    ['a cent less than half of what was lent', repaid({ principal: T / 2n - 1n })],
    ['a day later', repaid({ daysEarly: 29 })],
    ['a cent below the threshold', repaid({}, T - 1n)],
    ['a deposit', fact(T)],
  ])('is not one that is %s', (_, facts) => {
    expect(found('third_party_early', [facts])).toEqual([]);
  });
});

describe('One phone, many members', () => {
  const of = (memberId: number | null, amount = T / 3n, day = 0) => fact(amount, { memberId, day });

  it('is three members within a week whose money reaches the threshold', () => {
    expect(found('shared_number', [of(1), of(2), of(3, T / 3n, 6)])).toEqual([[T, 3]]);
  });

  it.each([
    ['two members, however often', [of(1), of(2), of(1), of(2)]],
    ['a third after the week', [of(1), of(2), of(3, T, 7)]],
    ['a cent below the threshold', [of(1), of(2), of(3, T / 3n - 1n)]],
    ['money that is nobody’s yet', [of(1), of(2), of(null)]],
  ])('is not %s', (_, facts) => {
    expect(found('shared_number', facts)).toEqual([]);
  });
});

describe('An agent’s float', () => {
  // T / 5 a day on average over ninety days.
  const usualDays = [10, 20, 30, 40, 90].map((days) => ({ ...before(days, 0n), out: (T * 90n) / 25n }));

  it('from which five times the usual day is paid out is an anomaly', () => {
    expect(found('agent_float', [fact(T / 2n, out), fact(T / 2n, { ...out, hour: 11 })], usualDays)).toEqual([[T, 2]]);
  });

  it.each([
    ['a cent less', [fact(T - 1n, out)], usualDays],
    ['the same over two days', [fact(T / 2n, out), fact(T / 2n, { ...out, day: 1 })], usualDays],
    ['a float of which too little is known', [fact(T * 9n, out)], usualDays.slice(1)],
  ])('is none with %s', (_, facts, history) => {
    expect(found('agent_float', facts, history)).toEqual([]);
  });
});

describe('A thousand movements of one day', () => {
  it('are looked at a few times each, by every rule: an agent has as many, and each of them is screened', () => {
    let reads = 0;
    const many = Array.from({ length: 1_000 }, (_, n) => {
      const { on, ...each } = fact(77_700n, { channel: 'cash', direction: n % 2 === 0 ? 'in' : 'out', memberId: n });
      return {
        ...each,
        get on() {
          reads += 1;
          return on;
        },
      };
    });
    for (const rule of USUAL_RULES) {
      reads = 0;
      evaluate(rule, T * 10n, { facts: many, history: [before(200, 1n)] }, []);
      expect(reads / many.length, rule.kind).toBeLessThan(50);
    }
  });
});
