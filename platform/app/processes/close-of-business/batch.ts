import { event, type DomainEvent } from '#core/kernel/event.ts';
import type { Band } from '#core/lending/arrears.ts';
import { closeLoan } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { lockNextLoans, readLoans } from './read-loans.ts';
import { OVERDUE, writeLoans, type Closing } from './write-loans.ts';

/** One day's close as it is kept. */
export type Run = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly date: Temporal.PlainDate;
  readonly lastLoanId: number;
  readonly lastSavingsAccountId: number;
};

export type Batch = { readonly loans: number; readonly events: readonly DomainEvent[] };

/**
 * Closes the day of the next loans: locks and reads them, works each out, writes them back and moves the run on. How
 * many statements that takes doesn't depend on how many loans there are.
 * @returns the loans that were closed, none where all are, and the events to be recorded in the same transaction
 */
export async function closeBatch(
  { sql }: Pick<TenantTransaction, 'sql'>,
  run: Run,
  { bands, limit }: { readonly bands: readonly Band[]; readonly limit: number },
): Promise<Batch> {
  const ids = await lockNextLoans(sql, run.lastLoanId, limit);
  if (ids.length === 0) return { loans: 0, events: [] };
  const closedUntil = run.date.subtract({ days: 1 });
  const closings = (await readLoans(sql, ids, run.date)).map((loan): Closing => ({
    loan,
    closed: closeLoan(loan, run.date, { bands, closedUntil }),
  }));
  await writeLoans(sql, closings, run.date);
  const sums = summed(closings);
  await sql(
    `update close_of_business
        set loans_done = loans_done + $2, batches = batches + 1, last_loan_id = $3, version = version + 1,
            interest = interest + $4::bigint, fees = fees + $5::bigint, penalties = penalties + $6::bigint,
            provisioned = provisioned + $7::bigint, fell_overdue = fell_overdue + $8
      where id = $1`,
    [
      run.id,
      ids.length,
      ids.at(-1),
      String(sums.interest),
      String(sums.fees),
      String(sums.penalties),
      String(sums.provisioned),
      sums.fellOverdue,
    ],
  );
  return { loans: ids.length, events: [...closings.flatMap(loanEvents), ...batchEvents(run, closings.length, sums)] };
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
  const subject = { id: run.id, uuid: run.uuid, version: run.version + 1 };
  const facts = { earned_interest: interest, earned_fees: fees, earned_penalties: 0n, provisioned };
  return [
    event('close_of_business.booked', 'close_of_business', subject, {
      business_date: run.date.toString(),
      loans,
      ...facts,
    }),
  ];
}

/** What is worth telling of one loan: that it fell overdue, and what it was charged. */
function loanEvents({ loan, closed }: Closing): DomainEvent[] {
  const charged = closed.penalties.length > 0 || closed.lateInterest.length > 0;
  const subject = { id: loan.id, uuid: loan.uuid, version: loan.version + (charged ? 1 : 0) };
  const particulars = {
    loan_no: loan.loanNo,
    member_id: loan.memberId,
    product_id: loan.productId,
    principal: loan.borrowed,
    state: loan.state,
  };
  const events: DomainEvent[] = [];
  if (closed.fellOverdue) {
    const { daysPastDue, arrears, band } = closed.status;
    const lateness = { days_past_due: daysPastDue, arrears, classification: band };
    events.push(event('loan.overdue', 'loan', subject, { ...particulars, ...lateness }));
  }
  for (const { number, amount } of closed.penalties) {
    const data = { ...particulars, part: 'penalties', amount, instalment: number, reason: OVERDUE };
    const income = { earned_interest: 0n, earned_fees: 0n, earned_penalties: amount };
    events.push(event('loan.charged', 'loan', subject, data, income));
  }
  for (const { number, interest } of closed.lateInterest) {
    // It is income of the day like other interest, in the journal of the batch.
    const data = { ...particulars, part: 'interest', amount: interest, instalment: number, reason: OVERDUE };
    events.push(event('loan.charged', 'loan', subject, data));
  }
  return events;
}
