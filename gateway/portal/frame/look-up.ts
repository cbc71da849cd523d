import { openGraph } from '../graph/client.ts';
import { forgetSteps } from '../components/started-step.ts';
import { forgetUndo } from '../components/undo.tsx';
import { forgetAnswers, forgetOthers, shownFrom } from '../graph/last-answers.ts';
import { forgetSignIn, hasSignedIn } from './signed-in.ts';
import { actorHeld, session } from './session.ts';
import { fetchOrTake, VIEWER } from './viewer.ts';

/** The graph before it is known for whom. */
const anyone = openGraph('anyone', fetchOrTake);

/** Finds out who is signed in; what another person has left here goes. */
export async function lookUp(): Promise<void> {
  if (!hasSignedIn()) {
    session.set({ kind: 'none' });
    return forgetAnswers();
  }
  // Before it is sent: what the reply says is as old as this, or younger.
  const at = Date.now();
  const { data, error } = await anyone.query(VIEWER, {}, { requestPolicy: 'network-only' });
  if (data) {
    const { viewer } = data;
    forgetSteps(viewer.actor);
    if (actorHeld() !== viewer.actor) forgetUndo();
    session.set({ kind: 'open', viewer, at: shownFrom.get() === null ? at : -Infinity });
    return forgetOthers(viewer.actor);
  }
  // Whether the session is there is not known: it is looked up again, and nothing of it is forgotten.
  if (error && error.graphQLErrors.length === 0 && !('viewer' in session.get()))
    return session.set({ kind: 'failed', error });
  if (session.get().kind === 'none') forgetSignIn();
  if (error && session.get().kind === 'unknown') session.set({ kind: 'failed', error });
}
