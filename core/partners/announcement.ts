import { isOperational } from './event-types.ts';
import type { Announcement } from './webhook-endpoint/webhook-endpoint-record.ts';

/** What the outbox knows of an event, as far as its audience depends on it. */
export type EventFacts = {
  readonly type: string;
  readonly subjectType: string;
  readonly subject: { readonly id: number };
  readonly data: { readonly [member: string]: unknown };
};

/**
 * Which clients may receive an event. An operational event belongs to the client that it is about.
 * @param ownerClientId the client that alone may receive events of a record of its own (the payment bridge); null for none
 */
export function announce(emitted: EventFacts, ownerClientId: number | null = null): Announcement {
  if (!isOperational(emitted.type)) return { type: emitted.type, ownerClientId, aboutEndpointId: null };
  const client = emitted.subjectType === 'client' ? emitted.subject.id : emitted.data['client_id'];
  const webhook = emitted.subjectType === 'webhook' ? emitted.subject.id : emitted.data['webhook_id'];
  if (typeof client !== 'number') throw new Error(`The event ${emitted.type} does not say which client it belongs to.`);
  return { type: emitted.type, ownerClientId: client, aboutEndpointId: typeof webhook === 'number' ? webhook : null };
}
