import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { codeOf } from '../../runtime/thrown.ts';
import { flushFolder } from '../backup/folder.ts';
import { chainFrom, hexOf, STREAMS, type Segment, type Stream } from './chain.ts';
import type { ArchivedRow } from './rows.ts';

/**
 * The folder of an archive: `tenant-<id>/` has two files for each segment, `audit-00000001.jsonl.gz` with its rows, behind a line
 * that says what it is, and `audit-00000001.texts.jsonl.gz` with the texts that lie apart, where there are any; and `SHA256SUMS` of
 * all of them, as `sha256sum --check` reads it. A file that is not named there was not finished.
 */

/** An archive that is not as it was written: which file, which row, and what is wrong, in one sentence. */
export class BrokenArchive extends Error {}

const SUMS = 'SHA256SUMS';
const PARTIAL = '.partial-';
const NAME = /^(audit|journal)-(\d{8})\.jsonl\.gz$/;
/** A segment unpacks to some megabytes; what would be more is none of ours. */
const MOST_BYTES = 1 << 28;

/** Texts that lie apart, by the id of their row: their ciphertexts. */
export type Texts = ReadonlyMap<string, Buffer>;
export type Sums = Map<string, string>;

export const folderOf = (folder: string, tenant: number): string => join(folder, `tenant-${tenant}`);
export const fileOf = ({ stream, number }: Pick<Segment, 'stream' | 'number'>): string =>
  `${stream}-${String(number).padStart(8, '0')}.jsonl.gz`;
export const textsFileOf = (file: string): string => file.replace('.jsonl.gz', '.texts.jsonl.gz');

/** The tenants that a folder has an archive of. */
export async function tenantsIn(folder: string): Promise<readonly number[]> {
  return (await readdir(folder))
    .flatMap((name) => /^tenant-(\d{1,15})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** What a file of rows is called, of the stream and the number of its segment. */
export function segmentNamed(file: string): { readonly stream: Stream; readonly number: number } | null {
  const [, name, number] = NAME.exec(file) ?? [];
  const stream = STREAMS.find((each) => each === name);
  return stream === undefined ? null : { stream, number: Number(number) };
}

/** The checksums that were written of an archive, by file. */
export async function readSums(folder: string): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, sum, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
      return sum === undefined || name === undefined ? [] : [[name, sum]];
    }),
  );
}

/** Makes the folder, and removes what was left by who was ended in the middle. One process at a time. */
export async function beginFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (name.startsWith(PARTIAL)) await rm(join(folder, name), { force: true });
}

/** Writes the two files of a segment; they count once their sums are written. */
export async function writeSegment(
  folder: string,
  segment: Segment,
  rows: readonly ArchivedRow[],
  sums: Sums,
): Promise<void> {
  const chain = chainFrom(segment);
  const { hash, ...about } = segment;
  const lines = rows.map(({ line }) => `${line.slice(0, -1)},"chain":"${chain.add(line)}"}`);
  const file = fileOf(segment);
  const texts = rows.flatMap(({ id, text }) =>
    text?.content ? [JSON.stringify({ id, text: text.content.toString('base64url') })] : [],
  );
  if (texts.length > 0) sums.set(textsFileOf(file), await writeWhole(folder, textsFileOf(file), packed(texts)));
  const packedRows = packed([JSON.stringify({ format: 'umoja archive 1', ...about, hash }), ...lines]);
  sums.set(file, await writeWhole(folder, file, packedRows));
}

export async function writeSums(folder: string, sums: Sums): Promise<void> {
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
  // What they name is there before they are.
  await flushFolder(folder);
  await writeWhole(folder, SUMS, Buffer.from(lines.join('')));
  await flushFolder(folder);
}

const packed = (lines: readonly string[]): Buffer => gzipSync(`${lines.join('\n')}\n`, { level: 9 });

/** Beside its place, through to the disk, and moved there: it is whole, or it is not there. @returns its checksum */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<string> {
  const partial = join(folder, `${PARTIAL}${process.pid}-${randomBytes(3).toString('hex')}`);
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, join(folder, name));
  } finally {
    await rm(partial, { force: true });
  }
  return hexOf(content);
}

/** A file of rows: what it says of itself, and its rows as they were hashed. */
export type ReadSegment = {
  readonly segment: Segment;
  readonly rows: readonly { readonly id: string; readonly line: string }[];
};

/**
 * Reads a file of rows, and holds each row against the chain.
 * @throws BrokenArchive naming the row
 */
export async function readSegment(folder: string, file: string): Promise<ReadSegment> {
  const [first, ...lines] = await linesOf(folder, file);
  const segment = segmentIn(first, file);
  const chain = chainFrom(segment);
  const rows = lines.map((written, n) => {
    const [, line = '', hash = ''] = /^(.*),"chain":"([\w-]{12})"\}$/s.exec(written) ?? [];
    if (chain.add(`${line}}`) !== hash) throw new BrokenArchive(`${file}, row ${n + 1}: it is not what was sealed.`);
    return { id: idIn(line), line: `${line}}` };
  });
  if (rows.length !== segment.rows || chain.end() !== segment.hash)
    throw new BrokenArchive(`${file}: it has ${rows.length} rows of ${segment.rows}, or another end than was sealed.`);
  return { segment, rows };
}

const idIn = (line: string): string => /^\{"id":"(\d+)"/.exec(line)?.[1] ?? '';

/** What a file says of itself, whatever its rows are; null where it is not there, or says nothing. */
export async function headOf(folder: string, file: string): Promise<Segment | null> {
  try {
    return segmentIn((await linesOf(folder, file))[0], file);
  } catch (error) {
    if (error instanceof BrokenArchive || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The texts that lie apart of a segment. @throws BrokenArchive */
export async function readTexts(folder: string, file: string): Promise<Texts> {
  const lines = await linesOf(folder, file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return new Map(
    lines.map((line) => {
      const { id, text } = objectIn(line, file);
      return [String(id), Buffer.from(String(text), 'base64url')];
    }),
  );
}

async function linesOf(folder: string, file: string): Promise<readonly string[]> {
  const content = await readFile(join(folder, file));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(gunzipSync(content, { maxOutputLength: MOST_BYTES }));
    return text.split('\n').slice(0, -1);
  } catch {
    throw new BrokenArchive(`${file}: it can’t be unpacked.`);
  }
}

function segmentIn(line: string | undefined, file: string): Segment {
  const { format, tenant, stream, number, firstId, lastId, rows, previous, hash } = objectIn(line ?? '', file);
  const named = segmentNamed(file);
  const texts = [firstId, lastId, previous, hash].every((each) => typeof each === 'string');
  if (format !== 'umoja archive 1' || !texts || named?.stream !== stream || named?.number !== number)
    throw new BrokenArchive(`${file}: its first line is not that of this segment.`);
  // What of this is wrong changes the hash.
  return { tenant, stream, number, firstId, lastId, rows, previous, hash } as Segment;
}

function objectIn(line: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(line)) as Readonly<Record<string, unknown>>;
  } catch {
    throw new BrokenArchive(`${file}: a line of it is no JSON.`);
  }
}
