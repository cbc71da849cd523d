import type { NamedConditions } from '#core/lending/agreement.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { STANDARD_CONVENTIONS } from '#core/lending/schedule/terms.ts';
import type { Lender } from './lender.ts';

const WEEKLY = { ...STANDARD_CONVENTIONS, frequency: { unit: 'weeks', every: 1 } } as const;
const DAILY_PENALTY = {
  charge: { kind: 'percent', percent: '1', of: 'principal_and_interest' },
  graceDays: 2,
  every: 'day',
  rounding: 'half_even',
} as const;

/** Products on which lateness costs something, each in its own way. */
export const LATE_PRODUCTS: readonly {
  readonly method: LoanProduct['method'];
  readonly conditions: NamedConditions;
}[] = [
  { method: 'flat', conditions: { schedule: WEEKLY, penalty: DAILY_PENALTY } },
  {
    method: 'declining_equal_instalments',
    conditions: {
      schedule: WEEKLY,
      penalty: { ...DAILY_PENALTY, charge: { kind: 'flat', amount: '20000' }, every: 'instalment' },
      lateInterest: {
        annualRate: '36',
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
  {
    method: 'declining_equal_instalments',
    conditions: {
      schedule: WEEKLY,
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '1500' } }],
      prepayment: STANDARD_RECALCULATION,
      penalty: { ...DAILY_PENALTY, charge: { kind: 'flat', amount: '20000' }, every: 'instalment' },
      lateInterest: {
        annualRate: '36',
        dayCount: 'actual_365',
        of: 'principal',
        graceDays: 0,
        rounding: 'half_even',
      },
    },
  },
];

/** What a loan comes to, and what its history cost. */
export async function figuresOf({ testApp }: Lender, loanId: number) {
  const [loan] = await testApp.sql(
    `select l.state, l.principal_outstanding, l.interest_outstanding, l.fees_outstanding, l.penalties_outstanding,
            l.interest_accrued, l.interest_paid, l.interest_earned_early, l.fees_accrued, l.fees_paid,
            l.penalties_accrued, l.penalties_paid, l.overpaid, l.maturity_date::text,
            s.days_past_due, s.arrears, s.band, s.principal, s.provision
       from loan l left join loan_classification s on s.loan_id = l.id where l.id = $1`,
    [loanId],
  );
  const rows = await testApp.sql(
    `select i.number, i.due_date::text, i.principal, i.interest, i.fees, i.penalties, i.paid_principal, i.paid_interest,
            i.paid_fees, i.paid_penalties, i.balance_after
       from loan_instalment i join loan l on l.id = i.loan_id and l.schedule_version = i.schedule_version
      where l.id = $1 order by i.number`,
    [loanId],
  );
  return { loan, rows };
}

let references = 0;
/** A payment to a bank account at noon of a day, recorded now; the id of its repayment. */
export async function payOn({ testApp }: Lender, loanId: number, amount: bigint, on: Temporal.PlainDate) {
  const paidAt = on.toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '12:00' }).toInstant();
  const reference = `late-${++references}`;
  const command = { loanId, amount, channel: 'bank', reference, paidAt } as const;
  return (await testApp.done(testApp.app.lending.recordRepayment, command)).id;
}
