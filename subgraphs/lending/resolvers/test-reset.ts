import { requireFixture } from '#core/partners/test-reset.ts';
import type { ShownReset } from '#platform/app/processes/test-reset/test-reset.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { change } from './mutations/change.ts';

/** The reset of a sandbox. */
export const testResetQuery: TypeResolvers<LendingContext> = {
  testReset: (_, __, { app, caller }) => app.testReset.shown(caller),
};

export const testResetMutations: TypeResolvers<LendingContext> = {
  resetSandbox: change<{ readonly fixture: string }, ShownReset>({
    run: ({ input, context }, request) => {
      const fixture = requireFixture(input.fixture);
      return context.app.testReset.request(request(), { fixture });
    },
    show: async (_, { app, caller }) => ({ testReset: await app.testReset.shown(caller) }),
  }),
};
