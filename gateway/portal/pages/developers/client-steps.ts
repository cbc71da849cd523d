import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ClientQuery } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { clientStepTexts } from './step-texts.ts';

const CREATE = graphql(`
  mutation CreateClient($input: CreateClientInput!, $idempotencyKey: String) {
    createClient(input: $input, idempotencyKey: $idempotencyKey) {
      client {
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
const ROTATE = graphql(`
  mutation RotateClientSecret($input: RotateClientSecretInput!, $idempotencyKey: String, $version: Int) {
    rotateClientSecret(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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
const ADD_KEY = graphql(`
  mutation AddClientKey($input: AddClientKeyInput!, $idempotencyKey: String, $version: Int) {
    addClientKey(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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
const REVOKE = graphql(`
  mutation RevokeClientKey($input: RevokeClientKeyInput!, $idempotencyKey: String, $version: Int) {
    revokeClientKey(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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
const CHANGE = graphql(`
  mutation ChangeClient($input: ChangeClientInput!, $idempotencyKey: String, $version: Int) {
    changeClient(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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
  mutation DisableClient($input: DisableClientInput!, $idempotencyKey: String, $version: Int) {
    disableClient(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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
  mutation EnableClient($input: EnableClientInput!, $idempotencyKey: String, $version: Int) {
    enableClient(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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

export type Client = NonNullable<ClientQuery['client']>;
export type StepText = Translate<(typeof clientStepTexts)['en']>;

export const textIn = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
export const numberIn = (value: Values[string] | undefined): number | null =>
  typeof value === 'number' ? value : null;
/** Words that stand one after the other, with or without commas. */
export const wordsIn = (value: Values[string] | undefined): string[] =>
  (textIn(value) ?? '').split(/[\s,]+/).filter((word) => word !== '');

export const MOST_OVERLAP = 86_400;
const scopeField = (name: string, initial: 'on' | 'off'): Field => ({ name, kind: 'check', label: name, initial });
const chosen = (values: Values, scopes: readonly string[]) => scopes.filter((scope) => values[scope] === true);

export const createStep = (
  scopes: readonly string[],
  people: readonly (readonly [id: string, name: string])[],
  t: StepText,
): Step =>
  stepOf({
    name: 'createClient',
    recordId: null,
    title: t('create'),
    word: t('create'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), isRequired: true },
      { name: 'responsibleId', kind: 'choice', label: t('responsible'), isRequired: true, choices: people },
      ...scopes.map((scope) => scopeField(scope, 'off')),
    ],
    document: CREATE,
    variables: (values, { idempotencyKey }) => ({
      input: {
        name: textIn(values['name']) ?? '',
        responsibleId: textIn(values['responsibleId']) ?? '',
        scopes: chosen(values, scopes),
        pii: false,
      },
      idempotencyKey,
    }),
    consequence: () => t('createMeans'),
  });

export const onClient = ({ id, version }: Client) => ({ recordId: id, version });

export const rotateStep = (client: Client, t: StepText): Step =>
  stepOf({
    ...onClient(client),
    name: 'rotateClientSecret',
    title: t('rotateTitle', { name: client.name }),
    word: t('rotate'),
    fields: [{ name: 'overlapSeconds', kind: 'number', label: t('overlap'), isRequired: true, initial: '3600' }],
    document: ROTATE,
    variables: ({ overlapSeconds }, sent) => ({
      input: { clientId: client.id, overlapSeconds: numberIn(overlapSeconds) ?? 0 },
      ...sent,
    }),
    consequence: ({ overlapSeconds }) => {
      const seconds = Math.min(numberIn(overlapSeconds) ?? 0, MOST_OVERLAP);
      return seconds > 0 ? t('rotateMeans', { name: client.name, seconds }) : t('rotateNow', { name: client.name });
    },
  });

export const addKeyStep = (client: Client, t: StepText): Step =>
  stepOf({
    ...onClient(client),
    name: 'addClientKey',
    title: t('addKeyTitle', { name: client.name }),
    word: t('addKey'),
    fields: [
      { name: 'name', kind: 'text', label: t('keyName'), hint: t('keyNameHint'), isRequired: true },
      { name: 'expiresAt', kind: 'date', label: t('expires') },
    ],
    document: ADD_KEY,
    variables: ({ name, expiresAt }, sent) => ({
      input: { clientId: client.id, name: textIn(name) ?? '', expiresAt: startOfDay(expiresAt) },
      ...sent,
    }),
    consequence: () => t('addKeyMeans'),
  });

/** Midnight in Nairobi, where the days of the institution begin. */
export function startOfDay(day: Values[string] | undefined): string | null {
  const text = textIn(day);
  return text === null ? null : new Date(`${text}T00:00:00+03:00`).toISOString();
}

export const revokeStep = (client: Client, key: string, t: StepText): Step =>
  stepOf({
    ...onClient(client),
    recordId: `${client.id} ${key}`,
    name: 'revokeClientKey',
    title: t('revokeTitle', { key }),
    word: t('revoke'),
    isDangerous: true,
    fields: [],
    document: REVOKE,
    variables: (_, sent) => ({ input: { clientId: client.id, name: key }, ...sent }),
    consequence: () => t('revokeMeans'),
  });

export const changeStep = (client: Client, scopes: readonly string[], t: StepText): Step =>
  stepOf({
    ...onClient(client),
    name: 'changeClient',
    title: t('editTitle', { name: client.name }),
    word: t('edit'),
    fields: [
      { name: 'name', kind: 'text', label: t('name'), isRequired: true, initial: client.name },
      {
        name: 'allowedNetworks',
        kind: 'long',
        label: t('networks'),
        hint: t('networksHint'),
        initial: client.allowedNetworks.join(' '),
      },
      ...scopes.map((scope) => scopeField(scope, client.scopes.includes(scope) ? 'on' : 'off')),
    ],
    document: CHANGE,
    variables: (values, sent) => ({
      input: {
        clientId: client.id,
        name: textIn(values['name']),
        allowedNetworks: wordsIn(values['allowedNetworks']),
        scopes: chosen(values, scopes),
      },
      ...sent,
    }),
    consequence: () => t('editMeans'),
  });

export const disableStep = (client: Client, t: StepText): Step =>
  stepOf({
    ...onClient(client),
    name: 'disableClient',
    title: t('disableTitle', { name: client.name }),
    word: t('disable'),
    isDangerous: true,
    fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true }],
    document: DISABLE,
    variables: ({ reason }, sent) => ({ input: { clientId: client.id, reason: textIn(reason) ?? '' }, ...sent }),
    consequence: () => t('disableMeans'),
    undo: enableStep(client, t),
  });

export const enableStep = (client: Client, t: StepText): Step =>
  stepOf({
    ...onClient(client),
    name: 'enableClient',
    title: t('enableTitle', { name: client.name }),
    word: t('enable'),
    fields: [],
    document: ENABLE,
    variables: (_, sent) => ({ input: { clientId: client.id }, ...sent }),
  });
