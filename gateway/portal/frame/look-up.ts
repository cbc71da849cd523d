import { openGraph } from '../graph/client.ts';
import { graphql } from '../graph/generated/gql.ts';
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

/** Finds out who is signed in. */
export async function lookUp(): Promise<void> {
  const { data, error } = await openGraph('viewer').query(VIEWER, {}, { requestPolicy: 'network-only' });
  if (data) return session.set({ kind: 'open', viewer: data.viewer });
  if (error && session.get().kind === 'unknown') session.set({ kind: 'failed', error });
}
