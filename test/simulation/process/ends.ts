import type { Change } from './changes.ts';

/** How a run ended: what changed, with what differs from run to run left out. */
export type End = {
  /** One line for each changed row, sorted. */
  readonly rows: readonly string[];
};

/** Which values say nothing: ids, keys and times that differ between two runs of the same command. */
export type Mask = ReadonlySet<string>;

type Leaf = readonly [path: string, value: string];

/** How often a notification came, or a list was compared, is counted as it comes. */
const COUNTED = new Set(['callback.times', 'reconciliation.version']);
/** Made for each run: a number of a sequence, a moment, a secret. */
const OF_ONE_RUN =
  /^(AG|ws_CO)_|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|^\\x/;

/**
 * Learns from undisturbed runs what differs by nature. Rows of a table are compared in the order in which they were
 * written, which is the same for the same command.
 */
export function maskOf(runs: readonly (readonly Change[])[]): Mask {
  const mask = new Set<string>();
  const [first = [], ...others] = runs.map(byTable);
  for (const other of others) {
    for (const [table, changes] of first) {
      const theirs = other.get(table) ?? [];
      for (const [at, change] of changes.entries()) {
        const values = new Map(leavesOf(theirs[at]));
        for (const [path, value] of leavesOf(change)) if (values.get(path) !== value) mask.add(`${table}${path}`);
        for (const path of values.keys())
          if (!leavesOf(change).some(([known]) => known === path)) mask.add(`${table}${path}`);
      }
    }
  }
  return mask;
}

export function endOf(changes: readonly Change[], mask: Mask): End {
  return { rows: changes.flatMap((change) => lineOf(change, mask)).toSorted() };
}

/** What is written of each step on the way, and not of where it leads. */
const OF_THE_WAY = /^(audit|event|outbox|reaction|journal|journal_line|webhook_delivery|idempotency_key|callback)$/;
const STEPS = /^\.(version|sent_at|checks|attempts\..*|failure_.*|provider_code|unknown_.*)$/;

/**
 * The end of a payment by whatever way it went: where a provider's reply is lost, a check finds out what became of it, and
 * says so in other steps. Records are to be the same, and what is booked on each account.
 */
export function placeOf(changes: readonly Change[], mask: Mask): End {
  const steps = new Set([
    ...mask,
    ...changes.flatMap((change) =>
      leavesOf(change).flatMap(([path]) => (STEPS.test(path) ? [`${change.table}${path}`] : [])),
    ),
  ]);
  const booked = new Map<string, bigint>();
  for (const { table, after } of changes) {
    if (table !== 'journal_line' || after === null) continue;
    const account = `booked on ${String(after['account'])} ${String(after['sub_account'])}`;
    const amount = BigInt(String(after['amount'])) * (after['side'] === 'debit' ? 1n : -1n);
    booked.set(account, (booked.get(account) ?? 0n) + amount);
  }
  const records = changes.filter(({ table }) => !OF_THE_WAY.test(table)).flatMap((change) => lineOf(change, steps));
  const sums = [...booked]
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => `${account}${SEPARATOR}${amount}`);
  return { rows: [...records, ...sums].toSorted() };
}

/** One sentence; null where both ends are the same. */
export function differenceOf(expected: End, actual: End): string | null {
  const extra = without(actual.rows, expected.rows);
  const sentences: string[] = [];
  for (const row of without(expected.rows, actual.rows)) {
    const kind = kindOf(row);
    const at = extra.findIndex((other) => kindOf(other) === kind);
    const [other] = at < 0 ? [] : extra.splice(at, 1);
    if (other === undefined) sentences.push(`missing: ${row.slice(0, 300)}`);
    else {
      const [theirs, ours] = [
        without(other.split(SEPARATOR), row.split(SEPARATOR)),
        without(row.split(SEPARATOR), other.split(SEPARATOR)),
      ];
      sentences.push(`${kind} has ${theirs.join(' ').slice(0, 400)} for ${ours.join(' ').slice(0, 400)}`);
    }
  }
  for (const row of extra) sentences.push(`too many: ${row.slice(0, 300)}`);
  return sentences.length === 0 ? null : sentences.slice(0, 12).join('; ');
}

const SEPARATOR = '  ';
const IS_ID = /^\.(tenant_)?id$/;
const kindOf = (row: string) => row.split(SEPARATOR, 1)[0];

/** The same with repetition: a row that is there twice counts twice. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}

/** None for a row of which only a moment is another one. */
function lineOf(change: Change, mask: Mask): string[] {
  const kind = change.before === null ? 'new' : change.after === null ? 'gone' : 'changed';
  const values = leavesOf(change).filter(
    ([path]) => !mask.has(`${change.table}${path}`) && !COUNTED.has(`${change.table}${path}`),
  );
  if (kind === 'changed' && values.every(([path]) => IS_ID.test(path))) return [];
  return [[`${change.table} ${kind}`, ...values.map(([path, value]) => `${path}=${value}`)].join(SEPARATOR)];
}

/** What a row holds at its end, and of a changed one what has changed. */
function leavesOf(change: Change | undefined): Leaf[] {
  if (change === undefined) return [];
  const { before, after } = change;
  const fields = Object.entries(after ?? before ?? {});
  const changed =
    before && after
      ? fields.filter(
          ([name, value]) => IS_ID.test(`.${name}`) || JSON.stringify(before[name]) !== JSON.stringify(value),
        )
      : fields;
  return changed
    .flatMap(([name, value]) => leaves(`.${name}`, parsed(value)))
    .filter(([, value]) => !OF_ONE_RUN.test(value));
}

/** Text that holds JSON, such as a stored reply, is compared by its members. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function leaves(path: string, value: unknown): Leaf[] {
  if (value === null || typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(`${path}.${name}`, inner));
}

function byTable(changes: readonly Change[]): Map<string, Change[]> {
  const tables = new Map<string, Change[]>();
  for (const change of changes) tables.set(change.table, [...(tables.get(change.table) ?? []), change]);
  return tables;
}
