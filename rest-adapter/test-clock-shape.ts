import Type from 'typebox';
import type { ShownClock } from '#platform/app/processes/test-clock/test-clock.ts';
import { instant, nullable, object } from './shapes.ts';

/** The test clock of a sandbox, as both surfaces show it. */
export const TestClockSchema = object(
  {
    state: Type.Enum(['ready', 'advancing'], { description: 'advancing: a worker moves it to `to`, day by day.' }),
    now: instant('The business time of the sandbox: that of new records, events and dates.'),
    to: nullable(instant('Where it goes, or went last; null where it was never advanced.')),
    advanced_from: nullable(instant('Where it was then.')),
    offset_seconds: Type.Integer({ description: 'How far it is ahead of real time.', examples: [2_678_400] }),
    problem: nullable(Type.String({ description: 'Why the last step failed; it is tried again.' })),
  },
  { $id: 'TestClock' },
);

/** The clock of a reply. */
export const clockBody = ({ state, now, target, advancedFrom, offsetSeconds, problem }: ShownClock) => ({
  state,
  now,
  to: target,
  advanced_from: advancedFrom,
  offset_seconds: offsetSeconds,
  problem,
});
