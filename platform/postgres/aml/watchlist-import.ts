import { listedKeys, nameWords } from '#core/aml/watchlist/names.ts';
import type { ListedPerson, WatchlistKind } from '#core/aml/watchlist/watchlist.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { TenantTransaction } from '../database.ts';
import { readDate } from '../mapping/types.ts';
import { documentSearchKey } from './watchlists.ts';

/** One version of a list. */
export type ListVersion = {
  readonly name: string;
  readonly kind: WatchlistKind;
  /** The day of which the publisher's version is. */
  readonly dated: Temporal.PlainDate;
  /** What identifies the contents. */
  readonly digest: string;
};

/** A list as it is stored; `inForce` counts its entries. */
type StoredList = Omit<ListVersion, 'name'> & {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly inForce: number;
};

/** Entries that one statement carries. */
const CHUNK = 1_000;

type Sql = Pick<TenantTransaction, 'sql'>;

/** The list of a name, locked until the transaction ends, so that two imports of it follow each other. */
export async function lockWatchlist({ sql }: Sql, { name, kind, dated }: ListVersion): Promise<StoredList> {
  await sql(
    `insert into watchlist (uuid, name, kind, dated, digest) values ($1, $2, $3, $4::date, '')
     on conflict (tenant_id, name) do nothing`,
    [randomUUIDv7(), name, kind, dated.toString()],
  );
  const [row] = await sql<ListRow>(
    `select l.id, l.uuid, l.version, l.kind, l.dated, l.digest,
            (select count(*) from watchlist_entry e where e.list_id = l.id and e.removed_on is null) as in_force
       from watchlist l where l.name = $1 for update`,
    [name],
  );
  if (!row) throw new Error(`The list ${name} is gone in its own transaction.`);
  const { id, uuid, version, kind: ofKind, dated: day, digest, in_force: inForce } = row;
  const stored = { id: Number(id), uuid, version: Number(version) };
  return { ...stored, kind: ofKind, dated: readDate(day), digest, inForce: Number(inForce) };
}

type ListRow = {
  readonly id: string;
  readonly uuid: string;
  readonly version: number;
  readonly kind: WatchlistKind;
  readonly dated: unknown;
  readonly digest: string;
  readonly in_force: string;
};

/** Entries in force that the new version has no longer. */
export async function countMissing({ sql }: Sql, listId: number, sourceIds: readonly string[]): Promise<number> {
  const [row] = await sql<{ n: string }>(
    `select count(*) as n from watchlist_entry
      where list_id = $1 and removed_on is null and source_id <> all($2::text[])`,
    [listId, sourceIds],
  );
  return Number(row?.n ?? 0);
}

/** Puts a version in the place of the one before. @returns how many entries are new or changed, and how many ended */
export async function storeVersion(
  { sql }: Sql,
  listId: number,
  { dated, digest }: ListVersion,
  people: readonly ListedPerson[],
): Promise<{ readonly changed: number; readonly ended: number }> {
  let changed = 0;
  for (let at = 0; at < people.length; at += CHUNK)
    changed += await storeEntries({ sql }, listId, people.slice(at, at + CHUNK));
  const ended = await sql<{ id: string }>(
    `update watchlist_entry set removed_on = $3::date
      where list_id = $1 and removed_on is null and source_id <> all($2::text[]) returning id`,
    [listId, people.map(({ sourceId }) => sourceId), dated.toString()],
  );
  await sql('delete from watchlist_key where entry_id = any($1::bigint[])', [ended.map(({ id }) => id)]);
  await sql(
    'update watchlist set dated = $2::date, digest = $3, version = version + 1, updated_at = business_now() where id = $1',
    [listId, dated.toString(), digest],
  );
  return { changed, ended: ended.length };
}

/** Unchanged entries stay as they are; one that is back on the list is a changed one. */
async function storeEntries({ sql }: Sql, listId: number, people: readonly ListedPerson[]): Promise<number> {
  const rows = await sql<{ id: string; source_id: string }>(
    `insert into watchlist_entry as e (list_id, source_id, names, births, countries, id_numbers)
     select $1, source_id, names, births, countries, id_numbers
       from jsonb_to_recordset($2::jsonb)
         as p(source_id text, names text[], births text[], countries text[], id_numbers text[])
     on conflict (tenant_id, list_id, source_id) do update
       set names = excluded.names, births = excluded.births, countries = excluded.countries,
           id_numbers = excluded.id_numbers, revision = e.revision + 1, removed_on = null
     where e.removed_on is not null
        or (e.names, e.births, e.countries, e.id_numbers)
           is distinct from (excluded.names, excluded.births, excluded.countries, excluded.id_numbers)
     returning id, source_id`,
    [listId, JSON.stringify(people.map(columnsOf))],
  );
  const bySource = new Map(people.map((person) => [person.sourceId, person]));
  const keys = rows.flatMap(({ id, source_id: sourceId }) => {
    const person = bySource.get(sourceId);
    return person ? keysOf(person).map((key) => ({ id, key })) : [];
  });
  await sql('delete from watchlist_key where entry_id = any($1::bigint[])', [rows.map(({ id }) => id)]);
  await sql('insert into watchlist_key (entry_id, key) select * from unnest($1::bigint[], $2::text[])', [
    keys.map(({ id }) => id),
    keys.map(({ key }) => key),
  ]);
  return rows.length;
}

const columnsOf = ({ sourceId, names, births, countries, idNumbers }: ListedPerson) => {
  return { source_id: sourceId, names, births, countries, id_numbers: idNumbers };
};

function keysOf({ names, idNumbers }: ListedPerson): readonly string[] {
  const words = names.flatMap(nameWords);
  return [...new Set([...words.flatMap(listedKeys), ...idNumbers.map(documentSearchKey)])];
}

/** The screening of all members that a changed list asks for. One that runs restarts. */
export async function startScreening({ sql }: Sql): Promise<void> {
  await sql(
    `insert into watchlist_screening default values
     on conflict (tenant_id) where finished_at is null do update set reached = 0, members = 0, alerts = 0`,
  );
}

export type Screening = { readonly id: number; readonly reached: number };

/** The unfinished screening, locked; null where none is, or where another worker has it. */
export async function takeScreening({ sql }: Sql): Promise<Screening | null> {
  const [row] = await sql<{ id: string; reached: string }>(
    'select id, reached from watchlist_screening where finished_at is null for update skip locked',
  );
  return row ? { id: Number(row.id), reached: Number(row.reached) } : null;
}

/** Records how far the screening has come; `reached` null: to the end. */
export async function moveScreening(
  { sql }: Sql,
  { id }: Screening,
  { reached, members, alerts, now }: { reached: number | null; members: number; alerts: number; now: Temporal.Instant },
): Promise<void> {
  await sql(
    `update watchlist_screening
        set reached = coalesce($2, reached), members = members + $3, alerts = alerts + $4,
            finished_at = case when $2::bigint is null then $5::timestamptz end
      where id = $1`,
    [id, reached, members, alerts, now.toString()],
  );
}
