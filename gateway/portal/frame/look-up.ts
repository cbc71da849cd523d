import { openGraph } from '../graph/client.ts';
import { graphql } from '../graph/generated/gql.ts';
import { forgetAnswers } from '../graph/last-answers.ts';
import { forgetSignIn, hasSignedIn } from './signed-in.ts';
import { session } from './session.ts';

const VIEWER = graphql(`
  query Viewer {
    viewer {
      actor
      mode
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

/** Finds out who is signed in. */
export async function lookUp(): Promise<void> {
  if (!hasSignedIn()) return session.set({ kind: 'none' });
  const { data, error } = await anyone.query(VIEWER, {}, { requestPolicy: 'network-only' });
  if (data) return session.set({ kind: 'open', viewer: data.viewer });
  if (session.get().kind === 'none') {
    forgetSignIn();
    await forgetAnswers();
  }
  if (error && session.get().kind === 'unknown') session.set({ kind: 'failed', error });
}
