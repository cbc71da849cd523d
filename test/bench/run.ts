/**
 * Starts a bench by its name, under the runtime that `npm ci` brought along: `npm run bench -- lists 1000000 education`.
 * Without a name: which there are.
 */
import { readdir } from 'node:fs/promises';
import { parse } from 'node:path';

const files = await readdir(import.meta.dirname, { withFileTypes: true });
const benches = files
  .filter((file) => file.isFile() && file.name !== 'run.ts')
  .map((file) => parse(file.name).name)
  .sort();
const name = process.argv.splice(2, 1)[0] ?? '';
if (!benches.includes(name)) {
  process.stderr.write(
    `${name === '' ? 'Which bench?' : `There is no bench “${name}”.`} One of: ${benches.join(', ')}.\n`,
  );
  process.stderr.write('For example: npm run bench -- schedule. docs/benches.md says what each shows.\n');
  process.exit(2);
}
await import(`./${name}.ts`);
