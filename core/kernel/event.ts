import type { Details } from './domain-error.ts';

/** A record that events speak of. `id` and `version` are read when the event is written, not when it is made. */
export type Subject = { readonly id: number; readonly uuid: string; readonly version: number };

/**
 * A change of a record, emitted once. The same event feeds the journal (posting rules of the
 * ledger), the audit trail and the webhooks, in one transaction with the change itself.
 */
export type DomainEvent = {
  /** `<singular>.<past tense>`, from the lifecycle's table. */
  readonly type: string;
  readonly subjectType: string;
  readonly subject: Subject;
  /** Facts beside the subject's id, as receivers of webhooks see them; money as bigint minor units. */
  readonly data: Details;
  /** Facts for our own ledger and workers; never published. */
  readonly internal: Details;
};

/** Builds an event of the subject's lifecycle. */
export function event(
  type: string,
  subjectType: string,
  subject: Subject,
  data: Details = {},
  internal: Details = {},
): DomainEvent {
  return { type, subjectType, subject, data, internal };
}
