import { invalidField, unusableReference } from '../../../kernel/field-error.ts';
import type { Cents } from '../../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import type { Words } from '../../../kernel/step-fields.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import { ClaimPart } from '../../death-claim/claim-part.ts';
import type { DeathClaim } from '../../death-claim/death-claim.ts';
import type { LoanSettlement } from '../../estate.ts';
import { bookedNow, demandOn, findClaim, type DeathClaimPorts, type OnClaim } from './find-claim.ts';

export const SETTLEMENT_METHOD: Words<LoanSettlement['method']> = {
  name: 'LoanSettlementMethod',
  means: 'By whose money a loan is settled after the borrower’s death.',
  words: { insurance: 'The insurer paid into the bank.', set_off: 'It is taken from an account of the member.' },
};

export type SettleClaimLoan = OnClaim & {
  readonly loanId: number;
  readonly method: LoanSettlement['method'];
  readonly savingsAccountId: number | null;
  /** Minor units. */
  readonly amount: Cents | null;
  readonly paidAt: Temporal.Instant | null;
  readonly reference: string | null;
};

/** How a loan is settled; what the claim knows itself is left out. */
type Known = 'deathClaimId' | 'memberId';
type ByInsurance = Omit<Extract<LoanSettlement, { method: 'insurance' }>, Known | 'diedOn'>;
type BySetOff = Omit<Extract<LoanSettlement, { method: 'set_off' }>, Known>;

/**
 * A loan of the member who died is paid by the insurer, or set off against what the member saved: two people settle it.
 * Part of what is owed may be paid so; what settles a loan is what its early settlement on the day takes.
 * @throws DomainError invalid_state_transition, those of repayments and of accounts (conflict), unknown_reference,
 *   validation_failed (invalid), not_found; SecondPersonRequired
 */
export async function settleClaimLoan(command: SettleClaimLoan, ports: DeathClaimPorts): Promise<Outcome<DeathClaim>> {
  const claim = await findClaim(command, ports);
  claim.requireMay('settle_loan');
  const settlement = settlementIn(command);
  const estate = await ports.estate.lock(claim.memberId);
  requireOwn(claim, settlement, estate);
  const own = { deathClaimId: claim.id, memberId: claim.memberId };
  const settled = await ports.estate.settleLoan(
    settlement.method === 'insurance' ? { ...settlement, ...own, diedOn: claim.diedOn } : { ...settlement, ...own },
  );
  if (settled.isReplay) return replay(claim);
  const { amount } = settled.repayment;
  const loan = estate.loans.find(({ id }) => id === settlement.loanId);
  const by = settlement.method === 'insurance' ? 'by the insurer' : 'from what the member saved';
  const rule = `Settling loan ${loan?.loanNo ?? settlement.loanId} with ${amount} ${by} takes two people.`;
  requireAgreement(
    ports,
    demandOn(claim, rule, {
      paymentKey: `loan:${settlement.loanId}:${settlement.method}`,
      amount,
      // Without an amount it is all that is owed, as far as there is money: what that was when it was proposed.
      settled: { amount },
    }),
  );
  const number = claim.nextPart();
  ports.deathClaims.addPart(
    ClaimPart.book({
      ...bookedNow(ports),
      uuid: ports.newUuid(),
      claimId: claim.id,
      number,
      kind: settlement.method,
      amount,
      loanId: settlement.loanId,
      repaymentUuid: settled.repayment.uuid,
      movementUuid: settled.movementUuid,
      savingsAccountId: settlement.method === 'set_off' ? settlement.savingsAccountId : null,
      channel: settlement.method === 'insurance' ? 'bank' : null,
      reference: settlement.method === 'insurance' ? settlement.reference : null,
    }),
  );
  const channel = settlement.method === 'insurance' ? 'bank' : 'savings';
  return outcome(claim, ...settled.events, claim.book('settle_loan', { amount, part: number, channel }));
}

/** @throws DomainError validation_failed (invalid) where the method takes something else */
function settlementIn(command: SettleClaimLoan): ByInsurance | BySetOff {
  const { loanId, method, amount, paidAt } = command;
  if (method === 'insurance') {
    refuseBeside(command, ['savingsAccountId']);
    const reference = required(command, 'reference');
    return { method, loanId, amount: required(command, 'amount'), reference, paidAt };
  }
  refuseBeside(command, ['paidAt', 'reference']);
  return { method, loanId, amount, savingsAccountId: required(command, 'savingsAccountId') };
}

const NAMES = {
  savingsAccountId: 'savings_account_id',
  amount: 'amount',
  paidAt: 'paid_at',
  reference: 'reference',
} as const;
type Optional = keyof typeof NAMES;

function required<F extends Optional>(command: SettleClaimLoan, field: F): NonNullable<SettleClaimLoan[F]> {
  const value = command[field];
  if (value !== null) return value;
  throw invalidField(NAMES[field], 'required', `A settlement by ${command.method} takes ${NAMES[field]}.`);
}

function refuseBeside(command: SettleClaimLoan, fields: readonly Optional[]): void {
  const stray = fields.find((field) => command[field] !== null);
  if (stray === undefined) return;
  throw invalidField(NAMES[stray], 'unknown', `A settlement by ${command.method} takes no ${NAMES[stray]}.`);
}

/** Loan and account are the member’s own. @throws DomainError unknown_reference (invalid) */
function requireOwn(
  { claimNo }: DeathClaim,
  settlement: ByInsurance | BySetOff,
  { loans, accounts }: Awaited<ReturnType<DeathClaimPorts['estate']['lock']>>,
): void {
  // A payment of before is a repetition, whatever became of the loan by it: lending says so.
  if (settlement.method === 'insurance') return;
  const isLoan = loans.some(({ id }) => id === settlement.loanId);
  const isAccount = accounts.some(({ id }) => id === settlement.savingsAccountId);
  if (isLoan && isAccount) return;
  const [field, what] = isLoan ? ['savings_account_id', 'account'] : ['loan_id', 'open loan'];
  const detail = `Name an ${what} of the member of claim ${claimNo}.`;
  throw unusableReference(field, detail, detail);
}
