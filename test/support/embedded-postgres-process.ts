/**
 * A process that uses the embedded PostgreSQL of a folder, for tests that need several of them or kill one.
 * It prints the server on its first line and ends with its input.
 */
import { once } from 'node:events';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';

const [dataDir] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir: dataDir!,
  log: (line) => console.error(line),
  ephemeral: true,
});
console.log(JSON.stringify({ url: postgres.url, startedHere: postgres.startedHere }));
await once(process.stdin.resume(), 'end');
await postgres.stop();
