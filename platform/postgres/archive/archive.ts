import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../runtime/thrown.ts';
import type { Database, TenantTransaction } from '../database.ts';
import { BEFORE_THE_FIRST, chainFrom, hexOf, openedOnce, STREAMS, type Segment, type Stream } from './chain.ts';
import {
  beginFolder,
  BrokenArchive,
  fileOf,
  folderOf,
  readSegment,
  readSums,
  readTexts,
  segmentNamed,
  tenantsIn,
  textsFileOf,
  writeSegment,
  writeSums,
  type Sums,
} from './folder.ts';
import { requireSameHistory } from './history.ts';
import { rowsBetween, type ArchivedRow } from './rows.ts';

/** Of a tenant: the process that writes its files holds it, and others leave them to it. */
const WRITE_LOCK = 4_710_009;
/** Segments between two writings of the sums: an archive that begins late has thousands. */
const TOGETHER = 100;

type Reports = Pick<Database, 'report'>;
type Tx = Pick<TenantTransaction, 'sql' | 'sealing'>;

/**
 * Writes the sealed segments of a tenant that a folder lacks. Each file is whole or not there, and counts once its sum is written, so
 * that who is ended in the middle has done some of it.
 * @returns how many segments; null where another process is at it
 * @throws BrokenArchive where rows of the database are not what was sealed; nothing is written of them. Or where the folder is of
 *   another history; nothing is written then
 */
export function writeArchive(
  { report }: Reports,
  { tenantId, folder: all }: { readonly tenantId: number; readonly folder: string },
  goesOn: () => boolean = () => true,
): Promise<number | null> {
  return report(tenantId, async (tx) => {
    const [lock] = await tx.sql<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [
      WRITE_LOCK,
      tenantId,
    ]);
    if (!lock?.taken) return null;
    const sealed = await segmentsOf(tx, tenantId);
    const folder = folderOf(all, tenantId);
    const sums = await readSums(folder);
    await requireSameHistory(folder, sealed, sums);
    if (sealed.length === 0) return 0;
    await beginFolder(folder);
    const missing = sealed.filter((segment) => !sums.has(fileOf(segment)));
    let written = 0;
    for (const segment of missing) {
      if (!goesOn()) break;
      await writeSegment(folder, segment, await soundRows(tx, segment), sums);
      written += 1;
      if (written % TOGETHER === 0) await writeSums(folder, sums);
    }
    if (written % TOGETHER > 0) await writeSums(folder, sums);
    return written;
  });
}

async function segmentsOf({ sql }: Tx, tenant: number): Promise<readonly Segment[]> {
  const rows = await sql<{
    stream: Stream;
    number: number;
    first_id: string;
    last_id: string;
    rows: number;
    previous: string;
    hash: string;
  }>(
    'select stream, number, first_id::text, last_id::text, rows, previous, hash from archive_segment order by stream, number',
  );
  return rows.map(({ first_id: firstId, last_id: lastId, ...row }) => ({ tenant, ...row, firstId, lastId }));
}

/** @throws BrokenArchive where they are not what was sealed */
async function soundRows(tx: Tx, segment: Segment): Promise<readonly ArchivedRow[]> {
  const rows = await rowsBetween(tx, segment.stream, segment);
  const altered = rows.find(({ text }) => text?.content && hexOf(text.content) !== text.hash);
  const chain = chainFrom(segment);
  for (const { line } of rows) chain.add(line);
  if (altered === undefined && chain.end() === segment.hash) return rows;
  throw new BrokenArchive(
    `The database, ${segment.stream} ${segment.firstId} to ${segment.lastId}: ` +
      `${altered === undefined ? 'these rows are' : `row ${altered.id} is`} not what was sealed as segment ${segment.number}.`,
  );
}

/** What was found of an archive. */
export type Verdict = {
  readonly files: number;
  readonly rows: number;
  /** Sealed segments that the folder has no file of yet. */
  readonly notWritten: number;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
};

