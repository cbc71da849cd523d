import { RecordActions } from '../../components/more-actions.tsx';
import { offerLater } from '../../components/offer.tsx';
import { useAddress } from '../../components/beside.ts';
import { Life } from '../../components/life.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { stepOf, type Step } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ResultQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Translate } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { resultFormTexts } from './forms/result-texts.ts';
import { resultSteps } from './steps/result-steps.ts';
import { resultStepTexts } from './steps/texts.ts';
import { schoolTexts } from './texts.ts';
import { resultStates, withholdReasons } from './words.ts';
import { Versions, Facts } from './result-facts.tsx';
import './school.css';

const RESULT = graphql(`
  query Result($id: ID!, $withApprovals: Boolean!) {
    result(id: $id) {
      id
      version
      state
      attempt
      scoreStatus
      totalMark
      grade
      marksHidden
      withheldReason
      returnReason
      voidReason
      publishedAt
      availableActions
      pendingApprovals @include(if: $withApprovals) {
        ...Waiting
        ...WaitingClass
      }
      components {
        kind
        label
        maxScore
        score
        weightBp
      }
      student {
        id
        admissionNo
        firstName
        lastName
      }
      unit {
        code
        title
      }
      academicYear {
        name
      }
      term {
        name
      }
      versions {
        id
        number
        totalMark
        grade
        reason
        publishedAt
      }
    }
  }
`);
const AMEND = graphql(`
  mutation AmendResult($input: AmendResultInput!, $idempotencyKey: String, $version: Int) {
    amendResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      result {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export type Result = NonNullable<ResultQuery['result']>;

/** One result: its parts, what was published before, and the next step. */
export function Page() {
  const { id = '' } = useAddress();
  const variables = { id, withApprovals: useMay()('approvals:read') };
  return (
    <RecordPage live={['result.']} document={RESULT} variables={variables} recordOf={({ result }) => result}>
      {(record, reload) => <ResultView result={record} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

type View = {
  readonly result: Result;
  readonly variables: { readonly id: string; readonly withApprovals: boolean };
  readonly reload: () => void;
};

function ResultView({ result, variables, reload }: View) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  const may = useMay();
  const mayWrite = may('results:write');
  // Who may not enter results does not read who entered them, unless all of the trail is theirs.
  const mayReadLife = mayWrite || may('audit:read');
  const { student, unit } = result;
  const { tone, word } = resultStates[result.state];
  return (
    <>
      <PageHead
        title={`${unit.code}${student ? ` · ${student.firstName} ${student.lastName}` : ''}`}
        crumbs={[{ to: '/results', title: t('results') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        {mayWrite ? <ResultActions result={result} onDone={reload} /> : null}
        <ShowQuery document={RESULT} variables={variables} />
      </PageHead>
      <WaitingHere rows={result.pendingApprovals} onDone={reload} />
      <div className="student">
        <div className="column">
          <Parts result={result} />
          <Versions result={result} />
        </div>
        <div className="column">
          <Facts result={result} />
          {mayReadLife ? <Life recordId={result.id} version={result.version} /> : null}
        </div>
      </div>
    </>
  );
}

/** The steps that lead a result on its way. */
const NEXT: readonly string[] = ['submitResult', 'publishResult', 'releaseResult'];

function ResultActions({ result, onDone }: { readonly result: Result; readonly onDone: () => void }) {
  const words = useTexts(resultStepTexts);
  const form = useTexts(resultFormTexts);
  const changes = result.availableActions.includes('EDIT')
    ? [
        offerLater({
          name: 'changeResult',
          word: form('change'),
          title: form('changeTitle'),
          of: { id: result.id },
          load: () => import('./forms/change-result.tsx'),
        }),
      ]
    : [];
  const steps = [...resultSteps(result, words), ...amendStep(result, words)];
  return <RecordActions steps={[...steps, ...changes]} usual={[...NEXT, 'changeResult']} next={NEXT} onDone={onDone} />;
}

function Parts({ result: { components, totalMark, grade, marksHidden, withheldReason } }: { readonly result: Result }) {
  const t = useTexts(schoolTexts);
  const spoken = useLanguage();
  return (
    <section className="panel">
      <header>
        <h2>{t('marksOf')}</h2>
      </header>
      {marksHidden ? (
        <p className="body faint">
          {t('withheld', { why: withheldReason ? withholdReasons[withheldReason][spoken] : '–' })}
        </p>
      ) : (
        <div className="table" tabIndex={0}>
          <table aria-label={t('marksOf')}>
            <thead>
              <tr>
                <th scope="col">{t('part')}</th>
                <th scope="col" className="number">
                  {t('score')}
                </th>
                <th scope="col" className="number">
                  {t('weight')}
                </th>
              </tr>
            </thead>
            <tbody>
              {components.map(({ label, score, maxScore, weightBp }) => (
                <tr key={label}>
                  <td>{label}</td>
                  <td className="number">
                    {score ?? <span className="faint">{t('missing')}</span>} <span className="faint">/ {maxScore}</span>
                  </td>
                  <td className="number">{weightBp / 100} %</td>
                </tr>
              ))}
              <tr className="sum">
                <th scope="row">{t('total')}</th>
                <td className="number">
                  <b>{totalMark ?? '–'}</b>
                </td>
                <td className="number">
                  <b>{grade ?? '–'}</b>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

type T = Translate<(typeof resultStepTexts)['en']>;

/** Published marks are corrected with a reason: each part is a field. */
function amendStep(result: Result, t: T): readonly Step[] {
  if (!result.availableActions.includes('AMEND')) return [];
  const { id, version, components } = result;
  return [
    stepOf({
      name: 'amendResult',
      recordId: id,
      version,
      title: t('amendTitle'),
      word: t('amend'),
      fields: [
        ...components.map(({ label, maxScore, score }, place) => ({
          name: `score${place}`,
          kind: 'text' as const,
          label: `${label} / ${maxScore}`,
          initial: score ?? '',
        })),
        { name: 'reason', kind: 'long' as const, label: t('reason'), isRequired: true },
      ],
      document: AMEND,
      variables: (values, sent) => ({
        input: {
          resultId: id,
          components: components.map(({ kind, label, maxScore, weightBp }, place) => {
            const score = values[`score${place}`];
            return { kind, label, maxScore, weightBp, score: typeof score === 'string' ? score : null };
          }),
          reason: typeof values['reason'] === 'string' ? values['reason'] : '',
        },
        ...sent,
      }),
      consequence: () => t('amendMeans'),
    }),
  ];
}
