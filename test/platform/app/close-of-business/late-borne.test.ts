import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { openLender, type Lender } from '#test/support/lender.ts';

let lender: Lender;
let productId: number;
beforeAll(async () => {
  lender = await openLender('2026-03-01');
  productId = await lender.product({
    method: 'declining_equal_principal',
    annualRate: '12',
    conditions: { prepayment: STANDARD_RECALCULATION },
  });
});
afterAll(() => lender.testApp.close());

const accrued = async (loanId: number) => {
  const [row] = await lender.testApp.sql<{ accrued: string }>(
    'select interest_accrued::text as accrued from loan where id = $1',
    [loanId],
  );
  return BigInt(row?.accrued ?? -1);
};
const closeThrough = async (day: string) => {
  lender.moveTo(Temporal.PlainDate.from(day).add({ days: 1 }));
  await lender.close();
};

describe('A late loan whose schedule follows its payments', () => {
  it('earns what overdue principal bears day by day (finding: the balance sheet was too low until something was booked)', async () => {
    // 1,000,000 of principal each month; interest of 120,000 and 110,000 by the first two rows.
    const loanId = await lender.lend(12_000_000n, { productId });
    const inTime = await lender.lend(12_000_000n, { productId });
    await closeThrough('2026-04-16');
    // Fifteen days of thirty of the second row, and of 1,000,000 that is overdue.
    expect(await accrued(loanId)).toBe(120_000n + 55_000n + 5_000n);
    expect(await lender.held('interest_receivable')).toBe(2n * 180_000n);

    // It turns out that this one was paid in time.
    const paidAt = Temporal.Instant.from('2026-04-01T09:00:00Z');
    const paid = { loanId: inTime, amount: 1_120_000n, channel: 'bank' as const, reference: 'IN-TIME', paidAt };
    await lender.testApp.done(lender.testApp.app.lending.recordRepayment, paid);
    expect(await accrued(inTime)).toBe(120_000n + 55_000n);
    expect(await lender.violations()).toEqual([]);

    // Sixteen days were borne when this one is paid: the second row asks for them, and time catches up with what was earned.
    await lender.repay(loanId, 1_120_000n);
    expect(await accrued(loanId)).toBe(180_000n);
    await closeThrough('2026-05-01');
    expect(await accrued(loanId)).toBe(120_000n + 110_000n + 5_333n);
    expect(await accrued(inTime)).toBe(120_000n + 110_000n);
    expect(await lender.violations()).toEqual([]);
  });
});
