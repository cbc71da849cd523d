import { stepOf, type Field, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import type { ClaimChannel, LoanSettlementMethod, ReversalCause } from '../../graph/generated/graphql.ts';
import * as documents from './step-documents.ts';
import { shared, text, type Of } from './step-parts.ts';
import { partKinds } from './texts.ts';

const methodOf = (chosen: unknown): LoanSettlementMethod => (chosen === 'SET_OFF' ? 'SET_OFF' : 'INSURANCE');
const channelOf = (chosen: unknown): ClaimChannel => (chosen === 'BANK' ? 'BANK' : 'CASH');
const causeOf = (chosen: unknown): ReversalCause | null =>
  chosen === 'CORRECTED' || chosen === 'TAKEN_BACK' ? chosen : null;

// Money of a claim moves by two people: what one has sent waits among the approvals.

/** A loan of the member is paid by the insurer, or out of what the member saved. */
export function settleStep({ claim, t }: Of): Step {
  const { loans = [], accounts = [] } = claim.estate ?? {};
  const fields: readonly Field[] = [
    {
      name: 'loanId',
      kind: 'choice',
      label: t('loan'),
      isRequired: true,
      choices: loans.map(({ id, loanNo, owed }) => [id, t('loanOwes', { no: loanNo, amount: moneyText(owed) })]),
    },
    {
      name: 'method',
      kind: 'choice',
      label: t('method'),
      isRequired: true,
      choices: [
        ['INSURANCE', t('insurance')],
        ['SET_OFF', t('setOff')],
      ],
    },
    { name: 'amount', kind: 'money', label: t('amount'), hint: t('amountHint') },
    {
      name: 'savingsAccountId',
      kind: 'choice',
      label: t('account'),
      hint: t('accountHint'),
      choices: accounts.map(({ id, accountNo, balance }) => [
        id,
        t('accountHolds', { no: accountNo, amount: moneyText(balance) }),
      ]),
    },
    { name: 'reference', kind: 'text', label: t('receipt'), hint: t('receiptHint') },
  ];
  return stepOf({
    ...shared(claim),
    name: 'settleClaimLoan',
    title: t('settleTitle', { no: claim.claimNo }),
    word: t('settle'),
    fields,
    document: documents.SETTLE,
    variables: ({ loanId, method, amount, savingsAccountId, reference }, sent) => ({
      input: {
        deathClaimId: claim.id,
        loanId: text(loanId) ?? '',
        method: methodOf(method),
        amount: typeof amount === 'number' ? amount : null,
        savingsAccountId: text(savingsAccountId),
        reference: text(reference),
      },
      ...sent,
    }),
    consequence: ({ loanId, amount }) => {
      const loan = loans.find(({ id }) => id === loanId);
      if (loan === undefined || typeof amount !== 'number') return t('twoPeople');
      return `${t('settleMeans', { amount: moneyText(amount), no: loan.loanNo })} ${t('twoPeople')}`;
    },
  });
}

/** A beneficiary is paid all that is due. */
export function payStep({ claim, t }: Of): Step {
  const due = claim.beneficiaries.filter((beneficiary) => beneficiary.due > 0);
  return stepOf({
    ...shared(claim),
    name: 'payBeneficiary',
    title: t('payTitle', { no: claim.claimNo }),
    word: t('pay'),
    fields: [
      {
        name: 'beneficiary',
        kind: 'choice',
        label: t('beneficiary'),
        isRequired: true,
        choices: due.map((each) => [
          String(each.number),
          t('beneficiaryDue', { name: each.name, amount: moneyText(each.due) }),
        ]),
      },
      {
        name: 'channel',
        kind: 'choice',
        label: t('channel'),
        isRequired: true,
        choices: [
          ['CASH', t('cash')],
          ['BANK', t('bank')],
        ],
      },
      { name: 'reference', kind: 'text', label: t('receipt'), hint: t('payReceiptHint') },
    ],
    document: documents.PAY,
    variables: ({ beneficiary, channel, reference }, sent) => ({
      input: {
        deathClaimId: claim.id,
        beneficiary: Number(beneficiary),
        channel: channelOf(channel),
        reference: text(reference),
      },
      ...sent,
    }),
    consequence: ({ beneficiary }) => {
      const paid = due.find(({ number }) => String(number) === beneficiary);
      if (paid === undefined) return t('twoPeople');
      const name = paid.guardian?.name ?? paid.name;
      return `${t('payMeans', { amount: moneyText(paid.due), name })} ${t('twoPeople')}`;
    },
  });
}

/** A booking of the claim was wrong. */
export function reverseStep({ claim, t, spoken }: Of): Step {
  const standing = claim.parts.filter(({ state }) => state === 'BOOKED');
  return stepOf({
    ...shared(claim),
    name: 'reverseClaimPart',
    title: t('reverseTitle', { no: claim.claimNo }),
    word: t('reverse'),
    isDangerous: true,
    fields: [
      {
        name: 'part',
        kind: 'choice',
        label: t('part'),
        isRequired: true,
        choices: standing.map(({ number, kind, amount }) => [
          String(number),
          t('partOf', { number, kind: partKinds[kind][spoken], amount: moneyText(amount) }),
        ]),
      },
      {
        name: 'cause',
        kind: 'choice',
        label: t('cause'),
        choices: [
          ['CORRECTED', t('corrected')],
          ['TAKEN_BACK', t('takenBack')],
        ],
      },
      { name: 'reason', kind: 'long', label: t('reason'), isRequired: true },
    ],
    document: documents.REVERSE,
    variables: ({ part, cause, reason }, sent) => ({
      input: {
        deathClaimId: claim.id,
        part: Number(part),
        cause: causeOf(cause),
        reason: text(reason) ?? '',
      },
      ...sent,
    }),
    consequence: ({ part }) => {
      const undone = standing.find(({ number }) => String(number) === part);
      if (undone === undefined) return t('twoPeople');
      return `${t('reverseMeans', { amount: moneyText(undone.amount) })} ${t('twoPeople')}`;
    },
  });
}
