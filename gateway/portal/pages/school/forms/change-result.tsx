import { Form } from '../../../components/form.tsx';
import { linesOf, textOfLines } from '../../../components/lines.ts';
import { WithChoices } from '../../../components/offer.tsx';
import { stepOf, type Field, type Step, type Values } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { ResultToChangeQuery, ScoreStatus } from '../../../graph/generated/graphql.ts';
import { useLanguage, useTexts, type Language, type Translate } from '../../../texts/texts.ts';
import { scoreStatuses } from '../words.ts';
import { changedIn } from './changed-in.ts';
import { resultFormTexts } from './result-texts.ts';
import { choicesOf, chosenFrom, componentKinds, needed, number, text } from './words.ts';

const RESULT = graphql(`
  query ResultToChange($id: ID!) {
    result(id: $id) {
      id
      version
      scoreStatus
      grade
      components {
        kind
        label
        maxScore
        score
        weightBp
      }
    }
  }
`);
const CHANGE = graphql(`
  mutation ChangeResult($input: ChangeResultInput!, $idempotencyKey: String, $version: Int) {
    changeResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      result {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

type T = Translate<(typeof resultFormTexts)['en']>;
type Known = NonNullable<ResultToChangeQuery['result']>;
type Context = { readonly known: Known; readonly t: T; readonly spoken: Language };

/** Reasons that a person gives; whether all is graded follows from the scores. */
const REASONS: readonly ScoreStatus[] = ['ABSENT', 'EXEMPT', 'INCOMPLETE', 'DEFERRED', 'MALPRACTICE'];

const partsField = ({ known, t, spoken }: Context): Field => ({
  name: 'components',
  kind: 'lines',
  label: t('parts'),
  hint: t('partsHint'),
  isRequired: true,
  initial: textOfLines(
    known.components.map(({ kind, label, maxScore, score, weightBp }) => ({
      kind,
      label,
      maxScore,
      score: score ?? '',
      percent: (weightBp / 100).toFixed(2),
    })),
  ),
  line: {
    add: t('addPart'),
    fields: [
      { name: 'label', kind: 'text', label: t('label'), isRequired: true },
      { name: 'score', kind: 'text', label: t('score') },
      { name: 'maxScore', kind: 'text', label: t('maxScore'), isRequired: true },
      { name: 'kind', kind: 'choice', label: t('kind'), isRequired: true, choices: choicesOf(componentKinds, spoken) },
      // Hundredths of a percent are basis points, as cents are of shillings.
      { name: 'percent', kind: 'money', label: t('weight'), isRequired: true },
    ],
  },
});

const fieldsOf = (context: Context): readonly Field[] => [
  partsField(context),
  {
    name: 'scoreStatus',
    kind: 'choice',
    label: context.t('status'),
    hint: context.t('statusHint'),
    choices: REASONS.map((reason) => [reason, scoreStatuses[reason][context.spoken]] as const),
    initial: REASONS.find((reason) => reason === context.known.scoreStatus) ?? '',
  },
  {
    name: 'grade',
    kind: 'text',
    label: context.t('grade'),
    hint: context.t('gradeHint'),
    initial: context.known.grade ?? '',
  },
];

const marksOf = (values: Values) => ({
  components: linesOf(values['components']).map(({ kind, label, maxScore, score, percent }) => ({
    kind: chosenFrom(componentKinds, kind) ?? ('EXAM' as const),
    label: needed(label),
    maxScore: needed(maxScore),
    score: text(score),
    weightBp: number(percent) ?? 0,
  })),
  scoreStatus: chosenFrom(scoreStatuses, values['scoreStatus']) ?? null,
  grade: text(values['grade']),
});

function changeStep(context: Context): Step {
  const { known, t } = context;
  const fields = fieldsOf(context);
  return stepOf({
    name: 'changeResult',
    recordId: known.id,
    version: known.version,
    title: t('changeTitle'),
    word: t('change'),
    fields,
    document: CHANGE,
    // A grade that follows from the mark is not sent as one that was entered.
    variables: (values, sent) => ({
      input: { resultId: known.id, ...changedIn(fields, values, marksOf(values)) },
      ...sent,
    }),
  });
}

type Props = { readonly of: { readonly id: string }; readonly onDone: (data: unknown) => void };

/** What the sheet of a class has no cell for: other parts, why there is no mark, a grade that is entered. */
export function Fill({ of: { id }, onDone }: Props) {
  const t = useTexts(resultFormTexts);
  const spoken = useLanguage();
  return (
    <WithChoices document={RESULT} variables={{ id }}>
      {({ result }) => (result ? <Form step={changeStep({ known: result, t, spoken })} onDone={onDone} /> : <p>–</p>)}
    </WithChoices>
  );
}
