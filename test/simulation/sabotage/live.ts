/** Lives through one history in the checkout that it stands in, and prints what was found as one line of JSON. */
import { simulate } from '../simulate.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const [seed = '1', commands = '300', ...named] = process.argv.slice(2);
// The first history finds what the tour and chance find soon; those behind it live through the chapters as well.
const chapters = named.length > 0 ? named : Number(seed) > 1;
const found = await simulate({ seed: Number(seed), commands: Number(commands), between: 40, chapters }).then(
  ({ history, findings }) => ({ requests: history.exchanges.length, findings }),
  (error: Error) => ({
    requests: 0,
    findings: [error.message.startsWith('ledger verify:') ? error.message : `driver: ${error.message}`],
  }),
);
process.stdout.write(`${JSON.stringify(found)}\n`);
process.exit(0);
