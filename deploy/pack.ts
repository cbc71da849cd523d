/**
 * `npm run pack`: one archive that runs without a registry: our sources (Node runs them as they are), the packages of
 * production, the pinned Node, a bill of materials and the licences. Written to dist/. `npm run pack -- --try` unpacks it to an
 * empty folder afterwards and runs it there: read-only, without npm on the path, and as a user without power where this is root.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ARCHIVE_README, LAUNCHERS, READS, RUNS } from './archive-contents.ts';
import { licencesOf, type Bill } from './licences.ts';
import { tryArchive } from './try-archive.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const run = promisify(execFile);
const startedAt = performance.now();

/** In packages: maps and types of sources, which no process reads. */
const UNREAD = /\.(map|d\.ts|d\.mts|d\.cts|tsbuildinfo)$/;

say(`packing ${await describeCommit()}`);
const archive = await pack();
if (process.argv.includes('--try')) await tryArchive(archive, say);

async function pack(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const name = `umoja-${version}-${process.platform}-${process.arch}`;
  const staging = await mkdtemp(path.join(tmpdir(), 'umoja-pack-'));
  const folder = path.join(staging, name);
  try {
    await mkdir(folder);
    await installPackages(folder);
    const bill = await writeBill(folder);
    await shrinkPackages(folder);
    for (const part of [...RUNS, ...READS]) {
      await cp(path.join(root, part), path.join(folder, part), { recursive: true });
    }
    await writeFile(path.join(folder, 'README.md'), ARCHIVE_README);
    await buildPortal(folder);
    await writeLaunchers(folder);
    await writeFile(path.join(folder, 'RELEASE.json'), JSON.stringify(await release(version, bill), null, 2));
    return await writeArchive(staging, name);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** From the lock file, which holds a checksum of each: what is packed is what was tested. */
async function installPackages(folder: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json']) await cp(path.join(root, file), path.join(folder, file));
  say('installing the packages of production');
  await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 1 << 24 });
  await rm(path.join(folder, 'package-lock.json'));
  const {
    devDependencies: _,
    scripts: __,
    ...shipped
  }: Record<string, unknown> = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`);
}

/** What no process reads: a second runtime, maps and types. */
async function shrinkPackages(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  // The runtime is there twice: as the package of this platform brought it, and where npm looks for it.
  await rm(path.join(modules, 'node/node_modules'), { recursive: true, force: true });
  const files = await readdir(modules, { recursive: true });
  for (const file of files) if (UNREAD.test(file)) await rm(path.join(modules, file), { force: true });
  say(`${files.length} files of packages, without maps and types`);
}

/** Built here: the archive has no bundler. */
async function buildPortal(folder: string): Promise<void> {
  const built = path.join(folder, 'gateway/portal-built');
  await run(process.execPath, [path.join(root, 'gateway/portal-server/bundle.ts'), built]);
  say(`built the portal: ${(await readdir(built, { recursive: true })).length} files`);
}

/** Commands that need no Node on the path, from wherever they are called and through links to them. */
async function writeLaunchers(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'bin'));
  for (const [name, program] of Object.entries(LAUNCHERS)) {
    const file = path.join(folder, 'bin', name);
    await writeFile(
      file,
      [
        '#!/bin/sh',
        'here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd)',
        `exec "$here/node_modules/node/bin/node" "$here/${program}" "$@"`,
        '',
      ].join('\n'),
    );
    await chmod(file, 0o755);
  }
}

/** The bill of materials (CycloneDX) by npm itself, and the text of each licence. */
async function writeBill(folder: string): Promise<Bill> {
  const sbom = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { stdout } = await run('npm', sbom, { cwd: folder, maxBuffer: 1 << 26 });
  const bill = JSON.parse(stdout) as Bill;
  await writeFile(path.join(folder, 'sbom.cdx.json'), JSON.stringify(bill, null, 1));
  const { text, unlicensed } = await licencesOf(bill, path.join(folder, 'node_modules'));
  if (unlicensed.length > 0) throw new Error(`Packages without a licence are not shipped: ${unlicensed.join(', ')}.`);
  await writeFile(path.join(folder, 'LICENCES.txt'), text);
  say(`${bill.components.length} packages in the bill of materials, all with a licence`);
  return bill;
}

/** Where the archive comes from. */
async function release(version: string, bill: Bill): Promise<Record<string, unknown>> {
  return {
    version,
    commit: await describeCommit(),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    packages: bill.components.length,
    lock_sha256: await sha256(path.join(root, 'package-lock.json')),
  };
}

/** The same sources give the same names, owners and times in the archive. */
async function writeArchive(staging: string, name: string): Promise<string> {
  await mkdir(dist, { recursive: true });
  const archive = path.join(dist, `${name}.tar.gz`);
  say('writing the archive');
  const { stdout: time } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root });
  const same = ['--sort=name', `--mtime=@${time.trim()}`, '--owner=0', '--group=0', '--numeric-owner'];
  await run('tar', [...same, '-C', staging, '-czf', archive, name]);
  const sum = await sha256(archive);
  await writeFile(`${archive}.sha256`, `${sum}  ${path.basename(archive)}\n`);
  const { size } = await stat(archive);
  say(`${path.relative(root, archive)}: ${(size / 1e6).toFixed(0)} MB, SHA-256 ${sum}`);
  return archive;
}

async function describeCommit(): Promise<string> {
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: root });
  const { stdout: changed } = await run('git', ['status', '--porcelain'], { cwd: root });
  return `${commit.trim()}${changed === '' ? '' : ' with changes that are not committed'}`;
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function say(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
}
