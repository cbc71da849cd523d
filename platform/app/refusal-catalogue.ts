import { approvalRefusals } from '#core/approvals/refusals.ts';
import type { Refusal } from '#core/kernel/domain-error.ts';
import { educationRefusals } from '#core/education/refusals.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { ledgerRefusals } from '#core/ledger/refusals.ts';
import { lendingRefusals } from '#core/lending/refusals.ts';
import { membershipRefusals } from '#core/membership/refusals.ts';
import { mobileMoneyRefusals } from '#core/mobile-money/refusals.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { paymentRefusals } from '#core/payments/refusals.ts';
import { bridgeRefusals } from '#core/payment-bridge/refusals.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import { reconciliationRefusals } from '#core/reconciliation/refusals.ts';
import { savingsRefusals } from '#core/savings/refusals.ts';
import { authRefusals } from '../auth/auth-refusals.ts';
import { platformRefusals } from '../runtime/refusals.ts';

/** The catalogue of refusals, gathered from every context. A code that stands twice is refused at start. */
export const catalogue: ReadonlyMap<string, Refusal> = gather([
  kernelRefusals,
  approvalRefusals,
  paymentRefusals,
  membershipRefusals,
  lendingRefusals,
  ledgerRefusals,
  savingsRefusals,
  mobileMoneyRefusals,
  reconciliationRefusals,
  bridgeRefusals,
  partnerRefusals,
  educationRefusals,
  peopleRefusals,
  authRefusals,
  platformRefusals,
]);

function gather(tables: readonly Readonly<Record<string, Refusal>>[]): ReadonlyMap<string, Refusal> {
  const all = new Map<string, Refusal>();
  for (const refusal of tables.flatMap((table) => Object.values(table))) {
    if (all.has(refusal.code)) throw new Error(`The refusal ${refusal.code} is declared twice.`);
    all.set(refusal.code, refusal);
  }
  return all;
}
