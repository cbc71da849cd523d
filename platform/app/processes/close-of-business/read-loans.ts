import { conditionsFrom, penaltyRuleOf, type LoanConditions } from '#core/lending/agreement.ts';
import type { ArrearsPause } from '#core/lending/arrears.ts';
import type { LoanStatus, LoanAtClose } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import type { OpenInstalment } from '#core/lending/schedule/servicing/open-instalment.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { readDate } from '../../../postgres/mapping/types.ts';

type Sql = TenantTransaction['sql'];

/** A loan of a batch: what is needed to close it, to write it back and to tell of it. */
export type LoanToClose = LoanAtClose & {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly loanNo: string;
  readonly memberId: number;
  readonly productId: number;
  readonly borrowed: bigint;
  readonly state: string;
  readonly scheduleVersion: number;
};

/** Who charges penalties at the close: people's own charges count apart. */
export const CLOSER = 'job:close-of-business';

/**
 * Locks the next loans in the order of their ids: those that are lent, and those that are not any more but were at the
 * last close, so that they stand at nothing now. Locked before they are read, so that what is read of their schedules is not older.
 */
export async function lockNextLoans(sql: Sql, after: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: string }>(
    `select id from loan where id = any(array(
        select id from (
          (select l.id from loan l where l.state = 'active' and l.id > $1 order by l.id limit $2)
          union
          (select s.loan_id from loan_classification s where (s.principal > 0 or s.arrears > 0) and s.loan_id > $1
            order by s.loan_id limit $2)) next
         order by id limit $2))
      order by id for no key update`,
    [after, limit],
  );
  return rows.map(({ id }) => Number(id));
}

/**
 * Reads loans as they stand at the end of a day. Of a schedule only sums, the running row and what is overdue are read:
 * a loan costs the same however long its term is and however much of it is behind.
 */
export async function readLoans(sql: Sql, ids: readonly number[], on: Temporal.PlainDate): Promise<LoanToClose[]> {
  const rows = await sql<LoanRow>(
    `select l.id, l.uuid, l.version, l.loan_no, l.member_id, l.product_id, l.principal::text as borrowed, l.state, l.schedule_version,
            l.state = 'active' and l.charged_off_on is null as carried, l.principal_outstanding::text as principal,
            l.interest_accrued::text as interest_accrued, l.interest_earned_early::text as interest_early,
            l.fees_accrued::text as fees_accrued, l.fees_earned_early::text as fees_early,
            jsonb_strip_nulls(jsonb_build_object('penalty', l.conditions->'penalty', 'lateInterest', l.conditions->'lateInterest',
              'arrearsGraceDays', l.conditions->'arrearsGraceDays')) as terms, l.arrears_pauses,
            due.interest::text as interest_due, due.fees::text as fees_due, due.since::text as since,
            due.running_due::text as running_due, due.running_interest::text as running_interest, due.late,
            case when due.late is not null and l.conditions->'penalty' is not null then (
              select jsonb_object_agg(charged.instalment, charged.until) from (
                select e.instalment, max(e.booked_for) as until from loan_entry e
                 where e.loan_id = l.id and e.kind = 'charge' and e.part = 'penalties' and e.booked_by = $3
                   and e.instalment is not null and not e.reversed
                 group by e.instalment) charged) end as penalised,
            s.days_past_due, s.arrears::text as arrears, s.band, s.principal::text as principal_before, s.provision::text as provision
       from loan l
       left join loan_classification s on s.loan_id = l.id
       cross join lateral (
         select coalesce(sum(i.interest) filter (where i.due_date <= $2::date), 0) as interest,
                coalesce(sum(i.fees) filter (where i.due_date <= $2::date), 0) as fees,
                -- Interest is earned from the last row that asked for some; rows of grace on interest are earned with
                -- the row that asks for theirs, interest-free rows earn none.
                greatest(l.disbursed_on,
                         max(i.due_date) filter (where i.number <= (l.conditions->'schedule'->>'interestFree')::int),
                         max(i.due_date) filter (where i.due_date <= $2::date and i.interest > 0)) as since,
                min(i.due_date) filter (where i.due_date > $2::date and i.interest > 0) as running_due,
                (array_agg(i.interest order by i.due_date) filter (where i.due_date > $2::date and i.interest > 0))[1] as running_interest,
                jsonb_agg(jsonb_build_array(i.number, i.due_date, (i.principal - i.paid_principal)::text,
                    (i.interest - i.paid_interest)::text, (i.fees - i.paid_fees)::text, (i.penalties - i.paid_penalties)::text)
                  order by i.number) filter (where i.due_date < $2::date and i.paid_on is null) as late
           from loan_instalment i
          where i.loan_id = l.id and i.schedule_version = l.schedule_version and l.state = 'active') due
      where l.id = any($1::bigint[])
      order by l.id`,
    [ids, on.toString(), CLOSER],
  );
  return rows.map(loanOf);
}

