import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { asProduction } from '#platform/runtime/as-production.ts';
import { errorOf } from '#platform/runtime/thrown.ts';

export type BuiltFile = {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Null where it would save nothing. */
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
};

/** The files of the portal by their path (`assets/index-a1b2.js`), once they are built. */
export type BuiltPortal = {
  readonly files: () => ReadonlyMap<string, BuiltFile> | null;
  /** Why it could not be built; null while there is hope. */
  readonly failure: () => string | null;
  /** When files are there, or can't be. */
  readonly ready: Promise<void>;
};

export type PortalPlaces = {
  /** Built files that came with the package; they win. */
  readonly packaged: string;
  /** Where builds are stored: the first of these folders that can be written. */
  readonly caches: readonly string[];
};

const sources = path.resolve(import.meta.dirname, '../portal');
const lockFile = path.resolve(import.meta.dirname, '../../package-lock.json');
const bundler = path.join(import.meta.dirname, 'bundle.ts');
const makers = ['bundle.ts', 'document-stubs.ts', 'parts.ts'].map((file) => path.join(import.meta.dirname, file));
/**
 * Beside the packages, where a second data directory finds the build of the first; in the data directory where an
 * installation can't be written to.
 */
export const portalPlaces = (dataDir: string): PortalPlaces => ({
  packaged: path.resolve(import.meta.dirname, '../portal-built'),
  caches: [path.resolve(import.meta.dirname, '../../node_modules/.cache/umoja-portal'), path.join(dataDir, 'portal')],
});

/** A build takes seconds; one whose process died is begun again after this. */
const ABANDONED_MS = 120_000;
const COMPRESSED = ['.br', '.gz'] as const;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/**
 * The portal's files: those of the package, those of an earlier start, or those that a child process builds now. No request
 * waits for it: until then the page says so.
 * @param isAwaited a build goes on as fast as everything else
 */
export function builtPortal(
  { packaged, caches }: PortalPlaces,
  log: Pick<BaseLogger, 'error' | 'info'>,
  { isAwaited }: Building = { isAwaited: false },
): BuiltPortal {
  let files: ReadonlyMap<string, BuiltFile> | null = null;
  let failure: string | null = null;
  const provide = async (): Promise<void> => {
    if (await exists(path.join(packaged, 'index.html'))) return void (files = await readBuilt(packaged));
    const folder = path.join(await firstWritable(caches), await fingerprint());
    const startedAt = performance.now();
    if (!(await exists(folder))) {
      await buildOnce(folder, { isAwaited });
      log.info({ folder, took_ms: Math.round(performance.now() - startedAt) }, 'The portal was built');
    }
    files = await readBuilt(folder);
  };
  const ready = provide().catch((error: unknown) => {
    failure = errorOf(error).message;
    log.error({ err: error }, 'The portal could not be built');
  });
  return { files: () => files, failure: () => failure, ready };
}

type Building = { readonly isAwaited: boolean };

/** One process builds; others that want the same build wait for it. */
async function buildOnce(folder: string, building: Building): Promise<void> {
  const lock = `${folder}.building`;
  for (;;) {
    if (await mkdir(lock).then(() => true, refuseBut('EEXIST'))) break;
    const since = await stat(lock).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - since > ABANDONED_MS) await rm(lock, { recursive: true, force: true });
    await sleep(200);
    if (await exists(folder)) return;
  }
  const made = `${folder}.${randomUUID()}`;
  try {
    await runBundler(made, building);
    await rename(made, folder).catch(refuseBut('ENOTEMPTY'));
  } finally {
    await rm(made, { recursive: true, force: true });
    await rm(lock, { recursive: true, force: true });
  }
}

async function runBundler(folder: string, { isAwaited }: Building): Promise<void> {
  const child = spawn(process.execPath, [bundler, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Under any other name half of React is that of development, and no page opens.
    env: asProduction(),
  });
  // The system starts at the same time, and is waited for rather than this.
  if (child.pid !== undefined && !isAwaited) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (complaint = (complaint + text).slice(-4_000)));
  // A system that stops does not wait for its portal.
  const end = () => child.kill();
  process.once('exit', end);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  process.off('exit', end);
  if (code !== 0) throw new Error(`The bundler ended with ${code ?? 'a signal'}: ${complaint.trim()}`);
}

/** Names a build by all that it is made from. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const own = (await filesIn(sources)).filter((file) => !file.endsWith('.md'));
  for (const file of [...own, ...makers, lockFile]) {
    hash.update(path.basename(file)).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 20);
}

async function readBuilt(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const paths = (await filesIn(folder)).filter((file) => !COMPRESSED.some((suffix) => file.endsWith(suffix)));
  const entries = paths.map(async (file) => {
    const plain = await readFile(file);
    const [brotli, gzip] = await Promise.all(
      COMPRESSED.map((suffix) => readFile(file + suffix).catch(refuseBut('ENOENT'))),
    );
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    return [
      path.relative(folder, file).split(path.sep).join('/'),
      { type, etag, plain, brotli: brotli || null, gzip: gzip || null },
    ] as const;
  });
  return new Map(await Promise.all(entries));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

async function firstWritable(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const isWritable = await mkdir(folder, { recursive: true })
      .then(() => access(folder, constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    if (isWritable) return folder;
  }
  throw new Error(`None of these folders can be written: ${folders.join(', ')}.`);
}

const exists = (file: string) => access(file).then(() => true, refuseBut('ENOENT'));

/** False for the expected failure of a file operation; others go on. */
const refuseBut =
  (code: string) =>
  (error: NodeJS.ErrnoException): false => {
    if (error.code === code) return false;
    throw error;
  };
