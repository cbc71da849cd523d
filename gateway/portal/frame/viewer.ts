import { documentIdOf } from '../graph/document-id.ts';
import { graphql } from '../graph/generated/gql.ts';
import { ONE_REPLY, OWN_PAGE } from '../graph/own-page.ts';

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      actor
      mode
      institution
      scopes
      sessionId
      steppedUp
      changesThrough
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

let asked: Promise<Response> | null = null;

/** Asks who is signed in before there is a client of the graph. */
export function askWhoSignedIn(): void {
  asked = fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: ONE_REPLY, ...OWN_PAGE },
    credentials: 'same-origin',
    body: JSON.stringify({
      operationName: 'Viewer',
      variables: {},
      extensions: { persistedQuery: { version: 1, sha256Hash: documentIdOf(VIEWER) } },
    }),
  });
  // Where it fails, who takes the reply says so.
  asked.catch(() => undefined);
}

/** Takes the reply to what was asked at the start in the place of the first request, and sends every other. */
export const fetchOrTake: typeof fetch = (address, options) => {
  const reply = asked ?? fetch(address, options);
  asked = null;
  return reply;
};
