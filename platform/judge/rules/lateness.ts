import { decimal, dividedBy, halfEven, times, whole } from '../exact.ts';
import type { Query, Rule } from '../rule.ts';

type Pause = { readonly from: string; readonly until: string | null };
type Band = { readonly name: string; readonly fromDays: number; readonly provisionRate: string };
type Late = {
  readonly id: string;
  readonly closed: string;
  /** Of the oldest instalment with anything unpaid that was due before the day that was closed. */
  readonly due: string | null;
  readonly grace: number;
  readonly pauses: readonly Pause[];
  readonly days: number;
  readonly band: string;
  readonly principal: string;
  readonly owed: string;
  readonly provision: string;
  readonly bands: readonly Band[] | null;
};
type Charged = {
  readonly id: string;
  readonly number: number;
  readonly due: string;
  readonly on: string;
  readonly amount: string;
  readonly nth: number;
  readonly principal: string;
  readonly interest: string;
  /** Nothing was paid of the loan until then. */
  readonly untouched: boolean;
  readonly rule: {
    readonly charge: {
      readonly kind: string;
      readonly amount?: string;
      readonly percent?: string;
      readonly of?: string;
    };
    readonly graceDays: number;
    readonly every: string;
    readonly rounding: string;
  };
};

/** Who charges for lateness at the close of a day. */
const CLOSER = 'job:close-of-business';
/** The last day that was closed, and the event that says so. */
const LAST_CLOSE = `(select c.business_date, e.id as event_id from close_of_business c join event e on e.tenant_id = c.tenant_id
     and e.subject_type = 'close_of_business' and e.subject_id = c.id and e.type = 'close_of_business.finished'
  where c.tenant_id = $1 and c.state = 'done' order by c.business_date desc limit 1)`;
/** Nothing has happened to the loan since. */
const QUIET = `not exists (select from event e where e.tenant_id = l.tenant_id and e.subject_type = 'loan'
  and e.subject_id = l.id and e.id > c.event_id)`;

/** lending.md 2 and 3: how late a loan is, what follows from it, and what lateness costs. */
export const latenessRules: readonly Rule[] = [
  {
    name: 'lateness is counted by the day',
    holds:
      'At the last close of business a loan was as many days late as its oldest unpaid instalment was overdue, without days of a ' +
      'pause, and none within its grace; its class of risk and its provision are those of the institution for so many days.',
    find: judgeLateness,
  },
  {
    name: 'penalties are as agreed',
    holds:
      'A penalty falls on an instalment after the days of grace, once or once a day as agreed, and is what was agreed of what was overdue.',
    find: judgePenalties,
  },
];

async function judgeLateness(query: Query, tenant: number): Promise<string[]> {
  const loans = await query<Late>(
    `select l.id::text as id, c.business_date::text as closed, i.due::text as due,
            coalesce((l.conditions->>'arrearsGraceDays')::int, 0) as grace, l.arrears_pauses as pauses, s.days_past_due as days,
            s.band, s.principal::text as principal, l.principal_outstanding::text as owed, s.provision::text as provision,
            t.arrears_bands as bands
       from loan l join loan_classification s on s.tenant_id = l.tenant_id and s.loan_id = l.id
       join tenant t on t.id = l.tenant_id
       cross join ${LAST_CLOSE} c
       cross join lateral (
         select min(i.due_date) as due from loan_instalment i
          where i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = l.schedule_version
            and i.due_date < c.business_date and i.principal + i.interest + i.fees + i.penalties
                  > i.paid_principal + i.paid_interest + i.paid_fees + i.paid_penalties) i
      where l.tenant_id = $1 and l.state = 'active' and l.charged_off_on is null and ${QUIET}
      order by l.id`,
    [tenant],
  );
  return loans.flatMap(faultsOf);
}

function faultsOf({ id, closed, due, grace, pauses, days, band, principal, owed, provision, bands }: Late): string[] {
  const late = due === null ? 0 : lateDays(due, closed, pauses);
  const counted = late > grace ? late : 0;
  if (counted !== days)
    return [
      `Loan ${id} was ${counted} days late at the close of ${closed}, for its oldest unpaid instalment was due on ${due}, and ${days} are stored.`,
    ];
  if (principal !== owed)
    return [`Loan ${id} owes ${owed} of principal, and was classified with ${principal} on ${closed}.`];
  const own = [...(bands ?? [])].sort((a, b) => b.fromDays - a.fromDays).find(({ fromDays }) => fromDays <= counted);
  if (!own) return [];
  if (own.name !== band) return [`Loan ${id} is ${counted} days late, which is ${own.name}, and ${band} is stored.`];
  const expected = halfEven(times(whole(BigInt(owed)), dividedBy(decimal(own.provisionRate), whole(100n))));
  return expected === BigInt(provision)
    ? []
    : [`Loan ${id} is ${band} and owes ${owed}: ${expected} is to be set aside for it, and ${provision} is stored.`];
}

