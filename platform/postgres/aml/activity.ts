import { agentSubject, memberSubject, msisdnSubject, numberSubject, type Subject } from '#core/aml/alert/aml-alert.ts';
import type { AmlPorts, Source } from '#core/aml/ports.ts';
import type { DayTotal, Direction, Fact, Window } from '#core/aml/rule/rule.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate, readInstant } from '../mapping/types.ts';

/** What subjects moved: one statement for a screening's movements, one for the days before. @param timeZone of business dates */
export function activityOf(
  { sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>,
  timeZone: string,
): AmlPorts['activity'] {
  return {
    subjectsOf: async (source) => {
      const [row] = await sql<SubjectRow>(SUBJECTS[source.type], [source.id, timeZone]);
      return row ? { subjects: subjectsOf(row, sealing.openAlike), on: readDate(row.day) } : null;
    },
    of: async (subject, within) =>
      (await sql<FactRow>(FACTS[subject.kind], [keyOf(subject, sealing), ...days(timeZone, within)])).map(factOf),
    historyOf: async (subject, within) =>
      (await sql<HistoryRow>(HISTORY[subject.kind], [keyOf(subject, sealing), ...days(timeZone, within)])).map(dayOf),
  };
}

/** A payer whose number is one member's only. Where several share a number, it is no member's. */
const PAYER = `(select min(x.id) from member x where x.phone_key = m.msisdn_key having count(*) = 1)`;

/** Refunds of what was paid too much on loans: when, by the trail, and how much by what channel, by the journal. */
const REFUNDED = `
  join audit e on e.subject_type = 'loan' and e.subject_id = l.id and e.event_type = 'loan.overpayment_refunded'
  join journal j on j.subject_type = 'loan' and j.subject_id = l.id and j.event_uuid = e.event_uuid
  join journal_line x on x.journal_id = j.id and x.side = 'credit'`;

/** What beneficiaries were paid of what a member left. Claims know days: it counts as paid at noon. */
const PAID_OF_CLAIM = `join death_claim_part p on p.claim_id = c.id and p.kind = 'payout' and p.state = 'booked'`;
const CLAIM_PAID_AT = `((p.booked_on + time '12:00') at time zone $2)`;

/** Whose money a record moved, and on which business date; $1 is its id, $2 the time zone. */
const SUBJECTS: { readonly [Type in Source['type']]: string } = {
  savings_transaction: `
    select a.member_id, t.msisdn, null as agent_id, (t.paid_at at time zone $2)::date as day
      from savings_transaction t join savings_account a on a.id = t.account_id
     where t.id = $1 and t.state in ('posted', 'captured')`,
  repayment: `
    select l.member_id, r.msisdn, null as agent_id, (r.paid_at at time zone $2)::date as day
      from repayment r join loan l on l.id = r.loan_id where r.id = $1 and r.state = 'booked'`,
  // What was booked is looked at where it was booked.
  mobile_money_transaction: `
    select ${PAYER} as member_id, m.msisdn, null as agent_id, (m.paid_at at time zone $2)::date as day
      from mobile_money_transaction m where m.id = $1 and m.state = 'unallocated'`,
  disbursement: `
    select null as member_id, null as msisdn, d.agent_id, (d.settled_at at time zone $2)::date as day
      from disbursement d where d.id = $1 and d.state = 'confirmed' and d.agent_id is not null`,
  // The last of them: the rules look at the days before as well.
  loan: `
    select l.member_id, null as msisdn, null as agent_id, (max(e.at) at time zone $2)::date as day
      from loan l ${REFUNDED} where l.id = $1 group by l.member_id`,
  death_claim: `
    select c.member_id, null as msisdn, null as agent_id, (max(${CLAIM_PAID_AT}) at time zone $2)::date as day
      from death_claim c ${PAID_OF_CLAIM} where c.id = $1 group by c.member_id`,
};

type SubjectRow = {
  readonly member_id: string | null;
  readonly msisdn: string | null;
  readonly agent_id: string | null;
  readonly day: unknown;
};

/** The owner of the money, and the number by which it came: what is not booked is of one member at most. */
function subjectsOf(
  { member_id, msisdn: stored, agent_id }: SubjectRow,
  opened: (stored: string) => string,
): readonly Subject[] {
  const msisdn = stored === null ? null : opened(stored);
  if (agent_id !== null) return [agentSubject(Number(agent_id))];
  if (member_id === null) return msisdn === null ? [] : [msisdnSubject(msisdn)];
  return [memberSubject(Number(member_id)), ...(msisdn === null ? [] : [numberSubject(msisdn)])];
}

/** As rows name the subject. */
const keyOf = (
  { memberId, agentId, msisdn }: Subject,
  { sealAlike }: Pick<TenantTransaction['sealing'], 'sealAlike'>,
) => memberId ?? agentId ?? (msisdn === null ? null : sealAlike(msisdn));

const days = (timeZone: string, { start, end }: Window) => [timeZone, start.toString(), end.toString()];

/** Instants of the business dates from $3 to $4, in the time zone $2. */
const within = (column: string) =>
  `${column} >= ($3::date)::timestamp at time zone $2 and ${column} < ($4::date + 1)::timestamp at time zone $2`;

const NOTHING_REPAID = `null::boolean as from_another, null::bigint as principal, null::bigint as lent,
         null::int as days_early`;

const UNALLOCATED = `
  select 'mobile_money_transaction:' || m.uuid as ref, m.paid_at, (m.paid_at at time zone $2)::date as day, m.amount,
         'in' as direction, case m.channel when 'bank' then 'bank' else 'mpesa_paybill' end as channel, null::date as opened_on,
         null::bigint as member_id, ${NOTHING_REPAID}
    from mobile_money_transaction m
   where m.state = 'unallocated' and ${within('m.paid_at')}`;

const REPAID = `l.member_id, coalesce(r.msisdn_key <> b.phone_key, false), r.principal, l.disbursed_principal,
         l.maturity_date - (r.paid_at at time zone $2)::date`;

const FACTS_OF_MEMBER = `
  select 'savings_transaction:' || t.uuid as ref, t.paid_at, (t.paid_at at time zone $2)::date as day, t.amount,
         case when t.type = 'deposit' then 'in' else 'out' end as direction, t.channel, a.opened_on,
         a.member_id, ${NOTHING_REPAID}
    from savings_account a join savings_transaction t on t.account_id = a.id
   where a.member_id = $1::bigint and ${within('t.paid_at')}
     and (t.state = 'captured' or (t.state = 'posted' and t.type in ('deposit', 'withdrawal')))
  union all
  select 'repayment:' || r.uuid, r.paid_at, (r.paid_at at time zone $2)::date, r.amount, 'in', r.channel, null,
         ${REPAID}
    from loan l join member b on b.id = l.member_id join repayment r on r.loan_id = l.id
   where l.member_id = $1::bigint and r.state = 'booked' and ${within('r.paid_at')}
  union all
  select 'loan:' || l.uuid, e.at, (e.at at time zone $2)::date, x.amount, 'out', x.account, null, l.member_id,
         ${NOTHING_REPAID}
    from loan l ${REFUNDED}
   where l.member_id = $1::bigint and ${within('e.at')}
  union all
  select 'death_claim:' || c.uuid, ${CLAIM_PAID_AT}, p.booked_on, p.amount, 'out', p.channel, null, c.member_id,
         ${NOTHING_REPAID}
    from death_claim c ${PAID_OF_CLAIM}
   where c.member_id = $1::bigint and p.booked_on between $3::date and $4::date
  union all ${UNALLOCATED}
     and m.msisdn_key = (select phone_key from member where id = $1::bigint) and ${PAYER} is not null`;

const FACTS_OF_MSISDN = `${UNALLOCATED} and m.msisdn = $1`;

/** Everyone's money that a number moved. */
const FACTS_OF_NUMBER = `
  select 'savings_transaction:' || t.uuid as ref, t.paid_at, (t.paid_at at time zone $2)::date as day, t.amount,
         case when t.type = 'deposit' then 'in' else 'out' end as direction, t.channel, a.opened_on,
         a.member_id, ${NOTHING_REPAID}
    from savings_transaction t join savings_account a on a.id = t.account_id
   where t.msisdn = $1 and ${within('t.paid_at')}
     and (t.state = 'captured' or (t.state = 'posted' and t.type in ('deposit', 'withdrawal')))
  union all
  select 'repayment:' || r.uuid, r.paid_at, (r.paid_at at time zone $2)::date, r.amount, 'in', r.channel, null,
         ${REPAID}
    from repayment r join loan l on l.id = r.loan_id join member b on b.id = l.member_id
   where r.msisdn = $1 and r.state = 'booked' and ${within('r.paid_at')}`;

/** What was paid out from an agent's float. */
const FACTS_OF_AGENT = `
  select 'disbursement:' || d.uuid as ref, d.settled_at as paid_at, (d.settled_at at time zone $2)::date as day, d.amount,
         'out' as direction, d.channel, null::date as opened_on,
         null::bigint as member_id, ${NOTHING_REPAID}
    from disbursement d
   where d.agent_id = $1::bigint and d.state = 'confirmed' and ${within('d.settled_at')}`;

/** Nominees and those whom apps pay move nothing here: they are looked for on the lists. */
const NO_FACTS = `select * from (${FACTS_OF_MSISDN}) as none where false`;

const FACTS: { readonly [Kind in Subject['kind']]: string } = {
  member: FACTS_OF_MEMBER,
  msisdn: FACTS_OF_MSISDN,
  nominee: NO_FACTS,
  payee: NO_FACTS,
  number: FACTS_OF_NUMBER,
  agent: FACTS_OF_AGENT,
};

/** Totals a day, at most one row for each of the days, and one for the last day before them. */
const history = (facts: string, lastBefore: string) => `
  select day, coalesce(sum(amount) filter (where direction = 'in'), 0) as received,
         coalesce(sum(amount) filter (where direction = 'out'), 0) as paid_out
    from (${facts}) as movement group by day
  union all
  select (max(paid_at) at time zone $2)::date, 0, 0 from (${lastBefore}) as earlier having count(paid_at) > 0`;

const BEFORE = `< ($3::date)::timestamp at time zone $2`;

const HISTORY_OF_MEMBER = history(
  FACTS_OF_MEMBER,
  `select t.paid_at
     from savings_account a cross join lateral (
       select t.paid_at from savings_transaction t
        where t.account_id = a.id and t.paid_at ${BEFORE}
          and (t.state = 'captured' or (t.state = 'posted' and t.type in ('deposit', 'withdrawal')))
        order by t.paid_at desc limit 1) as t
    where a.member_id = $1::bigint
   union all
   select r.paid_at from loan l join repayment r on r.loan_id = l.id
    where l.member_id = $1::bigint and r.state = 'booked' and r.paid_at ${BEFORE}
   union all
   select e.at from loan l ${REFUNDED} where l.member_id = $1::bigint and e.at ${BEFORE}`,
);

const HISTORY_OF_MSISDN = history(
  FACTS_OF_MSISDN,
  `select m.paid_at from mobile_money_transaction m
    where m.state = 'unallocated' and m.msisdn = $1 and m.paid_at ${BEFORE}`,
);

const HISTORY: { readonly [Kind in Subject['kind']]: string } = {
  member: HISTORY_OF_MEMBER,
  msisdn: HISTORY_OF_MSISDN,
  nominee: history(NO_FACTS, 'select null::timestamptz as paid_at where false'),
  payee: history(NO_FACTS, 'select null::timestamptz as paid_at where false'),
  // What only compares with a baseline asks for no earlier day.
  number: history(FACTS_OF_NUMBER, 'select null::timestamptz as paid_at where false'),
  agent: history(FACTS_OF_AGENT, 'select null::timestamptz as paid_at where false'),
};

type FactRow = {
  readonly ref: string;
  readonly paid_at: unknown;
  readonly day: unknown;
  readonly amount: string;
  readonly direction: Direction;
  readonly channel: string;
  readonly opened_on: unknown;
  readonly member_id: string | null;
  readonly from_another: boolean | null;
  readonly principal: string | null;
  readonly lent: string | null;
  readonly days_early: number | null;
};

function factOf(row: FactRow): Fact {
  return {
    ref: row.ref,
    on: readDate(row.day),
    at: readInstant(row.paid_at),
    amount: BigInt(row.amount),
    direction: row.direction,
    channel: row.channel,
    accountOpenedOn: row.opened_on === null ? null : readDate(row.opened_on),
    memberId: row.member_id === null ? null : Number(row.member_id),
    repays: repaysOf(row),
  };
}

function repaysOf({ from_another: fromAnother, principal, lent, days_early: daysEarly }: FactRow): Fact['repays'] {
  if (fromAnother === null || principal === null || lent === null || daysEarly === null) return null;
  return { fromAnother, principal: BigInt(principal), lent: BigInt(lent), daysEarly };
}

type HistoryRow = { readonly day: unknown; readonly received: string; readonly paid_out: string };

function dayOf({ day, received, paid_out }: HistoryRow): DayTotal {
  return { on: readDate(day), in: BigInt(received), out: BigInt(paid_out) };
}
