import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { Unreachable } from './components/error-box.tsx';
import { makeRouter } from './frame/router.tsx';
import { lookUp } from './frame/look-up.ts';
import { session, type Viewer } from './frame/session.ts';
import { rememberSignIn } from './frame/signed-in.ts';
import { SignIn } from './frame/sign-in.tsx';
import { useStore } from './frame/store.ts';
import { followTabs } from './frame/tabs.ts';
import { registerWorker } from './offline/register.ts';
import { applyTheme } from './frame/theme.ts';
import { forgetAnswers, forgetOldAnswers } from './graph/last-answers.ts';
import { openGraph } from './graph/client.ts';
import { language } from './texts/texts.ts';
import './style/base.css';
// Styles of parts that most pages have. No part imports its own: each would be a file of its own, a request of most pages.
import './components/data-table.css';
import './components/data-table-narrow.css';
import './components/exact-filter.css';
import './components/life.css';
import './components/print.css';
import './pages/approvals/approvals.css';

/** How often what is too old is deleted while a tab is open. */
const CLEANING_MS = 5 * 60_000;

const signedIn = () => {
  rememberSignIn();
  void forgetAnswers().then(lookUp);
};

/** Shows the page of the address to one who is signed in, or signing in in its place. */
function Portal() {
  const current = useStore(session);
  useEffect(() => void lookUp(), []);
  if (current.kind === 'unknown') return null;
  if (current.kind === 'failed') return <Unreachable error={current.error} onRetry={() => void lookUp()} />;
  const signIn = <SignIn hasEnded={current.kind === 'ended'} onSignedIn={signedIn} />;
  if (current.kind === 'none') return signIn;
  return (
    <>
      {current.kind === 'ended' ? <Over>{signIn}</Over> : null}
      {/* What was typed there waits for its person; another person starts with nothing of it. */}
      <div hidden={current.kind === 'ended'}>
        <Pages key={current.viewer.actor} viewer={current.viewer} />
      </div>
    </>
  );
}

/** Over all of the page: a form that is open keeps everything but itself out of reach, also where it is not shown. */
function Over({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="over"
      onCancel={(event) => event.preventDefault()}
      // A browser lets a second Escape close it all the same.
      onClose={() => dialog.current?.showModal()}
    >
      {children}
    </dialog>
  );
}

function Pages({ viewer: { actor } }: { readonly viewer: Viewer }) {
  const graph = useMemo(() => openGraph(actor), [actor]);
  const [router] = useState(makeRouter);
  return (
    <Provider value={graph}>
      <RouterProvider router={router} />
    </Provider>
  );
}

applyTheme();
document.documentElement.lang = language.get();
registerWorker();
followTabs();
void forgetOldAnswers();
setInterval(() => void forgetOldAnswers(), CLEANING_MS);

const show = () => {
  const place = document.getElementById('root');
  if (place !== null) createRoot(place).render(<Portal />);
};
// Out of the memory of the browser it may be here before the end of the document is.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
else show();
