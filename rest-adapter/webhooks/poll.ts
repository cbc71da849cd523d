import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { mayReceive } from '#core/partners/event-types.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { carriesRecord, deliveredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { onWire, recordsRead, type WantedRecord } from '#platform/app/processes/delivery/records.ts';
import type { App } from '#platform/app/compose.ts';
import { restRefusals } from '../refusals.ts';
import { route, type Call, type Surface } from '../route.ts';
import { object, onePath, wholeParameter } from '../shapes.ts';
import { readerOf, scopesThrough, theWebhook } from './commands.ts';
import { showDelivered } from './delivered-records.ts';
import { heldParameters, heldUntilNew, limitOf } from './held.ts';
import { EventSchema } from './shapes.ts';
import type { WebhookSurface } from './surfaces.ts';

const PolledSchema = object(
  {
    ...EventSchema.properties,
    delivery_sequence: Type.Integer({ description: 'Among the deliveries to the webhook: without a gap.' }),
    test: Type.Optional(Type.Boolean({ description: 'True: an example that was requested of the webhook.' })),
    record: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'The subject as it is now, where the webhook takes full payloads.' },
      ),
    ),
  },
  { $id: 'PolledEvent' },
);

const PollSchema = object({
  data: Type.Array(PolledSchema),
  through: Type.Integer({
    description:
      'The page is complete up to this delivery_sequence: send it as after of the next request. What is missing below it is ' +
      'beyond the scopes of this token or of the webhook.',
  }),
  has_more: Type.Boolean({ description: 'There are more already: ask again without waiting.' }),
});

const PollQuery = object({
  after: wholeParameter('^(0|[1-9][0-9]{0,14})$', {
    minimum: 0,
    description: 'Deliveries behind this delivery_sequence: through of the last page. Without it, from the oldest.',
    examples: [12],
  }),
  ...heldParameters,
});

type Polling = Pick<Call<never, never, never>, 'caller'> & {
  readonly surface: Surface;
  readonly query: { readonly id_format?: unknown };
  readonly webhookId: number;
  readonly limit: number;
};

/**
 * The deliveries to a webhook behind a number, with the bodies that are posted to it. Whether they arrived, wait or are held
 * makes no difference. What the webhook, its client or this token may not read (any more) is left out.
 * @throws DomainError changes_expired (gone), invalid_parameter
 */
async function polled(app: App, { caller, surface, query, webhookId, limit }: Polling, after: number | null) {
  const reader = readerOf(app.clock(), { caller, query });
  // Personal data of minors are in no payload.
  return app.read({ ...caller, pii: false }, async (views) => {
    const webhook = await theWebhook.require(views, { caller, params: { id: String(webhookId) } });
    const page = await views.webhookDeliveries.behind(webhook.id, { after, limit }, reader);
    if (after !== null && after < page.oldest) {
      const detail = `Deliveries up to number ${page.oldest} are no longer retained.`;
      throw refuse(partnerRefusals.changes_expired, detail, { oldest: page.oldest });
    }
    if (after !== null && after > page.latest) {
      const detail = `after lies ahead of the webhook, which has come to ${page.latest}.`;
      throw refuse(restRefusals.invalid_parameter, detail, { parameter: 'after' });
    }
    const { style } = page;
    const through = scopesThrough(surface, caller);
    const scopes = page.scopes.filter((scope) => through.includes(scope));
    const shown = page.rows.filter(({ event }) => mayReceive(event.type, scopes));
    const wanted = shown.map(({ event, number }) => {
      const asked: WantedRecord = {
        event,
        reader: { clientId: caller.clientId, scopes },
        idFormat: reader.idFormat,
      };
      return { number, asked };
    });
    const carrying = wanted.flatMap(({ asked }) => (carriesRecord(asked.event.type, style) ? [asked] : []));
    const recordOf = await recordsRead(carrying, {
      show: (these) => showDelivered(views, these),
      // Each statement of what only reads is on its own.
      apart: (read) => read(),
      onFault: () => undefined,
    });
    const rows = wanted.map(({ number, asked }) => {
      // What can't be shown is logged by the worker that posts it.
      const record = onWire(
        () => recordOf(asked),
        () => undefined,
      );
      return deliveredEvent(asked.event, { number, style, record });
    });
    return { rows, through: page.through, more: page.more };
  });
}

/** The deliveries to a webhook, for those who fetch them. */
export const pollRoutes = ({ surface, tags, reading, path, noun, name }: WebhookSurface) => [
  route({
    method: 'GET',
    path: `${path}/{id}/poll`,
    surface,
    operation: `poll${name}`,
    summary: 'Fetch what a webhook is sent',
    description:
      'The deliveries to the webhook in the order of their numbers, with the same bodies and ids as those that are posted: for ' +
      'receivers that can’t be reached, and to catch up. Send through of a page as after of the next one. It makes no difference ' +
      'whether a delivery arrived; a webhook that is disabled is polled alone. Of the last 30 days.',
    tag: tags.webhooks,
    scope: 'webhooks:read',
    bucket: reading,
    params: onePath(noun),
    subject: theWebhook,
    query: PollQuery,
    reply: { status: 200, schema: PollSchema, describe: 'Deliveries, oldest first.' },
    refusals: ['changes_expired'],
    handle: async (app, call) => {
      const { query, subjectId, tools } = call;
      const polling = {
        surface,
        // Every operation takes id_format: the schema of the row does not say it.
        query: query as { readonly id_format?: unknown },
        webhookId: await subjectId(),
        limit: limitOf(query.limit),
      };
      const first = query.after === undefined ? null : Number(query.after);
      const held = { ...call, waiting: tools.waiting, seconds: Number(query.wait ?? 0) };
      const { rows, through, more } = await heldUntilNew(first, held, (after, caller) =>
        polled(app, { ...polling, caller }, after),
      );
      return { body: { data: rows, through, has_more: more } };
    },
  }),
];
