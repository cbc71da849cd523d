import { invalidField } from '../../kernel/field-error.ts';
import { sum, type Cents } from '../../kernel/money.ts';
import { costOfCredit, type CostOfCredit } from './cost-of-credit.ts';
import { rescheduled, type RescheduleChange } from './reschedule.ts';
import type { Schedule, ScheduleRow } from './rows.ts';
import { scheduleOf } from './schedule.ts';
import { allocatePayment } from './servicing/allocation.ts';
import { settlementQuote, type InterestUntil, type SettlementQuote } from './servicing/early-settlement.ts';
import type { OpenInstalment } from './servicing/open-instalment.ts';
import {
  recalculatedSchedule,
  type LoanPayment,
  type RecalculatedSchedule,
  type RecalculationPolicy,
} from './servicing/recalculation.ts';
import type { ScheduleTerms } from './terms.ts';

/** Transactions that are assumed after the disbursement, to see the schedule then. */
export type Supposed = {
  /** Changes of the schedule, each from a date on, one after the other. */
  readonly reschedules: readonly RescheduleChange[];
  /** Payments towards interest and principal, where they differ from the schedule. */
  readonly payments: readonly LoanPayment[];
  /** Up to here the payments are known; by default the day of the last one. */
  readonly asOf: Temporal.PlainDate | null;
  readonly recalculation: RecalculationPolicy;
  /** What settles the loan on a day. */
  readonly settlement: { readonly on: Temporal.PlainDate; readonly until: InterestUntil } | null;
};

export type SchedulePreview = {
  /** The terms with every option that was not named at its usual value. */
  readonly terms: ScheduleTerms;
  readonly schedule: Schedule;
  readonly cost: CostOfCredit;
  /** What the payments paid of each row, in the rows' order; null where none were supposed. */
  readonly paid: RecalculatedSchedule['paid'] | null;
  readonly overpaid: Cents;
  readonly settlement: SettlementQuote | null;
};

/**
 * What a loan of these terms would cost, row by row, and what would become of it. Nothing is written.
 * @throws DomainError validation_failed (invalid) naming `terms...`, `reschedules...` or `payments`
 */
export function schedulePreview(terms: ScheduleTerms, supposed: Supposed): SchedulePreview {
  const agreed = scheduleOf(terms);
  const { reschedules, payments, settlement } = supposed;
  if (reschedules.length > 0 && (payments.length > 0 || supposed.asOf !== null)) {
    throw invalidField(
      'payments',
      'not_with_reschedules',
      'Ask for the two in separate requests.',
      'A preview follows reschedules or payments, not both.',
    );
  }
  if (payments.length === 0 && supposed.asOf === null) {
    let [known, schedule]: [ScheduleTerms, Schedule] = [terms, agreed];
    for (const change of reschedules) {
      const next = rescheduled(known, schedule.rows, change);
      [known, schedule] = [next.terms, next];
    }
    return {
      terms: known,
      schedule,
      cost: costOfCredit(known, schedule),
      paid: null,
      overpaid: 0n,
      settlement: settlement && quoted(known, schedule.rows, [], settlement),
    };
  }
  const sorted = payments.toSorted((a, b) => Temporal.PlainDate.compare(a.on, b.on));
  const asOf = supposed.asOf ?? sorted.at(-1)?.on ?? terms.disbursedOn;
  const {
    paid,
    overpaid,
    waived: _none,
    ...schedule
  } = recalculatedSchedule(terms, sorted, asOf, supposed.recalculation);
  return {
    terms,
    schedule,
    cost: costOfCredit(terms, schedule),
    paid,
    overpaid,
    settlement: settlement && quoted(terms, agreed.rows, sorted, settlement),
  };
}

/** What settles the loan once the payments up to that day are taken from the agreed rows. */
function quoted(
  terms: ScheduleTerms,
  rows: readonly ScheduleRow[],
  payments: readonly LoanPayment[],
  { on, until }: { readonly on: Temporal.PlainDate; readonly until: InterestUntil },
): SettlementQuote {
  let open: readonly OpenInstalment[] = rows;
  for (const payment of payments) {
    if (Temporal.PlainDate.compare(payment.on, on) > 0) continue;
    const { perInstalment } = allocatePayment(payment.amount, payment.on, open);
    const less = (number: number, part: 'principal' | 'interest' | 'fees' | 'penalties') =>
      sum(perInstalment.filter((got) => got.number === number).map((got) => got[part]));
    open = open.map((row) => ({
      number: row.number,
      dueDate: row.dueDate,
      principal: row.principal - less(row.number, 'principal'),
      interest: row.interest - less(row.number, 'interest'),
      fees: row.fees - less(row.number, 'fees'),
      penalties: row.penalties - less(row.number, 'penalties'),
    }));
  }
  return settlementQuote(terms, rows, open, on, until);
}
