import type { TenantTransaction } from '../database.ts';
import { formsOfKey } from '../privacy/covered-reference.ts';
import type { Patterns } from '../privacy/identifying.ts';
import { withoutPerson } from '../privacy/sealed-texts.ts';

/** What a repetition receives in place of a response that was cleared. */
const CLEARED = '{"erased":true}';

/** Responses of a page: each is opened by this process. */
const PAGE = 500;

/** Whose response it is: it opens there alone. */
export type ResponsePlace = { readonly clientId: number; readonly key: string };
export const placeOfResponse = ({ clientId, key }: ResponsePlace) => `idempotency_key.response ${clientId} ${key}`;

/**
 * Clears the stored responses of all clients in which any of the texts stands, or what the patterns find. The keys stay: a
 * repetition is still recognised and not executed again, and it receives the status of then with nothing of the person.
 * @param until of requests that came later, nothing is cleared
 */
export async function forgetResponses(
  tx: TenantTransaction,
  person: Pick<Patterns, 'words' | 'digits' | 'terms'>,
  { texts, until = null }: { readonly texts: readonly string[]; readonly until?: Temporal.Instant | null },
): Promise<void> {
  const without = withoutPerson(person);
  // Bodies are JSON: a text stands in them as JSON writes it.
  const written = texts.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase());
  for (let after: Stored | undefined; ;) {
    const page = await tx.sql<Stored>(
      `select client_id, key, response ->> 'body' as body from idempotency_key
        where response is not null and ($1::bigint is null or (client_id, key) > ($1::bigint, $2::text))
          and created_at <= coalesce($3::timestamptz, 'infinity')
        order by client_id, key limit ${PAGE}`,
      [after?.client_id ?? null, after?.key ?? null, until?.toString() ?? null],
    );
    const found = page.filter(({ client_id: clientId, key, body }) => {
      const opened = tx.sealing.openText(body, placeOfResponse({ clientId: Number(clientId), key }));
      const lower = opened.toLowerCase();
      return written.some((text) => lower.includes(text)) || without(opened) !== opened;
    });
    if (found.length > 0) await clear(tx, found);
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

type Stored = { readonly client_id: string; readonly key: string; readonly body: string };

const clear = ({ sql }: TenantTransaction, found: readonly Pick<Stored, 'client_id' | 'key'>[]) =>
  sql(
    `update idempotency_key k set response = k.response || jsonb_build_object('body', $3::text)
       from unnest($1::bigint[], $2::text[]) as f(client_id, key) where k.client_id = f.client_id and k.key = f.key`,
    [found.map(({ client_id: id }) => id), found.map(({ key }) => key), CLEARED],
  );

/**
 * Keys that name the person say so no more; the responses under them are cleared as well. A repetition is recognised by what a
 * key is covered with. What is still carried out is left: its end looks for its key.
 * @param until keys of requests that came later are left
 */
export async function coverKeys(
  tx: TenantTransaction,
  { words, digits }: Pick<Patterns, 'words' | 'digits'>,
  until: Temporal.Instant | null = null,
): Promise<void> {
  const without = `regexp_replace(regexp_replace(k.request_id, $1, 'erased', 'gi'), $2, '0', 'gi')`;
  await tx.sql(`update idempotency_key k set request_id = ${without} where k.request_id ~* $1 or k.request_id ~* $2`, [
    words,
    digits,
  ]);
  const named = await tx.sql<{ client_id: string; key: string }>(
    `select k.client_id, k.key from idempotency_key k
      where k.response is not null and (k.key ~* $1 or k.key ~* $2) and k.created_at <= coalesce($3::timestamptz, 'infinity')`,
    [words, digits, until?.toString() ?? null],
  );
  if (named.length === 0) return;
  await clear(tx, named);
  await tx.sql(
    `update idempotency_key k set key = f.covered from unnest($1::bigint[], $2::text[], $3::text[]) as f(client_id, key, covered)
      where k.client_id = f.client_id and k.key = f.key`,
    [
      named.map(({ client_id: id }) => id),
      named.map(({ key }) => key),
      named.map(({ key }) => formsOfKey(tx.sealing, key)[1]),
    ],
  );
}
