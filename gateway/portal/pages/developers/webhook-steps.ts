import { stepOf, type Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { startOfDay, textIn, wordsIn, type StepText } from './client-steps.ts';

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!, $idempotencyKey: String) {
    createWebhook(input: $input, idempotencyKey: $idempotencyKey) {
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

type OfClient = { readonly id: string; readonly name: string };
type Record = { readonly id: string; readonly version: number };

export const createWebhookStep = (client: OfClient, t: StepText): Step =>
  stepOf({
    name: 'createWebhook',
    recordId: client.id,
    title: t('addWebhookTitle', { name: client.name }),
    word: t('addWebhook'),
    fields: [
      { name: 'url', kind: 'text', label: t('url'), hint: t('urlHint'), isRequired: true },
      { name: 'events', kind: 'long', label: t('events'), hint: t('eventsHint'), isRequired: true, initial: '*' },
      { name: 'description', kind: 'text', label: t('description') },
      { name: 'ordered', kind: 'check', label: t('ordered') },
      { name: 'thin', kind: 'check', label: t('thin') },
      { name: 'batchMax', kind: 'number', label: t('batchMax'), hint: t('batchMaxHint') },
      { name: 'batchWaitMs', kind: 'number', label: t('batchWait') },
    ],
    document: CREATE,
    variables: ({ url, events, description, ordered, thin, batchMax, batchWaitMs }, { idempotencyKey }) => ({
      input: {
        clientId: client.id,
        url: textIn(url) ?? '',
        events: wordsIn(events),
        description: textIn(description),
        ordered: ordered === true,
        payload: thin === true ? ('THIN' as const) : ('FULL' as const),
        batch:
          typeof batchMax === 'number'
            ? { max: batchMax, waitMs: typeof batchWaitMs === 'number' ? batchWaitMs : 0 }
            : null,
      },
      idempotencyKey,
    }),
    consequence: () => t('addWebhookMeans'),
  });

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
  });

export const resendStep = (delivery: Record & { readonly sequence: number }, t: StepText): Step =>
  stepOf({
    ...on(delivery),
    name: 'resendWebhookDelivery',
    title: t('resendTitle', { number: delivery.sequence }),
    word: t('resend'),
    fields: [],
    document: RESEND,
    variables: (_, sent) => ({ input: { deliveryId: delivery.id }, ...sent }),
  });
