import { stepOf, type Step } from '../../components/step.ts';
import { moneyText, phoneText } from '../../format/format.ts';
import type { DisbursementChannel } from '../../graph/generated/graphql.ts';
import { byHand, byHandOf, reference } from './by-hand.ts';
import type { Loan } from './loan-page.tsx';
import * as documents from './money-documents.ts';
import { cents, text, typed, type Making } from './step-parts.ts';

/** Money leaves to the borrower. */
export const disburse = (loan: Loan, { called, t }: Making): Step => {
  const channels: readonly (readonly [DisbursementChannel, string])[] = [
    ['MPESA_B2C', 'M‑Pesa'],
    ['AIRTEL_B2C', 'Airtel Money'],
    ['BANK', t('bank')],
  ];
  const left = (loan.approvedPrincipal ?? loan.principal) - loan.disbursedPrincipal;
  return stepOf({
    ...called,
    recordId: loan.id,
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true, initial: typed(left) },
      {
        name: 'channel',
        kind: 'choice',
        label: t('channel'),
        isRequired: true,
        choices: channels,
        initial: 'MPESA_B2C',
      },
      { name: 'msisdn', kind: 'phone', label: t('phone'), initial: loan.member?.phone ?? '' },
      { name: 'bankAccount', kind: 'text', label: t('account'), hint: t('accountHint') },
    ],
    document: documents.DISBURSE,
    variables: ({ amount, channel, msisdn, bankAccount }, { idempotencyKey }) => ({
      input: {
        loanId: loan.id,
        amount: cents(amount),
        channel: channels.find(([name]) => name === channel)?.[0] ?? 'MPESA_B2C',
        ...(channel === 'BANK' ? { bankAccount: text(bankAccount) } : { msisdn: text(msisdn) }),
      },
      idempotencyKey,
    }),
    consequence: ({ amount, channel, msisdn, bankAccount }) => {
      const to = (channel === 'BANK' ? text(bankAccount) : phoneText(text(msisdn) ?? '')) || '…';
      return typeof amount === 'number' ? t('disburseMeans', { amount: moneyText(amount), to }) : null;
    },
  });
};

/** Money that came in by hand. */
export const repay = (loan: Loan, { called, t }: Making): Step => {
  return stepOf({
    ...called,
    recordId: loan.id,
    fields: [
      {
        name: 'amount',
        kind: 'money',
        label: t('amount'),
        isRequired: true,
        initial: loan.nextInstalment ? typed(loan.nextInstalment.amount) : '',
      },
      byHand(t),
      reference(t),
    ],
    document: documents.REPAY,
    variables: ({ amount, channel, reference: slip }, { idempotencyKey }) => ({
      input: {
        loanId: loan.id,
        amount: cents(amount),
        channel: byHandOf(channel),
        reference: text(slip),
      },
      idempotencyKey,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number'
        ? t('repayMeans', { amount: moneyText(amount), left: moneyText(Math.max(loan.outstanding.total - amount, 0)) })
        : null,
  });
};
