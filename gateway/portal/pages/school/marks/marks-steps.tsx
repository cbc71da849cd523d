import { Action } from '../../../components/action.tsx';
import { stepOf, type Step } from '../../../components/step.ts';
import type { ResultState } from '../../../graph/generated/graphql.ts';
import { useTexts, type Translate } from '../../../texts/texts.ts';
import { PUBLISH_RESULTS, SUBMIT_RESULTS, type Enrolled } from './documents.ts';
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
  const inState = (state: ResultState) =>
    enrolled.flatMap(({ result }) => (result?.state === state ? [result.id] : []));
  const publishable = new Set(
    enrolled.flatMap(({ result }) => (result?.availableActions.includes('PUBLISH') ? [result.id] : [])),
  );
  const [drafts, handedIn] = [inState('DRAFT'), inState('SUBMITTED').filter((id) => publishable.has(id))];
  return (
    <>
      {drafts.length > 0 ? <Action step={submitStep(drafts, t)} isPrimary onDone={onDone} /> : null}
      {handedIn.length > 0 ? <Action step={publishStep(handedIn, t)} isPrimary onDone={onDone} /> : null}
    </>
  );
}

type T = Translate<(typeof marksTexts)['en']>;

const submitStep = (resultIds: string[], t: T): Step =>
  stepOf({
    name: 'submitResults',
    recordId: resultIds.join(' '),
    title: t('submitTitle'),
    word: t('submit', { count: resultIds.length }),
    fields: [],
    document: SUBMIT_RESULTS,
    variables: (_, { idempotencyKey }) => ({ input: { resultIds }, idempotencyKey }),
    consequence: () => t('submitMeans', { count: resultIds.length }),
  });

const publishStep = (resultIds: string[], t: T): Step =>
  stepOf({
    name: 'publishResults',
    recordId: resultIds.join(' '),
    title: t('publishTitle'),
    word: t('publish', { count: resultIds.length }),
    fields: [],
    document: PUBLISH_RESULTS,
    variables: (_, { idempotencyKey }) => ({ input: { resultIds }, idempotencyKey }),
    consequence: () => t('publishMeans', { count: resultIds.length }),
  });
