import { isOperational } from './event-types.ts';
import type { Announcement } from './webhook-endpoint/webhook-endpoint.ts';

/** What the outbox knows of an event, as far as its audience depends on it. */
export type ToldEvent = {
  readonly type: string;
  readonly subjectType: string;
  readonly subject: { readonly id: number };
  readonly data: { readonly [member: string]: unknown };
};

/**
 * Whom an event may be told to. An operational event belongs to the client that it is about.
 * @param ownerClientId the client that alone may hear of a record of its own (the payment bridge); null for none
 */
export function announce(told: ToldEvent, ownerClientId: number | null = null): Announcement {
  if (!isOperational(told.type)) return { type: told.type, ownerClientId, aboutEndpointId: null };
  const client = told.subjectType === 'client' ? told.subject.id : told.data['client_id'];
  const webhook = told.subjectType === 'webhook' ? told.subject.id : told.data['webhook_id'];
  if (typeof client !== 'number') throw new Error(`The event ${told.type} does not say which client it belongs to.`);
  return { type: told.type, ownerClientId: client, aboutEndpointId: typeof webhook === 'number' ? webhook : null };
}
