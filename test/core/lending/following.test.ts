import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Agreement, Method, NamedConditions } from '#core/lending/agreement.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { sum } from '#core/kernel/money.ts';
import { totalOf } from '#core/lending/parts.ts';
import { PREPAYMENT_STRATEGIES } from '#core/lending/schedule/prepayment.ts';
import { STANDARD_RULES, type AllocationRules, type Bucket } from '#core/lending/schedule/servicing/allocation.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { accountOf, booked } from '#core/lending/use-cases/account/account.ts';
import { owedOn, paidOn } from '#core/lending/use-cases/account/loan-account.ts';
import { upTo } from '#core/lending/use-cases/account/cutting.ts';
import { quoteOn } from '#core/lending/use-cases/account/receiving.ts';
import { openOf } from '#core/lending/use-cases/account/rows.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

/** 10,000.00 at 12 % in twelve months, 888.49 a month, lent on 5 January 2026; its schedule follows its payments. */
const agreed = (conditions: NamedConditions = {}, termMonths = 12): Agreement => ({
  method: 'declining_equal_instalments',
  annualRate: '12',
  termMonths,
  instalmentAmount: null,
  conditions: { prepayment: STANDARD_RECALCULATION, ...conditions },
});

type Booked = Partial<LoanEntry> & { readonly on: Temporal.PlainDate; readonly amount: bigint | null };
const entriesOf = (all: readonly (Booked & Pick<LoanEntry, 'kind'>)[]) =>
  all.map((entry, index) => LoanEntry.book({ loanId: 1, number: index + 1, bookedBy: 'cashier', ...entry }));
const lent = { kind: 'disbursement', on: day('2026-01-05'), amount: 1_000_000n } as const;
const paid = (on: string, amount: bigint) => ({ kind: 'repayment', on: day(on), amount }) as const;
const ordered = (components: readonly ('penalty' | 'fee' | 'interest' | 'principal')[]): AllocationRules => ({
  ...STANDARD_RULES,
  order: (['past_due', 'due', 'in_advance'] as const).flatMap((time) =>
    components.map((component): Bucket => `${time}_${component}`),
  ),
});
const LATE_INTEREST = {
  annualRate: '36',
  dayCount: 'actual_365',
  of: 'principal',
  graceDays: 0,
  rounding: 'half_even',
} as const;
const closer = (kind: 'late_interest' | 'charge', on: string, amount: bigint, instalment: number) =>
  ({ kind, on: day(on), amount, instalment, part: kind === 'charge' ? 'penalties' : 'interest' }) as const;

const rowOf = (agreement: Agreement, ...entries: Parameters<typeof entriesOf>[0]) =>
  accountOf(agreement, entriesOf(entries)).rows[0]!;

describe('A fee of an instalment of a loan that follows its payments', () => {
  const withFee = (order?: readonly ('penalty' | 'fee' | 'interest' | 'principal')[]) =>
    agreed({
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '50000' } }],
      ...(order && { allocation: ordered(order) }),
    });

  it('is paid by money that comes early (finding: the loan was late with it though all was paid)', () => {
    expect(totalOf(rowOf(withFee(), lent))).toBe(138_849n);
    const row = rowOf(withFee(), lent, paid('2026-02-03', 138_849n));
    expect(row.paid).toEqual({ principal: 78_900n, interest: 9_949n, fees: 50_000n, penalties: 0n });
    expect(row.paidOn).toEqual(day('2026-02-03'));
  });

  it('as is what a person charged', () => {
    const charge = {
      kind: 'charge',
      on: day('2026-01-20'),
      amount: 50_000n,
      part: 'penalties',
      instalment: 1,
    } as const;
    const row = rowOf(agreed(), lent, charge, paid('2026-02-03', 138_849n));
    expect([row.paid.penalties, row.paidOn]).toEqual([50_000n, day('2026-02-03')]);
  });

  it('after what the row asks beside it, where the product orders so', () => {
    const order = ['interest', 'principal', 'fee', 'penalty'] as const;
    expect(rowOf(withFee(order), lent, paid('2026-02-03', 80_000n)).paid.fees).toBe(0n);
    expect(rowOf(withFee(order), lent, paid('2026-02-03', 138_849n)).paidOn).toEqual(day('2026-02-03'));
  });
});

