import { SEALED_CALLBACKS } from './catalogue.ts';
import type { TenantTransaction } from '../database.ts';
import type { Patterns } from './identifying.ts';
import type { Sealing } from './keys/tenant-keys.ts';
import { SIGNATURE_BITS, signatureOf } from './signature.ts';
import { termsOfText } from './terms.ts';

/** Messages of a page: each is opened by this process. */
const PAGE = 500;

type Stored = { readonly id: string; readonly body: string; readonly headers: string };
type Words = Pick<Patterns, 'words' | 'digits' | 'terms'>;

/** What a notification names, as it is stored beside it (signature.ts). */
export const signatureOfNotification = (sealing: Pick<Sealing, 'hashOf'>, ...texts: readonly string[]): string =>
  signatureOf(
    texts.flatMap((text) => termsOfText(readable(text))),
    sealing,
  );

/**
 * Takes the texts of a person out of the notifications of providers, which are sealed: no statement finds anything in them. What was not
 * processed yet stays, for money comes by it.
 */
export async function forgetInNotifications(tx: TenantTransaction, person: Words): Promise<void> {
  const { sealAlike } = tx.sealing;
  const without = withoutPerson(person);
  for await (const page of notificationsThatMayName(tx, person)) {
    const changed = page.flatMap(({ id, body, headers }) => {
      const cleared = { id, body: without(body), headers: without(headers) };
      return cleared.body === body && cleared.headers === headers ? [] : [cleared];
    });
    if (changed.length === 0) continue;
    await tx.sql(
      `update callback t set body = f.body, headers = to_jsonb(f.headers), terms = f.terms::bit(${SIGNATURE_BITS})
         from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as f(id, body, headers, terms)
        where t.id = f.id and not (${SEALED_CALLBACKS.unless})`,
      [
        changed.map(({ id }) => id),
        changed.map(({ body }) => sealAlike(body)),
        changed.map(({ headers }) => sealAlike(headers)),
        changed.map(({ headers, body }) => signatureOfNotification(tx.sealing, body, headers)),
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
  for await (const page of notificationsThatMayName(tx, person)) {
    for (const { id, body, headers } of page) if (without(body) !== body || without(headers) !== headers) ids.push(id);
  }
  return ids;
}

/** Those whose signature has the terms of one of the person's texts, opened, page by page; all where it can't say. */
async function* notificationsThatMayName(
  { sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>,
  { terms }: Words,
) {
  if (terms?.length === 0) return;
  const signatures = terms?.map((each) => signatureOf(each, sealing)) ?? null;
  for (let after = '0'; ;) {
    const page = await sql<Stored>(
      `select id, body, coalesce(headers #>> '{}', '') as headers from callback
        where id > $1 and ($2::text[] is null or exists (
          select from unnest($2::bit(${SIGNATURE_BITS})[]) as sought(bits) where terms & sought.bits = sought.bits))
        order by id limit ${PAGE}`,
      [after, signatures],
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
export function withoutPerson({ words, digits }: Words): (text: string) => string {
  const [anyWord, anyDigits] = [expressionOf(words), expressionOf(digits)];
  return (text) => {
    const read = readable(text);
    const cleared = read.replaceAll(anyWord, 'erased').replaceAll(anyDigits, '0');
    return cleared === read ? text : cleared;
  };
}

/**
 * JSON may write letters and marks as `\u0169`, `\u0027`, `\/`. In their own form they name the person, and are JSON still; the end
 * of a line is a blank.
 */
const readable = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gis, (escape, hex: string | undefined, mark: string | undefined) => {
    if (hex === undefined) return WRITTEN[mark ?? ''] ?? escape;
    const code = Number.parseInt(hex, 16);
    if (code === 0x22 || code === 0x5c) return escape;
    return code < 0x20 ? ' ' : String.fromCharCode(code);
  });
const WRITTEN: { readonly [mark: string]: string } = { '/': '/', b: ' ', f: ' ', n: ' ', r: ' ', t: ' ' };

/** A pattern of PostgreSQL in terms of this language: beside classes of characters and the ends of a text they are the same. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    pattern
      .replaceAll('[[:alnum:]]', String.raw`[\p{L}\p{N}]`)
      .replaceAll(String.raw`\A`, '^')
      .replaceAll(String.raw`\Z`, '$'),
    'giu',
  );
