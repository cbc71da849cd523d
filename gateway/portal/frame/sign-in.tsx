import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useTexts, type InLanguages, useLanguage } from '../texts/texts.ts';
import {
  AuthRefused,
  enterSandbox,
  leaveForProvider,
  post,
  registerKey,
  signInWithKey,
  type Invited,
  type Sandbox,
  type Ways,
} from './auth.ts';
import { Refusals, type Refused } from '../components/refusals.tsx';
import { frameTexts } from './texts.ts';
import { useWays } from './ways.ts';
import './sign-in.css';

/** The roles that visitors of a sandbox may enter in. */
const VISITORS: { readonly [role: string]: InLanguages } = {
  officer: { en: 'loan officer', sw: 'afisa mikopo' },
  teller: { en: 'teller', sw: 'keshia' },
  approver: { en: 'approver', sw: 'mwidhinishaji' },
  bursar: { en: 'bursar', sw: 'mhasibu wa shule' },
  lecturer: { en: 'lecturer', sw: 'mhadhiri' },
  registrar: { en: 'registrar', sw: 'msajili' },
  compliance: { en: 'compliance officer', sw: 'afisa uzingatiaji' },
  auditor: { en: 'auditor', sw: 'mkaguzi' },
  administrator: { en: 'administrator', sw: 'msimamizi' },
  developer: { en: 'developer', sw: 'msanidi' },
};
const ENTER: InLanguages = { en: 'Enter as {role}', sw: 'Ingia kama {role}' };

type Props = {
  /** A session was open before; its page waits. */
  readonly hasEnded: boolean;
  readonly onSignedIn: () => void;
};

/** Shown in the place of any page while there is no session: the address stays, and so does what it stands for. */
export function SignIn({ hasEnded, onSignedIn }: Props) {
  const t = useTexts(frameTexts);
  const ways = useWays();
  const { isBusy, problem, attempt } = useAttempt(onSignedIn, t('cancelled'));
  const [token] = useState(invitationInAddress);
  const invited = useInvited(token);

  return (
    <main className="sign-in">
      <div className="card appears">
        <Mark />
        {token === null ? (
          <>
            <h1>{t('signInTo')}</h1>
            {hasEnded ? <p role="status">{t('ended')}</p> : null}
            <form onSubmit={attempt(signInWithKey)}>
              <button className="button primary" disabled={isBusy}>
                {isBusy ? t('working') : t('withKey')}
              </button>
            </form>
            {ways?.openid ? (
              <form onSubmit={attempt(() => leaveForProvider('openid'))}>
                <button className="button">{t('withProvider')}</button>
              </form>
            ) : null}
          </>
        ) : (
          <Invitation {...{ token, invited, isBusy, attempt, withProvider: ways?.openid ?? false }} />
        )}
        {problem === null ? null : (
          <div className="problem" role="alert">
            {typeof problem === 'string' ? problem : <Refusals errors={[problem]} />}
          </div>
        )}
        {token === null ? <p className="faint">{t('noKey')}</p> : null}
      </div>
      {ways?.sandbox && token === null ? <Visit attempt={attempt} isBusy={isBusy} ways={ways} /> : null}
    </main>
  );
}

type Attempt = (work: () => Promise<void>) => (event: FormEvent) => void;

/** One attempt at a time, and why the last one was refused. */
function useAttempt(onSignedIn: () => void, cancelled: string) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refused | string | null>(null);
  const attempt: Attempt = (work) => (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    work()
      .then(onSignedIn)
      .catch((error: unknown) => {
        setProblem(error instanceof AuthRefused ? error : cancelled);
        setBusy(false);
      });
  };
  return { isBusy, problem, attempt };
}

function Invitation(props: {
  readonly token: string;
  readonly invited: Invited | Refused | null;
  readonly isBusy: boolean;
  readonly withProvider: boolean;
  readonly attempt: Attempt;
}) {
  const { token, invited, isBusy, attempt, withProvider } = props;
  const t = useTexts(frameTexts);
  if (invited === null) return <h1>{t('loading')}</h1>;
  if ('message' in invited) {
    return (
      <div role="alert">
        <Refusals errors={[invited]} />
      </div>
    );
  }
  const accept = async () => {
    await registerKey(token);
    history.replaceState(null, '', '/');
  };
  return (
    <>
      <h1>{t('invited', { institution: invited.institution })}</h1>
      <p>{t('invitedAs', { name: invited.name, email: invited.email })}</p>
      <form onSubmit={attempt(withProvider ? () => leaveForProvider('openid', token) : accept)}>
        <button className="button primary" disabled={isBusy}>
          {isBusy ? t('working') : t(withProvider ? 'acceptProvider' : 'accept')}
        </button>
      </form>
    </>
  );
}

type VisitProps = {
  readonly attempt: Attempt;
  readonly isBusy: boolean;
  readonly ways: Ways;
};

function Visit({ attempt, isBusy, ways: { sandboxes, growing } }: VisitProps) {
  const t = useTexts(frameTexts);
  const spoken = useLanguage();
  const [chosen, choose] = useState<Sandbox>(sandboxes.includes('society') ? 'society' : 'demo');
  return (
    <section className="visit appears" aria-labelledby="visit">
      <h2 id="visit">{t('sandbox')}</h2>
      <p className="faint">{t('sandboxHint')}</p>
      {growing == null ? null : <Growing percent={growing} />}
      {sandboxes.length > 1 ? (
        <div className="institutions" role="group" aria-label={t('institution')}>
          {(['society', 'demo'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="button"
              aria-pressed={chosen === each}
              onClick={() => choose(each)}
            >
              {t(each)}
            </button>
          ))}
        </div>
      ) : null}
      <ul>
        {Object.entries(VISITORS).map(([role, name]) => (
          <li key={role}>
            <form onSubmit={attempt(() => enterSandbox(role, chosen))}>
              <button className="button" data-role={role} disabled={isBusy}>
                {ENTER[spoken].replace('{role}', name[spoken])}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why there is no more to enter yet, and how long that may last. */
function Growing({ percent }: { readonly percent: number }) {
  const t = useTexts(frameTexts);
  return (
    <div className="growing" data-growing={percent}>
      <p id="growing">{t('growing', { percent: String(percent) })}</p>
      <progress aria-labelledby="growing" value={percent} max={100} />
    </div>
  );
}

const Mark = () => (
  <svg className="mark" viewBox="0 0 16 16" width="32" height="32" aria-hidden="true">
    <rect width="16" height="16" rx="4" />
    <path d="M4.5 4v4.5a3.5 3.5 0 0 0 7 0V4" />
  </svg>
);

/** Of a link `/#invitation=<token>`: behind the hash, so that no server and no log sees it. */
function invitationInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}

/** Null while that is not known; a refusal where the link is of no use. */
function useInvited(token: string | null): Invited | Refused | null {
  const [invited, setInvited] = useState<Invited | Refused | null>(null);
  useEffect(() => {
    if (token === null) return;
    post<Invited>('invitation', { token }).then(setInvited, (error: Error) =>
      setInvited(error instanceof AuthRefused ? error : { code: '', message: error.message }),
    );
  }, [token]);
  return invited;
}
