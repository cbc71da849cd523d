import { invalidField } from '../kernel/field-error.ts';

/** Days of the books that are read together. */
export type DaysOfBooks = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };

/** A year, and a leap day: what is read in one request stays bounded. */
const MOST = 366;
const USUAL = 31;
const EARLIEST = 1900;

/** Days as they are asked for. */
export type DaysWanted = { readonly [Of in keyof DaysOfBooks]: Temporal.PlainDate | null };

/**
 * The days that are asked for: to the last day, today where none is named, from the first one, by default a month before it.
 * @throws DomainError validation_failed where the last day is before the first, or the days are too many or too early
 */
export function daysOfBooks({ from, to }: DaysWanted, today: Temporal.PlainDate): DaysOfBooks {
  const last = to ?? today;
  const first = from ?? last.subtract({ days: USUAL - 1 });
  if (first.year < EARLIEST) throw invalidField('from', 'range', `There are no books before ${EARLIEST}.`);
  const days = first.until(last, { largestUnit: 'days' }).days + 1;
  if (days < 1) throw invalidField('to', 'range', 'to is before from. Send the later day as to.');
  if (days > MOST) {
    throw invalidField('from', 'range', `From ${first} to ${last} are ${days} days. Ask for at most ${MOST} of them.`);
  }
  return { from: first, to: last };
}
