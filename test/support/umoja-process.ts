import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ledToPrograms, programOf } from './compiled.ts';

/** The system as a person starts it: a process of its own, spoken to by signals and HTTP only. */
export type UmojaProcess = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves once everything that was requested runs. */
  readonly up: Promise<void>;
  /** Sends a signal and gives the exit code; null where a signal ended it. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is loaded at a start is kept: with room for the young, a sixth less of it is copied meanwhile. */
const ROOMY = ['--max-semi-space-size=64', '--min-semi-space-size=32'];

/** Another version is started from its sources. */
const programIn = (folder: string, file: string): string => (folder === root ? programOf(file) : file);

/** The environment of a newcomer: nothing of this machine's services. */
export function bareEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    LANG,
    TMPDIR,
    NODE_COMPILE_CACHE,
    REST_PORT: '0',
    GRAPHQL_PORT: '0',
    // The society of eighteen months grows where a suite is about it.
    ...('DATABASE_URL' in more ? {} : { UMOJA_DEMO: 'small' }),
    ...more,
  } as NodeJS.ProcessEnv;
}

/** Runs a TypeScript file of the project to its end. @param folder a copy of the checkout, where it is of another version */
export async function runFile(file: string, words: readonly string[], env: NodeJS.ProcessEnv, folder = root) {
  const child = spawn(process.execPath, [...ROOMY, programIn(folder, file), ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** `npm run story` against the system that runs: its operator types commands of their own. */
export const runStory = (env: NodeJS.ProcessEnv) => runFile('test/journeys/story.ts', [], ledToPrograms(env));

/**
 * What `umoja ledger verify` says of the books, as a check of a bench: that they agree, what is wrong in them, or why the
 * command could not look (exit code 2 where the schema is another version's).
 */
export async function booksAgree(env: NodeJS.ProcessEnv): Promise<readonly [what: string, isRight: boolean]> {
  const { code, output } = await runFile('platform/cli/umoja.ts', ['ledger', 'verify'], env);
  if (code === 0) return ['the ledger agrees', true];
  const shown = output.split('\n').filter((line) => line !== '' && !line.startsWith('ok '));
  return [`the ledger agrees; \`ledger verify\` ended with ${code}:\n${shown.slice(0, 30).join('\n')}`, false];
}

/** Starts `node main.ts` with these roles; all of them where none is named. @param folder as in `runFile` */
export function startUmoja(env: NodeJS.ProcessEnv, roles: readonly string[] = [], folder = root): UmojaProcess {
  const child = spawn(process.execPath, [...ROOMY, programIn(folder, 'main.ts'), ...roles], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const up = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Umoja is up')) resolve();
    });
    void ended.then((code) => reject(new Error(`Umoja ended with ${code} before it was up:\n${output()}`)));
  });
  up.catch(() => undefined);
  return {
    child,
    output,
    up,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  return () => text;
}
