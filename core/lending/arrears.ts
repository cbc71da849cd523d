import type { Cents } from '../kernel/money.ts';
import { parseDecimal, round } from '../kernel/rational.ts';
import { dayOf } from './schedule/due-dates.ts';

type Day = Temporal.PlainDate;

/** Days on which lateness was not counted, from the first to the last as ISO dates; null: until it is resumed. */
export type ArrearsPause = { readonly from: string; readonly until: string | null };

/** What an institution lets pass before a loan counts as late. */
export type Leniency = {
  /** Days after a due date in which an instalment doesn't count as late. */
  readonly graceDays: number;
  readonly pauses: readonly ArrearsPause[];
};

/**
 * How many days late a loan is on a day: the days since the oldest instalment with anything unpaid fell due, without
 * those on which counting was paused; none within the days of grace.
 * @param since the due date of that instalment; null where nothing is overdue
 */
export function daysPastDue(since: Day | null, on: Day, { graceDays, pauses }: Leniency): number {
  if (since === null) return 0;
  const [due, today] = [dayOf(since), dayOf(on)];
  const paused = pauses.reduce((days, { from, until }) => {
    const first = Math.max(dayOf(Temporal.PlainDate.from(from)), due + 1);
    const last = Math.min(until === null ? today : dayOf(Temporal.PlainDate.from(until)), today);
    return days + Math.max(0, last - first + 1);
  }, 0);
  const days = today - due - paused;
  return days > graceDays ? days : 0;
}

/** The pause that a day lies in. */
export function pauseOn(on: Day, pauses: readonly ArrearsPause[]): ArrearsPause | null {
  const day = on.toString();
  return pauses.find(({ from, until }) => from <= day && (until === null || day <= until)) ?? null;
}

/**
 * One class of risk: loans whose oldest unpaid instalment is at least `fromDays` late, and what part of their principal
 * is set aside for losses, in percent as a decimal string.
 */
export type Band = { readonly name: string; readonly fromDays: number; readonly provisionRate: string };

/** Bands where a tenant has set none. Published tables disagree, so this is a starting point and data of the tenant. */
export const USUAL_BANDS: readonly Band[] = [
  { name: 'normal', fromDays: 0, provisionRate: '1' },
  { name: 'watch', fromDays: 1, provisionRate: '5' },
  { name: 'substandard', fromDays: 31, provisionRate: '25' },
  { name: 'doubtful', fromDays: 181, provisionRate: '50' },
  { name: 'loss', fromDays: 361, provisionRate: '100' },
];

/** The band of a loan that is `daysPastDue` days late. */
export function bandOf(daysPastDue: number, bands: readonly Band[]): Band | null {
  return bands.findLast(({ fromDays }) => daysPastDue >= fromDays) ?? null;
}

/** The class of a loan that is `daysPastDue` days late. */
export function classify(daysPastDue: number, bands: readonly Band[] = USUAL_BANDS): string {
  return bandOf(daysPastDue, bands)?.name ?? 'normal';
}

/** What is set aside for losses on a loan, in minor units: its band's share of the principal, half to even. */
export function provisionFor(principal: Cents, band: Band | null): Cents {
  if (band === null || principal === 0n) return 0n;
  const { num, den } = parseDecimal(band.provisionRate);
  return round({ num: principal * num, den: den * 100n }, 'half_even');
}

/**
 * Says what is wrong with a table of bands, in sentences; nothing where it can be used. It begins at day 0, days and
 * rates rise, names differ.
 */
export function faultsOf(bands: readonly Band[]): string[] {
  const faults: string[] = [];
  if (bands[0]?.fromDays !== 0) faults.push('The first band begins at day 0.');
  for (const [index, { name, fromDays, provisionRate }] of bands.entries()) {
    if (!/^[a-z][a-z_]{0,39}$/.test(name)) faults.push(`"${name}" is no name of a band: use small letters.`);
    if (bands.findIndex((other) => other.name === name) !== index) faults.push(`${name} stands there twice.`);
    if (!Number.isSafeInteger(fromDays)) faults.push(`${name} begins at no whole day.`);
    if (index > 0 && fromDays <= bands[index - 1]!.fromDays)
      faults.push(`${name} begins no later than the band before.`);
    if (!/^(100|\d{1,2}(\.\d{1,6})?)$/.test(provisionRate)) faults.push(`${name} needs a rate from 0 to 100 percent.`);
  }
  return faults;
}

/** PAR is reported for loans that are later than so many days. */
export const PAR_DAYS = [1, 30, 60, 90] as const;

/** Principal at risk. Amounts in minor units. */
export type PortfolioAtRisk = {
  /** Principal outstanding of all loans that the books carry. */
  readonly gross: Cents;
  /** By days: principal of whole loans that are later than that. */
  readonly later: { readonly [Days in (typeof PAR_DAYS)[number]]: Cents };
  readonly bands: readonly {
    readonly name: string;
    readonly loans: number;
    readonly principal: Cents;
    readonly provision: Cents;
  }[];
};

/** Loans of one band that are equally late, taken together. */
export type EquallyLate = {
  readonly daysPastDue: number;
  readonly band: string;
  readonly loans: number;
  readonly principal: Cents;
  readonly provision: Cents;
};

/** Portfolio at risk: the whole principal of late loans over the gross portfolio, not only the part that is overdue. */
export function portfolioAtRisk(groups: readonly EquallyLate[], bands: readonly Band[]): PortfolioAtRisk {
  const later = { 1: 0n, 30: 0n, 60: 0n, 90: 0n };
  const names = [...new Set([...bands.map(({ name }) => name), ...groups.map(({ band }) => band)])];
  const sums = new Map(names.map((name) => [name, { name, loans: 0, principal: 0n, provision: 0n }]));
  let gross = 0n;
  for (const { daysPastDue, band, loans, principal, provision } of groups) {
    gross += principal;
    for (const days of PAR_DAYS) if (daysPastDue > days) later[days] += principal;
    const sum = sums.get(band)!;
    sum.loans += loans;
    sum.principal += principal;
    sum.provision += provision;
  }
  return { gross, later, bands: [...sums.values()] };
}
