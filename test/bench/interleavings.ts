/**
 * Pairs of requests that want a common record, found by what each writes and locks: the statements of their transactions are
 * put in every order with up to two preemptions. The end has to be that of one after the other, or one is refused cleanly.
 *
 *     npm run bench -- interleavings [--pairs 300] [--schedules 40] [--seed 1] [--only <pattern of names>] [--minutes 60]
 *       [--from 0: pairs that a run of the same seed has tried before] [--scene later: beside the jobs of a later day, all pairs]
 *
 * It ends with an error where a schedule ends otherwise, the judge finds something, or there are fewer pairs than were asked for.
 */
import { parseArgs } from 'node:util';
import { openInterleavings } from '../simulation/interleavings/interleavings.ts';
import { openBars } from './process/bars.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const { values } = parseArgs({
  options: {
    pairs: { type: 'string' },
    schedules: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
    from: { type: 'string', default: '0' },
    scene: { type: 'string', default: 'now' },
  },
});
const end = performance.now() + 60_000 * Number(values.minutes);
const only = (name: string) => new RegExp(values.only).test(name);
const opened = await openInterleavings(Number(values.seed), only, values.scene === 'later' ? 'later' : 'now');
for (const refused of opened.refusedAlone) console.log(`Refused alone: ${refused}`);
const from = Number(values.from);
// With a pattern, all that it names.
const asked = Number(values.pairs ?? (values.only === '' && values.scene === 'now' ? 300 : opened.pairs.length - from));
const chosen = opened.pairs.slice(from, from + asked);
let wasLate = false;
const totals = { pairs: 0, schedules: 0, refused: 0, findings: 0 };
for (const pair of chosen) {
  if (performance.now() > end) {
    wasLate = true;
    break;
  }
  const { schedules, refused, findings } = await opened.tried(pair, Number(values.schedules));
  totals.pairs += 1;
  totals.schedules += schedules;
  totals.refused += refused;
  totals.findings += findings.length;
  if (findings.length > 0) console.log(`${pair.name} (${pair.tables.join(', ')}): ${findings.length} of ${schedules}`);
  for (const finding of findings.slice(0, 2)) console.log(`  ${finding}`);
}
const judged = await opened.judged();
for (const finding of judged) console.log(`  judge: ${finding}`);
console.log(
  `${opened.pairs.length} pairs want a common record; ${totals.pairs} tried, ${totals.schedules} schedules: ` +
    `${totals.schedules - totals.refused - totals.findings} as one after the other, ${totals.refused} with one refused, ${totals.findings} otherwise`,
);
await opened.close();
const bars = openBars();
if (wasLate) bars.leftOut(`${asked - totals.pairs} of the pairs`, `${values.minutes} minutes were over`);
else bars.atLeast(`Pairs that were tried from ${from} on`, totals.pairs, asked);
bars.atMost('Schedules that end otherwise', totals.findings, 0);
bars.atMost('What the judge finds', judged.length, 0);
process.exit(bars.exitCode());
