import { stepOf, type Step, type Values } from '../../components/step.ts';
import { dateText, moneyText } from '../../format/format.ts';
import { language } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import * as documents from './service-documents.ts';
import { cents, numberOf, requiredReason, shared, text, typed, type Making } from './step-parts.ts';

/** What is asked for is another sum, for another time. */
export const edit = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [
      { name: 'principal', kind: 'money', label: t('amount'), isRequired: true, initial: typed(loan.principal) },
      {
        name: 'termMonths',
        kind: 'number',
        label: t('termMonths'),
        isRequired: true,
        initial: String(loan.termMonths),
      },
      { name: 'purpose', kind: 'text', label: t('purpose'), initial: loan.purpose ?? '' },
    ],
    document: documents.EDIT,
    variables: ({ principal, termMonths, purpose }, sent) => ({
      input: { loanId: loan.id, principal: cents(principal), termMonths: cents(termMonths), purpose: text(purpose) },
      ...sent,
    }),
  });

/** A fee or penalty is put on an instalment. */
export const charge = (loan: Loan, { called, t }: Making): Step => {
  const parts = [
    ['FEES', t('fee')],
    ['PENALTIES', t('penalty')],
  ] as const;
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [
      { name: 'part', kind: 'choice', label: t('part'), isRequired: true, choices: parts },
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true },
      { name: 'instalment', kind: 'number', label: t('instalment'), hint: t('chargedOn') },
      requiredReason(t),
    ],
    document: documents.CHARGE,
    variables: ({ part, amount, instalment, reason }, sent) => ({
      input: {
        loanId: loan.id,
        part: parts.find(([name]) => name === part)?.[0] ?? 'FEES',
        amount: cents(amount),
        instalment: numberOf(instalment),
        reason: text(reason) ?? '',
      },
      ...sent,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number'
        ? t('chargeMeans', { amount: moneyText(amount), total: moneyText(loan.outstanding.total + amount) })
        : null,
  });
};

/** Interest, fees or penalties are forgiven. */
export const waive = (loan: Loan, { called, t }: Making): Step => {
  const parts = [
    ['INTEREST', t('interest')],
    ['FEES', t('fees')],
    ['PENALTIES', t('penalties')],
  ] as const;
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [
      { name: 'part', kind: 'choice', label: t('waived'), isRequired: true, choices: parts },
      { name: 'amount', kind: 'money', label: t('amount'), hint: t('waivedAll') },
      { name: 'instalment', kind: 'number', label: t('instalment'), hint: t('waivedOn') },
      requiredReason(t),
    ],
    document: documents.WAIVE,
    variables: ({ part, amount, instalment, reason }, sent) => ({
      input: {
        loanId: loan.id,
        part: parts.find(([name]) => name === part)?.[0] ?? 'INTEREST',
        amount: numberOf(amount),
        instalment: numberOf(instalment),
        reason: text(reason) ?? '',
      },
      ...sent,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number'
        ? t('waiveMeans', {
            amount: moneyText(amount),
            left: moneyText(Math.max(loan.outstanding.total - amount, 0)),
          })
        : t('waiveAllMeans'),
  });
};

/** The rows still to come are agreed again. */
export const reschedule = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [
      { name: 'from', kind: 'date', label: t('from'), isRequired: true, hint: t('fromHint') },
      { name: 'instalments', kind: 'number', label: t('instalments'), hint: t('asBefore') },
      { name: 'firstDueOn', kind: 'date', label: t('firstDueOn'), hint: t('asBefore') },
      { name: 'instalmentAmount', kind: 'money', label: t('instalmentAmount'), hint: t('instalmentHint') },
      { name: 'annualRate', kind: 'text', label: t('annualRate'), hint: t('rateNow', { rate: loan.interestRate }) },
      { name: 'rateFrom', kind: 'date', label: t('rateFrom'), hint: t('rateFromHint') },
      { name: 'graceOnPrincipal', kind: 'number', label: t('graceOnPrincipal') },
      { name: 'graceOnInterest', kind: 'number', label: t('graceOnInterest') },
      { name: 'interestFree', kind: 'number', label: t('interestFree') },
      requiredReason(t),
    ],
    document: documents.RESCHEDULE,
    variables: ({ from, reason, ...changed }, sent) => ({
      input: { loanId: loan.id, change: { from: text(from) ?? '', ...filled(changed) }, reason: text(reason) ?? '' },
      ...sent,
    }),
    consequence: ({ from }) => {
      const rows = loan.schedule.filter(({ dueDate }) => dueDate >= String(from));
      if (typeof from !== 'string' || rows.length === 0) return null;
      return t('rescheduleMeans', {
        count: rows.length,
        day: dateText(from, language.get()),
        open: moneyText(rows.reduce((sum, { outstanding }) => sum + outstanding, 0)),
      });
    },
  });

/** What stays as it was is not sent: the change is what is said. */
const filled = (changed: Values) => Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null));

/** The books take the loss; the member owes it still. */
export const chargeOff = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [requiredReason(t)],
    document: documents.CHARGE_OFF,
    variables: ({ reason }, sent) => ({ input: { loanId: loan.id, reason: text(reason) ?? '' }, ...sent }),
    consequence: () => t('chargeOffMeans', { total: moneyText(loan.outstanding.total) }),
  });

/** The debt is given up. */
export const writeOff = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [requiredReason(t)],
    document: documents.WRITE_OFF,
    variables: ({ reason }, sent) => ({ input: { loanId: loan.id, reason: text(reason) ?? '' }, ...sent }),
    consequence: () => t('writeOffMeans', { total: moneyText(loan.outstanding.total) }),
  });

/** It is owed again, as before. */
export const undoWriteOff = (loan: Loan, { called, t }: Making): Step =>
  stepOf({
    ...shared(loan),
    ...called,
    fields: [requiredReason(t)],
    document: documents.UNDO_WRITE_OFF,
    variables: ({ reason }, sent) => ({ input: { loanId: loan.id, reason: text(reason) ?? '' }, ...sent }),
    consequence: () => t('undoWriteOffMeans', { amount: moneyText(loan.writtenOff) }),
  });

/** The provider has taken back what was paid out. */
export const undoDisbursement = (loan: Loan, { called, t }: Making): Step => {
  const paid = (loan.disbursements?.nodes ?? []).filter(({ state }) => state === 'CONFIRMED');
  const [last] = paid;
  return stepOf({
    ...shared(loan),
    ...called,
    fields: [
      {
        name: 'disbursementId',
        kind: 'choice',
        label: t('disbursement'),
        choices: paid.map(({ id, amount, receiptNo }) => [
          id,
          [moneyText(amount), receiptNo].filter(Boolean).join(' · '),
        ]),
        initial: last?.id ?? '',
        hint: t('disbursementHint'),
      },
      {
        name: 'reversalReceiptNo',
        kind: 'text',
        label: t('reversalReceipt'),
        isRequired: true,
        hint: t('reversalReceiptHint'),
      },
      requiredReason(t),
    ],
    document: documents.UNDO_DISBURSEMENT,
    variables: ({ disbursementId, reversalReceiptNo, reason }, sent) => ({
      input: {
        loanId: loan.id,
        disbursementId: text(disbursementId),
        reversalReceiptNo: text(reversalReceiptNo) ?? '',
        reason: text(reason) ?? '',
      },
      ...sent,
    }),
    consequence: ({ disbursementId }) => {
      const undone = paid.find(({ id }) => id === disbursementId) ?? last;
      return undone === undefined ? null : t('undoDisbursementMeans', { amount: moneyText(undone.amount) });
    },
  });
};
