import { AmlAlert, memberSubject, msisdnSubject, type Subject } from '#core/aml/alert/aml-alert.ts';
import { Incident } from '#core/payments/incident/incident.ts';
import type { AmlPorts, Source } from '#core/aml/ports.ts';
import {
  PATTERNS,
  type AmlRule,
  type DayTotal,
  type Direction,
  type Fact,
  type PatternKind,
  type Severity,
  type Window,
} from '#core/aml/rule/rule.ts';
import { USUAL_RATES, USUAL_RULES } from '#core/aml/rule/usual-rules.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate, readInstant } from '../mapping/types.ts';

type Ports = Pick<AmlPorts, 'amlRules' | 'exchangeRates' | 'incidents' | 'activity' | 'amlAlerts'>;

/** Money laundering control's collections, kept in Postgres. @param timeZone in which business dates are counted */
export function amlPorts({ of, sql }: TenantTransaction, timeZone: string): Ports {
  return {
    amlRules: {
      inForce: async () => {
        const rows = await sql<RuleRow>(
          `select distinct on (rule_id) * from aml_rule order by rule_id, rule_version desc`,
        );
        if (rows.length === 0) return USUAL_RULES;
        return rows.filter(({ retired }) => !retired).map(ruleOf);
      },
    },
    exchangeRates: {
      on: async (currency, day) => {
        const [row] = await sql<{ rate: string }>(
          `select rate from exchange_rate where currency = $1 and valid_from <= $2::date order by valid_from desc limit 1`,
          [currency, day.toString()],
        );
        return row?.rate ?? usualRate(currency, day);
      },
      earliest: async (currency) => {
        const [row] = await sql<{ rate: string }>(
          `select rate from exchange_rate where currency = $1 order by valid_from limit 1`,
          [currency],
        );
        return row?.rate ?? USUAL_RATES.find((known) => known.currency === currency)?.rate ?? null;
      },
    },
    incidents: {
      isOpen: async (kind, summary) => {
        const incidents = of(Incident);
        if (incidents.added().some((incident) => incident.kind === kind && incident.summary === summary)) return true;
        return (await incidents.first(`kind = $1 and state = 'open' and summary = $2`, [kind, summary])) !== null;
      },
      add: of(Incident).add,
    },
    activity: {
      subjectOf: async (source) => {
        const [row] = await sql<{ member_id: string | null; msisdn: string | null; day: unknown }>(
          SUBJECTS[source.type],
          [source.id, timeZone],
        );
        if (!row) return null;
        const on = readDate(row.day);
        if (row.member_id !== null) return { subject: memberSubject(Number(row.member_id)), on };
        return row.msisdn === null ? null : { subject: msisdnSubject(row.msisdn), on };
      },
      of: async (subject, within) => {
        const rows = await sql<FactRow>(subject.memberId === null ? FACTS_OF_MSISDN : FACTS_OF_MEMBER, [
          subject.memberId ?? subject.msisdn,
          timeZone,
          within.start.toString(),
          within.end.toString(),
        ]);
        return rows.map(factOf);
      },
      historyOf: async (subject, within) => {
        const rows = await sql<HistoryRow>(subject.memberId === null ? HISTORY_OF_MSISDN : HISTORY_OF_MEMBER, [
          subject.memberId ?? subject.msisdn,
          timeZone,
          within.start.toString(),
          within.end.toString(),
        ]);
        return rows.map(dayOf);
      },
    },
    amlAlerts: {
      lock: of(AmlAlert).lock,
      windowsOf: (ruleId, subject, touching) => windowsOf(sql, ruleId, subject, touching),
      add: of(AmlAlert).add,
    },
  };
}

/** A payer whose number is one member's only. Where several share a number, it is nobody's. */
const PAYER = `(select min(x.id) from member x where x.phone = m.msisdn having count(*) = 1)`;

/** Whose money a record moved, and on which business date; $1 is its id, $2 the time zone. */
const SUBJECTS: { readonly [Type in Source['type']]: string } = {
  savings_transaction: `
    select a.member_id, null as msisdn, (t.paid_at at time zone $2)::date as day
      from savings_transaction t join savings_account a on a.id = t.account_id
     where t.id = $1 and t.state in ('posted', 'captured')`,
  repayment: `
    select l.member_id, null as msisdn, (r.paid_at at time zone $2)::date as day
      from repayment r join loan l on l.id = r.loan_id where r.id = $1 and r.state = 'booked'`,
  // What was booked is looked at where it was booked.
  mobile_money_transaction: `
    select ${PAYER} as member_id, m.msisdn, (m.paid_at at time zone $2)::date as day
      from mobile_money_transaction m where m.id = $1 and m.state = 'unallocated'`,
};

/** Instants of the business dates from $3 to $4, in the time zone $2. */
const within = (column: string) =>
  `${column} >= ($3::date)::timestamp at time zone $2 and ${column} < ($4::date + 1)::timestamp at time zone $2`;

const UNALLOCATED = `
  select 'mobile_money_transaction:' || m.uuid as ref, m.paid_at, (m.paid_at at time zone $2)::date as day, m.amount,
         'in' as direction, 'mpesa_paybill' as channel, null::date as opened_on
    from mobile_money_transaction m
   where m.state = 'unallocated' and ${within('m.paid_at')}`;

