import { decimal, dividedBy, fraction, halfEven, plus, times, whole, type Fraction } from '../exact.ts';
import type { Query, Rule } from '../rule.ts';

/** A loan as the schedule needs it: one disbursement, and the terms as they were agreed. */
export type Agreement = {
  readonly method: string;
  readonly annualRate: string;
  readonly principal: bigint;
  readonly termMonths: number;
  readonly disbursedOn: string;
  readonly schedule: Conventions;
};
type Conventions = {
  readonly dayCount: string;
  readonly rounding: string;
  readonly frequency: { readonly unit: string; readonly every: number };
  readonly interestCalculation: string;
  readonly interestRounding: string;
  readonly instalmentMultiple: number | string;
  readonly amountMultiple: number | string;
  readonly graceOnPrincipal: number;
  readonly graceOnInterest: number;
  readonly interestFree: number;
  readonly progressiveAdjustment: boolean;
  readonly levelRate: string;
};
export type Row = { readonly due: string; readonly principal: bigint; readonly interest: bigint };

const ONE = whole(1n);

/** lending.md 2: the schedule of a loan, recomputed from its terms in exact fractions. */
export const scheduleRule: Rule = {
  name: 'schedules follow from their terms',
  holds:
    'The first schedule of a loan of one disbursement has the due dates, principal and interest that its terms give.',
  find: judgeSchedules,
};

async function judgeSchedules(query: Query, tenant: number): Promise<string[]> {
  const loans = await query<{
    id: string;
    method: string;
    annual_rate: string;
    lent: string;
    term_months: number;
    disbursed_on: string;
    conditions: { schedule: Conventions; calendar?: { policy?: string }; firstDueOn?: unknown; prepayment?: unknown };
    rows: { number: number; due: string; principal: string; interest: string }[];
  }>(
    `select l.id::text as id, l.method, l.annual_rate, e.amount::text as lent, l.term_months, e.booked_for::text as disbursed_on,
            l.conditions, i.rows
       from loan l
       join loan_entry e on e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'disbursement' and not e.reversed
       cross join lateral (
         select json_agg(json_build_object('number', number, 'due', due_date::text, 'principal', principal::text,
                                           'interest', interest::text) order by number) as rows
           from loan_instalment i where i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = 1) i
      where l.tenant_id = $1 and l.schedule_version = 1
        and not exists (select from loan_entry x where x.tenant_id = l.tenant_id and x.loan_id = l.id and not x.reversed
                           and (x.kind = 'disbursement' and x.id <> e.id
                             or x.kind in ('settlement', 'late_interest', 'waiver', 'reschedule', 'return')))
      order by l.id`,
    [tenant],
  );
  return loans.flatMap((loan) => {
    const { calendar, schedule, prepayment } = loan.conditions;
    if ((calendar?.policy ?? 'unchanged') !== 'unchanged' || prepayment) return [];
    const expected = scheduleOf({
      method: loan.method,
      annualRate: loan.annual_rate,
      principal: BigInt(loan.lent),
      termMonths: loan.term_months,
      disbursedOn: loan.disbursed_on,
      schedule,
    });
    return expected === null ? [] : compare(loan.id, expected, loan.rows);
  });
}

function compare(
  loan: string,
  expected: readonly Row[],
  rows: readonly { number: number; due: string; principal: string; interest: string }[],
): string[] {
  if (expected.length !== rows.length)
    return [`The terms of loan ${loan} give ${expected.length} instalments, and ${rows.length} are stored.`];
  for (const [at, { due, principal, interest }] of expected.entries()) {
    const row = rows[at]!;
    if (row.due !== due || BigInt(row.principal) !== principal || BigInt(row.interest) !== interest)
      return [
        `The terms of loan ${loan} give instalment ${at + 1} on ${due} with principal ${principal} and interest ${interest}, ` +
          `and ${row.due} with ${row.principal} and ${row.interest} is stored.`,
      ];
  }
  return [];
}

