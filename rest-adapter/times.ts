/** The earliest year that is taken: databases, calendars and people disagree about those long before. */
const EARLIEST_YEAR = 1900;

/** An instant written in ISO 8601 with its offset; null where the text is none that can be stored. */
export function instantIn(text: string): Temporal.Instant | null {
  const instant = /^\d{4}-/.test(text) ? attempt(() => Temporal.Instant.from(text)) : null;
  return instant && instant.epochMilliseconds >= Date.UTC(EARLIEST_YEAR, 0) ? instant : null;
}

/** A date written as YYYY-MM-DD; null where the text is none that can be stored. */
export function dateIn(text: string): Temporal.PlainDate | null {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? attempt(() => Temporal.PlainDate.from(text)) : null;
  return date && date.year >= EARLIEST_YEAR ? date : null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    // By name: Temporal may come from another realm, as in a test, and then has a RangeError of its own.
    if (Error.isError(error) && error.name === 'RangeError') return null;
    throw error;
  }
}