/** So many are said: an archive with more has another trouble. */
const MOST_PROBLEMS = 100;

/**
 * Holds an archive against its own sums and chains, and against the database, for every tenant that the folder or the database has.
 * @param folder null: only the rows of the database are held against what was sealed
 */
export async function verifyArchive(
  { report }: Reports,
  { folder: all, tenants }: { readonly folder: string | null; readonly tenants: readonly number[] },
): Promise<Verdict> {
  const known = new Set(tenants);
  const found = all === null ? [] : await tenantsIn(all);
  const problems: string[] = [];
  const sum = { files: 0, rows: 0, notWritten: 0 };
  for (const tenant of new Set([...tenants, ...found])) {
    const isEnough = () => problems.length >= MOST_PROBLEMS;
    const say = (problem: string) => void problems.push(all === null ? problem : `tenant-${tenant}/${problem}`);
    const work = async (tx: Tx | null) => {
      const sealed = tx === null ? null : await segmentsOf(tx, tenant);
      const present = all === null ? null : await verifyFolder(folderOf(all, tenant), { tx, sealed, say, isEnough });
      if (present === null && tx !== null) for (const segment of sealed ?? []) await heldAgainst(tx, segment, say);
      sum.files += present?.files ?? 0;
      sum.rows += present?.rows ?? (sealed ?? []).reduce((rows, segment) => rows + segment.rows, 0);
      sum.notWritten += present === null ? 0 : (sealed ?? []).filter((each) => !present.names.has(fileOf(each))).length;
    };
    if (known.has(tenant)) await report(tenant, work);
    else await work(null);
    if (isEnough()) break;
  }
  return { ...sum, problems: problems.slice(0, MOST_PROBLEMS) };
}

async function heldAgainst(tx: Tx, segment: Segment, say: (problem: string) => void): Promise<void> {
  await soundRows(tx, segment).catch((error: unknown) => {
    if (!(error instanceof BrokenArchive)) throw error;
    say(error.message);
  });
}

type Beside = {
  readonly tx: Tx | null;
  readonly sealed: readonly Segment[] | null;
  readonly say: (problem: string) => void;
  readonly isEnough: () => boolean;
};

async function verifyFolder(folder: string, beside: Beside) {
  const { sealed, say, isEnough } = beside;
  const sums = await readSums(folder);
  const there = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const names = new Set([...sums.keys(), ...there].filter((name) => segmentNamed(name) !== null));
  let rows = 0;
  for (const stream of STREAMS) {
    const numbers = [...names].flatMap((name) => {
      const named = segmentNamed(name);
      return named?.stream === stream ? [named.number] : [];
    });
    let previous: string | null = BEFORE_THE_FIRST;
    for (let number = 1; number <= Math.max(0, ...numbers) && !isEnough(); number++) {
      const file = fileOf({ stream, number });
      if (!there.includes(file)) {
        say(`${file}: it is missing.`);
        previous = null;
        continue;
      }
      const segment = await verifyFile(folder, file, { ...beside, sums });
      if (segment && previous !== null && segment.previous !== previous)
        say(`${file}: it does not follow on the segment before it.`);
      const inDatabase = sealed?.find((each) => each.stream === stream && each.number === number);
      if (segment && sealed !== null && inDatabase?.hash !== segment.hash)
        say(`${file}: the database ${inDatabase ? 'has sealed something else' : 'knows nothing of it'}.`);
      rows += segment?.rows ?? 0;
      previous = segment?.hash ?? null;
    }
  }
  return { files: names.size, names, rows };
}

