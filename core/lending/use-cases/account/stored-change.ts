import type { StoredChange } from '../../loan/entry.ts';
import type { RescheduleChange } from '../../schedule/reschedule.ts';

/** A change as it is stored. */
export function storedChange(change: RescheduleChange): StoredChange {
  return Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, typeof value === 'number' ? value : String(value)]),
  );
}

/** The change that was stored. */
export function changeFrom(stored: StoredChange): RescheduleChange {
  const { from, rateFrom, firstDueOn, instalmentAmount, ...rest } = stored;
  const date = (text: string | number) => Temporal.PlainDate.from(String(text));
  return {
    // Texts and numbers are stored as they are: what is no date goes back as it came.
    ...(rest as object),
    from: date(from ?? ''),
    ...(rateFrom === undefined ? {} : { rateFrom: date(rateFrom) }),
    ...(firstDueOn === undefined ? {} : { firstDueOn: date(firstDueOn) }),
    ...(instalmentAmount === undefined ? {} : { instalmentAmount: BigInt(instalmentAmount) }),
  };
}
