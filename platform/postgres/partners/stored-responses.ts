import type { TenantTransaction } from '../database.ts';

/** What a repetition receives in place of a response that was cleared. */
const CLEARED = '{"erased":true}';

/** Responses of a page: each is opened by this process. */
const PAGE = 500;

/** Whose response it is: it opens there alone. */
export type ResponsePlace = { readonly clientId: number; readonly key: string };
export const placeOfResponse = ({ clientId, key }: ResponsePlace) => `idempotency_key.response ${clientId} ${key}`;

/**
 * Clears the stored responses of all clients in which any of the texts stands. The keys stay: a repetition is still
 * recognised and not executed again, and it receives the status of then with nothing of the person.
 */
export async function forgetResponses(tx: TenantTransaction, texts: readonly string[]): Promise<void> {
  // Bodies are JSON: a text stands in them as JSON writes it.
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase());
  for (let after: Stored | undefined; ;) {
    const page = await tx.sql<Stored>(
      `select client_id, key, response ->> 'body' as body from idempotency_key
        where response is not null and ($1::bigint is null or (client_id, key) > ($1::bigint, $2::text))
        order by client_id, key limit ${PAGE}`,
      [after?.client_id ?? null, after?.key ?? null],
    );
    const found = page.filter(({ client_id: clientId, key, body }) => {
      const opened = tx.sealing.openText(body, placeOfResponse({ clientId: Number(clientId), key })).toLowerCase();
      return written.some((text) => opened.includes(text));
    });
    if (found.length > 0) await clear(tx, found);
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

type Stored = { readonly client_id: string; readonly key: string; readonly body: string };

const clear = ({ sql }: TenantTransaction, found: readonly Stored[]) =>
  sql(
    `update idempotency_key k set response = k.response || jsonb_build_object('body', $3::text)
       from unnest($1::bigint[], $2::text[]) as f(client_id, key) where k.client_id = f.client_id and k.key = f.key`,
    [found.map(({ client_id: id }) => id), found.map(({ key }) => key), CLEARED],
  );
