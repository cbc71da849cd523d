/** Daraja's times carry no zone. They are the provider's own. */
export const PROVIDER_ZONE = 'Africa/Nairobi';

/** `YYYYMMDDHHmmss` of an instant (portal, "M-Pesa Express", `Timestamp`). */
export function compactTime(at: Temporal.Instant): string {
  const local = at.toZonedDateTimeISO(PROVIDER_ZONE);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${local.year}${[local.month, local.day, local.hour, local.minute, local.second].map(two).join('')}`;
}

/** `YYYY-MM-DD HH:mm:ss` of an instant (portal, "Pull Transactions", `StartDate`). */
export function spacedTime(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(PROVIDER_ZONE).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}

const COMPACT = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/;
const DOTTED = /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/;

/** `20180223054112` or `06.07.2024 22:48:52`; null where it is neither, or no such day. */
export function readTime(text: string | null): Temporal.Instant | null {
  const parts = (COMPACT.exec(text ?? '') ?? DOTTED.exec(text ?? ''))?.groups;
  if (parts === undefined) return null;
  const fields = Object.fromEntries(Object.entries(parts).map(([name, digits]) => [name, Number(digits)]));
  try {
    // Both patterns name these groups.
    return Temporal.PlainDateTime.from(fields as { year: number; month: number; day: number }, { overflow: 'reject' })
      .toZonedDateTime(PROVIDER_ZONE)
      .toInstant();
  } catch {
    return null;
  }
}
