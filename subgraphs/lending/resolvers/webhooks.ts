import { availableActions } from '#core/kernel/lifecycle.ts';
import { feedEntry, type StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { readFeed, typesNamed } from '#platform/app/change-feed.ts';
import { shownEventTypes } from '#platform/runtime/event-types.ts';
import type { Change, View } from '#platform/app/views.ts';
import { clientsOf, type Caller } from '#platform/auth/caller.ts';
import { mayReceive } from '#core/partners/event-types.ts';
import { uuidOfEvent } from '#core/partners/event-id.ts';
import { badInput, connection, listed, type ConnectionArguments } from '../../connections.ts';
import { requireFew } from '../../lists.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import { readerOf, type LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type One = { readonly id: string };
type Following = {
  readonly after?: number | null;
  readonly types?: readonly string[] | null;
  readonly first?: number | null;
};
type OfClient = Pick<Following, 'types' | 'first'> & { readonly clientId: string; readonly before?: number | null };

const USUAL = 50;
const MOST = 100;

/** Webhooks of the client that asks, what became of their deliveries, and the events behind them. */
export const webhookQuery: TypeResolvers<LendingContext> = {
  webhook: (_, { id }: One, { loaders }) => loaders.webhooks.load(id),
  webhooks: listed('webhooks', lendingLists.Webhook, ({ webhooks }, { caller }: LendingContext) => ({
    slice: (criteria, slice) => webhooks.slice(clientsOf(caller), criteria, slice),
    count: (criteria) => webhooks.count(clientsOf(caller), criteria),
  })),
  webhookDelivery: (_, { id }: One, { loaders }) => loaders.webhookDeliveries.load(id),
  event: async (_, { id }: One, { app, caller, read }) => {
    const uuid = uuidOfEvent(id);
    if (uuid === null) return null;
    return (await read((views) => views.events.one(readerOf(caller, app.clock()), uuid)))?.event ?? null;
  },
  changes: async (_, { after, types, first }: Following, { app, caller, read }) => {
    const limit = pageSize(first);
    const request = { after: after ?? null, types: typesNamed(types ?? null, badInput), limit };
    const page = await read((views) => readFeed(views, readerOf(caller, app.clock()), request, badInput));
    return { changes: page.rows, through: page.through, hasMore: page.more };
  },
  clientChanges: async (_, { clientId, before, types, first }: OfClient, { app, caller, read, loaders }) => {
    const limit = pageSize(first);
    const client = await loaders.clients.load(clientId);
    if (client === null) return null;
    const reader = { ...readerOf(caller, app.clock()), clientId: client.id, scopes: client.scopes };
    const request = { before: before ?? null, types: typesNamed(types ?? null, badInput), limit };
    const page = await read((views) => views.changes.latest(reader, request));
    return { changes: page.rows.map((row) => within(caller, row)), through: page.through, hasMore: page.more };
  },
  eventTypes: () => shownEventTypes,
};

function pageSize(first: number | null | undefined): number {
  const limit = first ?? USUAL;
  if (limit < 1 || limit > MOST) throw badInput(`first takes 1 to ${MOST}.`);
  return limit;
}

/** A person reads the data of an event with the scope for them; that it happened, with those of the client. */
function within({ scopes }: Caller, { event, ...change }: Change): Change {
  return { ...change, event: mayReceive(event.type, scopes) ? event : { ...event, data: {} } };
}

export const webhookRecords: Resolvers<LendingContext> = {
  Client: {
    id: ({ uuid }: View<'clients', 'byUuids'>) => uuid,
    __resolveReference: ({ id }: One, { loaders }) => loaders.clients.load(id),
    webhooks: ({ id }: View<'clients', 'byUuids'>, _: unknown, { loaders }) => loaders.webhooksOfClient.load(id),
  },
  Webhook: {
    id: ({ uuid }: View<'webhooks'>) => uuid,
    client: ({ clientUuid }: View<'webhooks'>, _: unknown, { loaders }) => loaders.clients.load(clientUuid),
    metadata: ({ metadata }: View<'webhooks'>) => Object.entries(metadata).map(([key, value]) => ({ key, value })),
    availableActions: ({ state }: View<'webhooks'>) => availableActions(webhookLifecycle, state),
    deliveries: (
      webhook: View<'webhooks'>,
      { states, ...args }: ConnectionArguments & { readonly states?: readonly string[] | null },
      { loaders, cursors },
    ) => {
      requireFew('states', states);
      return connection('deliveries', args, cursors, {
        slice: (slice) => loaders.deliveriesOfWebhook(states ?? null)(webhook.id, slice),
        count: () => loaders.deliveryCountOfWebhook(states ?? null).load(webhook.id),
      });
    },
  },
  WebhookDelivery: {
    id: ({ uuid }: View<'webhookDeliveries'>) => uuid,
    availableActions: ({ state }: View<'webhookDeliveries'>) => availableActions(deliveryLifecycle, state),
    attempts: ({ id }: View<'webhookDeliveries'>, _, { loaders }) => loaders.attemptsOfDelivery.load(id),
  },
  Event: {
    timestamp: ({ occurredAt }: StoredEvent) => occurredAt,
    subjectType: ({ subject }: StoredEvent) => subject.type,
    subjectId: ({ subject }: StoredEvent) => subject.uuid,
    body: (event: StoredEvent) => JSON.stringify(feedEntry(event)),
  },
  EventType: {
    schema: ({ schema }: (typeof shownEventTypes)[number]) => JSON.stringify(schema),
  },
};
