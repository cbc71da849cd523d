import type { Frequency, WorkingCalendar } from './terms.ts';

/** Days since 1970-01-01, as plain integers: the schedule counts days far more often than it shows a date. */
export type EpochDay = number;

/** The day's number. (Civil calendar arithmetic over 400-year eras, as in Hinnant's "chrono-compatible low-level date algorithms".) */
export function epochDay(year: number, month: number, day: number): EpochDay {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** The day's number of a date. */
export function dayOf(date: Temporal.PlainDate): EpochDay {
  return epochDay(date.year, date.month, date.day);
}

export type Civil = { readonly year: number; readonly month: number; readonly day: number };

/** The date that has this number, in its three parts. */
export function civil(days: EpochDay): Civil {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** The date that has this number. */
export function dateOf(days: EpochDay): Temporal.PlainDate {
  const { year, month, day } = civil(days);
  return new Temporal.PlainDate(year, month, day);
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}

/**
 * The day that lies `steps` periods after (before, when negative) the first due date.
 * Months are counted from the first one, never from the row before, so that a short month clamps the
 * seed day (31 January, 28 February, 31 March) without its drifting.
 */
export function nominalDay(first: Temporal.PlainDate, steps: number, frequency: Frequency, seedDay: number): EpochDay {
  const apart = steps * frequency.every;
  if (frequency.unit === 'days') return dayOf(first) + apart;
  if (frequency.unit === 'weeks') return dayOf(first) + 7 * apart;
  if (steps === 0) return dayOf(first);
  const months = first.year * 12 + first.month - 1 + apart;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return epochDay(year, month, Math.min(seedDay, monthLength(year, month)));
}

/** ISO weekday: 1 is Monday, 7 Sunday. 1970-01-01 was a Thursday. */
function weekday(day: EpochDay): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Moves a day without work as the calendar's policy says. Later due dates keep their own nominal days. */
export function workingDay(day: EpochDay, calendar: WorkingCalendar): EpochDay {
  if (calendar.policy === 'unchanged') return day;
  const step = calendar.policy === 'next_working_day' ? 1 : -1;
  let moved = day;
  while (calendar.weeklyDaysOff.includes(weekday(moved)) || calendar.holidays.includes(isoDate(moved))) moved += step;
  return moved;
}

function isoDate(day: EpochDay): string {
  const { year, month, day: dayOfMonth } = civil(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
}

/**
 * Due dates from the first one on: every k months, weeks or days, the seed day kept and clamped,
 * moved off days without work.
 */
export function dueDates(
  first: Temporal.PlainDate,
  count: number,
  frequency: Frequency,
  calendar: WorkingCalendar,
  seedDay: number = first.day,
): Temporal.PlainDate[] {
  return Array.from({ length: count }, (_, k) =>
    dateOf(workingDay(nominalDay(first, k, frequency, seedDay), calendar)),
  );
}
