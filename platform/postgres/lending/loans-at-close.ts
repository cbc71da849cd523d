import type { Loan } from '#core/lending/loan/loan.ts';
import { Loan as LoanClass } from '#core/lending/loan/loan.ts';
import type { LoanAtClose, LoanStatus } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';

/** A row outside a grace on interest has a period of its own, also where its interest was waived. */
const HAS_OWN_INTEREST = `(i.interest > 0 or (i.number > coalesce((l.conditions->'schedule'->>'graceOnInterest')::int, 0)
  and not exists (select from loan_entry e where e.loan_id = l.id and e.kind = 'reschedule' and not e.reversed
                     and (e.change->>'graceOnInterest')::int > 0)))`;

/** What the close of a day has to know of a loan beside its own row. */
export type FactsAtClose = Pick<
  LoanAtClose,
  | 'interestFallenDue'
  | 'feesFallenDue'
  | 'running'
  | 'overdue'
  | 'penalisedUntil'
  | 'lateCharged'
  | 'followedUntil'
  | 'before'
> & {
  /** The ids of the rows that are overdue, by their numbers. */
  readonly overdueIds: ReadonlyMap<number, number>;
  /** The number of the last entry on the loan's account; read where something is overdue. */
  readonly lastEntry: number;
};

/** Ids behind the first one, through the other, which may be greater than every number. */
type Ids = { readonly lastId: number; readonly toId: string };

/**
 * Locks the next loans of a range in the order of their ids: those that are lent, and those that are not any more but were at the
 * last close, so that their status becomes nothing. Locked before their facts are read, so that these are not older.
 */
export const lockNextLoans = ({ of }: TenantTransaction, { lastId, toId }: Ids, limit: number): Promise<Loan[]> =>
  of(LoanClass).lockAll(
    `id = any(array(
        select id from (
          (select l.id from ${LENT} and l.id > $1 and l.id <= $3 order by l.id limit $2)
          union
          (select s.loan_id from ${NOT_ANY_MORE} and s.loan_id > $1 and s.loan_id <= $3
            order by s.loan_id limit $2)) next
         order by id limit $2))
      order by id`,
    [lastId, limit, toId],
  );

const LENT = `loan l where l.state = 'active'`;
const NOT_ANY_MORE = `loan_classification s where (s.principal > 0 or s.arrears > 0)`;
/** The ids of the loans that a close has before it: those that `lockNextLoans` will find. A table of SQL. */
export const LOANS_TO_CLOSE = `(select l.id from ${LENT} union select s.loan_id as id from ${NOT_ANY_MORE})`;

/**
 * Reads the facts of loans at the end of a day, by the loans' ids. Of a schedule only sums, the running row and what is
 * overdue are read: a loan costs the same however long its term is and however much of it is behind.
 * @param bookedBy who charges penalties at the close: people's own charges count apart
 */
export async function factsAtClose(
  { sql }: TenantTransaction,
  ids: readonly number[],
  { on, bookedBy }: { readonly on: Temporal.PlainDate; readonly bookedBy: string },
): Promise<Map<number, FactsAtClose>> {
  const rows = await sql<FactsRow>(
    `select l.id, due.interest::text as interest_due, due.fees::text as fees_due, due.since::text as since,
            due.running_due::text as running_due, due.running_interest::text as running_interest, due.late,
            case when due.late is not null then (select max(e.number) from loan_entry e where e.loan_id = l.id) end as last_entry,
            case when due.late is not null and l.conditions->'penalty' is not null then (
              select jsonb_object_agg(charged.instalment, charged.until) from (
                select e.instalment, max(e.booked_for) as until from loan_entry e
                 where e.loan_id = l.id and e.kind = 'charge' and e.part = 'penalties' and e.booked_by = $3
                   and e.instalment is not null and not e.reversed
                 group by e.instalment) charged) end as penalised,
            case when due.late is not null and l.conditions->'lateInterest'->>'of' = 'principal_and_interest' then (
              select jsonb_object_agg(charged.instalment, charged.amount) from (
                select e.instalment, sum(e.amount)::text as amount from loan_entry e
                 where e.loan_id = l.id and e.kind = 'late_interest' and e.instalment is not null and not e.reversed
                 group by e.instalment) charged) end as late_charged,
            case when due.late is not null and (l.conditions->'prepayment'->>'lateAccrues')::boolean and not exists (
                select from loan_entry e
                 where e.loan_id = l.id and e.kind in ('reschedule', 'settlement') and not e.reversed) then (
              select max(e.booked_for)::text from loan_entry e
               where e.loan_id = l.id and not e.reversed
                 and (e.kind in ('disbursement', 'repayment') or (e.kind = 'waiver' and e.part = 'interest'))) end as followed_until,
            s.days_past_due, s.arrears::text as arrears, s.band, s.principal::text as principal_before, s.provision::text as provision
       from loan l
       left join loan_classification s on s.loan_id = l.id
       cross join lateral (
         select coalesce(sum(i.interest) filter (where i.due_date <= $2::date), 0) as interest,
                coalesce(sum(i.fees) filter (where i.due_date <= $2::date), 0) as fees,
                -- Interest is earned from the last row; rows of grace on interest, of the product's or of a reschedule's,
                -- are earned with the row that asks for theirs, interest-free rows earn none.
                greatest(l.disbursed_on,
                         max(i.due_date) filter (where i.number <= (l.conditions->'schedule'->>'interestFree')::int),
                         max(i.due_date) filter (where i.due_date <= $2::date and ${HAS_OWN_INTEREST})) as since,
                min(i.due_date) filter (where i.due_date > $2::date and ${HAS_OWN_INTEREST}) as running_due,
                (array_agg(i.interest order by i.due_date) filter (where i.due_date > $2::date and ${HAS_OWN_INTEREST}))[1] as running_interest,
                jsonb_agg(jsonb_build_array(i.id, i.number, i.due_date, (i.principal - i.paid_principal)::text,
                    (i.interest - i.paid_interest)::text, (i.fees - i.paid_fees)::text, (i.penalties - i.paid_penalties)::text)
                  order by i.number) filter (where i.due_date < $2::date and i.paid_on is null) as late
           from loan_instalment i
          where i.loan_id = l.id and i.schedule_version = l.schedule_version and l.state = 'active') due
      where l.id = any($1::bigint[])`,
    [ids, on.toString(), bookedBy],
    'once',
  );
  return new Map(rows.map((row) => [Number(row.id), factsOf(row)]));
}

