import { useEffect } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { Ago } from '../../components/dates.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { numberText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useLanguage, useTexts, type InLanguages, type Language, type Translate } from '../../texts/texts.ts';
import { resetStates, resetTexts } from './reset-texts.ts';

const RESET = graphql(`
  query TestReset {
    testReset {
      state
      fixture
      requestedAt
      finishedAt
      rowsErased
      problem
    }
  }
`);
const START = graphql(`
  mutation ResetSandbox($input: ResetSandboxInput!, $idempotencyKey: String) {
    resetSandbox(input: $input, idempotencyKey: $idempotencyKey) {
      testReset {
        state
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

/** What a sandbox may hold, by the names that the server knows. */
const FIXTURES: { readonly [fixture: string]: InLanguages } = {
  demo: { en: 'The demo: a lender with members, and a school', sw: 'Mfano: mkopeshaji mwenye wanachama, na shule' },
  loan_in_arrears: {
    en: 'The lender, with a loan in arrears',
    sw: 'Mkopeshaji, mwenye mkopo uliochelewa kulipwa',
  },
  school_term: {
    en: 'Lender and school on the first day of a term',
    sw: 'Mkopeshaji na shule siku ya kwanza ya muhula',
  },
  empty: { en: 'Nothing at all', sw: 'Bila chochote' },
};

const resetStep = (t: Translate<(typeof resetTexts)['en']>, spoken: Language): Step =>
  stepOf({
    name: 'resetSandbox',
    recordId: null,
    isDangerous: true,
    title: t('reset'),
    word: t('reset'),
    fields: [
      {
        name: 'fixture',
        kind: 'choice',
        label: t('holds'),
        isRequired: true,
        choices: Object.entries(FIXTURES).map(([fixture, word]) => [fixture, word[spoken]]),
      },
    ],
    document: START,
    variables: ({ fixture }, { idempotencyKey }) => ({ input: { fixture: String(fixture ?? '') }, idempotencyKey }),
    consequence: () => t('means'),
  });

const SOON_MS = 2_000;

/** What the sandbox was last brought back to, and the way back. Nothing of a live institution. */
export function SandboxReset() {
  const t = useTexts(resetTexts);
  const spoken = useLanguage();
  const may = useMay();
  const [{ data }, reload] = useQuery({ query: RESET });
  const again = () => reload({ requestPolicy: 'network-only' });
  const last = data?.testReset ?? null;
  const isUnderWay = last?.state === 'RESETTING';
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => reload({ requestPolicy: 'network-only' }), SOON_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, reload]);
  if (last === null) return null;
  const { state, fixture, finishedAt, rowsErased, problem } = last;
  return (
    <section className="panel narrow" data-reset={state}>
      <header>
        <h2>{t('sandbox')}</h2>
        {may('sandbox:write') ? <Action step={resetStep(t, spoken)} onDone={again} /> : null}
        <ShowQuery document={RESET} />
      </header>
      <dl className="facts body">
        <dt>{t('state')}</dt>
        <dd>
          <StateOf words={resetStates} state={state} />
        </dd>
        <dt>{t('holds')}</dt>
        <dd>{fixture === null ? t('never') : (FIXTURES[fixture]?.[spoken] ?? fixture)}</dd>
        {isUnderWay ? (
          <>
            <dt>{t('erased')}</dt>
            <dd>{numberText(rowsErased)}</dd>
          </>
        ) : null}
        {finishedAt === null ? null : (
          <>
            <dt>{t('lastReset')}</dt>
            <dd>
              <Ago of={finishedAt} />
            </dd>
          </>
        )}
      </dl>
      {problem === null ? null : <p className="body faint">{problem}</p>}
    </section>
  );
}
