import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoanConditions } from '#core/lending/agreement.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { STANDARD_CONVENTIONS } from '#core/lending/schedule/terms.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import { openLender, type Lender } from '#test/support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const WEEKLY = { ...STANDARD_CONVENTIONS, frequency: { unit: 'weeks', every: 1 } } as const;
const DAILY_PENALTY = {
  charge: { kind: 'percent', percent: '1', of: 'principal_and_interest' },
  graceDays: 2,
  every: 'day',
  rounding: 'half_even',
} as const;

/** Products on which lateness costs something, each in its own way. */
const PRODUCTS: readonly { readonly method: LoanProduct['method']; readonly conditions: Partial<LoanConditions> }[] = [
  { method: 'flat', conditions: { schedule: WEEKLY, penalty: DAILY_PENALTY } },
  {
    method: 'declining_equal_instalments',
    conditions: {
      schedule: WEEKLY,
      penalty: { ...DAILY_PENALTY, charge: { kind: 'flat', amount: '20000' }, every: 'instalment' },
      lateInterest: {
        annualRate: '36' as never,
        dayCount: 'actual_365',
        of: 'principal_and_interest',
        graceDays: 0,
        rounding: 'half_even',
      },
    },
  },
  {
    method: 'declining_equal_instalments',
    conditions: {
      schedule: { ...WEEKLY, interestCalculation: 'daily', dayCount: 'actual_365' },
      prepayment: STANDARD_RECALCULATION,
      penalty: DAILY_PENALTY,
    },
  },
  {
    method: 'declining_equal_principal',
    conditions: {
      schedule: { ...WEEKLY, graceOnInterest: 1 },
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '1500' } }],
      prepayment: { ...STANDARD_RECALCULATION, prepayment: 'reschedule_next', lateAccrues: false },
      penalty: DAILY_PENALTY,
    },
  },
];

/** What a loan comes to, and what its history cost. */
const figuresOf = async (loanId: number) => {
  const [loan] = await lender.testApp.sql(
    `select l.state, l.principal_outstanding, l.interest_outstanding, l.fees_outstanding, l.penalties_outstanding,
            l.interest_accrued, l.interest_paid, l.interest_earned_early, l.fees_accrued, l.fees_paid,
            l.penalties_accrued, l.penalties_paid, l.overpaid, l.maturity_date::text,
            s.days_past_due, s.arrears, s.band, s.principal, s.provision
       from loan l left join loan_classification s on s.loan_id = l.id where l.id = $1`,
    [loanId],
  );
  const rows = await lender.testApp.sql(
    `select i.number, i.due_date::text, i.principal, i.interest, i.fees, i.penalties, i.paid_principal, i.paid_interest,
            i.paid_fees, i.paid_penalties, i.balance_after
       from loan_instalment i join loan l on l.id = i.loan_id and l.schedule_version = i.schedule_version
      where l.id = $1 order by i.number`,
    [loanId],
  );
  return { loan, rows };
};

let references = 0;
const pay = async (loanId: number, amount: bigint, on: Temporal.PlainDate) => {
  const paidAt = on.toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' }).toInstant();
  const reference = `late-${++references}`;
  const command = { loanId, amount, channel: 'bank', reference, paidAt } as const;
  return (await lender.testApp.done(lender.testApp.app.lending.recordRepayment, command)).id;
};

describe('Bookings dated back over what happened since', () => {
  /** Two loans with the same payments, the second's known late; what happens to both on a day, happens to both. */
  const bookLate = async (
    payments: readonly { readonly valued: number; readonly known: number; readonly amount: bigint }[],
    on: (day: number, loans: readonly number[]) => Promise<void>,
  ) => {
    const productId = await lender.product(PRODUCTS[1]!);
    const [start, span] = [lender.today(), 30];
    const [ordered, late] = [
      await lender.lend(1_000_000n, { productId, termMonths: 2 }),
      await lender.lend(1_000_000n, { productId, termMonths: 2 }),
    ];
    for (let n = 1; n <= span; n++) {
      lender.moveTo(start.add({ days: n }));
      await lender.close();
      await on(n, [ordered, late]);
      for (const { valued, known, amount } of payments) {
        const day = start.add({ days: valued });
        if (valued === n) await pay(ordered, amount, day);
        if (known === n) await pay(late, amount, day);
      }
    }
    lender.moveTo(start.add({ days: span + 1 }));
    await lender.close();
    expect(await figuresOf(late)).toEqual(await figuresOf(ordered));
    expect(await lender.violations()).toEqual([]);
    return { late };
  };
  const PAYMENTS = [
    { valued: 6, known: 20, amount: 100_000n },
    { valued: 9, known: 27, amount: 60_000n },
    { valued: 16, known: 18, amount: 50_000n },
  ];

  it('end in the same figures after a reschedule', async () => {
    const { late } = await bookLate(PAYMENTS, async (day, loans) => {
      if (day !== 17) return;
      const change = { from: lender.today(), annualRate: '6' as never };
      for (const loanId of loans) {
        await lender.testApp.done(lender.testApp.app.lending.rescheduleLoan, {
          loanId,
          change,
          reason: 'A lower rate.',
        });
      }
    });
    const [loan] = await lender.testApp.sql<{ version: number }>(
      'select schedule_version as version from loan where id = $1',
      [late],
    );
    expect(loan?.version).toBeGreaterThan(1);
  });

  it('end in the same figures where their day lies in a period that was closed since, and are booked after it with their own time', async () => {
    const closed: Temporal.PlainDate[] = [];
    const { late } = await bookLate(PAYMENTS, async (day) => {
      if (day !== 17) return;
      const endsOn = lender.today().subtract({ days: 1 });
      await lender.testApp.app.ledger.closePeriod(lender.testApp.operator, { endsOn });
      closed.push(endsOn);
    });
    const journals = await lender.testApp.sql<{ booked_on: string; paid_on: string }>(
      `select j.booked_on::text, (r.paid_at at time zone 'Africa/Nairobi')::date::text as paid_on from journal j
         join repayment r on r.id = j.subject_id and j.subject_type = 'repayment'
        where j.event_type = 'repayment.booked' and r.loan_id = $1 order by j.id`,
      [late],
    );
    const before = (day: string | undefined) => String(day) <= String(closed[0]);
    expect(journals.map((each) => [before(each.paid_on), before(each.booked_on)])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
  });
});
