/**
 * Histories of all clients together, one after the other, each judged from the specification. A seed fixes the day on which its history
 * begins, or --from does; behind what fails the whole line is printed that lives through it again, on any day and machine, and it is
 * written to test/simulation/seeds. With --write, what they reached of lifecycles and refusals is kept in
 * test/simulation/coverage/reached.json, which a test holds against all that there is. Behind each history some pairs of requests are
 * interleaved, by the same seed.
 *
 *     npm run bench -- simulate [--minutes 1] [--seed 1] [--from 2031-02-28: the business date on which it begins]
 *       [--commands 400] [--between 60: commands between two moves of the clock]
 *       [--faults 40: commands between two from outside, which then befall moves of the clock as well; 0: none]
 *       [--chapters all: or none, or some of them, as clocks,readers] [--pairs 2: behind each history]
 *       [--redis: queues in Redis, which is flushed, frozen and gone]
 *       [--processes: REST, graph and workers as processes, which are killed] [--write]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lineOf, type Lived } from '../simulation/again.ts';
import { beginningOf } from '../simulation/beginning.ts';
import { codesOf } from '../simulation/coverage/codes.ts';
import { coverageOf, reachable, silentVerbs, type Coverage } from '../simulation/coverage/coverage.ts';
import { openInterleavings, type Interleavings } from '../simulation/interleavings/interleavings.ts';
import { simulate } from '../simulation/simulate.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string' },
    commands: { type: 'string', default: '400' },
    between: { type: 'string', default: '60' },
    chapters: { type: 'string', default: 'all' },
    faults: { type: 'string', default: '40' },
    pairs: { type: 'string', default: '2' },
    redis: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const built = { withRedis: values.redis, inProcesses: values.processes };
const chapters = values.chapters === 'all' || (values.chapters === 'none' ? false : values.chapters.split(','));
const livedOf = (seed: number): Lived => ({
  seed,
  from: values.from ?? String(beginningOf(seed)),
  commands: Number(values.commands),
  between: Number(values.between),
  betweenFaults: Number(values.faults) || Infinity,
  chapters,
  ...built,
});
const KEPT = join(import.meta.dirname, '../simulation/coverage/reached.json');
const before: Coverage = JSON.parse(await readFile(KEPT, 'utf8'));
const end = performance.now() + 60_000 * Number(values.minutes);
const events = new Set<string>();
const codes = new Set<string>();
const moved = new Set<string>();
const faults = new Map<string, number>();
/** Whether a command was ever carried out: one that never is may ask for what is not there. */
const carriedOut = new Map<string, boolean>();
const totals = { histories: 0, days: 0, requests: 0, pairs: 0, schedules: 0, findings: 0 };
/** Of each pair. */
const MOST_SCHEDULES = 12;
const interleaved = Number(values.pairs) > 0 ? await openInterleavings(Number(values.seed)) : null;

/** Interleaves the next pairs of requests. */
async function interleave({ pairs, tried }: Interleavings): Promise<void> {
  for (const pair of pairs.slice(totals.pairs, totals.pairs + Number(values.pairs))) {
    const { schedules, findings } = await tried(pair, MOST_SCHEDULES);
    totals.pairs += 1;
    totals.schedules += schedules;
    report(findings);
  }
}

function report(findings: readonly string[]): void {
  totals.findings += findings.length;
  for (const finding of findings.slice(0, 20)) console.log(`  ${finding.slice(0, 1_500)}`);
}

