/**
 * School-fee loans that are paid out while the process is killed at random; then both ledgers are compared to the cent.
 * Run it alone:
 *
 *     npm run bench -- school-fees-under-fire [loans] [kills]
 */
import { feesUnderFire } from '../support/fees-under-fire.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const [loans = 500, kills = 12] = process.argv.slice(2).map(Number);
const began = performance.now();
const report = await feesUnderFire({ loans, kills, random: Math.random, notify: (line) => console.log(line) });
const { wrong, violations, ...figures } = report;
console.log(`${((performance.now() - began) / 1_000).toFixed(0)} s:`, figures);
for (const line of wrong.slice(0, 20)) console.log(line);
for (const { check, table, id, what } of violations.slice(0, 20)) console.log(`${check}: ${table} ${id}: ${what}`);
const faults = wrong.length + violations.length + report.reactionsLeft + Number(report.paidOut !== report.received);
console.log(
  faults === 0 ? 'Every invoice was paid once or its loan not at all; the ledgers agree.' : `${faults} faults`,
);
process.exit(faults === 0 ? 0 : 1);
