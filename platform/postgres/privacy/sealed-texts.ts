import { SEALED_CALLBACKS } from './catalogue.ts';
import type { TenantTransaction } from '../database.ts';
import type { Patterns } from './identifying.ts';

/** Messages of a page: each is opened by this process. */
const PAGE = 500;

type Stored = { readonly id: string; readonly body: string; readonly headers: string };
type Words = Pick<Patterns, 'words' | 'digits'>;

/**
 * Takes the texts of a person out of the notifications of providers, which are sealed: no statement finds anything in them. What was not
 * processed yet stays, for money comes by it.
 */
export async function forgetInNotifications(tx: TenantTransaction, person: Words): Promise<void> {
  const { sealAlike } = tx.sealing;
  const without = withoutPerson(person);
  for await (const page of notifications(tx)) {
    const changed = page.flatMap(({ id, body, headers }) => {
      const cleared = { id, body: without(body), headers: without(headers) };
      return cleared.body === body && cleared.headers === headers ? [] : [cleared];
    });
    if (changed.length === 0) continue;
    await tx.sql(
      `update callback t set body = f.body, headers = to_jsonb(f.headers)
         from unnest($1::bigint[], $2::text[], $3::text[]) as f(id, body, headers)
        where t.id = f.id and not (${SEALED_CALLBACKS.unless})`,
      [
        changed.map(({ id }) => id),
        changed.map(({ body }) => sealAlike(body)),
        changed.map(({ headers }) => sealAlike(headers)),
      ],
    );
  }
}

/** The ids of notifications that name a person. */
export async function notificationsNaming(
  tx: Pick<TenantTransaction, 'sql' | 'sealing'>,
  person: Words,
): Promise<readonly string[]> {
  const without = withoutPerson(person);
  const ids: string[] = [];
  for await (const page of notifications(tx)) {
    for (const { id, body, headers } of page) if (without(body) !== body || without(headers) !== headers) ids.push(id);
  }
  return ids;
}

/** All that are stored, opened, page by page. */
async function* notifications({ sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>) {
  for (let after = '0'; ;) {
    const page = await sql<Stored>(
      `select id, body, coalesce(headers #>> '{}', '') as headers from callback where id > $1 order by id limit ${PAGE}`,
      [after],
    );
    yield page.map(({ id, body, headers }) => ({
      id,
      body: sealing.openAlike(body),
      headers: sealing.openAlike(headers),
    }));
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}

/** Replaces what the patterns find, as statements do with it (forget.ts). */
function withoutPerson({ words, digits }: Words): (text: string) => string {
  const [anyWord, anyDigits] = [expressionOf(words), expressionOf(digits)];
  return (text) => text.replaceAll(anyWord, 'erased').replaceAll(anyDigits, '0');
}

/** A pattern of PostgreSQL in terms of this language: beside classes of characters and the ends of a text they are the same. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    pattern
      .replaceAll('[[:alnum:]]', String.raw`[\p{L}\p{N}]`)
      .replaceAll(String.raw`\A`, '^')
      .replaceAll(String.raw`\Z`, '$'),
    'giu',
  );
