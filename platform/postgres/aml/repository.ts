import { AmlAlert, memberSubject, msisdnSubject, type Subject } from '#core/aml/alert/aml-alert.ts';
import { Incident } from '#core/payments/incident/incident.ts';
import type { AmlPorts, Source } from '#core/aml/ports.ts';
import type { AmlRule, Direction, Fact, Severity, Window } from '#core/aml/rule/rule.ts';
import { USUAL_RATES, USUAL_RULES } from '#core/aml/rule/usual-rules.ts';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';

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
  select 'mobile_money_transaction:' || m.uuid as ref, (m.paid_at at time zone $2)::date as day, m.amount,
         'in' as direction, 'mpesa_paybill' as channel
    from mobile_money_transaction m
   where m.state = 'unallocated' and ${within('m.paid_at')}`;

const FACTS_OF_MEMBER = `
  select 'savings_transaction:' || t.uuid as ref, (t.paid_at at time zone $2)::date as day, t.amount,
         case when t.type = 'deposit' then 'in' else 'out' end as direction, t.channel
    from savings_account a join savings_transaction t on t.account_id = a.id
   where a.member_id = $1::bigint and ${within('t.paid_at')}
     and (t.state = 'captured' or (t.state = 'posted' and t.type in ('deposit', 'withdrawal')))
  union all
  select 'repayment:' || r.uuid, (r.paid_at at time zone $2)::date, r.amount, 'in', r.channel
    from loan l join repayment r on r.loan_id = l.id
   where l.member_id = $1::bigint and r.state = 'booked' and ${within('r.paid_at')}
  union all ${UNALLOCATED}
     and m.msisdn = (select phone from member where id = $1::bigint) and ${PAYER} is not null`;

const FACTS_OF_MSISDN = `${UNALLOCATED} and m.msisdn = $1`;

type FactRow = { ref: string; day: unknown; amount: string; direction: Direction; channel: string };

function factOf({ ref, day, amount, direction, channel }: FactRow): Fact {
  return { ref, on: readDate(day), amount: BigInt(amount), direction, channel };
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
  readonly kind: AmlRule['kind'];
  readonly severity: Severity;
  readonly threshold_amount: string;
  readonly threshold_currency: string;
  readonly window_days: number;
  readonly channels: readonly string[] | null;
  readonly directions: readonly Direction[];
  readonly holds: boolean;
  readonly least: number | null;
  readonly from_percent: number | null;
  readonly to_percent: number | null;
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
  if (row.kind === 'aggregate') return { ...common, kind: 'aggregate' };
  const { least, from_percent: fromPercent, to_percent: toPercent } = row;
  if (least === null || fromPercent === null || toPercent === null)
    throw new Error(`Rule ${row.rule_id} is not whole.`);
  return { ...common, kind: 'structuring', least, fromPercent, toPercent };
}

function usualRate(currency: string, day: Temporal.PlainDate): string | null {
  const known = USUAL_RATES.filter((rate) => rate.currency === currency && rate.from <= day.toString());
  return known.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.rate ?? null;
}
