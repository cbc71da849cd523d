/**
 * Starts a system in a folder of its own, and has clients as partners use them work with it, unmodified:
 *
 *     npm run check:clients              # all
 *     npm run check:clients urql relay   # those whose names have one of these words
 *
 * What the project has not itself is installed from the registry of npm, in the versions of clients.json beside this file, into
 * dist/clients. Prints a table; exit code 1 where a check fails. What this machine lacks (Java) is `skipped`.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment, startUmoja } from '#test/support/umoja-process.ts';
import { callerOf, makeRecords, nameRecords, type ApiDocument } from './records.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
/** Within the project, programs find what it has as well. */
const folder = path.join(root, 'dist/clients');

type System = { readonly env: NodeJS.ProcessEnv; readonly document: string };
type Result = { readonly result: 'passed' | 'skipped'; readonly says: string };
type Check = { readonly name: string; readonly look: (system: System) => Promise<Result> };

const passed = (says: string): Result => ({ result: 'passed', says });
const inFolder = (env: NodeJS.ProcessEnv) => ({ cwd: folder, env, maxBuffer: 256 * 1024 * 1024, timeout: 900_000 });

/** A program of programs/, which fails where something is not as a partner expects it. */
const program = (name: string, says: string): Check => ({
  name,
  look: async ({ env }) => {
    await run(process.execPath, [`${name}.mjs`], inFolder(env));
    return passed(says);
  },
});

const CHECKS: readonly Check[] = [
  {
    name: 'redocly and spectral',
    look: async ({ document }) => {
      const linter = path.join(root, 'test/support/lint-api.ts');
      const { stdout } = await run(process.execPath, [linter, document], { maxBuffer: 256 * 1024 * 1024 });
      if (stdout !== '[]') throw new Error(stdout.slice(0, 2_000));
      return passed('the document that is served, by the recommended rules: no error, no warning');
    },
  },
  { name: 'specmatic', look: specmatic },
  program('oauth4webapi', 'discovery, a token by Basic, a call'),
  program('openid-client', 'discovery, a token by a form, a call, revocation, introspection'),
  program('simple-oauth2', 'a token by form and by JSON'),
  program('standardwebhooks', 'verifies a delivery, refuses a changed one'),
  {
    name: 'openapi-typescript',
    look: async () => {
      await run('npm', ['run', '--silent', 'api-types'], { cwd: root });
      await compile(path.join(root, 'docs/examples/tsconfig.json'), path.join(root, 'node_modules/typescript'));
      return passed('types from the document; the golden flow of docs/examples compiles strictly');
    },
  },
  {
    name: '@hey-api/openapi-ts',
    look: async ({ env, document }) => {
      const words = ['-i', document, '-o', 'hey-api', '-c', '@hey-api/client-fetch', '--no-log-file'];
      await run(path.join(folder, 'node_modules/.bin/openapi-ts'), words, inFolder(env));
      await compile(path.join(folder, 'tsconfig.json'), path.join(folder, 'node_modules/typescript'));
      await run(process.execPath, ['compiled/golden-hey-api.mjs'], inFolder(env));
      return passed('a client from the document; the golden flow compiles strictly without a cast, and runs');
    },
  },
  program('urql', 'a query by its default settings'),
  program('apollo-client', 'Apollo Client 4: a query'),
  program('relay', 'relay-runtime: network layer and environment'),
  program('graphql-request', 'a query by POST and by GET'),
  program('graphql-codegen', 'client-preset: typed documents of a query from the graph’s schema'),
];

/** @throws Error with what the compiler says */
async function compile(project: string, typescript: string): Promise<void> {
  await run(process.execPath, [path.join(typescript, 'bin/tsc'), '-p', project]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout.slice(0, 4_000));
    },
  );
}

/** Their replies hold JSON Schemas, of which it takes those of its own example for the schema of all. */
const NOT_FOR_SPECMATIC: readonly string[] = ['/api/v1/event_types', '/v1/event_types'];

/**
 * Reads the whole document; sends the examples of all reads, and holds their replies against it. What names a record that the sandbox
 * has not is about another of its kind; kinds of which it has none are left out, and counted.
 */
