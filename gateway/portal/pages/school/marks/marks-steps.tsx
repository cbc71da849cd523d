import { Action } from '../../../components/action.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import type { ResultState } from '../../../graph/generated/graphql.ts';
import { useTexts, type Translate } from '../../../texts/texts.ts';
import { PUBLISH_RESULTS, SUBMIT_RESULTS, type Enrolled, type Marked } from './documents.ts';
import { marksTexts } from './texts.ts';
import type { useSheet } from './use-sheet.ts';
import './marks.css';

export type StepsProps = {
  readonly enrolled: readonly Enrolled[];
  readonly sheet: ReturnType<typeof useSheet>;
  readonly onDone: () => void;
};

/** What may be done with the class as a whole, once everything that was typed is saved. */
export function Steps({ enrolled, sheet, onDone }: StepsProps) {
  const t = useTexts(marksTexts);
  if (sheet.elsewhere > 0 || sheet.rows.some(({ isChanged }) => isChanged)) return null;
  const inState = (state: ResultState) => enrolled.flatMap(({ result }) => (result?.state === state ? [result] : []));
  const handedIn = inState('SUBMITTED').filter(({ availableActions }) => availableActions.includes('PUBLISH'));
  const drafts = inState('DRAFT');
  return (
    <>
      {drafts.length > 0 ? <Action step={submitStep(drafts, t)} isPrimary onDone={onDone} /> : null}
      {handedIn.length > 0 ? <Action step={publishStep(handedIn, t)} isPrimary onDone={onDone} /> : null}
    </>
  );
}

type T = Translate<(typeof marksTexts)['en']>;

const idsOf = (results: readonly Marked[]) => results.map(({ id }) => id);
const asSeen = (results: readonly Marked[]) => ({
  resultIds: idsOf(results),
  versions: results.map(({ version }) => version),
});

const submitStep = (results: readonly Marked[], t: T): Step =>
  stepOf({
    name: 'submitResults',
    recordId: idsOf(results).join(' '),
    title: t('submitTitle'),
    word: t('submit', { count: results.length }),
    fields: [],
    document: SUBMIT_RESULTS,
    variables: (_, { idempotencyKey }) => ({ input: asSeen(results), idempotencyKey }),
    consequence: () => t('submitMeans', { count: results.length }),
  });

/** What was looked at is what is released: marks that were changed meanwhile are refused, and the sheet shows them. */
const publishStep = (results: readonly Marked[], t: T): Step =>
  stepOf({
    name: 'publishResults',
    recordId: idsOf(results).join(' '),
    title: t('publishTitle'),
    word: t('publish', { count: results.length }),
    fields: [],
    document: PUBLISH_RESULTS,
    variables: (_, { idempotencyKey }) => ({ input: asSeen(results), idempotencyKey }),
    consequence: () => t('publishMeans', { count: results.length }),
  });
