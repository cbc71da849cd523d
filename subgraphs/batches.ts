import type { Placed, Slice, Tally, Views } from '#platform/app/views.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import DataLoader from 'dataloader';
import type { Read } from './reading.ts';

/**
 * What resolvers request one by one, and the database reads together: a statement for each batch, whatever its
 * size. Batches live as long as one request, so nothing is shown to another caller, and nothing grows old.
 */
const options = { maxBatchSize: 1_000 };

/** Records by each of their ids. An id of nothing, or of nothing that the caller may see, gives null. */
export type Records<Shown> = {
  readonly byId: DataLoader<number, Shown | null>;
  /** Takes any text: what is no uuid names nothing. */
  readonly byUuid: DataLoader<string, Shown | null, string>;
};

export function recordsOf<Shown extends { readonly id: number; readonly uuid: string }>(
  read: Read,
  look: (views: Views) => {
    readonly byIds: (ids: readonly number[]) => Promise<readonly Shown[]>;
    readonly byUuids: (uuids: readonly string[]) => Promise<readonly Shown[]>;
  },
): Records<Shown> {
  const byId = new DataLoader<number, Shown | null>(async (ids) => {
    const found = await read((views) => look(views).byIds(ids));
    for (const record of found) byUuid.prime(record.uuid, record);
    return aligned(ids, found, ({ id }) => id);
  }, options);
  const byUuid = byUuids(read, async (views, uuids) => {
    const found = await look(views).byUuids(uuids);
    for (const record of found) byId.prime(record.id, record);
    return found;
  });
  return { byId, byUuid };
}

/** Records by uuid. */
export function byUuids<Shown extends { readonly uuid: string }>(
  read: Read,
  look: (views: Views, uuids: readonly string[]) => Promise<readonly Shown[]>,
): DataLoader<string, Shown | null, string> {
  return byText(isUuid, async (uuids) => aligned(uuids, await read((views) => look(views, uuids)), ({ uuid }) => uuid));
}

/** Changes by their numbers in the feed. */
export function byNumbers<Shown extends { readonly sequence: number }>(
  read: Read,
  look: (views: Views, sequences: readonly number[]) => Promise<readonly Shown[]>,
): DataLoader<number, Shown | null> {
  return new DataLoader(async (sequences) => {
    const found = await read((views) => look(views, sequences.filter(Number.isSafeInteger)));
    return aligned(sequences, found, ({ sequence }) => sequence);
  }, options);
}

/** Records by a number that people use, such as M-000042. */
export function numbered<Shown>(
  read: Read,
  look: (views: Views, numbers: readonly string[]) => Promise<readonly Shown[]>,
  numberOf: (record: Shown) => string,
): DataLoader<string, Shown | null, string> {
  return byText(isPlainText, async (numbers) =>
    aligned(numbers, await read((views) => look(views, numbers)), numberOf),
  );
}

/** The same slice of the children of many parents. Give the children in the order of the list. */
export function slicesOf<Shown>(
  read: Read,
  look: (views: Views, parentIds: readonly number[], slice: Slice) => Promise<readonly Placed<Shown>[]>,
  parentOf: (record: Shown) => number,
): (parentId: number, slice: Slice) => Promise<readonly Placed<Shown>[]> {
  const loaders = new Map<string, DataLoader<number, readonly Placed<Shown>[]>>();
  const loaderOf = (slice: Slice) =>
    remembered(loaders, JSON.stringify([slice.after, slice.before, slice.limit, slice.fromEnd]), () =>
      childrenOf(
        read,
        (views, parentIds) => look(views, parentIds, slice),
        ({ record }) => parentOf(record),
      ),
    );
  return (parentId, slice) => loaderOf(slice).load(parentId);
}

/** All children of many parents, where their number is bounded by what they are. */
export function childrenOf<Shown, Id extends number | string = number>(
  read: Read,
  look: (views: Views, parentIds: readonly Id[]) => Promise<readonly Shown[]>,
  parentOf: (record: Shown) => Id,
): DataLoader<Id, readonly Shown[]> {
  return new DataLoader(async (parentIds) => {
    const found = Map.groupBy(await read((views) => look(views, parentIds)), parentOf);
    return parentIds.map((id) => found.get(id) ?? []);
  }, options);
}

/** The one child of many parents, or null. */
export function atMostOne<Shown>(
  read: Read,
  look: (views: Views, parentIds: readonly number[]) => Promise<readonly Shown[]>,
  parentOf: (record: Shown) => number,
): DataLoader<number, Shown | null> {
  return new DataLoader(
    async (parentIds) => aligned(parentIds, await read((views) => look(views, parentIds)), parentOf),
    options,
  );
}

/** How many children each parent has. */
export function talliesOf(
  read: Read,
  look: (views: Views, parentIds: readonly number[]) => Promise<readonly Tally[]>,
): DataLoader<number, number> {
  return new DataLoader(async (parentIds) => {
    const tallies = aligned(parentIds, await read((views) => look(views, parentIds)), ({ id }) => id);
    return tallies.map((tally) => tally?.count ?? 0);
  }, options);
}

/** Looks up those keys that can name anything, without regard to case of uuids. */
function byText<Shown>(
  canName: (key: string) => boolean,
  find: (keys: readonly string[]) => Promise<readonly (Shown | null)[]>,
): DataLoader<string, Shown | null, string> {
  return new DataLoader<string, Shown | null, string>(
    async (keys) => {
      const request = keys.map(canonical).filter(canName);
      const found = request.length === 0 ? [] : await find(request);
      const byKey = new Map(request.map((key, index) => [key, found[index] ?? null]));
      return keys.map((key) => byKey.get(canonical(key)) ?? null);
    },
    { ...options, cacheKeyFn: canonical },
  );
}

/** PostgreSQL's text can't hold a NUL; nothing of ours has a number that long. */
function isPlainText(text: string): boolean {
  return text !== '' && text.length <= 100 && !text.includes('\0');
}

function canonical(key: string): string {
  return isUuid(key) ? key.toLowerCase() : key;
}

/** What was found, in the order in which it was requested. */
function aligned<Key, Shown>(
  keys: readonly Key[],
  found: readonly Shown[],
  keyOf: (record: Shown) => Key,
): (Shown | null)[] {
  const byKey = new Map(found.map((record) => [keyOf(record), record]));
  return keys.map((key) => byKey.get(key) ?? null);
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
