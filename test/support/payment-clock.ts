/** The business days of Nairobi, and a sandbox's limit on dating back. */
export const nairobi = {
  businessDate: (at: Temporal.Instant) => at.toZonedDateTimeISO('Africa/Nairobi').toPlainDate(),
  startOfDay: (on: Temporal.PlainDate) => on.toZonedDateTime('Africa/Nairobi').toInstant(),
  backdateDays: 365,
};
