import { preparedStep, stepOf, type Offered, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { Agent } from './agent-page.tsx';
import type { agentTexts } from './texts.ts';

const TOP_UP = graphql(`
  mutation TopUpFloat($input: TopUpFloatInput!, $idempotencyKey: String) {
    topUpFloat(input: $input, idempotencyKey: $idempotencyKey) {
      agent {
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
const FROM_PAYBILL = graphql(`
  mutation TopUpFromPaybill($input: TopUpFromPaybillInput!, $idempotencyKey: String) {
    topUpFromPaybill(input: $input, idempotencyKey: $idempotencyKey) {
      floatTopUp {
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
const LIMIT = graphql(`
  mutation LimitFloat($input: LimitFloatInput!, $idempotencyKey: String, $version: Int) {
    limitFloat(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      agent {
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
const TRANSFER = graphql(`
  mutation TransferFloat($input: TransferFloatInput!, $idempotencyKey: String) {
    transferFloat(input: $input, idempotencyKey: $idempotencyKey) {
      agent {
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
const OTHERS = graphql(`
  query OtherAgents {
    agents(first: 100) {
      nodes {
        id
        agentNo
        name
        floatAt
      }
    }
  }
`);

type T = Translate<(typeof agentTexts)['en']>;
const text = (value: Values[string] | undefined): string => (typeof value === 'string' ? value : '');
const cents = (value: Values[string] | undefined): number => (typeof value === 'number' ? value : 0);
const shillings = (amount: number | null): string => (amount === null ? '' : (amount / 100).toFixed(2));

/** What may be done with the float of an agent: the graph refuses what can't be. */
export const agentSteps = (agent: Agent, t: T): readonly Offered[] => [
  stepOf({
    name: 'topUpFloat',
    recordId: agent.id,
    title: t('topUpTitle', { no: agent.agentNo }),
    word: t('topUp'),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'reference', kind: 'text', label: t('reference'), hint: t('referenceHint'), isRequired: true },
    ],
    document: TOP_UP,
    variables: ({ amount, reference }, { idempotencyKey }) => ({
      input: { agentNo: agent.agentNo, amount: cents(amount), reference: text(reference) },
      idempotencyKey,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number'
        ? t('topUpMeans', { amount: moneyText(amount), available: moneyText(agent.available + amount) })
        : null,
  }),
  transferStep(agent, t),
  // The paybill is an account at M-Pesa, and is moved within it.
  ...(agent.floatAt === 'MPESA' ? [fromPaybillStep(agent, t)] : []),
  stepOf({
    name: 'limitFloat',
    recordId: agent.id,
    version: agent.version,
    title: t('limitTitle', { no: agent.agentNo }),
    word: t('limit'),
    fields: [
      {
        name: 'lowFloat',
        kind: 'money',
        label: t('lowFloat'),
        hint: t('lowFloatHint'),
        initial: shillings(agent.lowFloat),
      },
      {
        name: 'dailyLimit',
        kind: 'money',
        label: t('dailyLimit'),
        hint: t('dailyLimitHint'),
        initial: shillings(agent.dailyLimit),
      },
    ],
    document: LIMIT,
    variables: ({ lowFloat, dailyLimit }, sent) => ({
      input: {
        agentNo: agent.agentNo,
        lowFloat: typeof lowFloat === 'number' ? lowFloat : null,
        dailyLimit: typeof dailyLimit === 'number' ? dailyLimit : null,
      },
      ...sent,
    }),
  }),
];

const fromPaybillStep = (agent: Agent, t: T): Offered =>
  stepOf({
    name: 'topUpFromPaybill',
    recordId: agent.id,
    title: t('fromPaybillTitle', { no: agent.agentNo }),
    word: t('fromPaybill'),
    fields: [{ name: 'amount', kind: 'money', label: t('amount'), hint: t('wholeShillings'), isRequired: true }],
    document: FROM_PAYBILL,
    variables: ({ amount }, { idempotencyKey }) => ({
      input: { agentNo: agent.agentNo, amount: cents(amount) },
      idempotencyKey,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number' ? t('fromPaybillMeans', { amount: moneyText(amount) }) : null,
  });

/** Float goes to an agent at the same provider, which holds it in one account. */
const transferStep = (agent: Agent, t: T): Offered =>
  preparedStep({
    name: 'transferFloat',
    title: t('transferTitle', { no: agent.agentNo }),
    word: t('transfer'),
    document: OTHERS,
    variables: {},
    stepOf: ({ agents }) =>
      stepOf({
        name: 'transferFloat',
        recordId: agent.id,
        title: t('transferTitle', { no: agent.agentNo }),
        word: t('transfer'),
        fields: [
          {
            name: 'toAgentNo',
            kind: 'choice',
            label: t('to'),
            isRequired: true,
            choices: (agents?.nodes ?? [])
              .filter(({ id, floatAt }) => id !== agent.id && floatAt === agent.floatAt)
              .map(({ agentNo, name }) => [agentNo, `${agentNo} · ${name}`]),
          },
          { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
          { name: 'reason', kind: 'long', label: t('reason'), isRequired: true },
        ],
        document: TRANSFER,
        variables: ({ toAgentNo, amount, reason }, { idempotencyKey }) => ({
          input: {
            agentNo: agent.agentNo,
            toAgentNo: text(toAgentNo),
            amount: cents(amount),
            reason: text(reason),
          },
          idempotencyKey,
        }),
        consequence: ({ amount }) =>
          typeof amount === 'number'
            ? t('transferMeans', {
                amount: moneyText(amount),
                available: moneyText(Math.max(agent.available - amount, 0)),
              })
            : null,
      }),
  });
