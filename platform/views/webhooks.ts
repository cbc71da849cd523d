import { readInstant } from '../persistence/types.ts';
import { idCondition, where, type Page, type RecordId, type ViewContext } from './view.ts';

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
