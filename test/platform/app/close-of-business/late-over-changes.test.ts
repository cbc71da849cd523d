import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figuresOf as figuresOfLoan, LATE_PRODUCTS, payOn } from '#test/support/late-payments.ts';
import { openLender, type Lender } from '#test/support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const figuresOf = (loanId: number) => figuresOfLoan(lender, loanId);
const pay = (loanId: number, amount: bigint, on: Temporal.PlainDate) => payOn(lender, loanId, amount, on);

describe('Bookings dated back over what happened since', () => {
  /** Two loans with the same payments, the second's known late; what happens to both on a day, happens to both. */
  const bookLate = async (
    payments: readonly { readonly valued: number; readonly known: number; readonly amount: bigint }[],
    on: (day: number, loans: readonly number[]) => Promise<void>,
  ) => {
    const productId = await lender.product(LATE_PRODUCTS[1]!);
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

describe('A repayment that is taken back on its own day, after a close that knew of it', () => {
  it('leaves nothing of it in what a waiver and the close made of it (finding: interest that was not earned)', async () => {
    const start = lender.today().add({ days: 1 });
    lender.moveTo(start);
    await lender.close();
    const pairs: { right: number; wrong: number; wrongId: number }[] = [];
    for (const product of LATE_PRODUCTS) {
      const lend = async () => lender.lend(1_000_000n, { productId: await lender.product(product), termMonths: 2 });
      pairs.push({ right: await lend(), wrong: await lend(), wrongId: 0 });
    }
    const today = start.add({ days: 3 });
    lender.moveTo(today);
    await lender.close();
    for (const pair of pairs) {
      pair.wrongId = await pay(pair.wrong, 400_000n, today);
      for (const loanId of [pair.right, pair.wrong]) {
        await lender.testApp.done(lender.testApp.app.lending.waiveLoanCharge, {
          loanId,
          part: 'interest',
          amount: 2_000n,
          instalment: null,
          reason: 'Goodwill.',
        });
      }
    }
    await lender.close({ through: today });
    for (const { wrong, wrongId } of pairs) await lender.takeBack(wrong, wrongId);
    for (const { right, wrong } of pairs) {
      const [without, after] = [await figuresOf(right), await figuresOf(wrong)];
      // What is at risk follows with the next close.
      const status = { band: null, principal: null, provision: null, days_past_due: null, arrears: null };
      expect({ ...after.loan, ...status }).toEqual({ ...without.loan, ...status });
      expect(after.rows).toEqual(without.rows);
    }
    expect(await lender.violations()).toEqual([]);
  });
});

describe('A row whose interest was waived', () => {
  it('leaves the next one what is earned in its own days (finding: the days of the row before counted too)', async () => {
    const start = lender.today().add({ days: 1 });
    lender.moveTo(start);
    await lender.close();
    const productId = await lender.product({ method: 'declining_equal_instalments' });
    const loanId = await lender.lend(1_000_000n, { productId, termMonths: 2 });
    const waive = { loanId, part: 'interest', amount: null, instalment: 1, reason: 'Goodwill.' } as const;
    await lender.testApp.done(lender.testApp.app.lending.waiveLoanCharge, waive);
    const rows = await lender.testApp.sql<{ due: string; interest: string }>(
      'select due_date::text as due, interest::text from loan_instalment where loan_id = $1 order by number',
      [loanId],
    );
    const [first, second] = rows.map(({ due }) => Temporal.PlainDate.from(due)) as [
      Temporal.PlainDate,
      Temporal.PlainDate,
    ];
    lender.moveTo(first.add({ days: 8 }));
    await lender.close();
    const [loan] = await lender.testApp.sql<{ accrued: string }>(
      'select interest_accrued::text as accrued from loan where id = $1',
      [loanId],
    );
    const share = (7 * Number(rows[1]!.interest)) / first.until(second).days;
    expect(Math.abs(Number(loan!.accrued) - share)).toBeLessThan(1);
    expect(await lender.violations()).toEqual([]);
  });
});
