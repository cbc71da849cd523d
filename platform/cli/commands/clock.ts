import { InvalidArgumentError } from 'commander';
import type { ShownClock } from '../../app/processes/test-clock/test-clock.ts';
import { instantText } from '../../runtime/wire.ts';
import { inTenant, print, program } from '../program.ts';

const clock = program.command('clock').description('the test clock of a sandbox; a live institution has none');

clock
  .command('show')
  .description('the time of the sandbox, and where its clock is going')
  .action(() => inTenant(async ({ app }, caller) => printClock(await app.testClock.shown(caller))));

clock
  .command('advance')
  .description('send the clock of the sandbox ahead; a worker moves it from one moment to the next')
  .requiredOption('--to <instant>', 'where it goes: 2027-01-31T21:00:00Z, 400 days ahead at most', instant)
  .action(({ to }: { to: Temporal.Instant }) =>
    inTenant(async ({ app }, caller) => printClock(await app.testClock.send(caller, { to }))),
  );

function printClock({ state, now, target, offsetSeconds, problem }: ShownClock): void {
  const document = {
    state,
    now: instantText(now),
    to: target && instantText(target),
    offset_seconds: offsetSeconds,
    problem,
  };
  const going = state === 'advancing' && target ? `, on its way to ${instantText(target)}` : '';
  const stopped = problem === null ? '' : ` It has stopped: ${problem} It is tried again.`;
  print(document, `It is ${document.now} in the sandbox, ${offsetSeconds} s ahead${going}.${stopped}`);
}

function instant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text);
  } catch {
    throw new InvalidArgumentError('Give an instant with its offset: 2027-01-31T21:00:00Z.');
  }
}
