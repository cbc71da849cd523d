import { cursorsWith } from '#platform/app/cursors.ts';
import { educationSubgraph } from '#sub/education/subgraph.ts';
import { openTestSchool } from './test-app-school.ts';
import { openTestApp } from './test-app.ts';
import { recordingLog } from './recording-log.ts';
import { clientOf } from './subgraph-client.ts';

export type EducationGraph = Awaited<ReturnType<typeof openEducationGraph>>;

/** A test app with a school, and the education subgraph over it, called in the way in which its gateway calls. */
export async function openEducationGraph() {
  const testApp = await openTestApp();
  const school = await openTestSchool(testApp);
  const { log, lines } = recordingLog();
  const { app, keys, clock } = testApp;
  const subgraph = await educationSubgraph({
    app,
    cursors: cursorsWith(keys.cursor),
    identityKey: keys.identity,
    now: clock,
    log,
  });
  const today = clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate();

  return {
    testApp,
    school,
    lines,
    today,
    ...clientOf(testApp, subgraph),
    /** The member sponsors the student, who lets the member see so much. */
    sponsor: async (memberId: number, studentId: number, consent: 'balance' | 'marks' | null = 'marks') => {
      const { id: sponsorshipId } = await testApp.done(app.education.sponsorStudent, { memberId, studentId });
      if (consent !== null) await testApp.done(app.education.changeConsent, { sponsorshipId, consent });
      return sponsorshipId;
    },
    close: async () => {
      await subgraph.close();
      await testApp.close();
    },
  };
}
