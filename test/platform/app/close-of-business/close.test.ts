import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLender, type Lender } from '../../../support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-31');
});
afterAll(() => lender.testApp.close());

const loanOf = async (id: number) => {
  const [row] = await lender.testApp.sql(`select * from loan where id = $1`, [id]);
  return row!;
};
const standingOf = async (id: number) =>
  (
    await lender.testApp.sql<{ days_past_due: number; band: string; arrears: string; provision: string }>(
      'select days_past_due, band, arrears::text, provision::text from loan_classification where loan_id = $1',
      [id],
    )
  )[0];

describe('The close of business', () => {
  let loanId: number;

  it('accrues the interest of a month day by day, and all of it by the day it falls due', async () => {
    loanId = await lender.lend(12_000_000n);
    const [row] = await lender.testApp.sql<{ interest: string; due: string }>(
      `select interest::text, due_date::text as due from loan_instalment where loan_id = $1 and number = 1`,
      [loanId],
    );
    expect(row).toEqual({ interest: '120000', due: '2026-02-28' });
    lender.moveTo('2026-02-15');
    expect(await lender.close()).toEqual({ days: 15, through: true });
    // 14 of 28 days.
    expect(await lender.held('interest_receivable')).toBe(60_000n);
    lender.moveTo('2026-03-01');
    await lender.close();
    expect(await lender.held('interest_receivable')).toBe(120_000n);
    expect(-(await lender.held('interest_income'))).toBe(120_000n);
    expect(await lender.violations()).toEqual([]);
  });

  it('books nothing twice for a day', async () => {
    expect(await lender.close()).toEqual({ days: 0, through: true });
    expect(await lender.close({ through: Temporal.PlainDate.from('2026-02-10') })).toEqual({ days: 0, through: true });
    expect(await lender.held('interest_receivable')).toBe(120_000n);
  });

  it('sees a loan become late, classifies it and sets aside for it', async () => {
    expect(await standingOf(loanId)).toEqual({ days_past_due: 0, band: 'normal', arrears: '0', provision: '120000' });
    lender.moveTo('2026-03-02');
    await lender.close();
    expect(await standingOf(loanId)).toMatchObject({ days_past_due: 1, band: 'watch', provision: '600000' });
    expect(-(await lender.held('loan_loss_allowance'))).toBe(600_000n);
    const [emitted] = await lender.testApp.sql(
      `select data from event where type = 'loan.overdue' and subject_id = $1`,
      [loanId],
    );
    expect(emitted).toMatchObject({ data: { days_past_due: 1, classification: 'watch' } });
    expect(await lender.violations()).toEqual([]);
  });

  it('leaves version and stamp of a loan alone that it only accrues on', async () => {
    const before = await loanOf(loanId);
    lender.moveTo('2026-03-03');
    await lender.close();
    const after = await loanOf(loanId);
    expect(BigInt(String(after['interest_accrued']))).toBeGreaterThan(BigInt(String(before['interest_accrued'])));
    expect([after['version'], after['updated_at']]).toEqual([before['version'], before['updated_at']]);
  });

  it('does not recognise again what a payment recognised before its time', async () => {
    const other = await lender.lend(6_000_000n);
    // Three instalments ahead: their interest is income immediately.
    await lender.repay(other, 1_600_000n);
    const paid = BigInt(String((await loanOf(other))['interest_accrued']));
    lender.moveTo('2026-03-20');
    await lender.close();
    expect(BigInt(String((await loanOf(other))['interest_accrued']))).toBe(paid);
    lender.moveTo('2026-07-10');
    await lender.close();
    expect(BigInt(String((await loanOf(other))['interest_accrued']))).toBeGreaterThan(paid);
    expect(await lender.violations()).toEqual([]);
  });

  it('charges penalties by the terms of the product, and takes a repaid loan out of what is set aside', async () => {
    const productId = await lender.product({
      conditions: {
        penalty: {
          charge: { kind: 'percent', percent: '10', of: 'principal_and_interest' },
          graceDays: 3,
          every: 'instalment',
          rounding: 'half_even',
        },
        lateInterest: {
          annualRate: '36.5',
          dayCount: 'actual_365',
          of: 'principal',
          graceDays: 0,
          rounding: 'half_even',
        },
      },
    });
    lender.moveTo('2026-07-11');
    const late = await lender.lend(3_000_000n, { productId, termMonths: 3 });
    lender.moveTo('2026-08-20');
    await lender.close();
    const [row] = await lender.testApp.sql<{ principal: string; interest: string; penalties: string }>(
      `select principal::text, interest::text, penalties::text from loan_instalment where loan_id = $1 and number = 1`,
      [late],
    );
    const scheduled = 45_000n;
    const lateInterest = (BigInt(row!.principal) * 8n) / 1_000n;
    // 8 days at 0.1 % a day, rounded each day; a tenth of what was overdue when the days of grace were over.
    expect(BigInt(row!.interest) - scheduled - lateInterest).toBeLessThan(8n);
    expect(BigInt(row!.penalties)).toBeGreaterThan(BigInt(row!.principal) / 10n);
    expect(await lender.violations()).toEqual([]);

    const { principal_outstanding, interest_outstanding, penalties_outstanding } = await loanOf(late);
    const all = [principal_outstanding, interest_outstanding, penalties_outstanding];
    await lender.repay(
      late,
      all.reduce<bigint>((sum, part) => sum + BigInt(String(part)), 0n),
    );
    expect((await loanOf(late))['state']).toBe('closed');
    expect(await standingOf(late)).not.toMatchObject({ provision: '0' });
    lender.moveTo('2026-08-22');
    await lender.close();
    expect(await standingOf(late)).toMatchObject({ days_past_due: 0, provision: '0' });
    expect(await lender.violations()).toEqual([]);
  });

  it('counts a loan out that was repaid when a cent was left of it, too little to set anything aside', async () => {
    const loan = await lender.lend(100_000n, { termMonths: 1 });
    const [row] = await lender.testApp.sql<{ owed: string }>(
      'select (principal_outstanding + interest_outstanding)::text as owed from loan where id = $1',
      [loan],
    );
    await lender.repay(loan, BigInt(row!.owed) - 1n);
    lender.moveTo('2026-08-24');
    await lender.close();
    expect(await standingOf(loan)).toMatchObject({ provision: '0' });
    await lender.repay(loan, 1n);
    lender.moveTo('2026-08-25');
    await lender.close();
    const [left] = await lender.testApp.sql('select principal::text from loan_classification where loan_id = $1', [
      loan,
    ]);
    expect(left).toEqual({ principal: '0' });
  });

  it('takes back what only a payment had earned once the payment is taken back', async () => {
    const loan = await lender.lend(6_000_000n);
    const repayment = await lender.repay(loan, 3_000_000n);
    expect(BigInt(String((await loanOf(loan))['interest_accrued']))).toBeGreaterThan(0n);
    await lender.takeBack(loan, repayment);
    expect(BigInt(String((await loanOf(loan))['interest_accrued']))).toBe(0n);
    lender.moveTo('2026-09-02');
    await lender.close();
    expect(await lender.violations()).toEqual([]);
  });

  it('says how many loans it has before it: those repaid since the last one, and those paid out meanwhile (finding: 4 of 3 loans)', async () => {
    const closed = lender.today();
    const repaid = await lender.lend(100_000n);
    lender.moveTo(closed.add({ days: 1 }));
    await lender.close();
    const [row] = await lender.testApp.sql<{ owed: string }>(
      'select (principal_outstanding + interest_outstanding)::text as owed from loan where id = $1',
      [repaid],
    );
    await lender.repay(repaid, BigInt(row!.owed));
    lender.moveTo(closed.add({ days: 2 }));
    const seen: string[] = [];
    let batches = 0;
    const onProgress = ({ loansDone, loansTotal }: { loansDone: number; loansTotal: number }) => {
      batches += 1;
      if (loansDone > loansTotal) seen.push(`${loansDone} of ${loansTotal}`);
    };
    await lender.close({ batch: 1, onProgress, goesOn: () => batches < 1 });
    await lender.lend(100_000n);
    await lender.close({ batch: 1, onProgress });
    expect(seen).toEqual([]);
    const [run] = await lender.testApp.sql(
      'select loans_done = loans_total as whole, state from close_of_business order by business_date desc limit 1',
    );
    expect(run).toEqual({ whole: true, state: 'done' });
  });

  it('is refused for a day that is not over', async () => {
    await expect(lender.close({ through: lender.today().add({ days: 1 }) })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});
