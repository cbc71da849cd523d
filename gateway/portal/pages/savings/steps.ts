import type { TypedDocumentNode } from 'urql';
import { known } from '../../components/later-values.ts';
import { stepOf, type Field, type Sent, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type { SavingsAccountAction } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { Account } from './account-page.tsx';
import * as documents from './step-documents.ts';
import type { savingsStepTexts } from './step-texts.ts';

export type T = Translate<(typeof savingsStepTexts)['en']>;

export const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
export const because = (t: T): Field => ({ name: 'reason', kind: 'long', label: t('reason') });
export const mustSayWhy = (t: T): Field => ({ ...because(t), isRequired: true });

/** The steps of an account from where it stands, as its `availableActions` say. */
export const stepsOf = (account: Account, t: T): readonly Step[] =>
  known(account.availableActions, STEPS).map((action) => STEPS[action](account, t));

type OnAccount<Reason> = Sent & { readonly input: { readonly savingsAccountId: string; readonly reason: Reason } };
type Described<Reason> = Pick<Step, 'name' | 'title' | 'word' | 'isDangerous' | 'consequence' | 'undo'> & {
  readonly document: TypedDocumentNode<unknown, OnAccount<Reason>>;
};

const shared = ({ id: recordId, version }: Account) => ({ recordId, version });

/** A step that takes no more than the reason, which may be left out. */
const simply = (account: Account, t: T, described: Described<string | null>): Step =>
  stepOf({
    ...shared(account),
    fields: [because(t)],
    variables: ({ reason }, sent) => ({ input: { savingsAccountId: account.id, reason: text(reason) }, ...sent }),
    ...described,
  });

/** A step that an auditor finds no sense in without its reason. */
const saying = (account: Account, t: T, described: Described<string>): Step =>
  stepOf({
    ...shared(account),
    fields: [mustSayWhy(t)],
    variables: ({ reason }, sent) => ({ input: { savingsAccountId: account.id, reason: text(reason) ?? '' }, ...sent }),
    ...described,
  });

const STEPS: { readonly [Action in SavingsAccountAction]: (account: Account, t: T) => Step } = {
  APPROVE: (account, t) =>
    simply(account, t, {
      name: 'approveSavingsAccount',
      title: t('approveTitle', { no: account.accountNo }),
      word: t('approve'),
      document: documents.APPROVE,
      consequence: () => t('approveMeans'),
    }),
  REJECT: (account, t) =>
    saying(account, t, {
      name: 'rejectSavingsAccount',
      title: t('rejectTitle', { no: account.accountNo }),
      word: t('reject'),
      isDangerous: true,
      document: documents.REJECT,
    }),
  FREEZE: (account, t) =>
    saying(account, t, {
      name: 'freezeSavingsAccount',
      title: t('freezeTitle', { no: account.accountNo }),
      word: t('freeze'),
      isDangerous: true,
      document: documents.FREEZE,
      consequence: () => t('freezeMeans'),
      undo: unfreeze(account, t),
    }),
  UNFREEZE: unfreeze,
  BREAK_DEPOSIT: (account, t) =>
    saying(account, t, {
      name: 'breakFixedDeposit',
      title: t('breakTitle', { no: account.accountNo }),
      word: t('break'),
      isDangerous: true,
      document: documents.BREAK,
      consequence: () => t('breakMeans'),
    }),
  GIVE_NOTICE: (account, t) =>
    simply(account, t, {
      name: 'giveNoticeOnShares',
      title: t('noticeTitle', { no: account.accountNo }),
      word: t('notice'),
      document: documents.GIVE_NOTICE,
      consequence: () => t('noticeMeans'),
    }),
  POST_INTEREST: (account, t) =>
    saying(account, t, {
      name: 'postInterestEarly',
      title: t('interestTitle', { no: account.accountNo }),
      word: t('interest'),
      document: documents.POST_INTEREST,
      consequence: () => t('interestMeans'),
    }),
  REACTIVATE: (account, t) =>
    simply(account, t, {
      name: 'reactivateSavingsAccount',
      title: t('reactivateTitle', { no: account.accountNo }),
      word: t('reactivate'),
      document: documents.REACTIVATE,
      consequence: () => t('reactivateMeans'),
    }),
  CLOSE: (account, t) =>
    simply(account, t, {
      name: 'closeSavingsAccount',
      title: t('closeTitle', { no: account.accountNo }),
      word: t('close'),
      isDangerous: true,
      document: documents.CLOSE,
      consequence: () => t('closeMeans', { balance: moneyText(account.balance) }),
    }),
};

function unfreeze(account: Account, t: T): Step {
  return simply(account, t, {
    name: 'unfreezeSavingsAccount',
    title: t('unfreezeTitle', { no: account.accountNo }),
    word: t('unfreeze'),
    document: documents.UNFREEZE,
    consequence: () => t('unfreezeMeans'),
  });
}