for (let seed = Number(values.seed); totals.histories === 0 || performance.now() < end; seed++) {
  const wanted = livedOf(seed);
  const lived = await simulate(wanted).catch((error: Error) => error);
  if (lived instanceof Error) {
    // A history that can't be lived through is a finding of its own; the others go on.
    totals.histories += 1;
    report([`seed ${seed}: the driver gave up: ${lived.stack ?? lived.message}`]);
    console.log(`  Again: ${lineOf(wanted)}`);
    continue;
  }
  const { history, findings, reached, seconds } = lived;
  for (const fault of history.faults) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  totals.histories += 1;
  totals.days += history.days;
  totals.requests += history.exchanges.length;
  for (const exchange of history.exchanges) {
    const { command, reply } = exchange;
    const isDone = reply.status < 300 && codesOf(exchange).length === 0;
    carriedOut.set(command, isDone || carriedOut.get(command) === true);
  }
  for (const event of reached.events) events.add(event);
  for (const code of reached.codes) codes.add(code);
  for (const transition of reached.transitions) moved.add(transition);
  console.log(
    `seed ${seed}: ${history.exchanges.length} requests, ${Math.round(history.days)} days, ${seconds.toFixed(0)} s, ${findings.length} findings`,
  );
  report(findings);
  if (findings.length > 0) {
    // It ended there.
    const shorter = { ...wanted, commands: history.commands };
    console.log(`  Again: ${lineOf(shorter)}`);
    const folder = join(import.meta.dirname, '../simulation/seeds');
    await mkdir(folder, { recursive: true });
    const kept = {
      ...shorter,
      // JSON has no infinity.
      betweenFaults: Number(values.faults) || 1e9,
      again: lineOf(shorter),
      faults: history.faults,
      found: findings[0]?.slice(0, 400),
    };
    await writeFile(join(folder, `${seed}-${history.commands}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  }
  if (interleaved) await interleave(interleaved);
}
if (interleaved) {
  report((await interleaved.judged()).map((finding) => `interleaved: ${finding}`));
  await interleaved.close();
}
console.log(
  `${totals.histories} histories, ${(totals.days / 365).toFixed(1)} years, ${totals.requests} requests, ${totals.findings} findings`,
);
const dead: { readonly commands: Readonly<Record<string, number>> } = JSON.parse(
  await readFile(join(import.meta.dirname, '../simulation/crash-points/covered.json'), 'utf8'),
);
const points = Object.values(dead.commands).reduce((sum, each) => sum + each, 0);
console.log(`Interleaved: ${totals.pairs} pairs in ${totals.schedules} schedules`);
console.log(
  `Crash points, as \`crash-points\` has last enumerated them: ${points} of ${Object.keys(dead.commands).length} commands`,
);
console.log(`Faults from outside: ${[...faults].map(([fault, count]) => `${count} ${fault}`).join(', ') || 'none'}`);
const neverDone = [...carriedOut].flatMap(([command, isDone]) => (isDone ? [] : [command]));
console.log(`Commands: ${carriedOut.size}; never carried out: ${neverDone.toSorted().join(', ') || 'none'}`);
const reached = coverageOf(events, codes, moved);
const missing = reachable.verbs.filter((verb) => !reached.verbs.includes(verb));
console.log(
  `Verbs of the lifecycles: ${reached.verbs.length} of ${reachable.verbs.length} ` +
    `(${silentVerbs.length} emit nothing: ${silentVerbs.join(', ')}); not: ${missing.join(', ')}`,
);
const unmoved = reachable.transitions.filter((one) => !moved.has(one));
console.log(
  `Rows of the lifecycles, each verb from each state: ${reached.transitions.length} of ${reachable.transitions.length}; ` +
    `not: ${unmoved.join(', ')}`,
);
const unmet = reachable.codes.filter((code) => !codes.has(code));
console.log(`Refusals: ${reached.codes.length} of ${reachable.codes.length}; not: ${unmet.toSorted().join(', ')}`);
const never = (kind: keyof Coverage) =>
  reachable[kind].filter((one) => !before[kind].includes(one) && !reached[kind].includes(one)).join(', ') || 'none';
console.log(
  `Never reached, neither here nor by a run that is kept: verbs ${never('verbs')}; refusals ${never('codes')}; rows ${never('transitions')}`,
);
if (values.write) {
  // A run of some seeds leaves what others have reached.
  const kept = {
    verbs: reachable.verbs.filter((verb) => [...before.verbs, ...reached.verbs].includes(verb)).toSorted(),
    codes: reachable.codes.filter((code) => [...before.codes, ...reached.codes].includes(code)).toSorted(),
    transitions: reachable.transitions
      .filter((one) => [...before.transitions, ...reached.transitions].includes(one))
      .toSorted(),
  };
  await writeFile(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
}
process.exit(totals.findings > 0 ? 1 : 0);
