import { makeOperation, mapExchange, type Client, type Operation } from 'urql';
import { OWN_PAGE } from './own-page.ts';
import { documentIdOf } from './document-id.ts';

/** What was seen of a record at one version: its values by their place, such as `outstanding.total`. */
export type SeenRecord = { readonly version: number; readonly values: Readonly<Record<string, Value>> };
export type Value = string | number | boolean | null;

type Shown = { readonly operation: Operation; readonly data: unknown };
/** What was answered last, the newest at the end. */
const answers = new Map<number, Shown>();
const MOST = 20;

/** Remembers in this tab what the last queries have answered, for comparing a record with what it becomes. */
export const shownRecords = mapExchange({
  onResult: ({ operation, data }) => {
    if (operation.kind !== 'query' || !data) return;
    answers.delete(operation.key);
    answers.set(operation.key, { operation, data });
    const [oldest] = answers.keys();
    if (answers.size > MOST && oldest !== undefined) answers.delete(oldest);
  },
});

export const forgetRecords = (): void => answers.clear();

const allHolding = (id: string): readonly (Shown & { readonly record: SeenRecord })[] =>
  [...answers.values()]
    .toReversed()
    .map((shown) => ({ ...shown, record: recordIn(shown.data, id) }))
    .filter((shown): shown is Shown & { readonly record: SeenRecord } => shown.record !== null);
const holding = (id: string) => allHolding(id)[0];

/** The record as it is shown; null where nothing on the screen has its version. */
export const recordShown = (id: string): SeenRecord | null => holding(id)?.record ?? null;

/**
 * The record as it is now, by the query that showed it. The page stays as it is: a form that stands over it does not go
 * with the action that opened it.
 */
export async function recordNow(id: string): Promise<SeenRecord | null> {
  const shown = holding(id);
  const sha256Hash = shown && documentIdOf(shown.operation.query);
  if (shown === undefined || sha256Hash === undefined) return null;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...OWN_PAGE },
    credentials: 'same-origin',
    body: JSON.stringify({
      variables: shown.operation.variables,
      extensions: { persistedQuery: { version: 1, sha256Hash } },
    }),
  });
  // What the gateway sends for this document.
  const { data } = (await response.json()) as { readonly data?: unknown };
  return recordIn(data, id);
}

/** Loads again what shows the record: its page, too, where the form has asked for it once more. What is shown no longer is left. */
export function reloadRecord(client: Client, id: string): void {
  for (const { operation } of allHolding(id))
    client.reexecuteOperation(
      makeOperation(operation.kind, operation, { ...operation.context, requestPolicy: 'network-only' }),
    );
}

/** The first object of this id that has a version, wherever it stands in what was answered. */
export function recordIn(data: unknown, id: string): SeenRecord | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('id' in data && data.id === id && 'version' in data && typeof data.version === 'number') {
    return { version: data.version, values: Object.fromEntries(valuesOf(data, '')) };
  }
  for (const inner of Object.values(data)) {
    const found = recordIn(inner, id);
    if (found !== null) return found;
  }
  return null;
}

/** Lists of records are left out: these have versions of their own. Lists of words, such as scopes, are one value. */
function valuesOf(record: object, before: string): (readonly [place: string, value: Value])[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) => {
    const place = `${before}${name}`;
    if (name === '__typename' || value === undefined) return [];
    if (Array.isArray(value))
      return value.every((each) => typeof each === 'string') ? [[place, value.toSorted().join(', ')] as const] : [];
    if (typeof value === 'object' && value !== null) return valuesOf(value, `${place}.`);
    // JSON has nothing else.
    return [[place, value as Value] as const];
  });
}
