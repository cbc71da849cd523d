import { describe, expect, it } from 'vitest';
import { feesUnderFire } from '#test/support/fees-under-fire.ts';

describe('School-fee loans that are paid out by a process that is killed twice', () => {
  // The same with 500 loans: npm run bench -- school-fees-under-fire
  it('pay each invoice once, or are not paid out; both ledgers agree to the cent', async () => {
    const report = await feesUnderFire({ loans: 22, kills: 2, random: Math.random });
    expect(report.wrong).toEqual([]);
    expect(report.violations).toEqual([]);
    expect(report.received).toBe(report.paidOut);
    expect(report.disbursements['confirmed']).toBeGreaterThan(8);
    expect(report.reactionsLeft).toBe(0);
  });
});
