import { invalidField } from '../../../kernel/field-error.ts';

type Day = Temporal.PlainDate;

/**
 * The days to close, oldest first, so that none is passed over: from the one after the last that was closed.
 * @param through the last day to close
 * @param lastClosed null where nothing was closed yet: it begins with `firstDay`
 * @param firstDay the day on which the first loan was disbursed; null where nothing was lent yet
 */
export function daysToClose(through: Day, lastClosed: Day | null, firstDay: Day | null): Day[] {
  const days: Day[] = [];
  const from = lastClosed?.add({ days: 1 }) ?? firstDay ?? through;
  for (let day = from; Temporal.PlainDate.compare(day, through) <= 0; day = day.add({ days: 1 })) days.push(day);
  return days;
}

/**
 * Refuses to close a day that is not over. A sandbox may close the present day, to see what comes of it.
 * @throws DomainError validation_failed (invalid)
 */
export function requireDayOver(day: Day, today: Day, mode: 'sandbox' | 'live'): void {
  const last = mode === 'sandbox' ? today : today.subtract({ days: 1 });
  if (Temporal.PlainDate.compare(day, last) <= 0) return;
  throw invalidField(
    'date',
    'range',
    `Choose a day up to ${last}.`,
    `${day} is not over; the last day that can be closed is ${last}.`,
  );
}
