import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type Page, type RecordId, type ViewContext } from '../../views/view.ts';

export type WebhookView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly ordered: boolean;
  readonly rateLimitPerSecond: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payload: 'full' | 'thin';
  readonly sandbox: boolean;
  readonly state: string;
  readonly disabledReason: string | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** What a client may ask of its webhooks. */
export const webhookList: List = {
  table: 'webhook',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'webhook', sortable: true },
    state: {
      type: 'choice',
      column: 'state',
      choices: webhookLifecycle.states.filter((state) => state !== 'deleted'),
      sortable: true,
    },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

/** A client sees its own webhooks; deleted ones are gone. */
export function webhookViews({ sql }: ViewContext) {
  return {
    one: async (clientId: number, id: RecordId): Promise<WebhookView | null> => {
      const { clause, params } = where(
        idCondition('w', id),
        ['w.client_id = ?::bigint', clientId],
        [`w.state <> ?`, 'deleted'],
      );
      return (await sql(`select w.* from webhook w ${clause}`, params)).map(webhookOf)[0] ?? null;
    },
    /** One page of what the client asks for. */
    list: (clientId: number, query: ListQuery) =>
      readPage(sql, webhookList, query, {
        base: [
          ['l.client_id = ?::bigint', clientId],
          ['l.state <> ?', 'deleted'],
        ],
        select: (page) => `select l.* from ${page} l`,
        show: webhookOf,
      }),
    /** The client's webhooks with these uuids, in no order. */
    byUuids: async (clientId: number, uuids: readonly string[]): Promise<WebhookView[]> => {
      const { clause, params } = where(...shownTo(clientId), ['w.uuid = any(?::uuid[])', uuids]);
      return (await sql(`select w.* from webhook w ${clause}`, params)).map(webhookOf);
    },
    /** The id of the client's webhook, for a command; deleted ones keep theirs, so that a repetition is recognised. */
    idOf: async (clientId: number, uuid: string): Promise<number | null> => {
      const { clause, params } = where(['w.client_id = ?::bigint', clientId], ['w.uuid = ?::uuid', uuid]);
      const [row] = await sql(`select w.id from webhook w ${clause}`, params);
      return row ? Number(row['id']) : null;
    },
    /** Part of the list, newest first. */
    slice: async (clientId: number, slice: Slice) => {
      const { clause, params } = where(...shownTo(clientId), ...within('webhook', 'w', 'newest', slice));
      const rows = await sql(`select w.* from webhook w ${clause} ${sliceEnding('w', 'newest', slice)}`, params);
      return inListOrder(rows.map(webhookOf), slice);
    },
    count: async (clientId: number): Promise<number> => {
      const { clause, params } = where(...shownTo(clientId));
      const [row] = await sql(`select count(*) as count from webhook w ${clause}`, params);
      return Number(row?.['count']);
    },
    /** One page, newest first. */
    page: async (clientId: number, { after, limit }: Page): Promise<WebhookView[]> => {
      const { clause, params } = where(
        ['w.client_id = ?::bigint', clientId],
        [`w.state <> ?`, 'deleted'],
        ['w.id < ?::bigint', after ?? undefined],
      );
      return (await sql(`select w.* from webhook w ${clause} order by w.id desc limit ${limit}`, params)).map(
        webhookOf,
      );
    },
  };
}

function shownTo(clientId: number): Condition[] {
  return [
    ['w.client_id = ?::bigint', clientId],
    ['w.state <> ?', 'deleted'],
  ];
}

function webhookOf(row: Record<string, unknown>): WebhookView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    url: String(row['url']),
    events: row['events'] as string[],
    description: row['description'] as string | null,
    ordered: Boolean(row['ordered']),
    rateLimitPerSecond: row['rate_limit_per_second'] as number | null,
    metadata: row['metadata'] as Record<string, string>,
    payload: row['payload_style'] as WebhookView['payload'],
    sandbox: Boolean(row['sandbox']),
    state: String(row['state']),
    disabledReason: row['disabled_reason'] as string | null,
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
