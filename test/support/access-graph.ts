import { cursorsWith } from '#platform/app/cursors.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { clientSecrets } from '#platform/auth/client-secrets.ts';
import { accessSubgraph } from '#sub/access/subgraph.ts';
import { recordingLog } from './recording-log.ts';
import { clientOf } from './subgraph-client.ts';
import { openTestSchool } from './test-app-school.ts';
import { openTestApp } from './test-app.ts';

export type AccessGraph = Awaited<ReturnType<typeof openAccessGraph>>;

/** A test app with a school, and the access subgraph over it, called in the way in which its gateway calls. */
export async function openAccessGraph() {
  const testApp = await openTestApp();
  const school = await openTestSchool(testApp);
  const { app, keys, clock } = testApp;
  const subgraph = await accessSubgraph({
    app,
    identityKey: keys.identity,
    now: clock,
    log: recordingLog().log,
    webhooks: { secrets: signingSecrets(keys) },
    clientSecrets: clientSecrets(keys),
    cursors: cursorsWith(keys.cursor),
  });
  return {
    testApp,
    school,
    ...clientOf(testApp, subgraph),
    close: async () => {
      await subgraph.close();
      await testApp.close();
    },
  };
}
