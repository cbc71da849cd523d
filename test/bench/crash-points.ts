/**
 * Every command dies at every statement, before and after, and is repeated: the end has to be that of an undisturbed run.
 *
 *     npm run bench -- crash-points [part of a command's name]
 */
import { crashCommands } from '../simulation/crash-points/commands.ts';
import { openCrashes } from '../simulation/crash-points/run.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const chosen = crashCommands.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const crashes = await openCrashes();
let points = 0;
let differences = 0;
for (const command of chosen) {
  const crashed = await crashes.crash(command);
  points += crashed.points;
  differences += crashed.differences.length;
  console.log(`${crashed.command}: ${crashed.points} points, ${crashed.differences.length} differences`);
  for (const difference of crashed.differences) console.log(`  ${difference}`);
}
const findings = await crashes.judged();
for (const { rule, sentence } of findings) console.log(`  ${rule}: ${sentence}`);
console.log(
  `${chosen.length} commands, ${points} crash points, ${differences} differences, ${findings.length} findings`,
);
await crashes.close();
process.exit(differences + findings.length > 0 ? 1 : 0);
