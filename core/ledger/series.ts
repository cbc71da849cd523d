import { invalidField } from '../kernel/field-error.ts';
import type { AccountName } from './accounts.ts';

/** How long the time is that one point of a series stands for. */
export const SERIES_STEPS = {
  day: 'A point for each day.',
  week: 'A point for each week, which begins on Monday.',
  month: 'A point for each month.',
} as const;
export type SeriesStep = keyof typeof SERIES_STEPS;

/** What one point stands for: the first day and the last. */
export type SeriesPeriod = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };
export type SeriesRange = SeriesPeriod & { readonly step: SeriesStep };

/** More points than a chart has room for are no use, and cost a read each. */
const MOST_POINTS = 100;

/**
 * The periods of a range, in order: whole days, weeks or months, the first and the last cut to the range.
 * @throws DomainError validation_failed (invalid) where the range ends before it begins, or has too many points
 */
export function periodsOf({ from, to, step }: SeriesRange): readonly SeriesPeriod[] {
  if (Temporal.PlainDate.compare(from, to) > 0) {
    throw invalidField('to', 'range', 'to is before from. Send the later day as to.');
  }
  const periods: SeriesPeriod[] = [];
  for (let begins = from; Temporal.PlainDate.compare(begins, to) <= 0;) {
    if (periods.length === MOST_POINTS) {
      throw invalidField(
        'step',
        'too_many_points',
        `${from} to ${to} has more than ${MOST_POINTS} points of a ${step}. Ask for a longer step or fewer days.`,
      );
    }
    const ends = endOf(begins, step);
    periods.push({ from: begins, to: Temporal.PlainDate.compare(ends, to) < 0 ? ends : to });
    begins = ends.add({ days: 1 });
  }
  return periods;
}

/**
 * The first day of so many periods, of which the last has this day.
 * @throws DomainError validation_failed (invalid) for no number of points
 */
export function periodsBack(day: Temporal.PlainDate, periods: number, step: SeriesStep): Temporal.PlainDate {
  if (periods < 1 || periods > MOST_POINTS) {
    throw invalidField('last', 'range', `Ask for 1 to ${MOST_POINTS} points.`);
  }
  const before = periods - 1;
  switch (step) {
    case 'day':
      return day.subtract({ days: before });
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1, weeks: before });
    case 'month':
      return day.with({ day: 1 }).subtract({ months: before });
  }
}

function endOf(day: Temporal.PlainDate, step: SeriesStep): Temporal.PlainDate {
  switch (step) {
    case 'day':
      return day;
    case 'week':
      return day.add({ days: day.daysInWeek - day.dayOfWeek });
    case 'month':
      return day.with({ day: day.daysInMonth });
  }
}

/**
 * Figures that are read from the books, as the lines that they are the sum of: lines of these accounts, of events that
 * begin with `events`, added on `grows` and taken off on the other side.
 */
type Figure = {
  readonly accounts: readonly AccountName[];
  readonly events: string;
  readonly grows: 'debit' | 'credit';
};

export const FIGURES = {
  /** Principal that reached borrowers, fees that were withheld from it included; less what came back. */
  disbursed: { accounts: ['loan_portfolio'], events: 'disbursement.', grows: 'debit' },
  /** What was paid on loans, wherever the money lay before; less what was reversed. */
  collected: {
    accounts: [
      'cash',
      'bank',
      'mpesa_paybill',
      'airtel_collected',
      'due_from_schools',
      'unallocated_receipts',
      'savings_transfers',
    ],
    events: 'repayment.',
    grows: 'debit',
  },
} as const satisfies { readonly [figure: string]: Figure };
