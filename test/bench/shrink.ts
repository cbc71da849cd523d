/**
 * Shortens a history that fails, by the line that `simulate` prints behind it: fewer chapters, fewer commands, no faults from outside,
 * as long as the same rule still finds something. Each step prints the line that is left, from which another run may go on.
 *
 *     npm run bench -- shrink --seed 7 --from 2031-02-28 --commands 240 --faults 40 --chapters all [--between 60]
 *       [--redis] [--processes] [--minutes 60]
 */
import { parseArgs } from 'node:util';
import { lineOf, type Lived } from '../simulation/again.ts';
import { beginningOf } from '../simulation/beginning.ts';
import { chapterNames } from '../simulation/driver/chapters/chapters.ts';
import { shrunk } from '../simulation/shrink.ts';
import { simulate } from '../simulation/simulate.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string' },
    commands: { type: 'string', default: '400' },
    between: { type: 'string', default: '60' },
    faults: { type: 'string', default: '40' },
    chapters: { type: 'string', default: 'all' },
    redis: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    // As the line of `simulate` has them; one history is lived through without pairs.
    pairs: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
const whole: Lived = {
  seed,
  from: values.from ?? String(beginningOf(seed)),
  commands: Number(values.commands),
  between: Number(values.between),
  betweenFaults: Number(values.faults) || Infinity,
  chapters: values.chapters === 'all' || (values.chapters === 'none' ? false : values.chapters.split(',')),
  withRedis: values.redis,
  inProcesses: values.processes,
};
const end = performance.now() + 60_000 * (Number(values.minutes) || 60);

/** What says it: a rule of the judge, or what a finding comes from. */
async function ruleOf(lived: Lived): Promise<string | null> {
  const findings = await simulate(lived).then(
    (simulated) => simulated.findings,
    (error: Error) => [`driver: ${error.message}`],
  );
  return findings[0]?.split(':', 1)[0] ?? null;
}

const rule = await ruleOf(whole);
if (rule === null) {
  console.log(`Nothing is found any more: ${lineOf(whole)}`);
  process.exit(0);
}
console.log(`“${rule}” finds something.`);
const shortest = await shrunk(whole, chapterNames, async (lived) => {
  // What time does not allow to be tried is taken for needed.
  if (performance.now() > end) return false;
  const isSame = (await ruleOf(lived)) === rule;
  console.log(`${isSame ? 'still' : 'not'}: ${lineOf(lived)}`);
  return isSame;
});
console.log(`Again: ${lineOf(shortest)}`);
process.exit(1);
