import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import { least, requirePositive, sum, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { compare, parseDecimal, rational, times } from '../../kernel/rational.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireAgreement, requireAnotherPerson, type Actor, type Agreeing } from '../../kernel/two-people.ts';
import { requireVersion } from '../../kernel/version.ts';
import { Guarantee } from '../guarantee/guarantee.ts';
import { guaranteeLifecycle } from '../guarantee/lifecycle.ts';
import type { Loan } from '../loan/loan.ts';
import type { Borrower, LendingPorts } from '../ports.ts';
import { conditionsFrom } from '../agreement.ts';
import { lendingRefusals } from '../refusals.ts';
import { findLoan, type OnLoan } from './find-loan.ts';
import { recoverable } from './repayable.ts';

export type PledgeGuarantee = OnLoan & {
  /** The guarantor. */
  readonly memberId: number;
  /** Minor units. */
  readonly amount: Cents;
};

/**
 * A member stands for part of a loan that is not decided yet; or of one that lacks guarantors for what is still to be paid out,
 * because one has died, was discharged or can’t stand any more.
 * @throws DomainError guarantee_refused, aml_hold (conflict), unknown_reference, validation_failed (invalid), not_found
 */
export async function pledgeGuarantee(
  command: PledgeGuarantee,
  ports: Pick<LendingPorts, 'loans' | 'borrowers' | 'guarantees' | 'complianceHolds' | 'newUuid' | 'actor'>,
): Promise<Outcome<Guarantee>> {
  requirePositive(command.amount, 'amount');
  const loan = await findLoan(command, ports.loans.lock);
  const guarantor = await ports.borrowers.share(command.memberId);
  if (!guarantor) {
    throw unusableReference(
      'member_id',
      `member_id ${command.memberId} names no member.`,
      'Use the id of one of your members.',
    );
  }
  if (loan.state !== 'draft' && !(await lacksGuarantors(loan, ports))) {
    const reason = `Loan ${loan.loanNo} is ${loan.state}; guarantees are given before a loan is approved.`;
    throw refuse(lendingRefusals.guarantee_refused, reason, {
      loan_id: loan.id,
      member_id: guarantor.id,
      principal: loan.principal,
    });
  }
  await requireFit(loan, guarantor, command.amount, ports);
  const { amount } = command;
  const fields = { uuid: ports.newUuid(), loanId: loan.id, memberId: guarantor.id, createdBy: ports.actor };
  // The approver has not seen it.
  const pledgedLate = loan.state !== 'draft';
  const { guarantee, event } = Guarantee.pledge({ ...fields, amount, pledgedLate }, liableOn(loan, amount));
  ports.guarantees.add(guarantee);
  return outcome(guarantee, event);
}

/** The member may stand for the loan. @throws DomainError guarantee_refused, aml_hold (conflict) */
async function requireFit(
  loan: Loan,
  guarantor: Borrower,
  amount: Cents,
  ports: Pick<LendingPorts, 'guarantees' | 'complianceHolds'>,
): Promise<void> {
  const others = (await ports.guarantees.of(loan.id)).filter(({ state }) => state === 'live');
  const reason =
    guarantor.id === loan.memberId
      ? 'A member can’t guarantee their own loan. Name another member.'
      : guarantor.state !== 'active'
        ? `Member ${guarantor.memberNo} is ${guarantor.state}.`
        : others.some(({ memberId }) => memberId === guarantor.id)
          ? `Member ${guarantor.memberNo} stands for this loan already.`
          : amount > loan.principal
            ? `The loan is of ${loan.principal} only.`
            : null;
  if (reason !== null) {
    throw refuse(lendingRefusals.guarantee_refused, reason, { loan_id: loan.id, member_id: guarantor.id });
  }
  const alertId = await ports.complianceHolds.on(guarantor.id);
  if (alertId === null) return;
  throw refuse(
    kernelRefusals.aml_hold,
    `Member ${guarantor.memberNo} stands for no loan until alert ${alertId} is decided.`,
    { alert_id: alertId, member_id: guarantor.id },
  );
}

type OnGuarantee = OnLoan & { readonly guaranteeId: number };

/**
 * Another member takes the place of a guarantor who died, for what is still bound: two people agree to it.
 * @throws DomainError guarantee_refused, invalid_state_transition, aml_hold (conflict), unknown_reference (invalid),
 *   not_found; SecondPersonRequired
 */
export async function substituteGuarantor(
  command: OnGuarantee & { /** Who takes the place. */ readonly memberId: number },
  ports: Pick<LendingPorts, 'loans' | 'borrowers' | 'guarantees' | 'complianceHolds' | 'newUuid' | 'actor'> & Agreeing,
): Promise<Outcome<Guarantee>> {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const guarantee = await findGuarantee(loan, command, ports);
  requireAllowed(guaranteeLifecycle, guarantee.state, 'substitute');
  await requireDead(loan, guarantee, ports);
  const guarantor = await ports.borrowers.share(command.memberId);
  if (!guarantor) {
    const detail = 'Use the id of one of your members.';
    throw unusableReference('member_id', `member_id ${command.memberId} names no member.`, detail);
  }
  const { id, uuid, amount, liable } = guarantee;
  await requireFit(loan, guarantor, amount, ports);
  const rule = `Member ${guarantor.memberNo} in the place of a guarantor who died takes two people.`;
  requireAgreement(ports, { subject: { type: 'guarantee', id, uuid }, rule, amount });
  const fields = { uuid: ports.newUuid(), loanId: loan.id, memberId: guarantor.id, createdBy: ports.actor };
  const { guarantee: pledged, event } = Guarantee.pledge({ ...fields, amount, pledgedLate: false }, liable);
  ports.guarantees.add(pledged);
  return outcome(pledged, event, guarantee.end('substitute'));
}

/**
 * The society lets the estate of a guarantor who died go, by two people: the loan has one guarantor less.
 * @throws DomainError guarantee_refused, invalid_state_transition (conflict), validation_failed, not_found; SecondPersonRequired
 */
export async function dischargeGuarantor(
  command: OnGuarantee & { readonly reason: string | null },
  ports: Pick<LendingPorts, 'loans' | 'borrowers' | 'guarantees'> & Agreeing,
): Promise<Outcome<Guarantee>> {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const guarantee = await findGuarantee(loan, command, ports);
  requireAllowed(guaranteeLifecycle, guarantee.state, 'discharge');
  requireReason(guaranteeLifecycle, 'discharge', command.reason);
  await requireDead(loan, guarantee, ports);
  const { id, uuid, amount } = guarantee;
  const rule = 'Discharging the estate of a guarantor takes two people.';
  requireAgreement(ports, { subject: { type: 'guarantee', id, uuid }, rule, amount });
  return outcome(guarantee, guarantee.end('discharge', command.reason));
}

async function requireDead(loan: Loan, { memberId }: Guarantee, ports: Pick<LendingPorts, 'borrowers'>): Promise<void> {
  const guarantor = await ports.borrowers.get(memberId);
  if (guarantor?.state === 'deceased') return;
  throw refuse(
    lendingRefusals.guarantee_refused,
    `The guarantor of loan ${loan.loanNo} lives, and is bound until it is repaid.`,
    { loan_id: loan.id, member_id: memberId },
  );
}

async function findGuarantee(
  loan: Loan,
  { guaranteeId, version }: OnGuarantee,
  ports: Pick<LendingPorts, 'guarantees'>,
): Promise<Guarantee> {
  const guarantee = (await ports.guarantees.of(loan.id)).find(({ id }) => id === guaranteeId);
  if (!guarantee) {
    throw refuse(kernelRefusals.not_found, `Loan ${loan.loanNo} has no guarantee ${guaranteeId}.`, {
      resource: 'guarantee',
      id: String(guaranteeId),
    });
  }
  requireVersion(guarantee, version);
  return guarantee;
}

/** A guarantor steps back, as long as the loan is a draft. @throws DomainError not_found, invalid_state_transition */
export async function withdrawGuarantee(
  command: OnGuarantee,
  ports: Pick<LendingPorts, 'loans' | 'guarantees'>,
): Promise<Outcome<Guarantee>> {
  const loan = await findLoan({ loanId: command.loanId }, ports.loans.lock);
  const guarantee = await findGuarantee(loan, command, ports);
  requireAllowed(guaranteeLifecycle, guarantee.state, 'withdraw');
  if (loan.state !== 'draft') {
    throw refuse(
      lendingRefusals.guarantee_refused,
      `Loan ${loan.loanNo} is ${loan.state}; its guarantors are bound until it is repaid.`,
      { loan_id: loan.id, member_id: guarantee.memberId },
    );
  }
  return outcome(guarantee, guarantee.withdraw());
}

/** Of what is pledged while the loan runs, the share that is still owed, rounded up, as for those who stood from the start. */
function liableOn({ disbursedPrincipal: lent, principalOutstanding: owed }: Loan, amount: Cents): Cents {
  return lent === 0n ? amount : (amount * owed + lent - 1n) / lent;
}

/** Money is still to be paid out on the loan, and too little stands for it. */
async function lacksGuarantors(loan: Loan, ports: Pick<LendingPorts, 'guarantees' | 'borrowers'>): Promise<boolean> {
  const isPaidOut = loan.remainingToDisburse(loan.disbursedPrincipal) <= 0n;
  if (isPaidOut || (loan.state !== 'ready_to_disburse' && loan.state !== 'active')) return false;
  return (await shortageOf(loan, ports)) !== null;
}

/**
 * The guarantors that the product asks for are there, and can still stand for a loan: who died, was suspended or was
 * blacklisted since the pledge is not counted.
 * @throws DomainError guarantors_missing (conflict)
 */
export async function requireGuarantors(
  loan: Loan,
  ports: Pick<LendingPorts, 'guarantees' | 'borrowers'>,
): Promise<void> {
  const shortage = await shortageOf(loan, ports);
  if (shortage !== null) throw shortage;
}

/**
 * Who names a guarantor after the loan was approved does not pay it out: the approver has not seen that guarantor.
 * @throws DomainError four_eyes_required (conflict)
 */
export async function requireLateGuarantorsSeen(
  loan: Loan,
  ports: Pick<LendingPorts, 'guarantees' | 'fourEyes' | keyof Actor>,
): Promise<void> {
  if (!ports.fourEyes || !asksForGuarantors(loan)) return;
  const late = (await ports.guarantees.of(loan.id)).filter(({ state, pledgedLate }) => state === 'live' && pledgedLate);
  for (const { createdBy } of late) {
    await requireAnotherPerson(createdBy, ports, { loan_id: loan.id, action: 'disburse' });
  }
}

function asksForGuarantors({ conditions }: Loan): boolean {
  const { guarantorsRequired, guaranteePercent } = conditionsFrom(conditions).policies;
  return guarantorsRequired > 0 || guaranteePercent !== '0';
}

async function shortageOf(
  loan: Loan,
  ports: Pick<LendingPorts, 'guarantees' | 'borrowers'>,
): Promise<DomainError | null> {
  if (!asksForGuarantors(loan)) return null;
  const { guarantorsRequired, guaranteePercent } = conditionsFrom(loan.conditions).policies;
  const standing: Guarantee[] = [];
  const unable: string[] = [];
  for (const guarantee of await ports.guarantees.of(loan.id)) {
    if (guarantee.state !== 'live') continue;
    const guarantor = await ports.borrowers.get(guarantee.memberId);
    if (guarantor?.state === 'active') standing.push(guarantee);
    else unable.push(guarantor ? `${guarantor.memberNo} is ${guarantor.state}` : `${guarantee.memberId} is gone`);
  }
  const covered = sum(standing.map(({ amount }) => amount));
  const required = times(rational(loan.principal, 100n), parseDecimal(guaranteePercent));
  if (standing.length >= guarantorsRequired && compare(rational(covered), required) >= 0) return null;
  return refuse(
    lendingRefusals.guarantors_missing,
    `Loan ${loan.loanNo} needs ${guarantorsRequired} guarantors for ${guaranteePercent} % of its principal; ` +
      `${standing.length} stand for ${covered}.` +
      (unable.length === 0 ? '' : ` Not counted: ${unable.join(', ')}.`),
    { loan_id: loan.id, guarantors_required: guarantorsRequired, guarantors: standing.length, guaranteed: covered },
  );
}

/**
 * Guarantors are bound for what is still owed: freed as the loan is repaid, and when it ends. A debt that was written off
 * binds them as far as it is still to be recovered.
 */
export async function followGuarantees(loan: Loan, ports: Pick<LendingPorts, 'guarantees'>): Promise<DomainEvent[]> {
  const lent = loan.disbursedPrincipal;
  const isLost = loan.state === 'written_off';
  const owed = isLost ? least(recoverable(loan), lent) : loan.principalOutstanding;
  const ended = isLost ? owed === 0n : !['draft', 'ready_to_disburse', 'active'].includes(loan.state);
  return (await ports.guarantees.of(loan.id)).flatMap((guarantee) => {
    const emitted = guarantee.follow({ owed, lent, ended });
    return emitted ? [emitted] : [];
  });
}
