/** The days that closes of business have closed for a loan. */
export type ClosedDays = {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** Whether the tenant follows the in duplum rule. */
  readonly inDuplum: boolean;
};
