import { describe, expect, it } from 'vitest';
import { dailyCompoundInterest } from '#core/kernel/compound.ts';
import { formatDecimal, rational, round, times } from '#core/kernel/rational.ts';
import { dueDates } from '#core/lending/schedule/due-dates.ts';
import { rescheduled } from '#core/lending/schedule/reschedule.ts';
import type { ScheduleRow } from '#core/lending/schedule/rows.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { OPEN_EVERY_DAY } from '#core/lending/schedule/terms.ts';
import { allocatePayment, STANDARD_RULES } from '#core/lending/schedule/servicing/allocation.ts';
import { settlementQuote } from '#core/lending/schedule/servicing/early-settlement.ts';
import type { OpenInstalment } from '#core/lending/schedule/servicing/open-instalment.ts';
import { penaltiesOn, withPenalties } from '#core/lending/schedule/servicing/penalties.ts';
import { recalculatedSchedule, STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { date, termsFrom, vector, vectors, vectorsOf, type Vector } from './vector-terms.ts';

/** A case that others build on without being published itself: 100.00 at 7 % in six months, 30/360, progressive. */
const progressiveBase: Pick<Vector, 'inputs' | 'conventions'> = {
  inputs: { principal: 10000, annual_rate_pct: '7', n: 6, period: '1 month', disbursed_on: '2024-01-01' },
  conventions: vector('FIN-recalc-S2').conventions,
};

let checked = 0;

function checking(kinds: readonly string[], check: (vector: Vector) => void): void {
  for (const case_ of vectorsOf(...kinds)) {
    checked += 1;
    it(case_.id, () => check(case_));
  }
}

/** Compares the members that the published row has; the others are not said. */
function expectRows(rows: readonly ScheduleRow[], published: readonly { [member: string]: any }[]): void {
  const members = {
    days: (row: ScheduleRow) => row.days,
    due_date: (row: ScheduleRow) => row.dueDate.toString(),
    principal: (row: ScheduleRow) => Number(row.principal),
    interest: (row: ScheduleRow) => Number(row.interest),
    fees: (row: ScheduleRow) => Number(row.fees),
    penalties: (row: ScheduleRow) => Number(row.penalties),
    total: (row: ScheduleRow) => Number(row.total),
    balance_after: (row: ScheduleRow) => Number(row.balanceAfter),
  };
  for (const [index, expected] of published.entries()) {
    const row = rows[(expected['n'] ?? index + 1) - 1]!;
    const said = Object.entries(members).filter(([member]) => member in expected);
    const seen = Object.fromEntries(said.map(([member, read]) => [member, read(row)]));
    expect({ row: row.number, ...seen }).toEqual({
      row: row.number,
      ...Object.fromEntries(said.map(([member]) => [member, expected[member]])),
    });
  }
}

function opened(rows: readonly ScheduleRow[]): OpenInstalment[] {
  return rows.map(({ number, dueDate, principal, interest, fees, penalties }) => ({
    number,
    dueDate,
    principal,
    interest,
    fees,
    penalties,
  }));
}

describe(`The ${vectors.length} worked cases of other systems, to the cent`, () => {
  describe(`schedules (${vectorsOf('schedule').length})`, () => {
    checking(['schedule'], (case_) => {
      const terms = termsFrom(case_);
      const schedule = scheduleOf(terms);
      if (Array.isArray(case_.expected)) {
        expectRows(schedule.rows, case_.expected);
        expect(schedule.rows).toHaveLength(terms.instalments!);
      } else {
        expect(Number(schedule.instalment)).toBe(case_.expected['emi_minor']);
        const inWholeUnits = scheduleOf({ ...terms, rounding: 'ceiling', instalmentMultiple: 100 });
        expect(inWholeUnits.instalment).toBe(BigInt(case_.expected['emi_ceil_major']) * 100n);
      }
    });
  });

  describe(`due dates (${vectorsOf('due_dates').length})`, () => {
    checking(['due_dates'], ({ inputs, expected }) => {
      const dates = dueDates(date(inputs['first_due']), inputs['n'], { unit: 'months', every: 1 }, OPEN_EVERY_DAY);
      expect(dates.map(String)).toEqual(expected);
    });
  });

  describe(`prepayments and late payments (${vectorsOf('prepayment', 'interest_recalculation').length})`, () => {
    const strategies = {
      reduce_number_of_instalments: 'reduce_number',
      reduce_instalment_amount: 'reduce_instalment',
    } as const;
    checking(['prepayment', 'interest_recalculation'], (case_) => {
      const { inputs, expected } = case_;
      const payments = ((inputs['payments'] ?? []) as { date: string; amount: number }[]).map((payment) => ({
        on: date(payment.date),
        amount: BigInt(payment.amount),
      }));
      const asOf = inputs['as_of'] ? date(inputs['as_of']) : payments.at(-1)!.on;
      const schedule = recalculatedSchedule(
        termsFrom(inputs['base'] ? { ...progressiveBase, conventions: case_.conventions } : case_),
        payments,
        asOf,
        {
          ...STANDARD_RECALCULATION,
          prepayment: strategies[(inputs['strategy'] ?? 'reduce_number_of_instalments') as keyof typeof strategies],
        },
      );
      expectRows(schedule.rows, expected);
      expect(schedule.rows).toHaveLength(expected.length);
      expect(schedule.paid.map(({ principal, interest }) => Number(principal + interest))).toEqual(
        expected.map((row: { paid: number }) => row.paid),
      );
    });
  });

  describe(`early settlement (${vectorsOf('early_settlement').length})`, () => {
    checking(['early_settlement'], ({ inputs, expected, conventions }) => {
      const terms = termsFrom({ ...progressiveBase, conventions });
      const { rows } = scheduleOf(terms);
      let open = opened(rows);
      for (const payment of inputs['paid']) {
        const { perInstalment } = allocatePayment(BigInt(payment.amount), date(payment.date), open);
        open = open.map((instalment) => {
          const got = perInstalment.find(({ number }) => number === instalment.number);
          return got
            ? {
                ...instalment,
                principal: instalment.principal - got.principal,
                interest: instalment.interest - got.interest,
              }
            : instalment;
        });
      }
      const quote = settlementQuote(terms, rows, open, date(inputs['payoff_on']), 'pay_off_date');
      expect({
        principal: Number(quote.principal),
        interest: Number(quote.interest),
        total: Number(quote.total),
      }).toEqual(expected);
    });
  });

  describe(`allocation (${vectorsOf('allocation').length})`, () => {
    checking(['allocation'], ({ inputs, expected }) => {
      const open = (inputs['instalments'] as { due: string; out: number }[]).map(({ due, out }, index) => ({
        number: index + 1,
        dueDate: date(due),
        principal: BigInt(out),
        interest: 0n,
        fees: 0n,
        penalties: 0n,
      }));
      const rules = { ...STANDARD_RULES, future: inputs['future_rule'] };
      const { perInstalment, overpayment } = allocatePayment(
        BigInt(inputs['payment'].amount),
        date(inputs['payment'].date),
        open,
        rules,
      );
      expect(overpayment).toBe(0n);
      expect(
        open.map(({ number, principal }) =>
          Number(principal - (perInstalment.find((got) => got.number === number)?.principal ?? 0n)),
        ),
      ).toEqual(expected.map((row: { outstanding: number }) => row.outstanding));
    });
  });

  describe(`penalties, reschedules and write-offs (${vectorsOf('charges', 'reschedule', 'write_off').length})`, () => {
    checking(['charges'], (case_) => {
      const { rows } = scheduleOf(termsFrom(case_));
      const penalties = penaltiesOn(opened(rows), date(case_.inputs['as_of']), {
        charge: { kind: 'percent', percent: case_.inputs['charge_pct'], of: 'principal' },
        graceDays: 0,
        every: 'instalment',
        rounding: 'half_even',
      });
      expectRows(withPenalties(rows, penalties), case_.expected);
    });

    checking(['reschedule'], (case_) => {
      const terms = termsFrom(case_);
      const change = { from: date(case_.inputs['from_date']), annualRate: case_.inputs['new_rate_pct'] };
      expectRows(rescheduled(terms, scheduleOf(terms).rows, change).rows, case_.expected);
    });

    checking(['write_off'], (case_) => {
      const { rows, totals } = scheduleOf(termsFrom(case_));
      const { amount } = case_.inputs['payments'][0];
      const { parts } = allocatePayment(BigInt(amount), rows[0]!.dueDate, opened(rows));
      expect({
        principal_paid: Number(parts.principal),
        interest_paid: Number(parts.interest),
        principal_written_off: Number(totals.principal - parts.principal),
        interest_written_off: Number(totals.interest - parts.interest),
        total_written_off: Number(totals.total) - amount,
      }).toEqual((({ state: _state, ...figures }) => figures)(case_.expected));
    });
  });

  describe(`savings interest (${vectorsOf('savings_interest').length})`, () => {
    checking(['savings_interest'], ({ inputs, expected }) => {
      const interest = dailyCompoundInterest(BigInt(inputs['deposit']), inputs['annual_rate_pct'], inputs['days'], 365);
      expect(formatDecimal(times(interest, rational(1n, 100n)), 4, 'half_even')).toBe(expected['interest_major_4dp']);
      expect(Number(round(interest, 'half_even'))).toBe(expected['interest_minor']);
    });
  });

  describe(`journals (${vectorsOf('journal').length})`, () => {
    checking(['journal'], (case_) => {
      for (const { entries } of case_.expected as { entries: { debit: number; credit: number }[] }[]) {
        expect(entries.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
      }
      // What the charge-off takes out of interest income is the flat interest of the schedule.
      const chargeOff = case_.expected.find(({ transaction }: { transaction: string }) => transaction === 'CHARGE_OFF');
      const interest = chargeOff.entries.find(
        ({ account }: { account: string }) => account === 'Interest Income Charge Off',
      );
      expect(Number(scheduleOf(termsFrom(case_)).totals.interest)).toBe(interest.debit);
    });
  });

  it(`was all ${vectors.length} of them`, () => {
    expect(checked).toBe(vectors.length);
    expect(vectors.length).toBe(27);
  });
});
