import { useState, type FormEvent } from 'react';
import { Ago } from '../../components/dates.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useFilters } from '../../components/filters.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Refusals, type Refused } from '../../components/refusals.tsx';
import { instantText } from '../../format/format.ts';
import { AuthRefused, post } from '../../frame/auth.ts';
import { requestStepUp } from '../../frame/step-up.tsx';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { loginTexts } from './texts.ts';
import './login.css';

type Waiting = {
  readonly code: string;
  readonly agent: string;
  readonly address: string;
  readonly requested_at: string;
  readonly expires_at: string;
};
type Decision = 'confirm' | 'deny';

/** The same once more where it takes a key that was shown a moment ago, and the person shows it. */
async function decide(decision: Decision, code: string): Promise<boolean> {
  try {
    await post(`device/${decision}`, { code });
    return true;
  } catch (error) {
    if (!(error instanceof AuthRefused) || error.code !== 'step_up_required') throw error;
    return (await requestStepUp()) && decide(decision, code);
  }
}

/** What is looked up and decided, one request at a time, and why the last one was refused. */
function useWaiting() {
  const t = useTexts(loginTexts);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [decided, setDecided] = useState<Decision | null>(null);
  const [problem, setProblem] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = (work: () => Promise<void>): void => {
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(error instanceof AuthRefused ? error : { code: '', message: t('failed') }))
      .finally(() => setBusy(false));
  };
  return {
    waiting,
    decided,
    problem,
    isBusy,
    look: (code: string) =>
      attempt(async () => {
        setWaiting(null);
        setWaiting({ ...(await post<Omit<Waiting, 'code'>>('device/waiting', { code })), code });
      }),
    decide: (decision: Decision, code: string) =>
      attempt(async () => {
        if (await decide(decision, code)) setDecided(decision);
      }),
  };
}

/** Where a person says that a command line may act as them: the address that `umoja login` prints. */
export function Page() {
  const t = useTexts(loginTexts);
  const { filters } = useFilters();
  const [code, setCode] = useState(filters['code'] ?? '');
  const login = useWaiting();
  const { waiting, decided, problem, isBusy } = login;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.look(code);
  };
  return (
    <>
      <PageHead title={t('title')} />
      {decided === null ? (
        <section className="panel login">
          <form className="body login-code" onSubmit={submit}>
            <p>
              <WithCommands text={t('why')} />
            </p>
            <label className="field">
              <span className="label">{t('code')}</span>
              <input
                name="code"
                required
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={code}
                onInput={(event) => setCode(event.currentTarget.value)}
              />
              <span className="hint">{t('hint')}</span>
            </label>
            <button className={waiting === null ? 'button primary' : 'button'} disabled={isBusy}>
              {t('look')}
            </button>
          </form>
          {problem === null ? null : (
            <div className="body problem" role="alert">
              <Refusals errors={[problem]} />
            </div>
          )}
          {waiting === null ? null : (
            <Asking waiting={waiting} isBusy={isBusy} onDecide={(decision) => login.decide(decision, waiting.code)} />
          )}
        </section>
      ) : (
        <div role="status" data-decided={decided}>
          <EmptyState
            title={t(decided === 'confirm' ? 'confirmed' : 'denied')}
            hint={<WithCommands text={t(decided === 'confirm' ? 'confirmedHint' : 'deniedHint')} />}
          />
        </div>
      )}
    </>
  );
}

/** A sentence with what is typed in a terminal as such: it stands between backticks. */
const WithCommands = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
);

/** Who waits, and whether it is the terminal that the person looks at. */
function Asking(props: {
  readonly waiting: Waiting;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}) {
  const { waiting, isBusy, onDecide } = props;
  const t = useTexts(loginTexts);
  const spoken = useLanguage();
  const letters = waiting.code.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return (
    <div className="body" data-waiting="">
      <h2>{t('asks')}</h2>
      <dl className="facts">
        <dt>{t('named')}</dt>
        <dd>{waiting.agent.trim() || t('unnamed')}</dd>
        <dt>{t('from')}</dt>
        <dd>
          <code>{waiting.address}</code>
        </dd>
        <dt>{t('since')}</dt>
        <dd>
          <Ago of={waiting.requested_at} />
        </dd>
        <dt>{t('until')}</dt>
        <dd>{instantText(waiting.expires_at, spoken)}</dd>
      </dl>
      <p>
        <strong>
          <WithCommands text={t('compare', { code: `${letters.slice(0, 4)}-${letters.slice(4)}` })} />
        </strong>
      </p>
      <div className="dialog-actions">
        <button className="button" data-decide="deny" disabled={isBusy} onClick={() => onDecide('deny')}>
          {t('deny')}
        </button>
        <button className="button primary" data-decide="confirm" disabled={isBusy} onClick={() => onDecide('confirm')}>
          {t('confirm')}
        </button>
      </div>
    </div>
  );
}
