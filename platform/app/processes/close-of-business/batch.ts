import { event, type DomainEvent } from '#core/kernel/event.ts';
import type { Band } from '#core/lending/arrears.ts';
import { borneRuleOf, conditionsFrom, penaltyRuleOf } from '#core/lending/agreement.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import { closeLoan, type LoanAtClose } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { factsAtClose, lockNextLoans, type FactsAtClose } from '../../../postgres/lending/loans-at-close.ts';
import { CLOSER, OVERDUE } from '#core/lending/use-cases/close-of-business/closer.ts';
import { countIn, moveOn, type Range, type Run } from './run.ts';
import { applyClosings, type Closing } from './write-loans.ts';

/** The run once the records of a batch are closed, and the events to be recorded in the same transaction. */
export type Batch = { readonly run: Run; readonly events: readonly DomainEvent[] };

/**
 * Closes the day of the next loans of a range: locks and reads them, works each out, writes them back and moves the range
 * on. How many statements that takes doesn't depend on how many loans there are.
 */
export async function closeBatch(
  tx: TenantTransaction,
  range: Range,
  { bands, limit, inDuplum }: { readonly bands: readonly Band[]; readonly limit: number; readonly inDuplum: boolean },
): Promise<Batch> {
  const loans = await lockNextLoans(tx, range, limit);
  moveOn(tx, range, loans.length < limit ? null : (loans.at(-1)?.id ?? null));
  if (loans.length === 0) return { run: range.run, events: [] };
  const { date } = range.run;
  const ids = loans.map(({ id }) => id);
  const facts = await factsAtClose(tx, ids, { on: date, bookedBy: CLOSER });
  const closedUntil = date.subtract({ days: 1 });
  const closings = loans.map((loan): Closing => {
    const of = facts.get(loan.id);
    if (!of) throw new Error(`Nothing was read of the loan ${loan.id}.`);
    return { loan, facts: of, closed: closeLoan(atClose(loan, of, { inDuplum }), date, { bands, closedUntil }) };
  });
  await applyClosings(tx, closings, date);
  const sums = summed(closings);
  const run = await countIn(
    tx,
    range.run,
    // One that is paid out while the others are closed is closed with them.
    `loans_done = loans_done + $2, loans_total = greatest(loans_total, loans_done + $2),
     interest = interest + $3::bigint, fees = fees + $4::bigint, penalties = penalties + $5::bigint,
     provisioned = provisioned + $6::bigint, fell_overdue = fell_overdue + $7`,
    [
      ids.length,
      String(sums.interest),
      String(sums.fees),
      String(sums.penalties),
      String(sums.provisioned),
      sums.fellOverdue,
    ],
  );
  return { run, events: [...closings.flatMap(loanEvents), ...batchEvents(run, closings.length, sums)] };
}

/** A loan as it is closed: its own row, and what was read beside it. */
function atClose(loan: Loan, facts: FactsAtClose, { inDuplum }: { readonly inDuplum: boolean }): LoanAtClose {
  const conditions = conditionsFrom(loan.conditions);
  const { lateInterest, arrearsGraceDays: graceDays } = conditions;
  return {
    ...facts,
    isCarried: loan.state === 'active' && loan.chargedOffOn === null,
    principal: loan.principalOutstanding,
    interest: { accrued: loan.interestAccrued, early: loan.interestEarnedEarly },
    fees: { accrued: loan.feesAccrued, early: loan.feesEarnedEarly },
    terms: {
      penalty: penaltyRuleOf(conditions),
      lateInterest,
      borne: borneRuleOf(loan),
      leniency: { graceDays, pauses: loan.arrearsPauses },
      inDuplum,
    },
  };
}

type Sums = ReturnType<typeof summed>;

function summed(closings: readonly Closing[]) {
  const sums = { interest: 0n, fees: 0n, penalties: 0n, provisioned: 0n, fellOverdue: 0 };
  for (const { closed } of closings) {
    sums.interest += closed.earned.interest;
    sums.fees += closed.earned.fees;
    sums.penalties += closed.earned.penalties;
    sums.provisioned += closed.provisioned;
    if (closed.fellOverdue) sums.fellOverdue += 1;
  }
  return sums;
}

/** What time has earned on all loans of the batch, in one event and so in one journal. */
function batchEvents(run: Run, loans: number, { interest, fees, provisioned }: Sums): DomainEvent[] {
  if (interest === 0n && fees === 0n && provisioned === 0n) return [];
  const facts = { earned_interest: interest, earned_fees: fees, earned_penalties: 0n, provisioned };
  return [
    event('close_of_business.booked', 'close_of_business', run, {
      business_date: run.date.toString(),
      loans,
      ...facts,
    }),
  ];
}

/** The events of one loan: that it fell overdue, and what it was charged. */
function loanEvents({ loan, closed }: Closing): DomainEvent[] {
  const particulars = {
    loan_no: loan.loanNo,
    member_id: loan.memberId,
    product_id: loan.productId,
    principal: loan.principal,
    state: loan.state,
  };
  const events: DomainEvent[] = [];
  if (closed.fellOverdue) {
    const { daysPastDue, arrears, band } = closed.status;
    const lateness = { days_past_due: daysPastDue, arrears, classification: band };
    events.push(event('loan.overdue', 'loan', loan, { ...particulars, ...lateness }));
  }
  for (const { number, amount } of closed.penalties) {
    const data = { ...particulars, part: 'penalties', amount, instalment: number, reason: OVERDUE };
    const income = { earned_interest: 0n, earned_fees: 0n, earned_penalties: amount };
    events.push(event('loan.charged', 'loan', loan, data, income));
  }
  for (const { number, interest } of closed.lateInterest) {
    // It is income of the day like other interest, in the journal of the batch.
    const data = { ...particulars, part: 'interest', amount: interest, instalment: number, reason: OVERDUE };
    events.push(event('loan.charged', 'loan', loan, data));
  }
  return events;
}