/** @returns the rows, or null for terms that the judge leaves to the published vectors */
export function scheduleOf(agreement: Agreement): Row[] | null {
  const { schedule, method, principal, termMonths, disbursedOn } = agreement;
  const { frequency, graceOnPrincipal, graceOnInterest, interestFree, progressiveAdjustment, rounding } = schedule;
  const isPlain = graceOnInterest === 0 && interestFree === 0 && !progressiveAdjustment && rounding === 'half_even';
  const monthly = frequency.unit === 'months' && termMonths % frequency.every === 0;
  if (!isPlain || !monthly || schedule.interestRounding !== 'row' || Number(schedule.amountMultiple) !== 1) return null;
  const count = termMonths / frequency.every;
  const dates = Array.from({ length: count + 1 }, (_, n) => monthsAfter(disbursedOn, n * frequency.every));
  const rates = ratesOf(agreement, dates);
  if (rates === null) return null;
  const principals = {
    method,
    principal,
    count,
    grace: graceOnPrincipal,
    multiple: BigInt(schedule.instalmentMultiple),
  };
  const rows =
    method === 'flat' ? flat(principals, times(whole(principal), sumOf(rates))) : declining(principals, rates);
  return rows?.map((row, at) => ({ due: dates[at + 1]!, ...row })) ?? null;
}

type Shape = {
  readonly method: string;
  readonly principal: bigint;
  readonly count: number;
  readonly grace: number;
  readonly multiple: bigint;
};
type Parts = { readonly principal: bigint; readonly interest: bigint };

/** Total interest P x r x T; the instalment is (P + I) / n, rounded once; the last row absorbs. */
function flat({ principal, count, grace, multiple }: Shape, interest: Fraction): Parts[] | null {
  if (grace !== 0) return null;
  const total = halfEven(interest);
  const each = halfEven(dividedBy(interest, whole(BigInt(count))));
  const instalment = halfEven(dividedBy(plus(whole(principal), interest), whole(BigInt(count))), multiple);
  const before = BigInt(count - 1);
  return Array.from({ length: count }, (_, at) =>
    at < count - 1
      ? { principal: instalment - each, interest: each }
      : { principal: principal - before * (instalment - each), interest: total - before * each },
  );
}

/** Interest of each period on the balance; the last row takes what is left. */
function declining(shape: Shape, rates: readonly Fraction[]): Parts[] | null {
  const { method, principal, count, grace, multiple } = shape;
  const level =
    method === 'declining_equal_instalments' ? levelInstalment(principal, rates.slice(grace), multiple) : 0n;
  const share = halfEven(fraction(principal, BigInt(count - grace)));
  let balance = principal;
  return rates.map((rate, at) => {
    const interest = halfEven(times(whole(balance), rate));
    const wanted =
      at === count - 1
        ? balance
        : at < grace || method === 'interest_only'
          ? 0n
          : method === 'declining_equal_principal'
            ? share
            : level - interest;
    const paid = wanted < 0n ? 0n : wanted > balance ? balance : wanted;
    balance -= paid;
    return { principal: paid, interest };
  });
}

/** EMI = P x prod(1 + r_k) / f_n, f_1 = 1, f_k = 1 + f_(k-1)(1 + r_k). */
function levelInstalment(principal: bigint, rates: readonly Fraction[], multiple: bigint): bigint {
  let product = ONE;
  let sum = whole(0n);
  for (const [at, rate] of rates.entries()) {
    const growth = plus(ONE, rate);
    product = times(product, growth);
    sum = at === 0 ? ONE : plus(ONE, times(sum, growth));
  }
  return halfEven(dividedBy(times(whole(principal), product), sum), multiple);
}

/** The rate of each period: rate / 12 a month, or by days. */
function ratesOf({ annualRate, schedule }: Agreement, dates: readonly string[]): Fraction[] | null {
  const yearly = dividedBy(decimal(annualRate), whole(100n));
  const { interestCalculation, dayCount, frequency, levelRate } = schedule;
  if (interestCalculation === 'same_as_repayment_period')
    return dates.slice(1).map(() => times(yearly, fraction(BigInt(frequency.every), 12n)));
  const days = dayCount === 'actual_365' ? 365n : dayCount === 'actual_360' ? 360n : null;
  if (days === null || levelRate !== 'each_period') return null;
  return dates.slice(1).map((date, at) => times(yearly, fraction(BigInt(daysBetween(dates[at]!, date)), days)));
}

const sumOf = (values: readonly Fraction[]) => values.reduce((sum, value) => plus(sum, value), whole(0n));

/** The seed day is kept and clamped to the end of the month. */
function monthsAfter(date: string, months: number): string {
  return String(Temporal.PlainDate.from(date).add({ months }, { overflow: 'constrain' }));
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days;
}
