import { expect, it } from 'vitest';
import type { RestDependencies } from '#rest/dependencies.ts';
import { restServer } from '#rest/server.ts';
import { recordingLog } from '#test/support/recording-log.ts';

it('A request has 30 seconds to arrive, its body included', async () => {
  // Without routes, nothing else of the dependencies is read.
  const dependencies = { log: recordingLog().log, baseUrl: 'http://rest.invalid', trustedProxies: [] } as unknown;
  const app = restServer(dependencies as RestDependencies, [], []);
  const { headersTimeout, requestTimeout } = app.server;
  // Where the first is larger, Node gives a whole request the time of the first.
  expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 30_000, requestTimeout: 30_000 });
  await app.close();
});
