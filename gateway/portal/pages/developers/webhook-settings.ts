import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { textIn, wordsIn, type StepText } from './client-steps.ts';

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
const UPDATE = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!, $idempotencyKey: String, $version: Int) {
    updateWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
const DELETE = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!, $idempotencyKey: String, $version: Int) {
    deleteWebhook(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      deletedWebhookId
      userErrors {
        code
        message
        path
      }
    }
  }
`);
type OfClient = { readonly id: string; readonly name: string };
/** A webhook as it is registered, where its form begins with it. */
type Known = {
  readonly id: string;
  readonly version: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly ordered: boolean;
  readonly payload: string;
  readonly rateLimitPerSecond: number | null;
  readonly batch: { readonly max: number; readonly waitMs: number } | null;
};

const settingFields = (t: StepText, known: Known | null): readonly Field[] => [
  { name: 'url', kind: 'text', label: t('url'), hint: t('urlHint'), isRequired: true, initial: known?.url ?? '' },
  {
    name: 'events',
    kind: 'long',
    label: t('events'),
    hint: t('eventsHint'),
    isRequired: true,
    initial: known?.events.join(' ') ?? '*',
  },
  { name: 'description', kind: 'text', label: t('description'), initial: known?.description ?? '' },
  { name: 'ordered', kind: 'check', label: t('ordered'), initial: known?.ordered ? 'on' : 'off' },
  { name: 'thin', kind: 'check', label: t('thin'), initial: known?.payload === 'THIN' ? 'on' : 'off' },
  {
    name: 'batchMax',
    kind: 'number',
    label: t('batchMax'),
    hint: t('batchMaxHint'),
    initial: known?.batch ? String(known.batch.max) : '',
  },
  {
    name: 'batchWaitMs',
    kind: 'number',
    label: t('batchWait'),
    initial: known?.batch ? String(known.batch.waitMs) : '',
  },
];

const settingsOf = ({ url, events, description, ordered, thin, batchMax, batchWaitMs }: Values) => ({
  url: textIn(url) ?? '',
  events: wordsIn(events),
  description: textIn(description),
  ordered: ordered === true,
  payload: thin === true ? ('THIN' as const) : ('FULL' as const),
  batch:
    typeof batchMax === 'number' ? { max: batchMax, waitMs: typeof batchWaitMs === 'number' ? batchWaitMs : 0 } : null,
});

export const createWebhookStep = (client: OfClient, t: StepText): Step =>
  stepOf({
    name: 'createWebhook',
    recordId: client.id,
    title: t('addWebhookTitle', { name: client.name }),
    word: t('addWebhook'),
    fields: settingFields(t, null),
    document: CREATE,
    variables: (values, { idempotencyKey }) => ({
      input: { clientId: client.id, ...settingsOf(values) },
      idempotencyKey,
    }),
    consequence: () => t('addWebhookMeans'),
  });

export const updateWebhookStep = (webhook: Known, t: StepText): Step =>
  stepOf({
    recordId: webhook.id,
    version: webhook.version,
    name: 'updateWebhook',
    title: t('editWebhookTitle'),
    word: t('edit'),
    fields: [
      ...settingFields(t, webhook),
      {
        name: 'rateLimitPerSecond',
        kind: 'number',
        label: t('rateLimit'),
        hint: t('rateLimitHint'),
        initial: webhook.rateLimitPerSecond === null ? '' : String(webhook.rateLimitPerSecond),
      },
    ],
    document: UPDATE,
    variables: (values, sent) => ({
      input: {
        webhookId: webhook.id,
        ...settingsOf(values),
        rateLimitPerSecond: typeof values['rateLimitPerSecond'] === 'number' ? values['rateLimitPerSecond'] : null,
      },
      ...sent,
    }),
    // Where events go is confirmed by the client's own token, at the new address again.
    consequence: ({ url }) => (url === webhook.url ? null : t('editWebhookMeans')),
  });

export const deleteWebhookStep = (webhook: Known, t: StepText): Step =>
  stepOf({
    recordId: webhook.id,
    version: webhook.version,
    name: 'deleteWebhook',
    title: t('removeTitle'),
    word: t('remove'),
    isDangerous: true,
    fields: [],
    document: DELETE,
    variables: (_, sent) => ({ input: { webhookId: webhook.id }, ...sent }),
    consequence: () => t('removeMeans', { url: webhook.url }),
  });
