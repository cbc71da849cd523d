import type { Change } from '../process/changes.ts';
import type { Statement } from '../process/line.ts';

/** What a request wrote of records that were there, and what it locked. */
export type Footprint = {
  readonly rows: ReadonlySet<string>;
  readonly locked: readonly Locked[];
  /** A command in halves takes two: between them anything may happen, by its nature. */
  readonly transactions: number;
};
type Locked = { readonly table: string; readonly ids: readonly string[] };

/** Of every transaction, and about no record that two of them want. */
const OWN =
  /^(audit|event|outbox|journal|journal_line|reaction|callback|idempotency_key|person_key|number|api_client|api_secret)/;

export function footprintOf(changes: readonly Change[], statements: readonly Statement[]): Footprint {
  const rows = changes
    .filter(({ table, before }) => !OWN.test(table) && before !== null)
    .map(({ table, before }) => `${table} ${String(before?.['id'])}`);
  const locked = statements.flatMap(({ text, values }) => {
    const [, table = ''] = / from "?(\w+)"?[\s\S]* for (?:no key )?(?:update|share)/i.exec(text) ?? [];
    if (table === '' || OWN.test(table)) return [];
    return [{ table, ids: values.flatMap((value) => value?.replaceAll(/[{}"]/g, '').split(',') ?? []) }];
  });
  const count = (pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).length;
  // Who was shown personal data is written down in a transaction of its own.
  const transactions = count(/^commit/i) - count(/into "?personal_reading/i);
  return { rows: new Set(rows), locked, transactions };
}

/** Tables of the records that both want, of which at least one of them writes or locks. */
export function sharedTables(a: Footprint, b: Footprint): string[] {
  const shared = new Set<string>();
  for (const row of a.rows) if (b.rows.has(row) || isLocked(row, b)) shared.add(tableOf(row));
  for (const row of b.rows) if (isLocked(row, a)) shared.add(tableOf(row));
  for (const mine of a.locked)
    for (const theirs of b.locked)
      if (mine.table === theirs.table && mine.ids.some((id) => id !== '' && theirs.ids.includes(id)))
        shared.add(mine.table);
  return [...shared].toSorted();
}

const tableOf = (row: string): string => row.split(' ', 1)[0] ?? '';

const isLocked = (row: string, { locked }: Footprint): boolean => {
  const [table, id = ''] = row.split(' ');
  return locked.some((one) => one.table === table && one.ids.includes(id));
};