const FACTS_OF_MEMBER = `
  select 'savings_transaction:' || t.uuid as ref, t.paid_at, (t.paid_at at time zone $2)::date as day, t.amount,
         case when t.type = 'deposit' then 'in' else 'out' end as direction, t.channel, a.opened_on
    from savings_account a join savings_transaction t on t.account_id = a.id
   where a.member_id = $1::bigint and ${within('t.paid_at')}
     and (t.state = 'captured' or (t.state = 'posted' and t.type in ('deposit', 'withdrawal')))
  union all
  select 'repayment:' || r.uuid, r.paid_at, (r.paid_at at time zone $2)::date, r.amount, 'in', r.channel, null
    from loan l join repayment r on r.loan_id = l.id
   where l.member_id = $1::bigint and r.state = 'booked' and ${within('r.paid_at')}
  union all ${UNALLOCATED}
     and m.msisdn = (select phone from member where id = $1::bigint) and ${PAYER} is not null`;

const FACTS_OF_MSISDN = `${UNALLOCATED} and m.msisdn = $1`;

/** Totals a day, at most one row for each of the days, and one for the last day before them. */
const history = (facts: string, lastBefore: string) => `
  select day, coalesce(sum(amount) filter (where direction = 'in'), 0) as received,
         coalesce(sum(amount) filter (where direction = 'out'), 0) as paid_out
    from (${facts}) as movement group by day
  union all
  select (max(paid_at) at time zone $2)::date, 0, 0 from (${lastBefore}) as earlier having count(*) > 0`;

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
    where l.member_id = $1::bigint and r.state = 'booked' and r.paid_at ${BEFORE}`,
);

const HISTORY_OF_MSISDN = history(
  FACTS_OF_MSISDN,
  `select m.paid_at from mobile_money_transaction m
    where m.state = 'unallocated' and m.msisdn = $1 and m.paid_at ${BEFORE}`,
);

type FactRow = {
  readonly ref: string;
  readonly paid_at: unknown;
  readonly day: unknown;
  readonly amount: string;
  readonly direction: Direction;
  readonly channel: string;
  readonly opened_on: unknown;
};

function factOf({ ref, paid_at, day, amount, direction, channel, opened_on }: FactRow): Fact {
  const accountOpenedOn = opened_on === null ? null : readDate(opened_on);
  return {
    ref,
    on: readDate(day),
    at: readInstant(paid_at),
    amount: BigInt(amount),
    direction,
    channel,
    accountOpenedOn,
  };
}

type HistoryRow = { readonly day: unknown; readonly received: string; readonly paid_out: string };

function dayOf({ day, received, paid_out }: HistoryRow): DayTotal {
  return { on: readDate(day), in: BigInt(received), out: BigInt(paid_out) };
}

async function windowsOf(
  sql: TenantTransaction['sql'],
  ruleId: string,
  subject: Subject,
  touching: Window,
): Promise<readonly Window[]> {
  const rows = await sql<{ window_start: unknown; window_end: unknown }>(
    `select window_start, window_end from aml_alert
      where rule_id = $1 and subject_key = $2 and window_end >= $3::date and window_start <= $4::date`,
    [ruleId, subject.key, touching.start.toString(), touching.end.toString()],
  );
  return rows.map((row) => ({ start: readDate(row.window_start), end: readDate(row.window_end) }));
}

type RuleRow = {
  readonly rule_id: string;
  readonly rule_version: number;
  readonly kind: PatternKind;
  readonly severity: Severity;
  readonly threshold_amount: string;
  readonly threshold_currency: string;
  readonly window_days: number;
  readonly channels: readonly string[] | null;
  readonly directions: readonly Direction[];
  readonly holds: boolean;
  readonly parameters: { readonly [name: string]: unknown };
  readonly retired: boolean;
};

function ruleOf(row: RuleRow): AmlRule {
  const common = {
    id: row.rule_id,
    version: row.rule_version,
    severity: row.severity,
    threshold: { amount: BigInt(row.threshold_amount), currency: row.threshold_currency },
    windowDays: row.window_days,
    channels: row.channels,
    directions: row.directions,
    holds: row.holds,
  };
  // What a kind is set by is listed in one place, by which this is checked: the union can't be followed by the types.
  return { ...common, kind: row.kind, ...parametersOf(row) } as AmlRule;
}

function parametersOf({ rule_id, kind, parameters }: RuleRow): { readonly [name: string]: number } {
  const named = PATTERNS[kind].map((name): [string, number] => {
    const value = parameters[name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)];
    if (!Number.isSafeInteger(value) || Number(value) <= 0) throw new Error(`Rule ${rule_id} is not whole: ${name}.`);
    return [name, Number(value)];
  });
  return Object.fromEntries(named);
}

function usualRate(currency: string, day: Temporal.PlainDate): string | null {
  const known = USUAL_RATES.filter((rate) => rate.currency === currency && rate.from <= day.toString());
  return known.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.rate ?? null;
}