/** @returns what the file says of itself; null where it can’t be believed */
async function verifyFile(
  folder: string,
  file: string,
  { tx, say, sums }: Beside & { readonly sums: Sums },
): Promise<Segment | null> {
  try {
    const [read, texts] = [await readSegment(folder, file), await readTexts(folder, textsFileOf(file))];
    if (tx !== null) await requireSameRows(tx, file, read);
    for (const { id, line } of read.rows) {
      const hash = /"request_id":\{"sha256":"([0-9a-f]{64})"\}/.exec(line)?.[1];
      const text = texts.get(id);
      if (text !== undefined && hexOf(text) !== hash)
        throw new BrokenArchive(`${textsFileOf(file)}, the text of row ${id}: it is not what was sealed.`);
    }
    for (const name of [file, textsFileOf(file)]) await requireSum(folder, name, sums);
    return read.segment;
  } catch (error) {
    if (!(error instanceof BrokenArchive)) throw error;
    say(error.message);
    return null;
  }
}

/** @throws BrokenArchive */
async function requireSum(folder: string, name: string, sums: Sums): Promise<void> {
  const content = await readFile(join(folder, name)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  const wanted = sums.get(name);
  if (content === null && wanted === undefined) return;
  if (content === null) throw new BrokenArchive(`${name}: it is missing.`);
  if (wanted === undefined) throw new BrokenArchive(`${name}: SHA256SUMS does not name it. Write the archive again.`);
  if (hexOf(content) !== wanted) throw new BrokenArchive(`${name}: it is not as it was written, its checksum differs.`);
}

/** @throws BrokenArchive naming the first row that the database has otherwise, or lacks */
async function requireSameRows(
  tx: Tx,
  file: string,
  {
    segment,
    rows,
  }: { readonly segment: Segment; readonly rows: readonly { readonly id: string; readonly line: string }[] },
): Promise<void> {
  const present = new Map((await rowsBetween(tx, segment.stream, segment)).map((row) => [row.id, row]));
  for (const { id, line } of rows) {
    const row = present.get(id);
    const isAltered = row?.text?.content && hexOf(row.text.content) !== row.text.hash;
    if (row?.line === line && !isAltered) continue;
    throw new BrokenArchive(
      `${file}, ${segment.stream} ${id}: ${row === undefined ? 'the database lacks this row' : 'the database has another row'}.`,
    );
  }
  if (present.size !== rows.length)
    throw new BrokenArchive(`${file}: the database has ${present.size} of these rows, and the file ${rows.length}.`);
}

/**
 * Reads files of an archive back, row by row. Texts that lie apart are opened with what the database has; those of erased people
 * are null.
 * @throws BrokenArchive where a file is not what was sealed
 */
export async function* readArchive(
  { report }: Reports,
  { folder, tenant, stream }: { readonly folder: string; readonly tenant: number; readonly stream: Stream | null },
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const inFolder = folderOf(folder, tenant);
  const files = (await readdir(inFolder))
    .filter((name) => [null, segmentNamed(name)?.stream].includes(stream) && segmentNamed(name) !== null)
    .sort();
  for (const file of files) {
    const { segment, rows } = await readSegment(inFolder, file);
    const texts = await readTexts(inFolder, textsFileOf(file));
    const names = texts.size === 0 ? new Map() : await report(tenant, (tx) => opened(tx, texts));
    for (const { id, line } of rows) {
      // Ours, and held against its hash.
      const row = JSON.parse(line) as Readonly<Record<string, unknown>>;
      const isApart = typeof row['request_id'] === 'object' && row['request_id'] !== null;
      yield { stream: segment.stream, ...row, ...(isApart ? { request_id: names.get(id) ?? null } : {}) };
    }
  }
}

async function opened({ sql, sealing }: Tx, texts: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; salt: string }>(
    'select audit_id::text as id, salt from archive_text where audit_id = any($1::bigint[]) and salt is not null',
    [[...texts.keys()]],
  );
  return new Map(
    rows.map(({ id, salt }) => {
      try {
        return [id, openedOnce(texts.get(id) ?? Buffer.alloc(0), salt, sealing)];
      } catch {
        throw new BrokenArchive(`The text of audit ${id} can’t be opened: it was altered, or is of another database.`);
      }
    }),
  );
}
