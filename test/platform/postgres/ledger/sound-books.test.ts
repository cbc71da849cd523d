import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSuperuser } from '#test/support/database.ts';
import { openLender, type Lender } from '../../../support/lender.ts';

/** What `umoja ledger verify` once called wrong and is right. */
let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

const settle = async (loanId: number, amount: bigint, reference: string) =>
  lender.testApp.done(lender.testApp.app.lending.settleLoan, { loanId, amount, channel: 'cash', reference });

describe('The proof of the ledger has no false alarm', () => {
  it('where instalments were paid ahead and the loan is settled: interest paid ahead counts for principal', async () => {
    const loanId = await lender.lend(12_000_000n);
    // Four instalments in the first month, then all of it.
    await lender.repay(loanId, 4_300_000n);
    lender.moveTo('2026-02-20');
    await lender.close();
    await settle(loanId, 9_600_000n, 'settles');
    expect(await lender.proven()).toEqual({ violations: [], findings: [] });
  });

  it('where what was paid ahead becomes known when the loan is settled already', async () => {
    const productId = await lender.product({ method: 'interest_only' });
    const loanId = await lender.lend(10_000_000n, { productId, termMonths: 3 });
    const { testApp } = lender;
    const paidAt = testApp.clock();
    lender.moveTo(lender.today().add({ days: 5 }));
    await settle(loanId, 10_200_000n, 'settles-too');
    // It pays the interest of instalments that the settlement has ended: that counts as principal.
    const command = { loanId, amount: 6_000_000n, channel: 'bank' as const, reference: 'known-late', paidAt };
    await testApp.done(testApp.app.lending.recordRepayment, command);
    expect(await lender.proven()).toEqual({ violations: [], findings: [] });
  });

  it('where money of a member who left comes or is taken back', async () => {
    const { testApp } = lender;
    const gone = async () => {
      const memberId = await testApp.newMember();
      const loanId = await lender.lend(1_000_000n, { memberId });
      const [owed] = await testApp.sql<{ all: string }>(
        'select (principal_outstanding + interest_outstanding)::text as all from loan where id = $1',
        [loanId],
      );
      const repaymentId = await lender.repay(loanId, BigInt(owed?.all ?? 0));
      await testApp.done(testApp.app.membership.exitMember, { memberId });
      return { loanId, repaymentId };
    };
    const [paying, takenBack] = [await gone(), await gone()];
    await lender.repay(paying.loanId, 27_200n);
    await lender.takeBack(takenBack.loanId, takenBack.repaymentId);
    const ids = [paying.loanId, takenBack.loanId];
    const loans = await testApp.sql('select state from loan where id = any($1) order by id', [ids]);
    expect(loans.map(({ state }) => state)).toEqual(['overpaid', 'active']);
    expect(await lender.proven()).toEqual({ violations: [], findings: [] });
  });

  it('and has an alarm where a member left who owes, although a payment was taken back before', async () => {
    const { testApp } = lender;
    const memberId = await testApp.newMember();
    const loanId = await lender.lend(1_000_000n, { memberId });
    await lender.takeBack(loanId, await lender.repay(loanId, 27_200n));
    const superuser = await connectSuperuser(testApp.settings);
    const become = (state: string) => superuser.query('update member set state = $2 where id = $1', [memberId, state]);
    try {
      await become('exited');
      const { violations, findings } = await lender.proven();
      expect(violations).toMatchObject([{ check: 'members who left', id: String(memberId) }]);
      expect(findings.map(({ rule }) => rule)).toContain('who left owes nothing');
    } finally {
      await become('active');
      await superuser.end();
    }
    expect(await lender.proven()).toEqual({ violations: [], findings: [] });
  });

  it('where a grace leaves rows of a schedule that ask for nothing', async () => {
    const productId = await lender.product({
      annualRate: '0',
      conditions: { schedule: { graceOnPrincipal: 2 } },
    });
    const loanId = await lender.lend(6_000_000n, { productId });
    const rows = await lender.testApp.sql(
      `select number from loan_instalment where loan_id = $1 and principal + interest + fees + penalties = 0`,
      [loanId],
    );
    expect(rows).toHaveLength(2);
    lender.moveTo('2026-03-20');
    await lender.close();
    await lender.repay(loanId, 700_000n);
    expect(await lender.violations()).toEqual([]);
  });

  it('where money comes for a loan that another one has paid off', async () => {
    const old = await lender.lend(3_000_000n);
    await lender.repay(old, 500_000n);
    const { productId, app, done } = lender.testApp;
    await done(app.lending.refinanceLoan, { loanId: old, productId, termMonths: 12 });
    expect(await lender.violations()).toEqual([]);
    await lender.repay(old, 20_000n).catch(() => undefined);
    expect(await lender.violations()).toEqual([]);
  });

  it('where an extension of the database keeps its own figures in the schema of ours', async () => {
    const superuser = await connectSuperuser(lender.testApp.settings);
    try {
      await superuser.query('create extension pg_stat_statements schema public');
      expect(await lender.violations()).toEqual([]);
    } finally {
      await superuser.query('drop extension if exists pg_stat_statements');
      await superuser.end();
    }
  });
});

describe('A suite whose books are wrong', () => {
  it('fails where its database is dropped', async () => {
    const { testApp, lend } = await openLender('2026-01-05');
    await lend(3_000_000n);
    await testApp.sql('update agent set float = float + 1');
    await expect(testApp.close()).rejects.toThrow(/The books of this suite are not sound[^]*float/);
  });
});
