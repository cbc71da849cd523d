/**
 * Clients at two processes move and read the money of one account, one loan and one float at the same time. What they saw has
 * to be what one thing would show that does one operation after the other; the feed of changes misses no event.
 *
 *     npm run bench -- histories [--seeds 5] [--seed 1] [--clients 6] [--each 20]
 */
import { parseArgs } from 'node:util';
import { watchClients } from '../simulation/histories/clients.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    clients: { type: 'string', default: '6' },
    each: { type: 'string', default: '20' },
  },
});
const first = Number(values.seed);
let found = 0;
for (let seed = first; seed < first + Number(values.seeds); seed++) {
  const { operations, events, findings } = await watchClients(seed, {
    clients: Number(values.clients),
    each: Number(values.each),
  });
  found += findings.length;
  console.log(`seed ${seed}: ${operations} operations, ${events} events, ${findings.length} findings`);
  for (const finding of findings) console.log(`  ${finding.slice(0, 1_500)}`);
}
process.exit(found > 0 ? 1 : 0);
