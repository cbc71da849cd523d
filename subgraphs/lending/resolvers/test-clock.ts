import type { ShownClock } from '#platform/app/processes/test-clock/test-clock.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { change } from './mutations/change.ts';

/** The test clock of a sandbox. */
export const testClockQuery: TypeResolvers<LendingContext> = {
  testClock: (_, __, { app, caller }) => app.testClock.shown(caller),
};

export const testClockRecords: Resolvers<LendingContext> = {
  TestClock: {
    to: ({ target }: ShownClock) => target,
  },
};

export const testClockMutations: TypeResolvers<LendingContext> = {
  advanceTestClock: change<{ readonly to: Temporal.Instant }, ShownClock>({
    run: ({ input: { to }, context }, request) => context.app.testClock.advance(request(), { to }),
    show: async (_, { app, caller }) => ({ testClock: await app.testClock.shown(caller) }),
  }),
};
