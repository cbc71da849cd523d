import type { Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { Account } from './account-page.tsx';
import { sendFor, SHARE_ACCOUNTS, Whose } from './named.tsx';
import { text, type T } from './steps.ts';

const TRANSFER = graphql(`
  mutation TransferShares($input: TransferSharesInput!, $idempotencyKey: String, $version: Int) {
    transferShares(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsTransaction {
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

/** Shares pass to another member: no money moves, and the capital stays as it is. */
export const transferStep = (account: Account, t: T): Step => ({
  recordId: account.id,
  version: account.version,
  name: 'transferShares',
  title: t('transferTitle', { no: account.accountNo }),
  word: t('transfer'),
  fields: [
    { name: 'toSavingsAccountId', kind: 'text', label: t('transferTo'), hint: t('transferToHint'), isRequired: true },
    {
      name: 'amount',
      kind: 'money',
      label: t('amount'),
      hint: t('available', { amount: moneyText(account.availableBalance) }),
      isRequired: true,
    },
  ],
  send: (client, { toSavingsAccountId, amount }, sent) => {
    const no = text(toSavingsAccountId) ?? '';
    return sendFor({
      client,
      of: SHARE_ACCOUNTS,
      no,
      field: 'toSavingsAccountId',
      none: t('noShares', { no }),
      send: ({ id }) => {
        const input = { savingsAccountId: account.id, toSavingsAccountId: id, amount: Number(amount) };
        return client.mutation(TRANSFER, { input, ...sent }).toPromise();
      },
    });
  },
  consequence: ({ toSavingsAccountId, amount }) => {
    const no = text(toSavingsAccountId);
    if (no === null || typeof amount !== 'number') return null;
    if (amount > account.availableBalance) return t('tooMuch', { amount: moneyText(account.availableBalance) });
    const left = { amount: moneyText(amount), balance: moneyText(account.balance - amount) };
    return <Whose of={SHARE_ACCOUNTS} no={no} says={(name) => t('transferMeans', { ...left, name })} />;
  },
});
