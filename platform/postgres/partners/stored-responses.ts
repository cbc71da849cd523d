import type { TenantTransaction } from '../database.ts';

/** What a repetition receives in place of a response that was cleared. */
const CLEARED = '{"erased":true}';

/**
 * Clears the stored responses of all clients in which any of the texts stands. The keys stay: a repetition is still
 * recognised and not executed again, and it receives the status of then with nothing of the person.
 */
export async function forgetResponses({ sql }: TenantTransaction, texts: readonly string[]): Promise<void> {
  // Bodies are JSON: a text stands in them as JSON writes it.
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1));
  await sql(
    `update idempotency_key k
        set response = k.response || jsonb_build_object('body', $2::text)
      where k.response is not null
        and exists (select from unnest($1::text[]) as t(written)
                     where position(lower(t.written) in lower(k.response ->> 'body')) > 0)`,
    [written, CLEARED],
  );
}
