/** What became of a payment that the provider's statuses do not settle, as a person found it. */
export type ReviewOutcome = 'paid' | 'not_paid';
