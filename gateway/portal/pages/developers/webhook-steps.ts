import { stepOf, type Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { MOST_OVERLAP, startOfDay, textIn, wordsIn, type StepText } from './client-steps.ts';

const TEST = graphql(`
  mutation TestWebhook($input: TestWebhookInput!, $idempotencyKey: String, $version: Int) {
    testWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      webhook {
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
const ROTATE = graphql(`
  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!, $idempotencyKey: String, $version: Int) {
    rotateWebhookSecret(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      webhook {
        id
      }
      secret
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const RECOVER = graphql(`
  mutation RecoverWebhook($input: RecoverWebhookInput!, $idempotencyKey: String, $version: Int) {
    recoverWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      webhook {
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
const DISABLE = graphql(`
  mutation DisableWebhook($input: DisableWebhookInput!, $idempotencyKey: String, $version: Int) {
    disableWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      webhook {
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
const ENABLE = graphql(`
  mutation EnableWebhook($input: EnableWebhookInput!, $idempotencyKey: String, $version: Int) {
    enableWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      webhook {
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
const RESEND = graphql(`
  mutation ResendDelivery($input: ResendWebhookDeliveryInput!, $idempotencyKey: String, $version: Int) {
    resendWebhookDelivery(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      delivery {
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

type Record = { readonly id: string; readonly version: number };

const on = ({ id, version }: Record) => ({ recordId: id, version });

export const testStep = (webhook: Record, t: StepText): Step =>
  stepOf({
    ...on(webhook),
    name: 'testWebhook',
    title: t('testTitle'),
    word: t('test'),
    fields: [{ name: 'type', kind: 'text', label: t('exampleOf'), hint: t('exampleOfHint') }],
    document: TEST,
    variables: ({ type }, sent) => ({ input: { webhookId: webhook.id, type: textIn(type) }, ...sent }),
    consequence: () => t('testMeans'),
  });

export const rotateWebhookStep = (webhook: Record, t: StepText): Step =>
  stepOf({
    ...on(webhook),
    name: 'rotateWebhookSecret',
    title: t('rotateWebhookTitle'),
    word: t('rotateWebhook'),
    fields: [{ name: 'overlapSeconds', kind: 'number', label: t('overlap'), isRequired: true, initial: '3600' }],
    document: ROTATE,
    variables: ({ overlapSeconds }, sent) => ({
      input: { webhookId: webhook.id, overlapSeconds: typeof overlapSeconds === 'number' ? overlapSeconds : 0 },
      ...sent,
    }),
    consequence: ({ overlapSeconds }) =>
      typeof overlapSeconds === 'number' && overlapSeconds > 0
        ? t('rotateWebhookMeans', { seconds: Math.min(overlapSeconds, MOST_OVERLAP) })
        : t('rotateWebhookNow'),
  });

const ONLY = ['FAILED', 'MISSING', 'ALL'] as const;

export const replayStep = (webhook: Record, t: StepText): Step =>
  stepOf({
    ...on(webhook),
    name: 'recoverWebhook',
    title: t('replayTitle'),
    word: t('replay'),
    fields: [
      { name: 'since', kind: 'date', label: t('since'), isRequired: true },
      {
        name: 'only',
        kind: 'choice',
        label: t('only'),
        isRequired: true,
        initial: 'FAILED',
        choices: [
          ['FAILED', t('failed')],
          ['MISSING', t('missing')],
          ['ALL', t('all')],
        ],
      },
      { name: 'types', kind: 'text', label: t('types'), hint: t('typesHint') },
    ],
    document: RECOVER,
    variables: ({ since, only, types }, sent) => ({
      input: {
        webhookId: webhook.id,
        since: startOfDay(since) ?? '',
        only: ONLY.find((each) => each === only) ?? 'FAILED',
        types: wordsIn(types).length === 0 ? null : wordsIn(types),
      },
      ...sent,
    }),
    consequence: () => t('replayMeans'),
  });

export const disableWebhookStep = (webhook: Record, t: StepText): Step =>
  stepOf({
    ...on(webhook),
    name: 'disableWebhook',
    title: t('disableWebhookTitle'),
    word: t('disable'),
    isDangerous: true,
    fields: [],
    document: DISABLE,
    undo: enableWebhookStep(webhook, t),
    variables: (_, sent) => ({ input: { webhookId: webhook.id }, ...sent }),
    consequence: () => t('disableWebhookMeans'),
  });

export const enableWebhookStep = (webhook: Record, t: StepText): Step =>
  stepOf({
    ...on(webhook),
    name: 'enableWebhook',
    title: t('enableWebhookTitle'),
    word: t('enable'),
    fields: [],
    document: ENABLE,
    variables: (_, sent) => ({ input: { webhookId: webhook.id }, ...sent }),
    consequence: () => t('enableWebhookMeans'),
  });

export const resendStep = (
  delivery: Record & { readonly sequence: number; readonly eventType: string },
  t: StepText,
): Step =>
  stepOf({
    ...on(delivery),
    name: 'resendWebhookDelivery',
    title: t('resendTitle', { number: delivery.sequence }),
    word: t('resend'),
    fields: [],
    document: RESEND,
    variables: (_, sent) => ({ input: { deliveryId: delivery.id }, ...sent }),
    consequence: () => t('resendMeans', { type: delivery.eventType }),
  });
