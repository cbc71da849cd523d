/**
 * A year of a small society by its test clock: 50 members with savings, 30 loans. Webhooks are not part of it.
 *
 *     npm run bench -- test-clock [days]
 */
import { openLender } from '../support/lender.ts';
import { moveClock } from '../support/moved-clock.ts';
import { openTestSavings } from '../support/test-app-savings.ts';

// The connection that watches the test server does not hold the process; this timer does.
setInterval(() => undefined, 1_000);
const days = Number(process.argv[2] ?? 365);
const lender = await openLender(null);
const { testApp, lend } = lender;
const savings = await openTestSavings(testApp);
for (let n = 1; n <= 50; n++) {
  const memberId = await testApp.newMember();
  await savings.account(100_000n, memberId);
  if (n <= 30) await lend(5_000_000n, { memberId });
}
const to = testApp.clock().add({ hours: 24 * days });
const began = performance.now();
await testApp.done(testApp.app.testClock.advance, { to });
await moveClock(testApp.app, testApp.tenantId);
const seconds = (performance.now() - began) / 1_000;
const { state } = await testApp.app.testClock.shown(testApp.operator);
const [emitted] = await testApp.sql<{ n: number }>('select count(*)::int as n from event');
const violations = await lender.violations();
console.log(`${days} days in ${seconds.toFixed(1)} s: ${state}, ${emitted?.n} events, ${violations.length} violations`);
await testApp.close();
process.exit(state === 'ready' && violations.length === 0 ? 0 : 1);
