import { conditionsFrom } from '#core/lending/agreement.ts';
import { classify, daysPastDue, pauseOn } from '#core/lending/arrears.ts';
import { actionsOn } from '#core/lending/loan/actions.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { totalOf } from '#core/lending/parts.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { Member } from '#core/membership/member/member.ts';
import { memberList } from '../../membership/views/members.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, orNull, pick, record, reference, together, type Column } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import type { Slice } from '../../views/slice.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(Loan);
const m = columnsOf(Member, 'm');
const p = columnsOf(LoanProduct, 'p');
const { cents, instant, integer, text } = expression;

/** What is open of an instalment. */
const OPEN = `i.principal - i.paid_principal + i.interest - i.paid_interest
             + i.fees - i.paid_fees + i.penalties - i.paid_penalties`;
const UNPAID = `i.loan_id = ${l.id} and i.schedule_version = ${l.scheduleVersion} and i.paid_on is null`;

/** What is looked up of a record that few loans name: for the others it is not begun, nor the tenant proven for its table. */
const whereNamed = (id: Column<unknown>, look: string) => `case when ${id} is not null then (${look}) end`;
const uuidOf = (table: 'loan' | 'invoice', id: Column<unknown>) =>
  text(whereNamed(id, `select named.uuid from ${table} named where named.id = ${id}`));

/** What is overdue, with all parts. */
const overdueOn = (day: string) =>
  `(select coalesce(sum(${OPEN}), 0) from loan_instalment i where ${UNPAID} and i.due_date < ${day})`;

/** What is late and what comes next is read from the open rows of the schedule in force; $1 is the business date. */
export const loans = view(Loan, {
  columns: {
    ...record(l),
    ...pick(l, 'loanNo', 'memberId', 'productId', 'principal', 'approvedPrincipal', 'disbursedPrincipal', 'termMonths'),
    ...pick(l, 'purpose', 'state', 'stateReason', 'method', 'maturityDate', 'scheduleVersion', 'overpaid'),
    ...pick(l, 'instalmentAmount', 'chargedOffOn', 'writtenOffOn', 'writtenOff', 'recovered', 'closeReason'),
    ...pick(l, 'conditions', 'clientReference', 'arrearsPauses'),
    memberUuid: m.uuid,
    productUuid: p.uuid,
    interestRate: l.annualRate,
    disbursedAt: l.disbursedOn,
    outstanding: {
      principal: l.principalOutstanding,
      interest: l.interestOutstanding,
      fees: l.feesOutstanding,
      penalties: l.penaltiesOutstanding,
    },
    /** The loan that this one paid off. */
    refinancedBy: reference(l.refinancedBy, uuidOf('loan', l.refinancedBy)),
    refinances: reference(l.refinances, uuidOf('loan', l.refinances)),
    invoice: reference(l.invoiceId, uuidOf('invoice', l.invoiceId)),
    invoiceHeldUntil: orNull(
      instant(
        whereNamed(
          l.invoiceId,
          `select r.expires_at from invoice_reservation r where r.loan_uuid = ${l.uuid} and r.state = 'held'`,
        ),
      ),
    ),
    nextDueDate: l.nextDueDate,
    overdue: orNull(cents('late.amount')),
    nextInstalment: together(l.nextDueDate, {
      number: integer('next.number'),
      dueDate: l.nextDueDate,
      amount: cents('next.amount'),
    }),
  },
  joins: `
    ${one('member m', `${m.id} = ${l.memberId}`)}
    ${one('loan_product p', `${p.id} = ${l.productId}`)}
    left join lateral (
      select case when ${l.nextDueDate} < $1::date then ${overdueOn('$1::date')} end as amount) late on true
    left join lateral (
      select i.number, ${OPEN} as amount from loan_instalment i
       where ${l.nextDueDate} is not null and ${UNPAID} order by i.number limit 1) next on true`,
  params: ({ today }) => [today.toString()],
  show: ({ overdue, arrearsPauses: pauses, invoice, invoiceHeldUntil, ...row }, { today, bands }) => {
    const conditions = conditionsFrom(row.conditions);
    const daysLate = daysPastDue(row.nextDueDate, today, { graceDays: conditions.arrearsGraceDays, pauses });
    const paused = pauseOn(today, pauses);
    return {
      ...row,
      conditions,
      outstanding: { ...row.outstanding, total: totalOf(row.outstanding) },
      /** Of a school-fee loan: until when the invoice is held for it, or was; null where it isn’t. */
      schoolFee: invoice && { invoice, surplus: conditions.policies.feeSurplus, heldUntil: invoiceHeldUntil },
      availableActions: actionsOn({ ...row, arrearsPauses: pauses }, today),
      arrears: {
        daysPastDue: daysLate,
        amount: daysLate > 0 ? (overdue ?? 0n) : 0n,
        classification: classify(daysLate, bands),
        /** While days of lateness are not counted: since when, and through which day where that is known. */
        pausedFrom: paused && Temporal.PlainDate.from(paused.from),
        pausedUntil: paused?.until == null ? null : Temporal.PlainDate.from(paused.until),
      },
    };
  },
});

