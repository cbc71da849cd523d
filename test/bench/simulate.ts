/**
 * Histories of all clients together, one after the other, each judged from the specification. A seed that fails is written to
 * test/simulation/seeds, with the number of commands after which it failed.
 *
 *     npm run bench -- simulate [--minutes 1] [--seed 1] [--commands 400]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eventTypesOf } from '#core/kernel/event-types.ts';
import { lifecycles } from '#platform/postgres/lifecycles.ts';
import { simulate } from '../simulation/simulate.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    commands: { type: 'string', default: '400' },
  },
});
const end = performance.now() + 60_000 * Number(values.minutes);
const events = new Set<string>();
const codes = new Set<string>();
const totals = { histories: 0, days: 0, requests: 0, findings: 0 };

for (let seed = Number(values.seed); totals.histories === 0 || performance.now() < end; seed++) {
  const { history, findings, reached, seconds } = await simulate({ seed, commands: Number(values.commands) });
  totals.histories += 1;
  totals.days += history.days;
  totals.requests += history.exchanges.length;
  totals.findings += findings.length;
  for (const event of reached.events) events.add(event);
  for (const code of reached.codes) codes.add(code);
  console.log(
    `seed ${seed}: ${history.exchanges.length} requests, ${history.days} days, ${seconds.toFixed(0)} s, ${findings.length} findings`,
  );
  for (const finding of findings.slice(0, 20)) console.log(`  ${finding.slice(0, 1_500)}`);
  if (findings.length > 0) {
    const folder = join(import.meta.dirname, '../simulation/seeds');
    await mkdir(folder, { recursive: true });
    const kept = { seed, commands: history.commands, found: findings[0]?.slice(0, 400) };
    await writeFile(join(folder, `${seed}-${history.commands}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  }
}
const emitted = new Set(lifecycles.flatMap(({ lifecycle }) => eventTypesOf(lifecycle)).filter((type) => type !== ''));
const missing = [...emitted].filter((event) => !events.has(event)).sort();
console.log(
  `${totals.histories} histories, ${(totals.days / 365).toFixed(1)} years, ${totals.requests} requests, ${totals.findings} findings`,
);
console.log(
  `Events of the lifecycles reached: ${emitted.size - missing.length} of ${emitted.size}; not: ${missing.join(', ')}`,
);
console.log(`Refusals reached: ${codes.size}: ${[...codes].sort().join(', ')}`);
process.exit(totals.findings > 0 ? 1 : 0);
