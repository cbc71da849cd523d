import { availableActions } from '#core/kernel/lifecycle.ts';
import { feedEntry, type StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { readFeed, typesNamed } from '#platform/app/change-feed.ts';
import { shownEventTypes } from '#platform/runtime/event-types.ts';
import type { View } from '#platform/app/views.ts';
import { uuidOfEvent } from '#core/partners/event-id.ts';
import { badInput, connection, listed, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import { readerOf, type LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type One = { readonly id: string };
type Following = {
  readonly after?: number | null;
  readonly types?: readonly string[] | null;
  readonly first?: number | null;
};

const USUAL = 50;
const MOST = 100;

/** Webhooks of the client that asks, what became of their deliveries, and the events behind them. */
export const webhookQuery: TypeResolvers<LendingContext> = {
  webhook: (_, { id }: One, { loaders }) => loaders.webhooks.load(id),
  webhooks: listed('webhooks', lendingLists.Webhook, ({ webhooks }, { caller: { clientId } }: LendingContext) => ({
    slice: (criteria, slice) => webhooks.slice(clientId, criteria, slice),
    count: (criteria) => webhooks.count(clientId, criteria),
  })),
  webhookDelivery: (_, { id }: One, { loaders }) => loaders.webhookDeliveries.load(id),
  event: async (_, { id }: One, { app, caller, read }) => {
    const uuid = uuidOfEvent(id);
    if (uuid === null) return null;
    return (await read((views) => views.events.one(readerOf(caller, app.clock()), uuid)))?.event ?? null;
  },
  changes: async (_, { after, types, first }: Following, { app, caller, read }) => {
    const limit = first ?? USUAL;
    if (limit < 1 || limit > MOST) throw badInput(`first takes 1 to ${MOST}.`);
    const request = { after: after ?? null, types: typesNamed(types ?? null, badInput), limit };
    const page = await read((views) => readFeed(views, readerOf(caller, app.clock()), request, badInput));
    return { changes: page.rows, through: page.through, hasMore: page.more };
  },
  eventTypes: () => shownEventTypes,
};

export const webhookRecords: Resolvers<LendingContext> = {
  Webhook: {
    id: ({ uuid }: View<'webhooks'>) => uuid,
    metadata: ({ metadata }: View<'webhooks'>) => Object.entries(metadata).map(([key, value]) => ({ key, value })),
    availableActions: ({ state }: View<'webhooks'>) => availableActions(webhookLifecycle, state),
    deliveries: (
      webhook: View<'webhooks'>,
      { states, ...args }: ConnectionArguments & { readonly states?: readonly string[] | null },
      { loaders },
    ) =>
      connection('deliveries', args, {
        slice: (slice) => loaders.deliveriesOfWebhook(states ?? null)(webhook.id, slice),
        count: () => loaders.deliveryCountOfWebhook(states ?? null).load(webhook.id),
      }),
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
