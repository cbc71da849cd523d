/**
 * Proves that the judge can fail: one mistake after the other is made in a copy of the checkout, and a history is lived through
 * there. A mistake that survives is a hole in the judge or in the driver.
 *
 *     npm run bench -- sabotage [--only <part of a name>] [--from 0] [--seeds 2] [--commands 320]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Fault } from '../simulation/sabotage/fault.ts';
import { faults } from '../simulation/sabotage/faults.ts';
import { copyOfCheckout } from '../support/copy-of-checkout.ts';
import { prepareTemplate, startTestServer } from '../support/database.ts';
import { environmentOf, withPlainOwner } from '../support/test-server.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    seeds: { type: 'string', default: '2' },
    commands: { type: 'string', default: '320' },
  },
});

const server = await startTestServer(() => undefined);
const owner = await withPlainOwner(server.url);
const environment = { ...environmentOf(owner), UMOJA_TEST_TEMPLATE: await prepareTemplate(owner.url) };
const copy = copyOfCheckout('umoja-sabotage-');
const chosen = faults.filter(({ name }) => name.includes(values.only)).slice(Number(values.from));
let survived = 0;
/** A copy that lives through no history at all has shown nothing of the mistake. */
const NOT_RUN = 'DID NOT RUN';
console.log('| Fault | How it was found | Requests | Seconds |\n|---|---|---|---|');
for (const fault of chosen) {
  const { how, requests, seconds } = await tried(fault);
  if (how === null || how.startsWith(NOT_RUN)) survived += 1;
  console.log(
    `| ${fault.name} | ${how?.replaceAll(/[|\s]+/g, ' ').slice(0, 260) ?? 'SURVIVED'} | ${requests} | ${seconds.toFixed(0)} |`,
  );
}
rmSync(copy, { recursive: true });
console.log(`${chosen.length - survived} of ${chosen.length} faults were found.`);
await server.stop();
process.exit(survived > 0 ? 1 : 0);

/** Makes the mistake, lives through histories until one finds it, and takes it back. */
async function tried({ name, file, line, becomes, chapters }: Fault) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(line).length !== 2) throw new Error(`The line of “${name}” does not stand once in ${file}.`);
  writeFileSync(
    path,
    source.replace(line, () => becomes),
  );
  const began = performance.now();
  let requests = 0;
  try {
    for (let seed = 1; seed <= Number(values.seeds); seed++) {
      const lived = await live(seed, chapters);
      requests += lived.requests;
      const [how = null] = lived.findings;
      if (how !== null) return { how, requests, seconds: (performance.now() - began) / 1_000 };
    }
    return { how: null, requests, seconds: (performance.now() - began) / 1_000 };
  } finally {
    writeFileSync(path, source);
  }
}

async function live(
  seed: number,
  chapters: readonly string[],
): Promise<{ readonly requests: number; readonly findings: readonly string[] }> {
  const script = join(copy, 'test/simulation/sabotage/live.ts');
  const child = spawn(process.execPath, [script, String(seed), values.commands, ...chapters], {
    cwd: copy,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 1_200_000,
  });
  const [printed, errors, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  const last = printed.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last);
  // What hangs is seen by all who use it.
  return { requests: 0, findings: [signal === null ? `${NOT_RUN}: ${errors.slice(-300)}` : 'it hangs'] };
}