type Late = [
  id: number,
  number: number,
  due: string,
  principal: string,
  interest: string,
  fees: string,
  penalties: string,
];

type FactsRow = {
  id: string;
  interest_due: string;
  fees_due: string;
  since: string | null;
  running_due: string | null;
  running_interest: string | null;
  late: Late[] | null;
  last_entry: number | null;
  penalised: { [instalment: string]: string } | null;
  late_charged: { [instalment: string]: string } | null;
  followed_until: string | null;
  days_past_due: number | null;
  arrears: string;
  band: string;
  principal_before: string;
  provision: string;
};

function factsOf(row: FactsRow): FactsAtClose {
  const late = row.late ?? [];
  return {
    interestFallenDue: BigInt(row.interest_due),
    feesFallenDue: BigInt(row.fees_due),
    running:
      row.running_due === null || row.since === null
        ? null
        : { since: readDate(row.since), due: readDate(row.running_due), interest: BigInt(row.running_interest ?? 0) },
    overdue: late.map(([, number, due, principal, interest, fees, penalties]) => ({
      number,
      dueDate: readDate(due),
      principal: BigInt(principal),
      interest: BigInt(interest),
      fees: BigInt(fees),
      penalties: BigInt(penalties),
    })),
    overdueIds: new Map(late.map(([id, number]) => [number, id])),
    lastEntry: row.last_entry ?? 0,
    penalisedUntil: new Map(
      Object.entries(row.penalised ?? {}).map(([instalment, until]) => [Number(instalment), readDate(until)]),
    ),
    lateCharged: new Map(
      Object.entries(row.late_charged ?? {}).map(([instalment, amount]) => [Number(instalment), BigInt(amount)]),
    ),
    followedUntil: row.followed_until === null ? null : readDate(row.followed_until),
    before: row.days_past_due === null ? null : statusOf(row, row.days_past_due),
  };
}

function statusOf(row: FactsRow, daysPastDue: number): LoanStatus {
  return {
    daysPastDue,
    arrears: BigInt(row.arrears),
    band: row.band,
    principal: BigInt(row.principal_before),
    provision: BigInt(row.provision),
  };
}

export type Classified = { readonly loanId: number; readonly status: LoanStatus };

/** Writes how loans are classified from a day on. */
export function writeClassifications(
  { later }: TenantTransaction,
  classified: readonly Classified[],
  on: Temporal.PlainDate,
): void {
  if (classified.length === 0) return;
  const column = (of: (each: Classified) => bigint | number | string) => classified.map((each) => String(of(each)));
  later(
    `insert into loan_classification as s (loan_id, changed_on, days_past_due, arrears, band, principal, provision)
     select n.id, $1::date, n.days, n.arrears, n.band, n.principal, n.provision
       from unnest($2::bigint[], $3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[])
              as n(id, days, arrears, band, principal, provision)
     on conflict (tenant_id, loan_id) do update
        set changed_on = excluded.changed_on, days_past_due = excluded.days_past_due, arrears = excluded.arrears,
            band = excluded.band, principal = excluded.principal, provision = excluded.provision`,
    [
      on.toString(),
      column(({ loanId }) => loanId),
      column(({ status }) => status.daysPastDue),
      column(({ status }) => status.arrears),
      column(({ status }) => status.band),
      column(({ status }) => status.principal),
      column(({ status }) => status.provision),
    ],
  );
}
