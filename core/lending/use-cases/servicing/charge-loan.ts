import { refuse } from '../../../kernel/domain-error.ts';
import { unusableReference } from '../../../kernel/field-error.ts';
import { requireAllowed, requireReason } from '../../../kernel/lifecycle.ts';
import { most, requirePositive, sum, type Cents } from '../../../kernel/money.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import { upTo } from '../account/cutting.ts';
import { requireAgreement, type Demand } from '../../../kernel/two-people.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import { owedOn } from '../account/loan-account.ts';
import { isLateness } from '../close-of-business/closer.ts';
import type { ChargedPart, LoanEntry } from '../../loan/entry.ts';
import { loanLifecycle } from '../../loan/lifecycle.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';
import { followGuarantees } from '../guarantees.ts';
import { bookEntry, readAccount } from '../account/store-account.ts';

type Servicing = Pick<
  LendingPorts,
  'loans' | 'instalments' | 'entries' | 'closes' | 'today' | 'guarantees' | 'limits' | 'actor' | keyof Limited
>;

export type ChargeLoan = OnLoan & {
  readonly part: 'fees' | 'penalties';
  /** Minor units. */
  readonly amount: Cents;
  /** The instalment that it is put on; by default the next one that falls due, or the last. */
  readonly instalment?: number | null;
  readonly reason: string | null;
};

/**
 * Puts a fee or penalty on an instalment. It is income immediately.
 * @throws DomainError invalid_state_transition, charge_exceeds_limit (conflict), validation_failed, unknown_reference (invalid), not_found; SecondPersonRequired
 */
export async function chargeLoan(command: ChargeLoan, ports: Servicing): Promise<Outcome<Loan>> {
  const { part, reason, instalment = null } = command;
  const amount = requirePositive(command.amount, 'amount');
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'charge');
  requireReason(loanLifecycle, 'charge', reason);
  const { account, entries } = await readAccount(loan, ports);
  requireChargeable(loan, amount, entries, ports);
  requireInstalment(
    instalment,
    account.rows.map(({ number }) => number),
  );
  requireAloneUpTo(ports.alone.charges, amount + sum(chargedOn(entries)), loan, 'Charging', { ports });
  const entry = { kind: 'charge', on: ports.today, amount, part, instalment, reason } as const;
  const { figures } = await bookEntry(loan, entry, ports);
  return outcome(loan, loan.charge({ part, amount, reason }, figures));
}

/** What people charge on a loan has a limit, by policy of the tenant. @throws DomainError charge_exceeds_limit (conflict) */
function requireChargeable(
  loan: Loan,
  amount: Cents,
  entries: readonly LoanEntry[],
  { limits }: Pick<LendingPorts, 'limits'>,
): void {
  const limit = (loan.disbursedPrincipal * BigInt(limits.chargePercent)) / 100n;
  const allowed = most(limit - sum(chargedOn(entries)), 0n);
  if (amount <= allowed) return;
  throw refuse(
    lendingRefusals.charge_exceeds_limit,
    `Loan ${loan.loanNo} takes charges of ${allowed} more, ${limits.chargePercent} percent of what was lent in all.`,
    { loan_id: loan.id, most_amount: allowed },
  );
}

/** What people have charged on a loan, in minor units. What has a source is a refund that the member owes. */
function chargedOn(entries: readonly LoanEntry[]): Cents[] {
  const charges = entries.filter(
    (entry) => entry.kind === 'charge' && entry.source === null && !entry.reversed && !isLateness(entry),
  );
  return charges.map((entry) => entry.amount ?? 0n);
}

/** What goes beyond the limit of one person takes two, in however many pieces it comes. */
function requireAloneUpTo(
  limit: Cents | null,
  total: Cents,
  { id, uuid }: Loan,
  doing: 'Charging' | 'Waiving',
  { ports, settled = {} }: { readonly ports: Limited; readonly settled?: NonNullable<Demand['settled']> },
): void {
  if (limit === null || total <= limit) return;
  const rule = `${doing} more than ${limit} on a loan takes two people.`;
  requireAgreement(ports, { subject: { type: 'loan', id, uuid }, rule, amount: total, settled });
}

export type WaiveCharge = OnLoan & {
  readonly part: ChargedPart;
  /** Minor units; null: all that is open of it. */
  readonly amount?: Cents | null;
  /** Null: of any instalment, the oldest first. */
  readonly instalment?: number | null;
  readonly reason: string | null;
};

/**
 * Waives interest, fees or penalties. Principal is never waived: it is written off.
 * @throws DomainError invalid_state_transition, waiver_exceeds_outstanding (conflict),
 *   validation_failed, unknown_reference (invalid), not_found; SecondPersonRequired
 */
export async function waiveCharge(command: WaiveCharge, ports: Servicing): Promise<Outcome<Loan>> {
  const { part, reason, instalment = null, amount = null } = command;
  if (amount !== null) requirePositive(amount, 'amount');
  const loan = await findLoan(command, ports.loans.lock);
  requireAllowed(loanLifecycle, loan.state, 'waive');
  requireReason(loanLifecycle, 'waive', reason);
  const { account: whole, entries } = await readAccount(loan, ports);
  const account = upTo(ports.today, whole);
  requireInstalment(
    instalment,
    account.rows.map(({ number }) => number),
  );
  const rows = account.rows.filter(({ number }) => instalment === null || number === instalment);
  const open = owedOn({ rows })[part];
  if (open === 0n || (amount !== null && amount > open)) {
    throw refuse(
      lendingRefusals.waiver_exceeds_outstanding,
      `Loan ${loan.loanNo} has ${open} of ${part} open${instalment === null ? '' : ` on instalment ${instalment}`}.`,
      { loan_id: loan.id, part, outstanding_amount: open },
    );
  }
  const waived = entries.filter((entry) => entry.kind === 'waiver' && !entry.reversed).map((each) => each.amount ?? 0n);
  const waiving = amount ?? open;
  // Who approves waives what was open when it was proposed, not what is by then.
  const proposed = { ports, settled: { amount: waiving } };
  requireAloneUpTo(ports.alone.waivers, waiving + sum(waived), loan, 'Waiving', proposed);
  const waiver = { kind: 'waiver', on: ports.today, part, instalment, reason } as const;
  const { figures, moved } = await bookEntry(loan, { ...waiver, amount: waiving }, ports);
  const event = loan.waive({ part, amount: waiving, reason }, figures, moved);
  return outcome(loan, event, ...(await followGuarantees(loan, ports)));
}

function requireInstalment(instalment: number | null, numbers: readonly number[]): void {
  if (instalment === null || numbers.includes(instalment)) return;
  throw unusableReference(
    'instalment',
    `The schedule has no instalment ${instalment}.`,
    `Send a number from 1 to ${numbers.length}.`,
  );
}
