import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount } from '#core/lending/use-cases/account/store-account.ts';
import { quoteOn } from '#core/lending/use-cases/account/receiving.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { settleClaimLoan } from '#core/membership/use-cases/death-claim/settle-loan.ts';
import { claimPorts } from '#platform/app/compose/death-claims.ts';
import { LATE_PRODUCTS } from '#test/support/late-payments.ts';
import { openLender, type Lender } from '#test/support/lender.ts';

let lender: Lender;
beforeAll(async () => {
  lender = await openLender('2026-01-05');
});
afterAll(() => lender.testApp.close());

/** A claim that is ready to settle loans. */
async function aClaim(memberId: number, diedOn: Temporal.PlainDate): Promise<number> {
  const { app, done, sql } = lender.testApp;
  await done(app.membership.recordMemberDeath, { memberId, diedOn, documentReference: 'A permit', reason: null });
  const [row] = await sql<{ id: string }>('select id from death_claim where member_id = $1', [memberId]);
  const deathClaimId = Number(row?.id);
  for (const documentKind of ['death_certificate', 'letters_of_administration'] as const) {
    await done(app.deathClaims.addClaimDocument, { deathClaimId, documentKind, documentReference: 'Of the court' });
  }
  const administrator = { name: 'Amina Kamau', relationship: 'administrator', idNumber: null, phone: null };
  await done(app.deathClaims.appointRepresentative, { deathClaimId, ...administrator, inPlaceOf: null });
  await done(app.deathClaims.verifyDeathClaim, { deathClaimId });
  return deathClaimId;
}

describe('What an insurer paid, and is recorded after closes that knew nothing of it', () => {
  it.each(LATE_PRODUCTS.map((product, index) => [index, product] as const))(
    'settles the loan by what settled it on its day (product %i; finding: lateness of later days kept it open)',
    async (index, product) => {
      const { testApp } = lender;
      const productId = await lender.product(product);
      const memberId = await testApp.newMember();
      const lent = lender.today();
      const loanId = await lender.lend(1_000_000n, { productId, termMonths: 2, memberId });
      const paidOn = lent.add({ days: 8 });
      let quoted = 0n;
      for (let n = 1; n <= 13; n++) {
        lender.moveTo(lent.add({ days: n }));
        await lender.close();
        if (n !== 8) continue;
        quoted = await testApp.internals.transact.run('quote', testApp.operator, async (tx, context) => {
          const ports = testApp.internals.ports.lending(tx, context);
          const loan = await ports.loans.get(loanId);
          return outcome(quoteOn((await readAccount(loan!, ports)).account, paidOn).total);
        });
      }
      const claimId = await aClaim(memberId, lent.add({ days: 7 }));
      const paidAt = paidOn.toZonedDateTime({ timeZone: 'Africa/Nairobi', plainTime: '11:00' }).toInstant();
      const insurance = { method: 'insurance', loanId, amount: quoted, paidAt, reference: `FTINS${index}` } as const;
      await testApp.internals.transact.run('settleClaimLoan', testApp.operator, (tx, context) =>
        settleClaimLoan(
          { deathClaimId: claimId, ...insurance, savingsAccountId: null },
          claimPorts(testApp.internals.ports)(tx, { ...context, agreement: 'reached', proposedBy: 'A clerk' }),
        ),
      );
      const [loan] = await testApp.sql('select state, close_reason from loan where id = $1', [loanId]);
      expect(loan).toEqual({ state: 'closed', close_reason: 'settled' });
      expect(await lender.violations()).toEqual([]);
    },
  );
});