describe('Late interest of a loan that follows its payments', () => {
  const agreement = agreed({
    prepayment: { ...STANDARD_RECALCULATION, lateAccrues: false },
    lateInterest: LATE_INTEREST,
  });
  const late = Array.from({ length: 10 }, (_, n) =>
    closer('late_interest', `2026-02-${String(6 + n).padStart(2, '0')}`, 78n, 1),
  );

  it('is paid off with its row (finding: the row stayed open whatever was paid)', () => {
    const row = rowOf(agreement, lent, ...late, paid('2026-02-15', 89_629n));
    expect(row).toMatchObject({ interest: 10_780n, paid: { principal: 78_849n, interest: 10_780n } });
    expect(row.paidOn).toEqual(day('2026-02-15'));
  });

  it('is paid before the interest of the schedule, and stays paid', () => {
    const part = accountOf(
      agreement,
      entriesOf([lent, ...late, paid('2026-02-15', 500n), paid('2026-02-16', 89_129n)]),
    );
    expect(part.rows[0]).toMatchObject({ paid: { principal: 78_849n, interest: 10_780n } });
    expect(part.rows[0]!.paidOn).not.toBeNull();
    expect([...part.paidBeside]).toEqual([[1, 780n]]);
  });

  it('is waived with the interest of its row, and what is waived of it is no longer due', () => {
    const waiver = { kind: 'waiver', on: day('2026-02-15'), amount: 10_780n, part: 'interest', instalment: 1 } as const;
    const some = { ...waiver, amount: 500n, instalment: null };
    expect(rowOf(agreement, lent, ...late, waiver)).toMatchObject({ interest: 0n, principal: 78_849n });
    const row = rowOf(agreement, lent, ...late, paid('2026-02-15', 200n), some, paid('2026-02-16', 88_929n));
    expect([row.interest, row.paid.interest, row.paidOn]).toEqual([10_280n, 10_280n, day('2026-02-16')]);
  });
});

const FEES: readonly NamedConditions['fees'][] = [
  [],
  [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '1500' } }],
  [{ name: 'Service', when: 'instalment', charge: { kind: 'percent', percent: '2.5', of: 'principal_and_interest' } }],
  [{ name: 'Service', when: 'instalment', charge: { kind: 'percent', percent: '3', of: 'interest' } }],
];
const products = fc.record({
  method: fc.constantFrom<Method>('flat', 'declining_equal_instalments', 'declining_equal_principal', 'interest_only'),
  prepayment: fc.constantFrom(...PREPAYMENT_STRATEGIES),
  lateAccrues: fc.boolean(),
  fees: fc.constantFrom(...FEES),
  order: fc.constantFrom(
    ['penalty', 'fee', 'interest', 'principal'] as const,
    ['interest', 'principal', 'fee', 'penalty'] as const,
  ),
  lateInterest: fc.boolean(),
});
type Product = typeof products extends fc.Arbitrary<infer P> ? P : never;
const productOf = ({ method, prepayment, lateAccrues, fees, order, lateInterest }: Product): Agreement => ({
  ...agreed({
    prepayment: { ...STANDARD_RECALCULATION, prepayment, lateAccrues },
    ...(fees && { fees }),
    lateInterest: lateInterest ? LATE_INTEREST : null,
    allocation: ordered(order),
  }),
  method,
});

describe('A loan that follows its payments, whatever its product', () => {
  it('is not late where what a row asks is paid on its due date or in the days before', () => {
    fc.assert(
      fc.property(products, fc.array(fc.nat(27), { minLength: 12, maxLength: 12 }), (product, early) => {
        const agreement = productOf(product);
        let account = accountOf(agreement, entriesOf([lent]));
        for (const days of early) {
          const row = account.rows.find(({ paidOn }) => paidOn === null);
          if (!row) break;
          const on = row.dueDate.subtract({ days });
          const amount = totalOf(openOf(row));
          account = booked(account, agreement, entriesOf([{ kind: 'repayment', on, amount }])[0]!);
          expect(account.rows.find(({ number }) => number === row.number)?.paidOn).not.toBeNull();
        }
        expect(totalOf(owedOn(account))).toBe(0n);
      }),
      { numRuns: 30, seed: 20261201 },
    );
  });
});

