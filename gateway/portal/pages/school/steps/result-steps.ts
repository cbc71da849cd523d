import { stepOf, type Step, type Values } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { ResultAction, WithholdReason } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import type { resultStepTexts } from './texts.ts';

const SUBMIT_RESULT = graphql(`
  mutation SubmitResult($input: SubmitResultInput!, $idempotencyKey: String, $version: Int) {
    submitResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const RETURN_RESULT = graphql(`
  mutation ReturnResult($input: ReturnResultInput!, $idempotencyKey: String, $version: Int) {
    returnResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const PUBLISH_RESULT = graphql(`
  mutation PublishResult($input: PublishResultInput!, $idempotencyKey: String, $version: Int) {
    publishResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const WITHHOLD_RESULT = graphql(`
  mutation WithholdResult($input: WithholdResultInput!, $idempotencyKey: String, $version: Int) {
    withholdResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const RELEASE_RESULT = graphql(`
  mutation ReleaseResult($input: ReleaseResultInput!, $idempotencyKey: String, $version: Int) {
    releaseResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const VOID_RESULT = graphql(`
  mutation VoidResult($input: VoidResultInput!, $idempotencyKey: String, $version: Int) {
    voidResult(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

type T = Translate<(typeof resultStepTexts)['en']>;
/** What its steps need of it. */
export type ResultInStep = {
  readonly id: string;
  readonly version: number;
  readonly availableActions: readonly ResultAction[];
};

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
const REASONS = ['FEES', 'DISCIPLINE', 'MISSING_MARKS'] as const satisfies readonly WithholdReason[];
const reasonsIn = (t: T) => REASONS.map((reason) => [reason, t(reason)] as const);
const reasonOf = (value: Values[string] | undefined): WithholdReason =>
  REASONS.find((reason) => reason === value) ?? 'FEES';
/** The steps that the result may take now, as its `availableActions` say. */
export const resultSteps = (result: ResultInStep, t: T): readonly Step[] =>
  result.availableActions.flatMap((action) => STEPS[action]?.(result, t) ?? []);

const shared = ({ id, version }: ResultInStep) => ({ recordId: id, version });

const STEPS: { readonly [Action in ResultAction]: ((result: ResultInStep, t: T) => Step) | null } = {
  // Marks are entered in the sheet of a class; what that has no cell for has forms/change-result.tsx.
  EDIT: null,
  // Its fields are the parts of the marks, which the page of the result has: result-page.tsx.
  AMEND: null,
  SUBMIT: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'submitResult',
      title: t('submitResult'),
      word: t('submit'),
      fields: [],
      document: SUBMIT_RESULT,
      variables: (_, sent) => ({ input: { resultId: result.id }, ...sent }),
      consequence: () => t('submitResultMeans'),
    }),
  RETURN: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'returnResult',
      title: t('returnResult'),
      word: t('return'),
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: RETURN_RESULT,
      variables: (values, sent) => ({ input: { resultId: result.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('returnResultMeans'),
    }),
  PUBLISH: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'publishResult',
      title: t('publishResult'),
      word: t('publish'),
      fields: [],
      document: PUBLISH_RESULT,
      variables: (_, sent) => ({ input: { resultId: result.id }, ...sent }),
      consequence: () => t('publishResultMeans'),
    }),
  WITHHOLD: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'withholdResult',
      title: t('withholdResult'),
      word: t('withhold'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'choice', label: t('reason'), isRequired: true, choices: reasonsIn(t) }],
      document: WITHHOLD_RESULT,
      variables: (values, sent) => ({ input: { resultId: result.id, reason: reasonOf(values['reason']) }, ...sent }),
      consequence: () => t('withholdResultMeans'),
    }),
  RELEASE: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'releaseResult',
      title: t('releaseResult'),
      word: t('release'),
      fields: [],
      document: RELEASE_RESULT,
      variables: (_, sent) => ({ input: { resultId: result.id }, ...sent }),
      consequence: () => t('releaseResultMeans'),
    }),
  VOID: (result, t) =>
    stepOf({
      ...shared(result),
      name: 'voidResult',
      title: t('voidResult'),
      word: t('void'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
      document: VOID_RESULT,
      variables: (values, sent) => ({ input: { resultId: result.id, reason: text(values['reason']) ?? '' }, ...sent }),
      consequence: () => t('voidResultMeans'),
    }),
};
