import { stepOf, type Step, type Values } from '../../../components/step.ts';
import { graphql } from '../../../graph/generated/gql.ts';
import type { EnrolmentAction } from '../../../graph/generated/graphql.ts';
import type { Translate } from '../../../texts/texts.ts';
import type { enrolmentStepTexts } from './texts.ts';

const CONFIRM_ENROLMENT = graphql(`
  mutation ConfirmEnrolment($input: ConfirmEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    confirmEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const CANCEL_ENROLMENT = graphql(`
  mutation CancelEnrolment($input: CancelEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    cancelEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const COMPLETE_ENROLMENT = graphql(`
  mutation CompleteEnrolment($input: CompleteEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    completeEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const DEFER_ENROLMENT = graphql(`
  mutation DeferEnrolment($input: DeferEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    deferEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const RESUME_ENROLMENT = graphql(`
  mutation ResumeEnrolment($input: ResumeEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    resumeEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const WITHDRAW_ENROLMENT = graphql(`
  mutation WithdrawEnrolment($input: WithdrawEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    withdrawEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

const DISCONTINUE_ENROLMENT = graphql(`
  mutation DiscontinueEnrolment($input: DiscontinueEnrolmentInput!, $idempotencyKey: String, $version: Int) {
    discontinueEnrolment(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      enrolment {
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

type T = Translate<(typeof enrolmentStepTexts)['en']>;
/** What its steps need of it. */
export type EnrolmentInStep = {
  readonly id: string;
  readonly version: number;
  readonly availableActions: readonly EnrolmentAction[];
};

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
/** The steps that the enrolment may take now, as its `availableActions` say. */
export const enrolmentSteps = (enrolment: EnrolmentInStep, t: T): readonly Step[] =>
  enrolment.availableActions.flatMap((action) => STEPS[action]?.(enrolment, t) ?? []);

const shared = ({ id, version }: EnrolmentInStep) => ({ recordId: id, version });

const STEPS: { readonly [Action in EnrolmentAction]: ((enrolment: EnrolmentInStep, t: T) => Step) | null } = {
  // Their forms take what is chosen from: forms/change-enrolment.tsx, forms/transfer-enrolment.tsx.
  EDIT: null,
  TRANSFER: null,
  CONFIRM: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'confirmEnrolment',
      title: t('confirmEnrolment'),
      word: t('confirm'),
      fields: [],
      document: CONFIRM_ENROLMENT,
      variables: (_, sent) => ({ input: { enrolmentId: enrolment.id }, ...sent }),
      consequence: () => t('confirmEnrolmentMeans'),
    }),
  CANCEL: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'cancelEnrolment',
      title: t('cancelEnrolment'),
      word: t('cancel'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: CANCEL_ENROLMENT,
      variables: (values, sent) => ({ input: { enrolmentId: enrolment.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('cancelEnrolmentMeans'),
    }),
  COMPLETE: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'completeEnrolment',
      title: t('completeEnrolment'),
      word: t('complete'),
      fields: [],
      document: COMPLETE_ENROLMENT,
      variables: (_, sent) => ({ input: { enrolmentId: enrolment.id }, ...sent }),
      consequence: () => t('completeEnrolmentMeans'),
    }),
  DEFER: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'deferEnrolment',
      title: t('deferEnrolment'),
      word: t('defer'),
      fields: [{ name: 'until', kind: 'date', label: t('until'), isRequired: true }],
      document: DEFER_ENROLMENT,
      variables: (values, sent) => ({
        input: { enrolmentId: enrolment.id, until: text(values['until']) ?? '' },
        ...sent,
      }),
      consequence: () => t('deferEnrolmentMeans'),
    }),
  RESUME: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'resumeEnrolment',
      title: t('resumeEnrolment'),
      word: t('resume'),
      fields: [],
      document: RESUME_ENROLMENT,
      variables: (_, sent) => ({ input: { enrolmentId: enrolment.id }, ...sent }),
      consequence: () => t('resumeEnrolmentMeans'),
    }),
  WITHDRAW: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'withdrawEnrolment',
      title: t('withdrawEnrolment'),
      word: t('withdraw'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: WITHDRAW_ENROLMENT,
      variables: (values, sent) => ({ input: { enrolmentId: enrolment.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('withdrawEnrolmentMeans'),
    }),
  DISCONTINUE: (enrolment, t) =>
    stepOf({
      ...shared(enrolment),
      name: 'discontinueEnrolment',
      title: t('discontinueEnrolment'),
      word: t('discontinue'),
      isDangerous: true,
      fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
      document: DISCONTINUE_ENROLMENT,
      variables: (values, sent) => ({ input: { enrolmentId: enrolment.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('discontinueEnrolmentMeans'),
    }),
};
