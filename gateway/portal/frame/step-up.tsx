import { useEffect, useRef, useState } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import { Refusals, type Refused } from '../components/refusals.tsx';
import { AuthRefused, enterAgain, leaveForProvider, stepUpWithKey, visitedAs } from './auth.ts';
import { createStore, useStore } from './store.ts';
import { frameTexts } from './texts.ts';
import { useWays } from './ways.ts';
import '../components/sheet.css';

const own = texts({
  en: {
    title: 'Show that it is you',
    why: 'Approvals, roles and secrets need your key again if you last showed it more than five minutes ago.',
    key: 'Confirm with your passkey',
    provider: 'Confirm with your institution',
    providerHint: 'You come back to this page; what you typed waits in its form, to be sent once.',
    visitor: 'Enter again as a visitor',
    cancel: 'Cancel',
  },
  sw: {
    title: 'Thibitisha kuwa ni wewe',
    why: 'Idhini, majukumu na siri zinahitaji ufunguo wako tena ikiwa uliuonyesha zaidi ya dakika tano zilizopita.',
    key: 'Thibitisha kwa ufunguo wako',
    provider: 'Thibitisha kupitia taasisi yako',
    providerHint: 'Utarudi kwenye ukurasa huu; ulichoandika kinasubiri katika fomu yake, kitumwe mara moja.',
    visitor: 'Ingia tena kama mgeni',
    cancel: 'Ghairi',
  },
});

type End = 'shown' | 'left';
/** Who waits for the key to be shown: called with whether it was. */
const waiting = createStore<((how: End) => void) | null>(null);

/** Asks for the key. True once it was shown: what was refused can be sent again. */
export const requestStepUp = (): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.set((how) => resolve(how === 'shown'));
  });

/** Stands once in the frame; opens whenever a mutation needs the key. */
export function StepUpDialog() {
  const t = useTexts(own);
  const common = useTexts(frameTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const settle = useStore(waiting);
  const [problem, setProblem] = useState<Refused | string | null>(null);
  useEffect(() => {
    if (settle !== null && dialog.current?.open === false) dialog.current.showModal();
  }, [settle]);
  const end = (how: End) => {
    settle?.(how);
    waiting.set(null);
    setProblem(null);
    dialog.current?.close();
  };
  const isVisitor = visitedAs() !== null;
  const fail = (error: unknown) => setProblem(error instanceof AuthRefused ? error : common('cancelled'));
  const confirm = () => {
    (isVisitor ? enterAgain() : stepUpWithKey()).then(() => end('shown'), fail);
  };
  return (
    <dialog ref={dialog} className="small-dialog" aria-labelledby="step-up" onCancel={() => end('left')}>
      <h2 id="step-up">{t('title')}</h2>
      <p>{t('why')}</p>
      {problem === null ? null : (
        <div className="wrong" role="alert">
          {typeof problem === 'string' ? problem : <Refusals errors={[problem]} />}
        </div>
      )}
      <div className="dialog-actions">
        <button className="button" onClick={() => end('left')}>
          {t('cancel')}
        </button>
        <button className="button primary" onClick={confirm}>
          {t(isVisitor ? 'visitor' : 'key')}
        </button>
      </div>
      {settle === null || isVisitor ? null : <AtProvider onProblem={fail} />}
    </dialog>
  );
}

/** For who has no key here, but an account at their institution: the whole page leaves, and comes back. */
function AtProvider({ onProblem }: { readonly onProblem: (error: unknown) => void }) {
  const t = useTexts(own);
  if (useWays()?.openid !== true) return null;
  return (
    <>
      <p className="hint">{t('providerHint')}</p>
      <div className="dialog-actions">
        <button
          className="button"
          data-way="provider"
          onClick={() => void leaveForProvider('openid/step-up').catch(onProblem)}
        >
          {t('provider')}
        </button>
      </div>
    </>
  );
}
