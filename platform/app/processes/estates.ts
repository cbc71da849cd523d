import type { LendingPorts } from '#core/lending/ports.ts';
import type { Repayment } from '#core/lending/repayment/repayment.ts';
import { reverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { amountToSetOff, setOffAfterDeath, settleByInsurance } from '#core/lending/use-cases/settle-after-death.ts';
import type { ClaimPart } from '#core/membership/death-claim/claim-part.ts';
import { takeable, type EstatePort, type LoanSettlement } from '#core/membership/estate.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import type { SavingsPorts } from '#core/savings/ports.ts';
import { findSavingsAccount } from '#core/savings/use-cases/find-savings.ts';
import { postEarnedInterest, returnFromEstate, takeForEstate } from '#core/savings/use-cases/settle-estate.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { estatesIn } from '../../postgres/membership/estate.ts';

/** The contexts in which a claim books, in its transaction. Contexts don't know each other; here they meet. */
type Contexts = {
  readonly lending: LendingPorts;
  readonly savings: SavingsPorts;
  readonly mobileMoney: MobileMoneyPorts;
};
type Why = Parameters<EstatePort['undo']>[1];

/** What members who died left, as claims settle it. */
export function estatePort(tx: TenantTransaction, contexts: Contexts): EstatePort {
  const { savings } = contexts;
  return {
    ...estatesIn(tx),
    settleLoan: (settlement) => settle(settlement, contexts),
    postInterest: async (savingsAccountId) => {
      const { result: amount, events } = await postEarnedInterest({ savingsAccountId }, savings);
      return { amount, events };
    },
    take: async (savingsAccountId, amount) => {
      const { result, events } = await takeForEstate({ savingsAccountId, amount, to: 'estates_payable' }, savings);
      return { uuid: result.uuid, amount, events };
    },
    undo: (part, why) => undo(part, why, contexts),
  };
}

async function settle(settlement: LoanSettlement, { lending, savings }: Contexts) {
  if (settlement.method === 'insurance') {
    const { amount, ...paid } = settlement;
    if (amount === null) throw new Error('What an insurer paid has an amount.');
    const { result, events, isReplay = false } = await settleByInsurance({ ...paid, amount }, lending);
    return { repayment: bookingOf(result), movementUuid: null, events, isReplay };
  }
  const { savingsAccountId, amount: named, ...onLoan } = settlement;
  const account = await findSavingsAccount({ savingsAccountId }, savings);
  const amount = await amountToSetOff(
    { ...onLoan, amount: named, available: takeable({ ...account, accrued: 0n }) },
    lending,
  );
  const taken = await takeForEstate({ savingsAccountId, amount, to: 'savings_transfers' }, savings);
  const { result, events } = await setOffAfterDeath({ ...onLoan, amount }, lending);
  return {
    repayment: bookingOf(result),
    movementUuid: taken.result.uuid,
    events: [...taken.events, ...events],
    isReplay: false,
  };
}

const bookingOf = ({ uuid, amount }: Repayment) => ({ uuid, amount });

/** Money that came by the bank's statement goes back into suspense with the repayment. */
async function undo(part: ClaimPart, { reason, cause }: Why, { lending, savings, mobileMoney }: Contexts) {
  const { claimId: deathClaimId, repaymentUuid, movementUuid } = part;
  const repayment = repaymentUuid === null ? null : await lending.repayments.byUuid(repaymentUuid);
  const back = repayment && { loanId: repayment.loanId, repaymentId: repayment.id, deathClaimId, reason, cause };
  const { events: undone } = back ? await reverseRepayment(back, lending) : { events: [] };
  const returned =
    repayment && part.kind === 'insurance'
      ? await returnToSuspense({ bookedUuid: repayment.uuid, reason, cause, undone }, mobileMoney)
      : { events: undone };
  if (movementUuid === null) return returned.events;
  const from = part.kind === 'set_off' ? 'savings_transfers' : 'estates_payable';
  const { events } = await returnFromEstate({ movementUuid, from, reason }, savings);
  return [...returned.events, ...events];
}
