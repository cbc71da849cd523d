import { forgetAnnounced } from '../components/announced.tsx';
import { forgetSteps } from '../components/started-step.ts';
import { forgetUndo } from '../components/undo.tsx';
import { forgetAnswers } from '../graph/last-answers.ts';
import { AuthRefused, forgetCarried, forgetVisit, post } from './auth.ts';
import { forgetSignIn } from './signed-in.ts';
import { session } from './session.ts';

/**
 * Signs out. A session that is over already is no failure.
 * @throws Error where the server did not end the session: the person is signed in as before
 */
export async function signOut(): Promise<void> {
  await forgetAnswers();
  try {
    await post('sign-out');
  } catch (error) {
    if (!(error instanceof AuthRefused) || error.status !== 401) throw error;
  }
  forgetSignIn();
  await forgetHere();
}

/** Nothing of who was signed in stays in this tab, nor in the browser. */
export async function forgetHere(): Promise<void> {
  session.set({ kind: 'none' });
  forgetVisit();
  forgetCarried();
  forgetSteps(null);
  forgetUndo();
  forgetAnnounced();
  forgetQueries();
  await forgetAnswers();
}

/** GraphiQL, to which panels lead, keeps what was asked there: numbers and names of members are among its variables. */
function forgetQueries(): void {
  const kept = Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));
  for (const name of kept) localStorage.removeItem(name);
}
