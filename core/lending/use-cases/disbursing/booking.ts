import type { DomainEvent } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Agent } from '../../agent/agent.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import type { Loan } from '../../loan/loan.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import type { LendingPorts } from '../../ports.ts';
import { valuedOn, valueDateOf, type PaymentClock } from '../../../payments/payment-time.ts';
import { bookEntry, followAllocations } from '../account/store-account.ts';
import { followGuarantees } from '../guarantees.ts';

export type Settling = Pick<
  LendingPorts,
  | 'disbursements'
  | 'agents'
  | 'loans'
  | 'instalments'
  | 'entries'
  | 'closes'
  | 'today'
  | 'guarantees'
  | 'incidents'
  | 'repayments'
  | 'newUuid'
  | 'actor'
  | keyof PaymentClock
> &
  ReceiptPorts;

/** What was held for a payment leaves the float. */
export async function takeFloat(
  disbursement: Disbursement,
  taken: Cents,
  ports: Pick<Settling, 'agents'>,
): Promise<void> {
  // A business is paid from the institution's own paybill, which is no agent's float.
  if (taken === 0n || disbursement.agentId === null) return;
  const agent = await agentOf(disbursement, ports);
  agent.pay(taken);
}

/** Money that was not paid is on the float again: what was promised is free, what was in transit comes back. */
export async function freeFloat(disbursement: Disbursement, ports: Pick<Settling, 'agents'>): Promise<void> {
  if (disbursement.agentId === null) return;
  const agent = await agentOf(disbursement, ports);
  if (disbursement.inTransit === 0n) agent.release(disbursement.payout());
  else agent.takeBack(disbursement.inTransit);
}

/** What the provider paid after our books had the money back on the float: taken once more, as far as the float covers it. */
export async function payUnpromised(
  disbursement: Disbursement,
  ports: Pick<Settling, 'agents'>,
): Promise<{ readonly covered: boolean; readonly events: readonly DomainEvent[] }> {
  if (disbursement.agentId === null) return { covered: true, events: [] };
  return (await agentOf(disbursement, ports)).payUnpromised(disbursement.payout());
}

/** The agent whose float a payment takes. */
export async function agentOf(
  disbursement: Pick<Disbursement, 'agentId' | 'uuid'>,
  ports: Pick<Settling, 'agents'>,
): Promise<Agent> {
  const agent = disbursement.agentId === null ? null : await ports.agents.lock(disbursement.agentId);
  if (!agent) throw new Error(`Disbursement ${disbursement.uuid} has lost its agent.`);
  return agent;
}

export async function loanOf(disbursement: Disbursement, ports: Pick<Settling, 'loans'>): Promise<Loan> {
  const loan = await ports.loans.lock(disbursement.loanId);
  if (!loan) throw new Error(`Disbursement ${disbursement.uuid} has lost its loan.`);
  return loan;
}

/** A confirmed disbursement is lent from its value date on: the loan is active and its schedule runs. */
export async function bookOnLoan(
  disbursement: Disbursement,
  at: Temporal.Instant,
  ports: Pick<
    Settling,
    | 'loans'
    | 'instalments'
    | 'entries'
    | 'closes'
    | 'today'
    | 'guarantees'
    | 'repayments'
    | 'actor'
    | keyof PaymentClock
  >,
): Promise<DomainEvent[]> {
  const loan = await loanOf(disbursement, ports);
  const { uuid } = disbursement;
  const amount = disbursement.lent();
  const valueDate = valueDateOf(at, ports);
  const entry = { kind: 'disbursement', on: valueDate, amount, source: uuid } as const;
  const entered = await bookEntry(loan, entry, ports);
  const facts = { amount, valueDate, disbursementUuid: uuid };
  const booked = loan.bookDisbursement(facts, entered.figures, entered.moved);
  const elsewhere = entered.isLate ? await followAllocations(loan, entered, ports) : [];
  return [...elsewhere, valuedOn(booked, valueDate), ...(await followGuarantees(loan, ports))];
}
