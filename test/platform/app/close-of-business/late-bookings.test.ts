import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedConditions } from '#core/lending/agreement.ts';
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
const PRODUCTS: readonly { readonly method: LoanProduct['method']; readonly conditions: NamedConditions }[] = [
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

/** The numbers of a linear congruence: the same in every run. */
const numbers = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

describe('A repayment that was paid in time and is recorded late (finding 7)', () => {
  it('takes back the penalty, the late interest and the lateness that were charged because it was not known', async () => {
    const productId = await lender.product(PRODUCTS[1]!);
    const lent = lender.today();
    const known = await lender.lend(1_000_000n, { productId, termMonths: 2 });
    const recorded = await lender.lend(1_000_000n, { productId, termMonths: 2 });
    const due = lent.add({ days: 7 });
    for (let day = lent; Temporal.PlainDate.compare(day, lent.add({ days: 13 })) <= 0; day = day.add({ days: 1 })) {
      lender.moveTo(day);
      await lender.close();
      if (day.equals(due)) await pay(known, 130_000n, due);
    }
    expect((await figuresOf(recorded)).loan).toMatchObject({ penalties_outstanding: '20000', days_past_due: 5 });
    await pay(recorded, 130_000n, due);
    lender.moveTo(lent.add({ days: 14 }));
    await lender.close();
    const [inTime, late] = [await figuresOf(known), await figuresOf(recorded)];
    expect(late.loan).toMatchObject({ penalties_outstanding: '0', days_past_due: 0 });
    expect(late).toEqual(inTime);
    const [journal] = await lender.testApp.sql(
      `select booked_on::text, value_date::text from journal where event_type = 'repayment.booked' order by id desc limit 1`,
    );
    expect(journal).toEqual({ booked_on: String(lent.add({ days: 13 })), value_date: String(due) });
    expect(await lender.violations()).toEqual([]);
  });
});

describe('Bookings in any order, dated back within the limits', () => {
  it('end in the same figures as in the order of their value dates: interest, penalties, arrears, provisions', async () => {
    const random = numbers(11);
    const products = await Promise.all(PRODUCTS.map((product) => lender.product(product)));
    const start = lender.today();
    const span = 45;
    /** Each pair has the same payments: the one in their order, the other whenever they become known. */
    const pairs = [];
    for (let index = 0; index < 12; index++) {
      const productId = products[index % products.length]!;
      const lend = () => lender.lend(1_000_000n, { productId, termMonths: 2 });
      const payments = Array.from({ length: 2 + random(4) }, () => {
        const valued = 1 + random(span - 10);
        return { valued, known: valued + random(span - valued), amount: BigInt(20_000 + random(150_000)) };
      });
      // A payment that is taken back later is as if it had never been.
      const bounced = { valued: 3 + random(20), back: 30 + random(10), amount: 60_000n };
      pairs.push({ ordered: await lend(), anyhow: await lend(), payments, bounced });
    }
    for (let n = 1; n <= span; n++) {
      const day = start.add({ days: n });
      lender.moveTo(day);
      await lender.close();
      for (const { ordered, anyhow, payments, bounced } of pairs) {
        for (const { amount } of payments.filter(({ valued }) => valued === n)) await pay(ordered, amount, day);
        for (const { amount, valued } of payments.filter(({ known }) => known === n))
          await pay(anyhow, amount, start.add({ days: valued }));
        if (bounced.valued === n) Object.assign(bounced, { id: await pay(anyhow, bounced.amount, day) });
        if (bounced.back === n) await lender.takeBack(anyhow, (bounced as { id?: number }).id ?? 0);
      }
    }
    lender.moveTo(start.add({ days: span + 1 }));
    await lender.close();
    for (const { ordered, anyhow } of pairs) expect(await figuresOf(anyhow)).toEqual(await figuresOf(ordered));
    expect(await lender.violations()).toEqual([]);
  }, 180_000);
});
