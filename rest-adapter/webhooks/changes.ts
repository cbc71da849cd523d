import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { feedEntry } from '#core/partners/webhook-delivery/payload.ts';
import { readFeed, typesNamed } from '#platform/app/change-feed.ts';
import { restRefusals } from '../refusals.ts';
import { route } from '../route.ts';
import { object, wholeParameter } from '../shapes.ts';
import { readerOf } from './commands.ts';
import { heldParameters, heldUntilNew, limitOf } from './held.ts';
import { EventSchema } from './shapes.ts';

const ChangeSchema = object(
  {
    ...EventSchema.properties,
    sequence: Type.Integer({ description: 'Its number among all events of the institution. Webhooks show the same.' }),
  },
  { $id: 'Change' },
);

const ChangesSchema = object({
  data: Type.Array(ChangeSchema),
  through: Type.Integer({
    description:
      'The page is complete up to this number: send it as after of the next request. Numbers that are missing are of ' +
      'events outside of your scopes or of other types; none comes later.',
  }),
  has_more: Type.Boolean({ description: 'The feed goes on already: ask again without waiting.' }),
});

const ChangesQuery = object({
  after: wholeParameter('^(0|[1-9][0-9]{0,14})$', {
    minimum: 0,
    description: 'Events behind this number: through of the last page. Without it, from the oldest that is retained.',
    examples: [1234],
  }),
  types: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Event types or patterns as webhooks take them, separated by commas: loan.*,repayment.received.',
      examples: ['loan.*'],
    }),
  ),
  ...heldParameters,
});

const invalid = (parameter: string) => (detail: string) =>
  refuse(restRefusals.invalid_parameter, detail, { parameter });

const patternsIn = (text: string | undefined): readonly string[] | null =>
  text === undefined ? null : text.split(',').map((pattern) => pattern.trim());

export const changeRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/changes',
    surface: 'lending',
    operation: 'readChanges',
    summary: 'The feed of what happened, in one order',
    description:
      'Every event of the institution within your scopes, in one order and each once, for as long as events are retained ' +
      '(30 days). Send through of a page as after of the next one: nothing is missed and nothing comes twice, however ' +
      'many write. wait holds the request until something happens.',
    tag: 'Events',
    scope: 'webhooks:read',
    bucket: 'B.read',
    query: ChangesQuery,
    reply: { status: 200, schema: ChangesSchema, describe: 'A part of the feed.' },
    refusals: ['changes_expired'],
    handle: async (app, call) => {
      const { query, tools } = call;
      const request = {
        after: query.after === undefined ? null : Number(query.after),
        types: typesNamed(patternsIn(query.types), invalid('types')),
        limit: limitOf(query.limit),
      };
      const held = { ...call, waiting: tools.waiting, seconds: Number(query.wait ?? 0) };
      const { rows, through, more } = await heldUntilNew(request.after, held, (after, caller) => {
        // Every operation takes id_format: the schema of the row does not say it.
        const reader = readerOf(app.clock(), { caller, query: query as { readonly id_format?: unknown } });
        return app.read(caller, (views) => readFeed(views, reader, { ...request, after }, invalid('after')));
      });
      return {
        body: { data: rows.map(({ event }) => feedEntry(event)), through, has_more: more },
      };
    },
  }),
];
