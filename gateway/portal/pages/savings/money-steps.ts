import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type { SavingsPayoutChannel } from '../../graph/generated/graphql.ts';
import type { Account, Transaction } from './account-page.tsx';
import * as documents from './step-documents.ts';
import { because, mustSayWhy, text, type T } from './steps.ts';
import { transferStep } from './transfer-step.tsx';

const cents = (value: Values[string] | undefined): number => (typeof value === 'number' ? value : 0);
const amount = (t: T): Field => ({ name: 'amount', kind: 'money', label: t('amount'), isRequired: true });
const reference = (t: T): Field => ({
  name: 'reference',
  kind: 'text',
  label: t('reference'),
  hint: t('referenceHint'),
});

/** By hand, money comes and goes by the same ways. */
const channels = (t: T): readonly (readonly [SavingsPayoutChannel, string])[] => [
  ['CASH', t('cash')],
  ['BANK', t('bank')],
];
const channel = (t: T): Field => ({
  name: 'channel',
  kind: 'choice',
  label: t('channel'),
  isRequired: true,
  choices: channels(t),
  initial: 'CASH',
});
const chosen = (value: Values[string] | undefined): SavingsPayoutChannel => (value === 'BANK' ? 'BANK' : 'CASH');

/** What may be paid in, out, or be held, where the account is in use. */
export function moneySteps(account: Account, t: T): readonly Step[] {
  if (account.state !== 'ACTIVE') return [];
  return [
    depositStep(account, t),
    ...(account.availableBalance > 0 ? [withdrawStep(account, t), holdStep(account, t)] : []),
    ...(account.kind === 'SHARES' && account.availableBalance > 0 ? [transferStep(account, t)] : []),
  ];
}

const movement = ({ id: savingsAccountId }: Account, values: Values) => ({
  savingsAccountId,
  amount: cents(values['amount']),
  channel: chosen(values['channel']),
  reference: text(values['reference']),
});

const depositStep = (account: Account, t: T): Step =>
  stepOf({
    recordId: account.id,
    version: account.version,
    name: 'depositSavings',
    title: t('depositTitle', { no: account.accountNo }),
    word: t('deposit'),
    fields: [amount(t), channel(t), reference(t)],
    document: documents.DEPOSIT,
    variables: (values, sent) => ({ input: movement(account, values), ...sent }),
    consequence: ({ amount: paid }) =>
      typeof paid === 'number'
        ? t('depositMeans', { amount: moneyText(paid), balance: moneyText(account.balance + paid) })
        : null,
  });

const withdrawStep = (account: Account, t: T): Step =>
  stepOf({
    recordId: account.id,
    version: account.version,
    name: 'withdrawSavings',
    title: t('withdrawTitle', { no: account.accountNo }),
    word: t('withdraw'),
    fields: [
      { ...amount(t), hint: t('available', { amount: moneyText(account.availableBalance) }) },
      channel(t),
      reference(t),
    ],
    document: documents.WITHDRAW,
    variables: (values, sent) => ({ input: movement(account, values), ...sent }),
    consequence: ({ amount: paid }) =>
      typeof paid !== 'number'
        ? null
        : paid > account.availableBalance
          ? t('tooMuch', { amount: moneyText(account.availableBalance) })
          : t('withdrawMeans', { amount: moneyText(paid), balance: moneyText(account.balance - paid) }),
  });

const holdStep = (account: Account, t: T): Step =>
  stepOf({
    recordId: account.id,
    version: account.version,
    name: 'placeSavingsHold',
    title: t('holdTitle', { no: account.accountNo }),
    word: t('hold'),
    fields: [
      { ...amount(t), hint: t('available', { amount: moneyText(account.availableBalance) }) },
      { ...mustSayWhy(t), label: t('heldFor') },
    ],
    document: documents.PLACE_HOLD,
    variables: ({ amount: held, reason }, sent) => ({
      input: { savingsAccountId: account.id, amount: cents(held), reason: text(reason) ?? '' },
      ...sent,
    }),
    consequence: ({ amount: held }) =>
      typeof held === 'number' && held <= account.availableBalance
        ? t('holdMeans', { rest: moneyText(account.availableBalance - held) })
        : null,
  });

/** What may be done with one movement or hold, as its `availableActions` say. */
export const stepsOfTransaction = (transaction: Transaction, t: T): readonly Step[] =>
  transaction.availableActions.map((action) => OF_TRANSACTION[action](transaction, t));

const OF_TRANSACTION: {
  readonly [Action in Transaction['availableActions'][number]]: (transaction: Transaction, t: T) => Step;
} = {
  REVERSE: ({ id, version, amount: moved, receiptNo }, t) =>
    stepOf({
      recordId: id,
      version,
      name: 'reverseSavingsTransaction',
      title: t('reverseTitle', { receipt: receiptNo ?? '' }),
      word: t('reverse'),
      isDangerous: true,
      fields: [mustSayWhy(t)],
      document: documents.REVERSE,
      variables: ({ reason }, sent) => ({ input: { savingsTransactionId: id, reason: text(reason) ?? '' }, ...sent }),
      consequence: () => t('reverseMeans', { amount: moneyText(moved) }),
    }),
  RELEASE: ({ id, version, amount: held }, t) =>
    stepOf({
      recordId: id,
      version,
      name: 'releaseSavingsHold',
      title: t('releaseTitle'),
      word: t('release'),
      fields: [because(t)],
      document: documents.RELEASE_HOLD,
      variables: ({ reason }, sent) => ({ input: { savingsTransactionId: id, reason: text(reason) }, ...sent }),
      consequence: () => t('releaseMeans', { amount: moneyText(held) }),
    }),
  CAPTURE: ({ id, version, amount: held }, t) =>
    stepOf({
      recordId: id,
      version,
      name: 'captureSavingsHold',
      title: t('captureTitle'),
      word: t('capture'),
      fields: [channel(t), reference(t)],
      document: documents.CAPTURE_HOLD,
      variables: (values, sent) => ({
        input: { savingsTransactionId: id, channel: chosen(values['channel']), reference: text(values['reference']) },
        ...sent,
      }),
      consequence: () => t('captureMeans', { amount: moneyText(held) }),
    }),
};
