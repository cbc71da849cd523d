import { describe, expect, it } from 'vitest';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { settlementQuote, type InterestUntil } from '#core/lending/schedule/servicing/early-settlement.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from '../vector-terms.ts';

const terms = standardTerms({
  principal: 120_000n,
  annualRate: '12',
  instalments: 4,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-01'),
});

/** The quote for a loan whose first `paid` rows are paid. */
function quote(on: string, until: InterestUntil, paid = 1, of: ScheduleTerms = terms) {
  const { rows } = scheduleOf(of);
  const { principal, interest, fees, penalties, total } = settlementQuote(of, rows, rows.slice(paid), date(on), until);
  return { principal, interest, fees, penalties, total };
}

const owed = { principal: 90_446n, fees: 0n, penalties: 0n };

describe('The quote of an early settlement', () => {
  it('demands interest up to the day', () => {
    expect(quote('2026-02-15', 'pay_off_date')).toEqual({ ...owed, interest: 452n, total: 90_898n }); // 14 of 28 days
  });

  it('demands interest up to the next due date', () => {
    expect(quote('2026-02-15', 'next_due_date')).toEqual({ ...owed, interest: 904n, total: 91_350n });
  });

  it('on a due date demands what falls due and nothing more', () => {
    expect(quote('2026-03-01', 'pay_off_date').interest).toBe(904n);
  });

  it('demands what is overdue as well', () => {
    expect(quote('2026-02-15', 'pay_off_date', 0)).toMatchObject({ principal: 120_000n, interest: 1_200n + 452n });
  });

  it('after maturity demands all that is open', () => {
    const { totals } = scheduleOf(terms);
    expect(quote('2026-12-01', 'pay_off_date', 0).total).toBe(totals.total);
  });

  it('on the day of disbursement is the principal alone', () => {
    expect(quote('2026-01-01', 'pay_off_date', 0)).toMatchObject({ principal: 120_000n, interest: 0n });
  });

  it('counts flat interest by the days of the running period', () => {
    expect(quote('2026-02-15', 'pay_off_date', 1, { ...terms, method: 'flat' })).toMatchObject({
      principal: 90_000n,
      interest: 600n,
    });
  });

  it('counts daily interest by the day count', () => {
    const daily = { ...terms, interestCalculation: 'daily', dayCount: 'actual_365' } as const;
    const { balanceAfter } = scheduleOf(daily).rows[0]!;
    expect(quote('2026-02-15', 'pay_off_date', 1, daily).interest).toBe((balanceAfter * 12n * 14n + 18_250n) / 36_500n);
  });

  it('counts what was lent within the running period from its day on', () => {
    const more = { ...terms, tranches: [{ on: date('2026-02-11'), amount: 50_000n }] };
    // 1 % on 904.46 for 14 of 28 days, and on 500.00 for 4 of them: 452.23 and 71.43.
    expect(quote('2026-02-15', 'pay_off_date', 1, more).interest).toBe(524n);
    expect(quote('2026-02-08', 'pay_off_date', 1, more).interest).toBe(226n);
  });

  it('demands the fees of the running row only up to its due date', () => {
    const fee = { name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: 100n } } as const;
    expect(quote('2026-02-15', 'pay_off_date', 1, { ...terms, fees: [fee] }).fees).toBe(0n);
    expect(quote('2026-02-15', 'next_due_date', 1, { ...terms, fees: [fee] }).fees).toBe(100n);
  });

  it('does not ask again for interest that was paid ahead', () => {
    const { rows } = scheduleOf(terms);
    const open = rows.slice(1).map((row) => (row.number === 2 ? { ...row, interest: row.interest - 300n } : row));
    expect(settlementQuote(terms, rows, open, date('2026-02-15'), 'pay_off_date').interest).toBe(152n);
  });
});
