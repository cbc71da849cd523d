import { useState } from 'react';
import { useClient, useQuery, type CombinedError } from 'urql';
import { announce } from '../components/announced.tsx';
import { Ago } from '../components/dates.tsx';
import { ErrorBox } from '../components/error-box.tsx';
import { Refusals } from '../components/refusals.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { userErrorsOf, type UserError } from '../components/step.ts';
import { END_SESSION } from '../graph/end-session.ts';
import { graphql } from '../graph/generated/gql.ts';
import { NOT_STORED } from '../graph/last-answers.ts';
import { signInMethods } from '../pages/settings/words.ts';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';
import './own-sessions.css';

const OWN_SESSIONS = graphql(`
  query OwnSessions {
    viewer {
      person {
        id
        sessions {
          id
          method
          agent
          openedAt
          lastUsedAt
          isThisOne
        }
      }
    }
  }
`);

const own = texts({
  en: {
    about: 'Where you are signed in. End what you do not know, and what is on a device that you no longer have.',
    thisOne: 'This one',
    opened: 'opened',
    used: 'last used',
    end: 'End',
    endOthers: 'End all others',
    ended: 'Ended.',
    alone: 'You are signed in nowhere else.',
  },
  sw: {
    about: 'Mahali ulipoingia. Maliza usichokitambua, na kilicho kwenye kifaa ambacho huna tena.',
    thisOne: 'Hiki',
    opened: 'kilifunguliwa',
    used: 'kilitumika mwisho',
    end: 'Maliza',
    endOthers: 'Maliza vingine vyote',
    ended: 'Vimeisha.',
    alone: 'Hujaingia mahali pengine.',
  },
});

/** The sessions of the person, whatever their roles: who has lost a device ends the one that is open on it. */
export function OwnSessions() {
  const t = useTexts(own);
  const [{ data, error }, reload] = useQuery({
    query: OWN_SESSIONS,
    requestPolicy: 'network-only',
    context: NOT_STORED,
  });
  const again = () => reload({ requestPolicy: 'network-only' });
  const sessions = data?.viewer.person?.sessions;
  const ending = useEnding(again);
  if (!sessions) return error ? <ErrorBox error={error} onRetry={again} /> : <Skeleton lines={4} />;
  const others = sessions.filter(({ isThisOne }) => !isThisOne).map(({ id }) => id);
  return (
    <div className="own-sessions">
      <p className="faint">{t('about')}</p>
      <ul>
        {sessions.map((session) => (
          <One key={session.id} session={session} ending={ending} />
        ))}
      </ul>
      {ending.refused.length === 0 ? null : (
        <div role="alert">
          <Refusals errors={ending.refused} />
        </div>
      )}
      {ending.error === null ? null : <ErrorBox error={ending.error} onRetry={again} />}
      {others.length === 0 ? (
        <p className="faint">{t('alone')}</p>
      ) : (
        <button className="button danger" disabled={ending.isSending} onClick={() => ending.end(others)}>
          {t('endOthers')}
        </button>
      )}
    </div>
  );
}

type Session = {
  readonly id: string;
  readonly method: keyof typeof signInMethods;
  readonly agent: string;
  readonly openedAt: string;
  readonly lastUsedAt: string;
  readonly isThisOne: boolean;
};
type OneProps = { readonly session: Session; readonly ending: ReturnType<typeof useEnding> };

function One({ session: { id, method, agent, openedAt, lastUsedAt, isThisOne }, ending }: OneProps) {
  const t = useTexts(own);
  const spoken = useLanguage();
  return (
    <li data-session={id}>
      <div>
        <strong>{isThisOne ? t('thisOne') : signInMethods[method][spoken]}</strong>
        <span className="agent">{agent}</span>
        <span className="faint">
          {t('opened')} <Ago of={openedAt} /> · {t('used')} <Ago of={lastUsedAt} />
        </span>
      </div>
      {isThisOne ? null : (
        <button className="button" disabled={ending.isSending} onClick={() => ending.end([id])}>
          {t('end')}
        </button>
      )}
    </li>
  );
}

/** Ends sessions, one after the other; the first that is refused stops it. */
function useEnding(onDone: () => void) {
  const t = useTexts(own);
  const client = useClient();
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<readonly UserError[]>([]);
  const [error, setError] = useState<CombinedError | null>(null);
  const endAll = async (ids: readonly string[]) => {
    for (const sessionId of ids) {
      const result = await client.mutation(END_SESSION, { input: { sessionId } }).toPromise();
      const errors = userErrorsOf(result.data);
      setRefused(errors);
      setError(result.error ?? null);
      if (result.error || errors.length > 0) return;
    }
    announce(t('ended'));
  };
  const end = (ids: readonly string[]) => {
    setSending(true);
    void endAll(ids).finally(() => {
      setSending(false);
      onDone();
    });
  };
  return { end, isSending, refused, error };
}