async function specmatic({ env, document }: System): Promise<Result> {
  const hasJava = await run('java', ['-version']).then(
    () => true,
    () => false,
  );
  if (!hasJava) return { result: 'skipped', says: 'no Java on this machine' };
  const call = callerOf(env['REST_URL'] ?? '', env['TOKEN'] ?? '');
  await makeRecords(call);
  const api = JSON.parse(await readFile(document, 'utf8')) as ApiDocument;
  const { own, others, none } = await nameRecords(api, call);
  const named = path.join(path.dirname(document), 'openapi-with-records.json');
  await writeFile(named, JSON.stringify(api));
  const lists = Object.keys(api.paths).filter((each) => /^\/(api\/)?v1\/[\w/]+$/.test(each) && api.paths[each]?.get);
  const reads = [...lists, ...own, ...others].filter((each) => !NOT_FOR_SPECMATIC.includes(each));
  const filter = `METHOD='GET' && STATUS='200' && PATH='${reads.join(',')}'`;
  const jar = path.join(folder, 'node_modules/specmatic/specmatic.jar');
  const words = ['-jar', jar, 'test', named, `--testBaseURL=${env['REST_URL']}`, `--filter=${filter}`];
  // The security scheme of the document is called oauth: specmatic reads its token from the variable of that name.
  const reported = await run('java', words, inFolder({ ...env, oauth: env['TOKEN'] })).catch(
    (failed: { stdout?: string }) => failed,
  );
  const [, tests, , failures] = /Tests run: (\d+), Successes: (\d+), Failures: (\d+)/.exec(reported.stdout ?? '') ?? [];
  if (tests === undefined || Number(tests) < reads.length || failures !== '0') {
    throw new Error((reported.stdout ?? '').split('Unsuccessful Scenarios:').at(-1)?.slice(0, 4_000));
  }
  return passed(
    `${tests} reads are as the document says: ${own.length} of the records of their examples, ${others.length} of others; ` +
      `left out: ${NOT_FOR_SPECMATIC.join(', ')}, and for want of a record ${none.join(', ') || 'none'}`,
  );
}

/** Installs the clients, once for each content of clients.json. They share the project's own `graphql`: two copies don't work together. */
async function install(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(here, 'programs'), folder, { recursive: true });
  const wanted = await readFile(path.join(here, 'clients.json'), 'utf8');
  const present = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '');
  if (present === wanted) return;
  await cp(path.join(here, 'clients.json'), path.join(folder, 'package.json'));
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps'],
    {
      cwd: folder,
    },
  ).catch(async (error: unknown) => {
    await rm(path.join(folder, 'package.json'));
    throw error;
  });
}

/** What the demo's file says of a client. */
type Demo = { rest_url: string; graphql_url: string; client_id: string; client_secret: string };

async function tokenOf({ rest_url, client_id, client_secret }: Demo): Promise<string> {
  const response = await fetch(`${rest_url}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  // As the API's document has it.
  return ((await response.json()) as { access_token: string }).access_token;
}

async function systemAt(data: string): Promise<System> {
  const demo = JSON.parse(await readFile(path.join(data, 'demo.json'), 'utf8')) as Demo;
  const document = path.join(data, 'openapi.json');
  await writeFile(document, await (await fetch(`${demo.rest_url}/openapi.json`)).text());
  const env = {
    ...bareEnvironment(),
    REST_URL: demo.rest_url,
    GRAPHQL_URL: demo.graphql_url,
    CLIENT_ID: demo.client_id,
    CLIENT_SECRET: demo.client_secret,
    TOKEN: await tokenOf(demo),
  };
  return { env, document };
}

async function main(words: readonly string[]): Promise<number> {
  const checks = CHECKS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  await install();
  const data = await mkdtemp(path.join(tmpdir(), 'umoja-clients-'));
  const system = startUmoja(bareEnvironment({ UMOJA_DATA_DIR: data }));
  let failures = 0;
  try {
    await system.up;
    const at = await systemAt(data);
    for (const { name, look } of checks) {
      const { result, says } = await look(at).catch((error: Error) => ({
        result: 'FAILED' as const,
        says: error.message.slice(0, 4_000),
      }));
      if (result === 'FAILED') failures += 1;
      process.stdout.write(`${name.padEnd(22)} ${result.padEnd(8)} ${says}\n`);
    }
  } finally {
    await system.end('SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
