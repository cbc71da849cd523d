/**
 * The system on another version of PostgreSQL, whose owner of the database has CREATEROLE and is no superuser: every role,
 * the story and a load by `roles`, and then suites of tests.
 *
 *     npm run bench -- postgres 15 [--seconds 10] [--suites all | --suites test/platform,test/journeys]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOtherPostgres } from '../support/other-postgres.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '4' },
    /** Parts of paths; `all` for every suite. */
    suites: { type: 'string', default: '' },
  },
});
const [version = ''] = positionals;
const server = await startOtherPostgres(version, console.log);

async function run(words: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...more }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
const bench = join(import.meta.dirname, 'run.ts');
const load = ['--seconds', values.seconds, '--clients', values.clients];
const results = [await run([bench, 'roles', '--postgres', server.url, ...load])];
if (values.suites !== '') {
  const parts = values.suites === 'all' ? [] : values.suites.split(',');
  results.push(await run([join(import.meta.dirname, '../run.ts'), ...parts], { DATABASE_URL: server.url }));
}
await server.stop();
process.exit(results.every((isRight) => isRight) ? 0 : 1);