describe('What has fallen due of a loan that follows its payments', () => {
  const first = ['principal', 'interest', 'fee', 'penalty'] as const;

  it('is paid in the order of the product (finding: interest was first whatever the product said)', () => {
    const rows = (conditions: NamedConditions, ...payments: Parameters<typeof entriesOf>[0]) =>
      accountOf(agreed({ allocation: ordered(first), ...conditions }), entriesOf([lent, ...payments])).rows;
    const onTime = paid('2026-02-05', 78_849n);
    for (const conditions of [{}, { prepayment: null }]) {
      expect(rows(conditions, onTime)[0]!.paid).toMatchObject({ principal: 78_849n, interest: 0n });
      expect(rows(conditions, onTime, paid('2026-02-05', 10_000n))[0]!.paidOn).not.toBeNull();
    }
  });

  it('component by component, where the product is vertical', () => {
    const allocation: AllocationRules = {
      ...ordered(['penalty', 'fee', 'interest', 'principal']),
      direction: 'vertical',
    };
    const prepayment = { ...STANDARD_RECALCULATION, lateAccrues: false };
    const { rows } = accountOf(agreed({ allocation, prepayment }), entriesOf([lent, paid('2026-03-06', 20_000n)]));
    // 10,000 and 9,212 of interest, and 788 of principal.
    expect(rows.slice(0, 2).map((row) => [row.paid.interest, row.paid.principal])).toEqual([
      [10_000n, 788n],
      [9_212n, 0n],
    ]);
  });

  it('comes to what a loan whose schedule stays pays, as long as nothing is paid early', () => {
    const components = fc.shuffledSubarray([...first], { minLength: 4 });
    const direction = fc.constantFrom('horizontal' as const, 'vertical' as const);
    const amounts = fc.array(fc.integer({ min: 1, max: 88_849 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(components, direction, amounts, (order, way, cents) => {
        const allocation: AllocationRules = { ...ordered(order), direction: way };
        const payments = cents.map((amount, n) => paid(`2026-0${2 + n}-05`, BigInt(amount)));
        const paidOf = (conditions: NamedConditions) =>
          accountOf(agreed({ allocation, ...conditions }), entriesOf([lent, ...payments])).rows.map((row) => row.paid);
        expect(paidOf({ prepayment: { ...STANDARD_RECALCULATION, lateAccrues: false } })).toEqual(
          paidOf({ prepayment: null }),
        );
      }),
    );
  });
});

describe('Overdue principal of a loan that follows its payments', () => {
  const quotes = (agreement: Agreement, days: readonly string[], ...entries: Parameters<typeof entriesOf>[0]) =>
    days.map((on) => quoteOn(accountOf(agreement, entriesOf([lent, ...entries])), day(on)).total);

  it('bears interest after the last due date too (finding: a loan of one instalment never bore any)', () => {
    const days = ['2026-02-05', '2026-03-05', '2026-08-05'];
    expect(quotes(agreed({}, 1), days)).toEqual([1_010_000n, 1_020_000n, 1_070_000n]);
    // Half of it was paid with the interest on 5 March: 1 % of the rest for each month since.
    expect(quotes(agreed({}, 1), ['2026-08-05'], paid('2026-03-05', 520_000n))).toEqual([525_000n]);
    const free = agreed({ prepayment: { ...STANDARD_RECALCULATION, lateAccrues: false } }, 1);
    expect(quotes(free, days)).toEqual([1_010_000n, 1_010_000n, 1_010_000n]);
    expect(quotes({ ...agreed({}, 1), method: 'flat' }, days)).toEqual([1_010_000n, 1_010_000n, 1_010_000n]);
  });

  it('bears no more than the principal, and nothing for that time once a payment has made room', () => {
    expect(quotes(agreed({}, 1), ['2034-05-05', '2036-05-05'])).toEqual([2_000_000n, 2_000_000n]);
    const half = paid('2036-05-05', 1_000_000n);
    expect(quotes(agreed({}, 1), ['2036-05-05', '2036-06-05'], half)).toEqual([1_000_000n, 1_010_000n]);
  });

  it('bears the same whether it is looked at every day or once, paid in parts or not at all', () => {
    const chosen = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 300_000 })), { maxLength: 4 });
    fc.assert(
      fc.property(products, chosen, fc.integer({ min: 1, max: 6 }), (product, made, term) => {
        const agreement = { ...productOf(product), termMonths: term };
        const sorted = made.toSorted(([a], [b]) => a - b);
        const payments = sorted.map(([after, cents]) => paid(String(lent.on.add({ days: 1 + after })), BigInt(cents)));
        const account = accountOf(agreement, entriesOf([lent, ...payments]));
        const end = lent.on.add({ days: 600 });
        const daily = [520, 555, 580].reduce((so, days) => upTo(lent.on.add({ days }), so), account);
        expect(upTo(end, daily)).toEqual(upTo(end, account));
        const received = sum(payments.map(({ amount }) => amount));
        const after = upTo(end, account);
        expect(totalOf(paidOn(after)) + after.overpaid).toBe(received);
        for (const row of after.rows) expect(totalOf(openOf(row)) === 0n).toBe(row.paidOn !== null);
        expect(sum(after.rows.map(({ principal }) => principal))).toBe(1_000_000n);
      }),
      { numRuns: 60, seed: 20261201 },
    );
  });

  it('keeps what it bore once the rest is rescheduled (finding: that was forgiven)', () => {
    const quoted = (on: string, from: string, ...entries: Parameters<typeof entriesOf>[0]) => {
      const reschedule = { kind: 'reschedule', on: day(on), amount: null, change: { from } } as const;
      return [quotes(agreed(), [on], ...entries), quotes(agreed(), [on], ...entries, reschedule)];
    };
    expect(quoted('2026-07-06', '2026-08-05')).toEqual([[1_060_323n], [1_060_323n]]);
    expect(quoted('2026-07-20', '2026-09-05')).toEqual(quoted('2026-07-20', '2026-08-05'));
    const [before, after] = quoted(
      '2026-07-20',
      '2026-08-05',
      paid('2026-05-20', 100_000n),
      paid('2026-07-15', 200_000n),
    );
    // Rounded apart from the interest of the row it is a cent more at most.
    expect([0n, 1n]).toContain(after![0]! - before![0]!);
  });
});
