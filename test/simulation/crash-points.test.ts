import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashCommands } from './crash-points/commands.ts';
import { openCrashes } from './crash-points/run.ts';

/** Queues have no part in it: once is enough. The whole is `npm run bench -- crash-points`. */
const isSecondPass = process.env['UMOJA_TEST_QUEUE'] === 'redis';
const SLICE = ['repay with a receipt'];

let crashes: Awaited<ReturnType<typeof openCrashes>>;
beforeAll(async () => {
  if (!isSecondPass) crashes = await openCrashes();
}, 60_000);
afterAll(async () => {
  if (!isSecondPass) await crashes.close();
});

describe.skipIf(isSecondPass)('A process that dies in the middle of a command', () => {
  it.each(crashCommands.filter(({ name }) => SLICE.includes(name)))(
    'leaves what its repetition completes, or nothing: $name',
    async (command) => {
      // Some before and some after, over the whole command.
      const { points, differences } = await crashes.crash(
        command,
        ({ statement, when }) => (statement + (when === 'after' ? 2 : 0)) % 9 === 0,
      );
      expect(differences).toEqual([]);
      expect(points).toBeGreaterThan(3);
      expect(await crashes.judged()).toEqual([]);
    },
    180_000,
  );
});
