/**
 * The programs that suites start as processes of their own, each with its packages in a few files. As sources they are 2,500
 * files; to find and load these takes two thirds of a start, and the whole suite makes some two hundred.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
export const folder = join(root, 'node_modules/.cache/umoja-test-programs');

/** What a process can be started with, from the root of the repository. */
export const PROGRAMS = [
  'main.ts',
  'platform/cli/umoja.ts',
  'test/support/worker-process.ts',
  'test/support/closing-process.ts',
  'test/support/fee-office.ts',
];
/** Where the compiled programs are, in the environment of suites. */
const FOLDER = 'UMOJA_TEST_PROGRAMS';

/**
 * Compiles all programs, to where packages are found from.
 * @returns the environment of suites that start them
 */
export async function compilePrograms(): Promise<Record<string, string>> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'compile-programs.ts')]);
  return { [FOLDER]: folder };
}

/** The file to start for a program: as it was compiled for this run, otherwise its source. */
export function programOf(file: string): string {
  const compiled = process.env[FOLDER];
  return compiled !== undefined && PROGRAMS.includes(file) ? join(compiled, `${nameOf(file)}.js`) : join(root, file);
}

/** What leads a process of the tests that starts programs itself to the compiled ones; the system would refuse the name. */
export const ledToPrograms = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, [FOLDER]: process.env[FOLDER] });

/** The environment of such a process, for the programs that it starts. */
export function environmentOfPrograms(): NodeJS.ProcessEnv {
  const { [FOLDER]: _led, ...env } = process.env;
  return env;
}

export const nameOf = (file: string): string => file.replaceAll('/', '.').replace(/\.ts$/, '');
