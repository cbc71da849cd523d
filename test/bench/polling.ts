/**
 * Eight writers, and a tight poll of members, loans, events, students and invoices in every way in which partners do it:
 * an independent count of what the polls missed. It ends with an error where that is anything.
 *
 *     npm run bench -- polling [--seconds 60]
 */
import { parseArgs } from 'node:util';
import { pollWhileWriting } from '../support/polling.ts';
import { openRestTestApp } from '../support/rest-test-app.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });

const ports = await openRestTestApp();
const polled = await pollWhileWriting(ports, Number(values.seconds));
for (const { name, rows, missed, twice, polls } of polled) {
  process.stdout.write(`${name.padEnd(36)} ${rows} written, ${missed} missed, ${twice} twice, ${polls} polls\n`);
}
await ports.close();
if (polled.some(({ missed, twice, rows }) => missed > 0 || twice > 0 || rows === 0)) process.exitCode = 1;
