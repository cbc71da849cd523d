import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The user and group that own nothing, on every Linux. */
const POWERLESS = 65_534;
const START_SECONDS = 120;

/**
 * Runs an archive as its receiver does: unpacked to an empty folder that cannot be written to, nothing on the path but the
 * system's own programs, another user than root; then the story of the README against it, and a clean end.
 */
export async function tryArchive(archive: string, say: (line: string) => void): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'umoja-try-'));
  const data = path.join(folder, 'data');
  try {
    await run('tar', ['-xzf', archive, '-C', folder]);
    const [name] = (await readdir(folder)).filter((entry) => entry.startsWith('umoja-'));
    const home = path.join(folder, String(name));
    await run('chmod', ['-R', 'a-w,a+rX', home]);
    await run('chmod', ['a+rx', folder]);
    await mkdir(data, { mode: 0o700 });
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(data, POWERLESS, POWERLESS);
    const user = isRoot ? { uid: POWERLESS, gid: POWERLESS } : {};
    const environment = {
      PATH: '/usr/bin:/bin',
      HOME: data,
      UMOJA_DATA_DIR: data,
      REST_PORT: '3900',
      GRAPHQL_PORT: '4900',
    };
    const { stdout: size } = await run('du', ['-sm', home]);
    say(`unpacked: ${size.split('\t')[0]} MB, read-only, run as ${isRoot ? 'user 65534' : 'this user'}`);
    for (const program of ['umoja', 'umoja-partner']) {
      const { stdout: help } = await run(path.join(home, 'bin', program), ['--help'], { env: environment, ...user });
      if (!help.startsWith('Usage: umoja')) throw new Error(`bin/${program} --help says: ${help.slice(0, 200)}`);
    }
    say('the command lines of operators and partners start');
    const startedAt = performance.now();
    const server = spawn(path.join(home, 'bin/serve'), [], { env: environment, cwd: '/', ...user });
    server.stderr.pipe(process.stderr);
    try {
      await untilReady(server, `http://127.0.0.1:${environment.REST_PORT}/readyz`);
      say(`ready after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s on an empty data directory`);
      await story(environment, say);
      await portalAt(`http://127.0.0.1:${environment.GRAPHQL_PORT}/`, say);
    } finally {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
    }
    if (server.exitCode !== 0) throw new Error(`The server ended with ${server.exitCode}.`);
    say('ended cleanly');
  } finally {
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_SECONDS * 1_000;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode} before it was ready.`);
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await sleep(100);
  }
  throw new Error(`Not ready after ${START_SECONDS} s.`);
}

/** The built files came with the archive: the first request gets the page. */
async function portalAt(url: string, say: (line: string) => void): Promise<void> {
  const reply = await fetch(url, { headers: { accept: 'text/html' } });
  const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(await reply.text()) ?? [];
  const asset = script === undefined ? null : await fetch(new URL(script, url));
  if (!asset?.ok) throw new Error(`The portal is not served: ${reply.status}, ${asset?.status ?? 'no script'}.`);
  say('the portal is served');
}

/** From the sources, as tests are not packed; it speaks to the packed system by HTTP and reads its demo.json. */
async function story(environment: Record<string, string>, say: (line: string) => void): Promise<void> {
  const program = path.resolve(import.meta.dirname, '../test/journeys/story.ts');
  await run(process.execPath, [program], { env: { ...process.env, ...environment }, maxBuffer: 1 << 24 });
  say('the story is true');
}
