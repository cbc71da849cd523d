import { refuse } from '../kernel/domain-error.ts';
import { ledgerRefusals } from './refusals.ts';

type Day = Temporal.PlainDate;
const later = (a: Day, b: Day | null): boolean => b === null || Temporal.PlainDate.compare(a, b) > 0;

/**
 * Refuses a journal of a day whose books are closed.
 * @param closedThrough the last day of the last period that was closed; null where none was
 * @throws DomainError period_closed (conflict) with booked_on, closed_through
 */
export function requireOpenBooks(bookedOn: Day, closedThrough: Day | null): void {
  if (later(bookedOn, closedThrough)) return;
  throw refuse(
    ledgerRefusals.period_closed,
    `The books are closed through ${closedThrough}; nothing is booked on ${bookedOn} any more.`,
    { booked_on: bookedOn.toString(), closed_through: String(closedThrough) },
  );
}

/**
 * Refuses to close a period that is not over, lies in one that is closed, or has a day whose business was not closed.
 * @param businessClosedThrough the last day of which the close of business is done; null where there was none
 * @throws DomainError period_not_closable (conflict)
 */
export function requireClosable(
  endsOn: Day,
  {
    today,
    closedThrough,
    businessClosedThrough,
  }: { today: Day; closedThrough: Day | null; businessClosedThrough: Day | null },
): void {
  const details = {
    ends_on: endsOn.toString(),
    closed_through: closedThrough?.toString() ?? null,
    business_closed_through: businessClosedThrough?.toString() ?? null,
  };
  const no = (why: string) => refuse(ledgerRefusals.period_not_closable, why, details);
  if (!later(endsOn, closedThrough)) throw no(`The books are closed through ${closedThrough} already.`);
  if (!later(today, endsOn)) throw no(`${endsOn} is not over yet.`);
  if (businessClosedThrough === null || later(endsOn, businessClosedThrough)) {
    throw no(`The business of ${endsOn} was not closed yet; run the close of business first.`);
  }
}