/** Days after the due date, without those of a pause. */
function lateDays(due: string, on: string, pauses: readonly Pause[]): number {
  let days = 0;
  for (let day = nextDay(due); day <= on; day = nextDay(day))
    if (!pauses.some(({ from, until }) => from <= day && (until === null || day <= until))) days += 1;
  return days;
}

async function judgePenalties(query: Query, tenant: number): Promise<string[]> {
  const charges = await query<Charged>(
    `select l.id::text as id, e.instalment as number, i.due_date::text as due, e.booked_for::text as on, e.amount::text as amount,
            row_number() over (partition by e.loan_id, e.instalment order by e.number)::int as nth,
            i.principal::text as principal, i.interest::text as interest,
            not exists (select from loan_entry o where o.tenant_id = e.tenant_id and o.loan_id = e.loan_id and o.number < e.number
                           and o.kind not in ('disbursement', 'charge'))
              and not exists (select from loan_entry o where o.tenant_id = e.tenant_id and o.loan_id = e.loan_id
                                 and (o.reversed or o.kind in ('late_interest', 'waiver') or o.part = 'interest')) as untouched,
            l.conditions->'penalty' as rule
       from loan l join loan_entry e on e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'charge' and e.part = 'penalties'
        and e.booked_by = '${CLOSER}' and not e.reversed
       join loan_instalment i on i.tenant_id = l.tenant_id and i.loan_id = l.id and i.number = e.instalment and i.schedule_version = 1
      where l.tenant_id = $1 and l.schedule_version = 1 and jsonb_typeof(l.conditions->'penalty') = 'object'
      order by l.id, e.number`,
    [tenant],
  );
  const wrong = charges.flatMap(wronglyCharged);
  return [...wrong, ...(await notCharged(query, tenant))];
}

function wronglyCharged(charged: Charged): string[] {
  const { id, number, due, on, amount, nth, rule } = charged;
  const said = `Loan ${id} was charged ${amount} on ${on} for instalment ${number}, which was due on ${due}`;
  const first = addDays(due, rule.graceDays + 1);
  if (on < first) return [`${said}: nothing may be charged before ${first}.`];
  if (rule.every === 'instalment' && nth > 1) return [`${said}, for the ${nth}th time.`];
  if (!charged.untouched || rule.rounding !== 'half_even') return [];
  const { kind, percent = '0', of } = rule.charge;
  const base =
    (of === 'interest' ? 0n : BigInt(charged.principal)) + (of === 'principal' ? 0n : BigInt(charged.interest));
  const one =
    kind === 'flat'
      ? BigInt(rule.charge.amount ?? 0)
      : halfEven(times(whole(base), dividedBy(decimal(percent), whole(100n))));
  const isRight = rule.every === 'instalment' ? BigInt(amount) === one : one === 0n || BigInt(amount) % one === 0n;
  return isRight ? [] : [`${said}: what was agreed is ${one}.`];
}

/** What is late beyond the grace, and was not charged for. */
async function notCharged(query: Query, tenant: number): Promise<string[]> {
  const rows = await query<{ sentence: string }>(
    `select format('Instalment %s of loan %s was due on %s, and nothing was charged for it by the close of %s.', i.number, l.id,
                   i.due_date, c.business_date) as sentence
       from loan l cross join ${LAST_CLOSE} c
       join loan_instalment i on i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = l.schedule_version
      where l.tenant_id = $1 and l.state = 'active' and l.charged_off_on is null and l.schedule_version = 1 and ${QUIET}
        and jsonb_typeof(l.conditions->'penalty') = 'object' and l.conditions->'penalty'->'charge'->>'of' = 'principal_and_interest'
        and i.due_date + (l.conditions->'penalty'->>'graceDays')::int < c.business_date
        and l.disbursed_on <= i.due_date and i.principal + i.interest - i.paid_principal - i.paid_interest >= 1000
        and not exists (select from tenant t where t.id = l.tenant_id and t.in_duplum)
        and not exists (select from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id
                           and (e.reversed or e.kind not in ('disbursement', 'charge', 'repayment')))
        and not exists (select from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'charge'
                           and e.part = 'penalties' and e.instalment = i.number)`,
    [tenant],
  );
  return rows.map(({ sentence }) => sentence);
}

const addDays = (day: string, days: number) => String(Temporal.PlainDate.from(day).add({ days }));
const nextDay = (day: string) => addDays(day, 1);
