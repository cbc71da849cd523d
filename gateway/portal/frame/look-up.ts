import { openGraph } from '../graph/client.ts';
import { graphql } from '../graph/generated/gql.ts';
import { forgetSteps } from '../components/started-step.ts';
import { forgetAnswers, forgetOthers } from '../graph/last-answers.ts';
import { forgetSignIn, hasSignedIn } from './signed-in.ts';
import { session } from './session.ts';

const VIEWER = graphql(`
  query Viewer {
    viewer {
      actor
      mode
      institution
      scopes
      sessionId
      steppedUp
      limits {
        approve
        disburse
      }
      person {
        id
        name
        email
        roles
      }
    }
  }
`);

/** The graph before it is known for whom. */
const anyone = openGraph('anyone');

/** Finds out who is signed in; what another person has left here goes. */
export async function lookUp(): Promise<void> {
  if (!hasSignedIn()) {
    session.set({ kind: 'none' });
    return forgetAnswers();
  }
  const { data, error } = await anyone.query(VIEWER, {}, { requestPolicy: 'network-only' });
  if (data) {
    const { viewer } = data;
    forgetSteps(viewer.actor);
    session.set({ kind: 'open', viewer });
    return forgetOthers(viewer.actor);
  }
  if (session.get().kind === 'none') forgetSignIn();
  if (error && session.get().kind === 'unknown') session.set({ kind: 'failed', error });
}