/** `daysPastDue` of core/lending/arrears.ts: a test holds the two against each other. */
const DAYS_PAST_DUE = `days_past_due(${l.nextDueDate}, @today, ${l.conditions}, ${l.arrearsPauses})`;
const IS_DUE = `${l.nextDueDate} < @today`;

/**
 * What the list of loans is filtered and sorted by. Lateness is calculated from the next due date, which time alone does
 * not change: a loan is found by what its record shows on the day, without being written every day.
 */
export const loanList = listOf(
  Loan,
  'newest_first',
  {
    id: idOf('loan'),
    loan_no: { type: 'text', sortable: true },
    member_id: { type: 'id', of: 'member' },
    product_id: { type: 'id', of: 'loan_product' },
    state: { type: 'choice', choices: loanLifecycle.states, sortable: true },
    principal: { type: 'cents', sortable: true },
    term_months: { type: 'integer', sortable: true },
    client_reference: { type: 'text', identifier: 'reference', nullable: true },
    disbursed_at: { type: 'date', column: 'disbursed_on', nullable: true },
    maturity_date: { type: 'date', nullable: true },
    branch_id: { type: 'id', of: 'branch', mapped: false },
    /** Loans of which nothing is due come last. */
    next_due_date: { type: 'date', nullable: true, sortable: true, sortColumn: 'next_due_order' },
    days_past_due: {
      type: 'integer',
      column: 'next_due_date',
      calculated: { sql: DAYS_PAST_DUE, aboveZero: IS_DUE },
    },
    arrears_amount: {
      type: 'cents',
      column: 'next_due_date',
      calculated: {
        sql: `(case when ${DAYS_PAST_DUE} > 0 then ${overdueOn('@today')} else 0 end)`,
        aboveZero: IS_DUE,
      },
    },
    ...stamps,
  },
  {
    whole: ['loan_no'],
    through: { list: memberList, column: 'member_id' },
    needs: 'members:read',
    means:
      'The loan’s number in full; or the borrower: words, or beginnings of words, of the name, or the number, phone or ' +
      'national id in full',
    example: 'amina wanj',
  },
);

export function loanViews(context: ViewContext) {
  const all = collectionOf(context, loans, loanList);
  return {
    ...all,
    /** Loans by number, in no order. */
    byNumbers: (numbers: readonly string[]) => all.where([`${l.loanNo} = any(?::text[])`, numbers]),
    /** Part of the loans of each of these members, newest first. */
    sliceOfMembers: (memberIds: readonly number[], slice: Slice) => all.sliceOfEach(l.memberId, memberIds, slice),
    countOfMembers: (memberIds: readonly number[]) => all.countOfEach(l.memberId, memberIds),
  };
}
