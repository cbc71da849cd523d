import type { TypedDocumentNode } from 'urql';
import { known } from '../../components/later-values.ts';
import { stepOf, type Field, type Sent, type Step, type Values } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AmlAlertAction } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { Alert } from './alert-page.tsx';
import type { amlTexts } from './texts.ts';

type T = Translate<(typeof amlTexts)['en']>;

const ASSIGN = graphql(`
  mutation AssignAmlAlert($input: AssignAmlAlertInput!, $idempotencyKey: String, $version: Int) {
    assignAmlAlert(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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
const ESCALATE = graphql(`
  mutation EscalateAmlAlert($input: EscalateAmlAlertInput!, $idempotencyKey: String, $version: Int) {
    escalateAmlAlert(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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
const FILE_SAR = graphql(`
  mutation FileAmlAlertSar($input: FileAmlAlertSarInput!, $idempotencyKey: String, $version: Int) {
    fileAmlAlertSar(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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
const CLOSE = graphql(`
  mutation CloseAmlAlert($input: CloseAmlAlertInput!, $idempotencyKey: String, $version: Int) {
    closeAmlAlert(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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
const MARK_FALSE_POSITIVE = graphql(`
  mutation MarkAmlAlertFalsePositive($input: MarkAmlAlertFalsePositiveInput!, $idempotencyKey: String, $version: Int) {
    markAmlAlertFalsePositive(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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
const REOPEN = graphql(`
  mutation ReopenAmlAlert($input: ReopenAmlAlertInput!, $idempotencyKey: String, $version: Int) {
    reopenAmlAlert(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      amlAlert {
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

const text = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '');
const why = (t: T): Field => ({ name: 'reason', kind: 'long', label: t('why'), isRequired: true, hint: t('whyHint') });
const person = (t: T): Field => ({ name: 'assignee', kind: 'text', label: t('assignee'), isRequired: true });

/** What may be decided about an alert now, as its `availableActions` say. */
export const stepsOf = (alert: Alert, t: T): readonly Step[] =>
  known(alert.availableActions, STEPS).map((action) => STEPS[action](alert, t));

const shared = ({ id, version }: Alert) => ({ recordId: id, version });

type Decision = Pick<Step, 'name' | 'title' | 'word'> & {
  readonly document: TypedDocumentNode<
    unknown,
    Sent & { readonly input: { readonly alertId: string; readonly reason: string } }
  >;
};

/** A step that takes its reason, which an auditor reads. */
const deciding = (alert: Alert, t: T, decision: Decision): Step =>
  stepOf({
    ...shared(alert),
    fields: [why(t)],
    variables: ({ reason }, sent) => ({ input: { alertId: alert.id, reason: text(reason) }, ...sent }),
    ...decision,
  });

const STEPS: { readonly [Action in AmlAlertAction]: (alert: Alert, t: T) => Step } = {
  ASSIGN: (alert, t) =>
    stepOf({
      ...shared(alert),
      name: 'assignAmlAlert',
      title: t('assignTitle'),
      word: t('assign'),
      fields: [person(t)],
      document: ASSIGN,
      variables: (values, sent) => ({ input: { alertId: alert.id, assignee: text(values['assignee']) }, ...sent }),
    }),
  FILE_SAR: (alert, t) =>
    stepOf({
      ...shared(alert),
      name: 'fileAmlAlertSar',
      title: t('fileTitle'),
      word: t('file'),
      fields: [{ name: 'reportReference', kind: 'text', label: t('report'), isRequired: true, hint: t('reportHint') }],
      document: FILE_SAR,
      variables: (values, sent) => ({
        input: { alertId: alert.id, reportReference: text(values['reportReference']) },
        ...sent,
      }),
      consequence: () => t('fileMeans'),
    }),
  ESCALATE: (alert, t) =>
    deciding(alert, t, {
      name: 'escalateAmlAlert',
      title: t('escalateTitle'),
      word: t('escalate'),
      document: ESCALATE,
    }),
  CLOSE: (alert, t) =>
    deciding(alert, t, { name: 'closeAmlAlert', title: t('closeTitle'), word: t('close'), document: CLOSE }),
  MARK_FALSE_POSITIVE: (alert, t) =>
    deciding(alert, t, {
      name: 'markAmlAlertFalsePositive',
      title: t('falsePositiveTitle'),
      word: t('falsePositive'),
      document: MARK_FALSE_POSITIVE,
    }),
  REOPEN: (alert, t) =>
    deciding(alert, t, { name: 'reopenAmlAlert', title: t('reopenTitle'), word: t('reopen'), document: REOPEN }),
};
