import type { DomainEvent } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { StripeStep } from '../../agent/agent.ts';
import type { PayingFloat } from '../../agent/float-stripe.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import type { Loan } from '../../loan/loan.ts';
import type { ReceiptPorts } from '../../../payments/ports.ts';
import type { LendingPorts } from '../../ports.ts';
import { valuedOn, valueDateOf, type PaymentClock } from '../../../payments/payment-time.ts';
import { bookEntry, followAllocations } from '../account/store-account.ts';
import { floatFor, wholeOf } from '../agents/paying-float.ts';
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
  (await floatOf(disbursement, 'pay', taken, ports)).pay(taken, disbursement.id);
}

/** Money that was not paid is on the float again: what was promised is free, what was in transit comes back. */
export async function freeFloat(disbursement: Disbursement, ports: Pick<Settling, 'agents'>): Promise<void> {
  if (disbursement.inTransit !== 0n) return bringBack(disbursement, disbursement.inTransit, ports);
  if (disbursement.agentId === null) return;
  const promised = disbursement.payout();
  (await floatOf(disbursement, 'release', promised, ports)).release(promised, disbursement.id);
}

/** Money that had left an agent's float lies there again. */
export async function bringBack(
  disbursement: Disbursement,
  amount: Cents,
  ports: Pick<Settling, 'agents'>,
): Promise<void> {
  if (disbursement.agentId === null) return;
  (await floatOf(disbursement, 'takeBack', amount, ports)).takeBack(amount, disbursement.id);
}

/** What the provider paid after our books had the money back on the float: taken once more, as far as the float covers it. */
export async function payUnpromised(
  disbursement: Disbursement,
  ports: Pick<Settling, 'agents'>,
): Promise<{ readonly covered: boolean; readonly events: readonly DomainEvent[] }> {
  if (disbursement.agentId === null) return { covered: true, events: [] };
  return (await wholeOf(disbursement.agentId, ports)).payUnpromised(disbursement.payout());
}

/** The float that a payment takes, as far as it needs it. */
async function floatOf(
  { id, agentId, uuid }: Disbursement,
  step: StripeStep,
  amount: Cents,
  ports: Pick<Settling, 'agents'>,
): Promise<PayingFloat> {
  const agent = agentId === null ? null : await ports.agents.toPay(agentId);
  if (!agent) throw new Error(`Disbursement ${uuid} has lost its agent.`);
  return floatFor(agent, { step, payment: id, amount }, ports);
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
