import { readFor, stepOf, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type { LoanSettlementQuery } from '../../graph/generated/graphql.ts';
import { byHand, byHandOf, reference } from './by-hand.ts';
import type { Loan } from './loan-page.tsx';
import * as documents from './owed-documents.ts';
import { cents, numberOf, shared, text, typed, type Making } from './step-parts.ts';

/** All that is owed today is paid, ahead of the schedule: what that is, the society quotes when the form is opened. */
export const settle = async (loan: Loan, { called, t, client }: Making): Promise<Step> => {
  const { loan: quoted } = await readFor(client, documents.SETTLEMENT, { id: loan.id });
  const quote = quoted?.settlementQuote ?? null;
  const due = quote?.total ?? loan.outstanding.total;
  return stepOf({
    ...called,
    ...shared(loan),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true, initial: typed(due) },
      byHand(t),
      reference(t),
    ],
    document: documents.SETTLE,
    variables: ({ amount, channel, reference: slip }, sent) => ({
      input: { loanId: loan.id, amount: cents(amount), channel: byHandOf(channel), reference: text(slip) },
      ...sent,
    }),
    consequence: ({ amount }) => (quote === null ? null : settlingMeans(loan, quote, numberOf(amount), t)),
  });
};

type Quote = NonNullable<NonNullable<LoanSettlementQuery['loan']>['settlementQuote']>;

function settlingMeans({ loanNo, outstanding }: Loan, quote: Quote, amount: number | null, t: Making['t']): string {
  const { principal, interest, fees, penalties, total } = quote;
  if (amount !== null && amount < total) return t('settleLacks', { total: moneyText(total), no: loanNo });
  const said = t('settleMeans', {
    no: loanNo,
    total: moneyText(total),
    principal: moneyText(principal),
    interest: moneyText(interest),
    fees: moneyText(fees + penalties),
  });
  const spared = outstanding.total - total;
  return spared > 0 ? `${said} ${t('settleSpares', { spared: moneyText(spared) })}` : said;
}

/** Another loan pays this one off. */
export const refinance = async (loan: Loan, { called, t, client }: Making): Promise<Step> => {
  const { loan: quoted, loanProducts } = await readFor(client, documents.REFINANCING, { id: loan.id });
  const due = quoted?.settlementQuote?.total ?? null;
  return stepOf({
    ...called,
    ...shared(loan),
    fields: [
      {
        name: 'productId',
        kind: 'choice',
        label: t('newProduct'),
        isRequired: true,
        choices: (loanProducts?.nodes ?? []).map(({ id, name }) => [id, name]),
      },
      {
        name: 'termMonths',
        kind: 'number',
        label: t('termMonths'),
        isRequired: true,
        initial: String(loan.termMonths),
      },
      { name: 'topUp', kind: 'money', label: t('topUp'), hint: t('topUpHint') },
    ],
    document: documents.REFINANCE,
    variables: ({ productId, termMonths, topUp }, sent) => ({
      input: {
        loanId: loan.id,
        productId: text(productId) ?? '',
        termMonths: cents(termMonths),
        topUp: numberOf(topUp),
      },
      ...sent,
    }),
    consequence: ({ topUp }) =>
      due === null
        ? null
        : t('refinanceMeans', {
            no: loan.loanNo,
            due: moneyText(due),
            topUp: moneyText(cents(topUp)),
            lent: moneyText(due + cents(topUp)),
          }),
  });
};

/** What was paid too much goes back to the member. */
export const refund = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [byHand(t), reference(t)],
    document: documents.REFUND,
    variables: ({ channel, reference: slip }, sent) => ({
      input: { loanId: loan.id, channel: byHandOf(channel), reference: text(slip) },
      ...sent,
    }),
    consequence: () => t('refundMeans', { amount: moneyText(loan.overpaid), name: loan.member?.name ?? '' }),
  });

/** It is saved for the member instead. */
export const transfer = async (loan: Loan, { called, t, client }: Making): Promise<Step> => {
  const { member } = await readFor(client, documents.ACCOUNTS, { id: loan.member?.id ?? '' });
  const accounts = (member?.savingsAccounts?.nodes ?? []).filter(({ state }) => state === 'ACTIVE');
  return stepOf({
    ...called,
    ...shared(loan),
    fields: [
      {
        name: 'savingsAccountId',
        kind: 'choice',
        label: t('savingsAccount'),
        isRequired: true,
        choices: accounts.map(({ id, accountNo, product }) => [
          id,
          [accountNo, product?.name].filter(Boolean).join(' · '),
        ]),
        initial: accounts.length === 1 ? (accounts[0]?.id ?? '') : '',
      },
    ],
    document: documents.TRANSFER,
    variables: ({ savingsAccountId }, sent) => ({
      input: { loanId: loan.id, savingsAccountId: text(savingsAccountId) ?? '' },
      ...sent,
    }),
    consequence: ({ savingsAccountId }) => {
      const to = accounts.find(({ id }) => id === savingsAccountId);
      if (to === undefined) return null;
      const { accountNo: no, balance } = to;
      const [amount, before, after] = [loan.overpaid, balance, balance + loan.overpaid].map(moneyText);
      return t('transferMeans', { no, amount: amount ?? '', before: before ?? '', after: after ?? '' });
    },
  });
};
