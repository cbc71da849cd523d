/** The days that closes of business have closed for a loan. */
export type ClosedDays = { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate };
