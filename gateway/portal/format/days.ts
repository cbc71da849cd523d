/** The first letters of the months, as they are written in English and in Swahili. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan'],
  ['feb'],
  ['mar', 'mac'],
  ['apr'],
  ['may', 'mei'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'des'],
];

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const FIGURES = /^(?<day>\d{1,2})\s*[/.-]\s*(?<month>\d{1,2})\s*[/.-]\s*(?<year>\d{4})$/;
const WORDS = /^(?<day>\d{1,2})[\s-]*(?<month>\p{L}{3,})\.?,?[\s-]*(?<year>\d{4})$/u;

/**
 * The day that a person has typed, as `2026-11-22`: `22 Nov 2026` as the portal writes it, `22/11/2026` as it is written in Kenya,
 * or `2026-11-22`. Undefined where it is none: a year has four figures, so that half of one is not another day.
 */
export function dayIn(text: string): string | undefined {
  const typed = text.trim();
  const {
    year = '',
    month = '',
    day = '',
  } = (ISO.exec(typed) ?? FIGURES.exec(typed) ?? WORDS.exec(typed))?.groups ?? {};
  const place = /^\d/.test(month) ? Number(month) : monthNamed(month);
  const date = new Date(Date.UTC(Number(year), place - 1, Number(day)));
  const isThatDay = date.getUTCMonth() === place - 1 && date.getUTCDate() === Number(day);
  return isThatDay && /^[12]\d{3}$/.test(year) ? date.toISOString().slice(0, 10) : undefined;
}

/** From 1; 0 where it is no month. */
function monthNamed(name: string): number {
  const beginning = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((names) => names.includes(beginning)) + 1;
}

/** Days of a list, both included; a side that is left out, or is no day, is open. */
type Days = { readonly from: string | null; readonly to: string | null };

export const daysIn = ({ from, to }: { readonly [name: string]: string | undefined }): Days => ({
  from: dayIn(from ?? '') ?? null,
  to: dayIn(to ?? '') ?? null,
});

/** So many days after one, or before it. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Days are those of the institution, whose clocks are never moved. */
const beginningOf = (day: string): string => new Date(`${day}T00:00:00+03:00`).toISOString();

/** The instants of these days, as a filter of the graph takes them: up to the beginning of the day after the last. */
export const instantsOf = ({ from, to }: Days) =>
  from === null && to === null
    ? null
    : {
        ...(from === null ? {} : { gte: beginningOf(from) }),
        ...(to === null ? {} : { lt: beginningOf(dayAfter(to, 1)) }),
      };