type Late = [number: number, due: string, principal: string, interest: string, fees: string, penalties: string];

type LoanRow = {
  id: string;
  uuid: string;
  version: number;
  loan_no: string;
  member_id: string;
  product_id: string;
  borrowed: string;
  state: string;
  schedule_version: number;
  carried: boolean;
  principal: string;
  interest_accrued: string;
  interest_early: string;
  fees_accrued: string;
  fees_early: string;
  terms: Partial<Pick<LoanConditions, 'penalty' | 'lateInterest' | 'arrearsGraceDays'>>;
  arrears_pauses: readonly ArrearsPause[];
  interest_due: string;
  fees_due: string;
  since: string | null;
  running_due: string | null;
  running_interest: string | null;
  late: Late[] | null;
  penalised: { [instalment: string]: string } | null;
  days_past_due: number | null;
  arrears: string;
  band: string;
  principal_before: string;
  provision: string;
};

function loanOf(row: LoanRow): LoanToClose {
  return {
    id: Number(row.id),
    uuid: row.uuid,
    version: row.version,
    loanNo: row.loan_no,
    memberId: Number(row.member_id),
    productId: Number(row.product_id),
    borrowed: BigInt(row.borrowed),
    state: row.state,
    scheduleVersion: row.schedule_version,
    isCarried: row.carried,
    principal: BigInt(row.principal),
    interest: { accrued: BigInt(row.interest_accrued), early: BigInt(row.interest_early) },
    fees: { accrued: BigInt(row.fees_accrued), early: BigInt(row.fees_early) },
    interestFallenDue: BigInt(row.interest_due),
    feesFallenDue: BigInt(row.fees_due),
    running:
      row.running_due === null || row.since === null
        ? null
        : { since: readDate(row.since), due: readDate(row.running_due), interest: BigInt(row.running_interest ?? 0) },
    overdue: row.late?.map(overdueOf) ?? [],
    penalisedUntil: new Map(
      Object.entries(row.penalised ?? {}).map(([instalment, until]) => [Number(instalment), readDate(until)]),
    ),
    terms: termsOf(row),
    before: row.days_past_due === null ? null : statusOf(row, row.days_past_due),
  };
}

function overdueOf([number, due, principal, interest, fees, penalties]: Late): OpenInstalment {
  return {
    number,
    dueDate: readDate(due),
    principal: BigInt(principal),
    interest: BigInt(interest),
    fees: BigInt(fees),
    penalties: BigInt(penalties),
  };
}

function termsOf({ terms, arrears_pauses: pauses }: LoanRow): LoanAtClose['terms'] {
  const conditions = conditionsFrom(terms);
  const { lateInterest, arrearsGraceDays: graceDays } = conditions;
  return { penalty: penaltyRuleOf(conditions), lateInterest, leniency: { graceDays, pauses } };
}

function statusOf(row: LoanRow, daysPastDue: number): LoanStatus {
  return {
    daysPastDue,
    arrears: BigInt(row.arrears),
    band: row.band,
    principal: BigInt(row.principal_before),
    provision: BigInt(row.provision),
  };
}
