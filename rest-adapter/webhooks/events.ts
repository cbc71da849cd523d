import Type from 'typebox';
import { subjectOf } from '#core/partners/event-types.ts';
import { feedEntry } from '#core/partners/webhook-delivery/payload.ts';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { shownEventTypes } from '#platform/runtime/event-types.ts';
import { lists, pageOfRows, type List } from '#platform/app/lists.ts';
import type { FeedReader, Views } from '#platform/app/views.ts';
import { uuidOfEvent } from '#core/partners/event-id.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { nullable, object } from '../shapes.ts';
import { readerOf } from './commands.ts';
import { EVENT_ID, EventSchema } from './shapes.ts';
import type { WebhookSurface } from './surfaces.ts';

export const EventPath = object({
  id: Type.String({
    pattern: EVENT_ID,
    description: 'The event’s id.',
    examples: ['evt_0198c0de4b1d7c3a9f005a1e2d3c4b5a'],
  }),
});

/**
 * The event that a path names.
 * @throws DomainError not_found (missing): unknown, too old, beyond the caller’s scopes, or another’s
 */
export async function theEvent(views: Views, reader: FeedReader, id: string) {
  const uuid = uuidOfEvent(id);
  const event = uuid === null ? null : await views.events.one(reader, uuid);
  if (event !== null) return event;
  throw refuse(kernelRefusals.not_found, `There is no event ${id.slice(0, 100)} that you may read.`, {
    resource: 'event',
    id: id.slice(0, 100),
  });
}

const EventTypeSchema = object(
  {
    type: Type.String({ examples: ['loan.disbursed'] }),
    subject_type: Type.String({ examples: ['loan'], description: 'What subject.type of its events says.' }),
    description: Type.String({ description: 'What happened.' }),
    scope: nullable(
      Type.String({
        description:
          'The scope that a client needs to receive it, or several, separated by spaces; null: it concerns the client’s own webhooks.',
      }),
    ),
    schema: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The JSON Schema (draft 2020-12) of a delivery, and of the event in the feed.',
      },
    ),
  },
  { $id: 'EventType' },
);

/** What the catalogue can be filtered by: it is part of the program, no table. */
const eventTypeList: List = {
  table: 'event_type',
  order: 'oldest_first',
  fields: {
    type: { type: 'choice', column: 'type', choices: shownEventTypes.map(({ type }) => type), sortable: true },
    subject: {
      type: 'choice',
      column: 'subject',
      choices: [...new Set(shownEventTypes.map(({ type }) => subjectOf(type)))],
    },
  },
};

export const eventRoutes = [
  listRoute({
    path: '/api/v1/events',
    surface: 'lending',
    operation: 'listEvents',
    summary: 'What happened, newest first',
    description:
      'The events of the last 30 days within your scopes, as webhooks receive them. Since an instant: ' +
      'filter[occurred_at][gte]. To follow on, sort=occurred_at and keep the cursor.',
    tag: 'Events',
    scope: 'webhooks:read',
    bucket: 'B.read',
    list: lists.events,
    schema: EventSchema,
    read: (views, query, _, call) => views.events.list(readerOf(call.now, call), query),
    show: feedEntry,
  }),
  route({
    method: 'GET',
    path: '/api/v1/events/{id}',
    surface: 'lending',
    operation: 'getEvent',
    summary: 'One event',
    tag: 'Events',
    scope: 'webhooks:read',
    bucket: 'B.read',
    params: EventPath,
    reply: { status: 200, schema: EventSchema, describe: 'The event, as webhooks receive it.' },
    refusals: [],
    handle: async (app, { caller, params, query }) => {
      const reader = readerOf(app.clock(), { caller, query });
      const { event } = await app.read(caller, (views) => theEvent(views, reader, params.id));
      return { body: feedEntry(event) };
    },
  }),
];

/** The catalogue of events: the same on each surface. */
export const eventTypeRoutes = ({ surface, tags, reading, root, eventTypes }: WebhookSurface) => [
  listRoute({
    path: `${root}/event_types`,
    surface,
    operation: eventTypes,
    summary: 'The catalogue of events, with their schemas',
    tag: tags.events,
    scope: 'webhooks:read',
    bucket: reading,
    list: eventTypeList,
    schema: EventTypeSchema,
    read: async (_views, query) =>
      pageOfRows(shownEventTypes, query, ({ type }, field) => (field === 'subject' ? subjectOf(type) : type)),
    show: ({ subjectType, ...row }) => ({ ...row, subject_type: subjectType }),
  }),
];
