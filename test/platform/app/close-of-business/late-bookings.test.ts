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

/** The numbers of a linear congruence: the same in every run. */
const numbers = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

describe('A repayment that was paid in time and is recorded late (finding 7)', () => {
  it('takes back the penalty, the late interest and the lateness that were charged because it was not known', async () => {
    const productId = await lender.product(LATE_PRODUCTS[1]!);
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
    const products = await Promise.all(LATE_PRODUCTS.map((product) => lender.product(product)));
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
  });
});
