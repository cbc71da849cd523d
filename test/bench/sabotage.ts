/**
 * Proves that the judge can fail: one mistake after the other is made in a copy of the checkout, and histories are lived through
 * there, the cheapest first: the tour and the chapters that the mistake is about, then longer ones. A mistake is found where the
 * judge says so, or an invariant of what clients saw. What the log alone shows, a driver that gives up, or books that `ledger verify`
 * refuses, is noticed, and counted apart; a mistake that survives is a hole in the judge or in the driver.
 *
 *     npm run bench -- sabotage [--only <pattern of names>] [--from 0] [--shard 1/2] [--seeds 2: longer histories] [--commands 320]
 *       [--done <file>: what is in it is not tried again, and what is tried is added]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Fault } from '../simulation/sabotage/fault.ts';
import { faults } from '../simulation/sabotage/faults.ts';
import { byOf, foundBy, NOTICES, type By } from '../simulation/sabotage/found-by.ts';
import { inShard } from '../simulation/shard.ts';
import { copyOfCheckout } from '../support/copy-of-checkout.ts';
import { prepareTemplate, startTestServer } from '../support/database.ts';
import { environmentOf, withPlainOwner } from '../support/test-server.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    shard: { type: 'string', default: '1/1' },
    seeds: { type: 'string', default: '2' },
    commands: { type: 'string', default: '320' },
    done: { type: 'string' },
  },
});

/** What became of a mistake. */
type Tried = {
  readonly name: string;
  readonly by: By;
  readonly how: string;
  readonly requests: number;
  readonly seconds: number;
};

const server = await startTestServer(() => undefined);
const owner = await withPlainOwner(server.url);
const environment = { ...environmentOf(owner), UMOJA_TEST_TEMPLATE: await prepareTemplate(owner.url) };
const copy = copyOfCheckout('umoja-sabotage-');
const before: readonly Tried[] =
  values.done !== undefined && existsSync(values.done)
    ? readFileSync(values.done, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Tried)
    : [];
const chosen = faults
  .filter(({ name }) => new RegExp(values.only).test(name))
  .slice(Number(values.from))
  .filter((_, at) => inShard(at, values.shard))
  .filter(({ name }) => !before.some((one) => one.name === name));
const all: Tried[] = [...before];
console.log('| Fault | Found by | How it was found | Requests | Seconds |\n|---|---|---|---|---|');
const unharmed = await live(1, 1, ['clocks']);
if (unharmed.findings.length > 0)
  throw new Error(`Without a mistake there are findings: ${unharmed.findings.join('; ')}`);
for (const [at, fault] of chosen.entries()) {
  const one = { name: fault.name, ...(await tried(fault)) };
  all.push(one);
  if (values.done !== undefined) appendFileSync(values.done, `${JSON.stringify(one)}\n`);
  const { name, by, how, requests, seconds } = one;
  console.log(
    `| ${name} | ${by} | ${how.replaceAll(/[|\s]+/g, ' ').slice(0, 260)} | ${requests} | ${seconds.toFixed(0)} |`,
  );
  if (at % 10 === 9) console.error(`${at + 1} of ${chosen.length} tried.`);
}
rmSync(copy, { recursive: true });
const count = (...by: readonly By[]) => all.filter((one) => by.includes(one.by)).length;
const found = count('judge', 'clients');
console.log(
  `${found} of ${all.length} faults were found: ${count('judge')} by the judge, ${count('clients')} by what clients saw. ` +
    `Noticed alone: ${NOTICES.map((by) => `${count(by)} by the ${by}`).join(', ')}. Survived: ${count('nothing')}.`,
);
await server.stop();
process.exit(found < all.length ? 1 : 0);

/** Makes the mistake, lives through histories until one finds it, and takes it back. */
async function tried({ name, file, line, becomes, chapters }: Fault): Promise<Omit<Tried, 'name'>> {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(line).length !== 2) throw new Error(`The line of “${name}” does not stand once in ${file}.`);
  writeFileSync(
    path,
    source.replace(line, () => becomes),
  );
  const began = performance.now();
  let requests = 0;
  const noticed: string[] = [];
  const result = (by: By, how: string) => ({ by, how, requests, seconds: (performance.now() - began) / 1_000 });
  try {
    for (let seed = chapters.length > 0 ? 0 : 1; seed <= Number(values.seeds); seed++) {
      // The tour and a month with the chapters of the mistake cost a fraction of the others.
      const lived = await live(Math.max(seed, 1), seed === 0 ? 1 : Number(values.commands), chapters);
      requests += lived.requests;
      noticed.push(...lived.findings);
      const how = foundBy(lived.findings);
      if (how !== null) return result(byOf(how), how);
    }
    const [first] = noticed;
    return first === undefined ? result('nothing', 'SURVIVED') : result(byOf(first), first);
  } finally {
    writeFileSync(path, source);
  }
}

async function live(
  seed: number,
  commands: number,
  chapters: readonly string[],
): Promise<{ readonly requests: number; readonly findings: readonly string[] }> {
  const script = join(copy, 'test/simulation/sabotage/live.ts');
  const child = spawn(process.execPath, [script, String(seed), String(commands), ...chapters], {
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
  return { requests: 0, findings: [signal === null ? `start: ${errors.slice(-300)}` : 'driver: it hangs'] };
}
