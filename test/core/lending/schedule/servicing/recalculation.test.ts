import { describe, expect, it } from 'vitest';
import {
  recalculatedSchedule,
  STANDARD_RECALCULATION,
  type LoanPayment,
} from '#core/lending/schedule/servicing/recalculation.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from '../vector-terms.ts';

/** 1,200.00 at 12 % in four months: 307.54 a month. */
const terms = standardTerms({
  principal: 120_000n,
  annualRate: '12',
  instalments: 4,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-01'),
});

function after(
  payments: LoanPayment[],
  policy: Partial<typeof STANDARD_RECALCULATION> = {},
  of: ScheduleTerms = terms,
) {
  const schedule = recalculatedSchedule(of, payments, payments.at(-1)?.on ?? of.disbursedOn, {
    ...STANDARD_RECALCULATION,
    ...policy,
  });
  return { ...schedule, shown: schedule.rows.map((row) => `${row.principal}+${row.interest}`) };
}

describe('A prepayment of 300.00 on the first due date', () => {
  const payments = [{ on: date('2026-02-01'), amount: 30_754n + 30_000n }];

  it('ends the loan sooner and keeps the instalment', () => {
    expect(after(payments, { prepayment: 'reduce_number' }).shown).toEqual(['59554+1200', '30150+604', '30296+303']);
  });

  it('lowers the instalment and keeps the number', () => {
    expect(after(payments, { prepayment: 'reduce_instalment' }).shown).toEqual([
      '59554+1200',
      '19949+604',
      '20148+405',
      '20349+203',
    ]);
  });

  it('is netted off the next instalment', () => {
    expect(after(payments, { prepayment: 'reschedule_next' }).shown).toEqual([
      '59554+1200',
      '150+604',
      '30151+603',
      '30145+301',
    ]);
  });

  it('spares the last rows', () => {
    expect(after(payments, { prepayment: 'adjust_last' }).shown).toEqual([
      '59554+1200',
      '29850+604',
      '30148+306',
      '448+4',
    ]);
  });
});

describe('An excess that reschedules the next instalments', () => {
  // Apache Fineract's published case RP13: 5,000.00 at 12 %, 862.00 a month, 1,000.00 and 2,000.00 paid for the first two.
  const published = standardTerms({
    principal: 500_000n,
    annualRate: '12',
    instalments: 6,
    method: 'declining_equal_instalments',
    interestCalculation: 'daily',
    instalmentMultiple: 100,
    disbursedOn: date('2022-11-01'),
  });
  const payments = [
    { on: date('2022-12-01'), amount: 100_000n },
    { on: date('2023-01-01'), amount: 200_000n },
  ];

  it('nets it off them, oldest first, to the cent of the published table (FIN-RP13)', () => {
    const { rows, shown } = after(payments, { prepayment: 'reschedule_next' }, published);
    // 1,276.00 too much: all of the 840.69 of the third row, and 435.31 of the 842.76 of the fourth.
    expect(shown).toEqual(['95068+4932', '195873+4127', '0+2131', '40745+1924', '84485+1715', '83829+827']);
    expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual([404_932n, 209_059n, 209_059n, 168_314n, 83_829n, 0n]);
  });
});

describe('An early payment of the whole instalment', () => {
  const payments = [{ on: date('2026-01-17'), amount: 30_754n }];

  it('pays the row, and saves the interest on what it repaid', () => {
    const { shown, paid } = after(payments);
    expect(shown[0]).toBe('29700+1054');
    expect(paid[0]).toEqual({ principal: 29_700n, interest: 1_054n });
  });

  it('leaves the interest of the row due where it pays principal alone', () => {
    const { rows, paid } = after(payments, { earlyPayment: 'principal_first' });
    expect(rows[0]).toMatchObject({ principal: 30_754n, interest: 1_051n });
    expect(paid[0]).toEqual({ principal: 30_754n, interest: 0n });
  });
});

describe('A late payment', () => {
  const payments = [{ on: date('2026-02-15'), amount: 30_754n }];

  it('costs interest on the overdue principal until it is paid', () => {
    expect(after(payments).rows[1]!.interest).toBe(1_052n); // 904 and 14/28 of a month on 295.54
  });

  it('costs nothing where the product says so', () => {
    expect(after(payments, { lateAccrues: false }).rows[1]!.interest).toBe(904n);
  });
});

describe('Payments beyond the debt', () => {
  it('are left over', () => {
    const { overpaid, rows } = after([{ on: date('2026-02-01'), amount: 200_000n }]);
    expect([rows.length, overpaid]).toEqual([1, 200_000n - 121_200n]);
  });

  it('pay the interest that a grace deferred, and leave no principal open for it', () => {
    const graced = { ...terms, method: 'flat', graceOnInterest: 1 } as const;
    const { shown, overpaid } = after([{ on: date('2026-02-15'), amount: 130_000n }], {}, graced);
    expect([shown, overpaid]).toEqual([['30000+0', '90000+2400'], 130_000n - 122_400n]);
  });

  it('of a flat loan still owe all of its interest', () => {
    const { shown, overpaid } = after([{ on: date('2026-02-01'), amount: 121_200n }], {}, { ...terms, method: 'flat' });
    expect([shown, overpaid]).toEqual([['120000+1200'], 0n]);
  });
});
