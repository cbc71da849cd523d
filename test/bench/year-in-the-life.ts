/**
 * A society's year: 200 loans of mixed products day by day, with payments in time, late, early, in parts and taken back,
 * and three closes of business that are killed. The books are proven every day. Run it alone:
 *
 *     npm run bench -- year-in-the-life [seed]
 */
import { liveThrough } from '../support/year.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const seed = Number(process.argv[2] ?? 1);
const began = performance.now();
const { violations, disagreements, ...year } = await liveThrough({
  loans: 200,
  days: 365,
  crashes: [90, 180, 270],
  seed,
});
console.log(`seed ${seed}, ${((performance.now() - began) / 1_000).toFixed(0)} s:`, year);
for (const { day, check, table, id, what } of violations.slice(0, 20))
  console.log(`${day} ${check}: ${table} ${id}: ${what}`);
for (const disagreement of disagreements.slice(0, 20)) console.log(`PAR ${disagreement}`);
console.log(`${violations.length} violations, ${disagreements.length} disagreements about PAR`);
process.exit(violations.length + disagreements.length > 0 ? 1 : 0);
