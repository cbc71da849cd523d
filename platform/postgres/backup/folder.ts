import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { codeOf } from '../../runtime/thrown.ts';
import { isAlive } from '../embedded/cluster.ts';

/** What a backup says of itself. It is written last: a folder without it is none. */
export type Manifest = {
  readonly format: 1;
  /** The major version of the server whose data these are. */
  readonly postgres: number;
  /** The moment from which on writes may be missing, by the clock of the database. */
  readonly through: string;
  readonly files: { readonly [file: string]: Stored };
  /** Folders, also those without a file: the server expects them. */
  readonly folders: readonly string[];
};
type Stored = { readonly bytes: number; readonly sha256: string };

/** A folder that is no whole backup: it says what is missing or has changed. */
export class BrokenBackup extends Error {}

const MANIFEST = 'manifest.json';
const CHUNK_BYTES = 1 << 18;
const TOGETHER = 16;

/** `ephemeral`: for tests. Nothing waits for the disk, so that a crash of the machine may leave files that are not whole. */
export type Durability = { readonly ephemeral?: boolean };

/** Takes what a backup consists of. */
export type Taking = {
  readonly folder: (name: string) => Promise<void>;
  /** @returns how many bytes, null where the file was removed meanwhile, as a running server does with those it needs no more */
  readonly copy: (from: string, name: string) => Promise<number | null>;
  readonly text: (name: string, contents: string) => Promise<void>;
  /** @returns where it lies until the backup is whole */
  readonly stream: (name: string, source: AsyncIterable<Buffer>) => Promise<string>;
};

/**
 * Makes a backup beside its place and moves it there once all of it has reached the disk: who is ended in the middle leaves
 * nothing that looks like one, and the next backup at that place removes what was left.
 * @throws where there is something at the place already
 */
export async function writeBackup(
  target: string,
  take: (taking: Taking) => Promise<Pick<Manifest, 'postgres' | 'through'>>,
  durability: Durability = {},
): Promise<Manifest> {
  await requireNothingAt(target);
  await mkdir(dirname(target), { recursive: true });
  await sweep(target);
  const partial = `${target}.partial-${process.pid}-${randomBytes(3).toString('hex')}`;
  await mkdir(partial, { mode: 0o700 });
  const files: { [file: string]: Stored } = {};
  const folders: string[] = [];
  try {
    const about = await take({
      folder: async (name) => {
        folders.push(name);
        await mkdir(join(partial, name), { recursive: true, mode: 0o700 });
      },
      copy: async (from, name) => {
        const stored = await copyFile(from, join(partial, name), durability);
        if (stored) files[name] = stored;
        return stored?.bytes ?? null;
      },
      text: async (name, contents) => {
        files[name] = await writeWhole(join(partial, name), contents, durability);
      },
      stream: async (name, source) => {
        const place = join(partial, name);
        const fill = async (write: (chunk: Buffer) => Promise<void>) => {
          for await (const chunk of source) await write(chunk);
        };
        files[name] = await written(place, fill, durability);
        return place;
      },
    });
    const manifest: Manifest = { format: 1, ...about, files, folders };
    await writeWhole(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, durability);
    if (!durability.ephemeral) for (const folder of ['.', ...folders]) await flushFolder(join(partial, folder));
    await rename(partial, target);
    await flushFolder(dirname(target));
    return manifest;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** @throws BrokenBackup where the folder holds no manifest of ours */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new BrokenBackup(`${folder} is no backup: it has no ${MANIFEST}, which is written last.`);
  });
  const manifest = parsed(text);
  if (manifest?.format !== 1) throw new BrokenBackup(`${folder}/${MANIFEST} is of no version that this one reads.`);
  const names = [...Object.keys(manifest.files), ...manifest.folders];
  const outside = names.find((name) => relative('.', normalize(name)).startsWith('..') || name.startsWith('/'));
  if (outside !== undefined) throw new BrokenBackup(`${folder}/${MANIFEST} names ${outside}, which lies outside.`);
  return manifest;
}

/**
 * Copies what a backup holds, and holds each file against the manifest while it does.
 * @throws BrokenBackup at the first file that is not as it was written
 */
export async function copyBackup(
  folder: string,
  into: string,
  { files, folders }: Manifest,
  durability: Durability = {},
): Promise<void> {
  for (const name of folders) await mkdir(join(into, name), { recursive: true, mode: 0o700 });
  await together(Object.entries(files), async ([name, { bytes, sha256 }]) => {
    const found = await copyFile(join(folder, name), join(into, name), durability);
    if (!found) throw new BrokenBackup(`${folder} lacks ${name}.`);
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BrokenBackup(`${folder}/${name} is not what was written: its checksum differs.`);
    }
  });
  if (!durability.ephemeral) for (const name of ['.', ...folders]) await flushFolder(join(into, name));
}

/** @throws BrokenBackup at the first file that is not as it was written; nothing is copied */
export async function checkBackup(folder: string, { files }: Manifest): Promise<void> {
  for (const [name, { sha256 }] of Object.entries(files)) {
    const hash = createHash('sha256');
    const source = await open(join(folder, name), 'r').catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new BrokenBackup(`${folder} lacks ${name}.`) : error;
    });
    // A stream without an encoding reads buffers.
    for await (const chunk of source.createReadStream()) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) {
      throw new BrokenBackup(`${folder}/${name} is not what was written: its checksum differs.`);
    }
  }
}

/** A disk takes many files at a time as quickly as one. @throws the first failure, once nothing is being done any more */
export async function together<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  let hasFailed = false;
  const ends = await Promise.allSettled(
    Array.from({ length: TOGETHER }, async () => {
      for (const item of left) {
        if (hasFailed) return;
        await work(item).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function requireNothingAt(place: string): Promise<void> {
  if (await stat(place).catch(() => null))
    throw new BrokenBackup(`There is something at ${place} already: it stays as it is.`);
}

/** Removes what backups to the same place have left that were killed. */
async function sweep(target: string): Promise<void> {
  const name = `${target.split('/').at(-1)}.partial-`;
  for (const found of await readdir(dirname(target))) {
    if (!found.startsWith(name) || isAlive(Number(found.slice(name.length).split('-')[0]))) continue;
    await rm(join(dirname(target), found), { recursive: true, force: true });
  }
}

async function copyFile(from: string, to: string, durability: Durability): Promise<Stored | null> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (!source) return null;
  try {
    return await written(to, (write) => chunksOf(source, write), durability);
  } finally {
    await source.close();
  }
}

async function chunksOf(source: FileHandle, write: (chunk: Buffer) => Promise<void>): Promise<void> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES);
    if (bytesRead === 0) return;
    await write(chunk.subarray(0, bytesRead));
  }
}

const writeWhole = (to: string, contents: string, durability: Durability): Promise<Stored> =>
  written(to, (write) => write(Buffer.from(contents)), durability);

/** Writes a new file, through to the disk where it has to last. */
async function written(
  to: string,
  fill: (write: (chunk: Buffer) => Promise<void>) => Promise<void>,
  { ephemeral = false }: Durability,
): Promise<Stored> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(to, 'wx', 0o600);
  try {
    await fill(async (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    });
    if (!ephemeral) await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

function parsed(text: string): Manifest | null {
  try {
    // We have written it ourselves; its version is looked at next.
    return JSON.parse(text) as Manifest;
  } catch {
    return null;
  }
}
