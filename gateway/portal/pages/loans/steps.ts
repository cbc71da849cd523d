import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { moneyText, phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DisbursementChannel, LoanAction, RepaymentChannel } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { Loan } from './loan-page.tsx';
import type { stepTexts } from './step-texts.ts';

type T = Translate<(typeof stepTexts)['en']>;

const APPROVE = graphql(`
  mutation ApproveLoan($input: ApproveLoanInput!, $idempotencyKey: String, $version: Int) {
    approveLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const REJECT = graphql(`
  mutation RejectLoan($input: RejectLoanInput!, $idempotencyKey: String, $version: Int) {
    rejectLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const WITHDRAW = graphql(`
  mutation WithdrawLoan($input: WithdrawLoanInput!, $idempotencyKey: String, $version: Int) {
    withdrawLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const UNDO_APPROVAL = graphql(`
  mutation UndoLoanApproval($input: UndoLoanApprovalInput!, $idempotencyKey: String, $version: Int) {
    undoLoanApproval(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const PAUSE_ARREARS = graphql(`
  mutation PauseLoanArrears($input: PauseLoanArrearsInput!, $idempotencyKey: String, $version: Int) {
    pauseLoanArrears(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const RESUME_ARREARS = graphql(`
  mutation ResumeLoanArrears($input: ResumeLoanArrearsInput!, $idempotencyKey: String, $version: Int) {
    resumeLoanArrears(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      loan {
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
const DISBURSE = graphql(`
  mutation DisburseLoan($input: DisburseLoanInput!, $idempotencyKey: String) {
    disburseLoan(input: $input, idempotencyKey: $idempotencyKey) {
      disbursement {
        id
        state
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const REPAY = graphql(`
  mutation RecordRepayment($input: RecordRepaymentInput!, $idempotencyKey: String) {
    recordRepayment(input: $input, idempotencyKey: $idempotencyKey) {
      repayment {
        id
        receiptNo
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' ? value : null);
const cents = (value: Values[string] | undefined): number => (typeof value === 'number' ? value : 0);

/** The steps that a loan may take from where it stands, as its `availableActions` say. */
export const stepsOf = (loan: Loan, t: T): readonly Step[] =>
  loan.availableActions.flatMap((action) => STEPS[action]?.(loan, t) ?? []);

const reason = (t: T): Field => ({ name: 'reason', kind: 'long', label: t('reason'), hint: t('reasonHint') });
const requiredReason = (t: T): Field => ({ ...reason(t), isRequired: true });
const shared = ({ id, version }: Loan) => ({ recordId: id, version });

const STEPS: { readonly [Action in LoanAction]?: (loan: Loan, t: T) => Step } = {
  APPROVE: (loan, t) =>
    stepOf({
      ...shared(loan),
      name: 'approveLoan',
      title: t('approveTitle', { no: loan.loanNo }),
      word: t('approve'),
      fields: [reason(t)],
      document: APPROVE,
      variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) }, ...sent }),
      consequence: () => t('approveMeans', { amount: moneyText(loan.principal), name: loan.member?.name ?? '' }),
      undo: undoApproval(loan, t),
    }),
  REJECT: (loan, t) =>
    stepOf({
      ...shared(loan),
      name: 'rejectLoan',
      title: t('rejectTitle', { no: loan.loanNo }),
      word: t('reject'),
      isDangerous: true,
      fields: [requiredReason(t)],
      document: REJECT,
      variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) ?? '' }, ...sent }),
    }),
  WITHDRAW: (loan, t) =>
    stepOf({
      ...shared(loan),
      name: 'withdrawLoan',
      title: t('withdrawTitle', { no: loan.loanNo }),
      word: t('withdraw'),
      fields: [requiredReason(t)],
      document: WITHDRAW,
      variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) ?? '' }, ...sent }),
    }),
  UNDO_APPROVAL: undoApproval,
  PAUSE_ARREARS: (loan, t) =>
    stepOf({
      ...shared(loan),
      name: 'pauseLoanArrears',
      title: t('pauseTitle', { no: loan.loanNo }),
      word: t('pause'),
      fields: [{ name: 'until', kind: 'date', label: t('until'), hint: t('untilHint') }, requiredReason(t)],
      document: PAUSE_ARREARS,
      variables: ({ until, reason: why }, sent) => ({
        input: { loanId: loan.id, until: text(until), reason: text(why) ?? '' },
        ...sent,
      }),
      consequence: () => t('pauseMeans'),
      undo: resumeArrears(loan, t),
    }),
  RESUME_ARREARS: resumeArrears,
};

function undoApproval(loan: Loan, t: T): Step {
  return stepOf({
    ...shared(loan),
    name: 'undoLoanApproval',
    title: t('undoTitle', { no: loan.loanNo }),
    word: t('undo'),
    fields: [reason(t)],
    document: UNDO_APPROVAL,
    variables: (values, sent) => ({ input: { loanId: loan.id, reason: text(values['reason']) }, ...sent }),
  });
}

function resumeArrears(loan: Loan, t: T): Step {
  return stepOf({
    ...shared(loan),
    name: 'resumeLoanArrears',
    title: t('resumeTitle', { no: loan.loanNo }),
    word: t('resume'),
    fields: [],
    document: RESUME_ARREARS,
    variables: (_, sent) => ({ input: { loanId: loan.id }, ...sent }),
  });
}

/** Money leaves to the borrower. */
export const disburseStep = (loan: Loan, t: T): Step => {
  const channels: readonly (readonly [DisbursementChannel, string])[] = [
    ['MPESA_B2C', 'M‑Pesa'],
    ['AIRTEL_B2C', 'Airtel Money'],
    ['BANK', t('bank')],
  ];
  const left = (loan.approvedPrincipal ?? loan.principal) - loan.disbursedPrincipal;
  return stepOf({
    name: 'disburseLoan',
    recordId: loan.id,
    title: t('disburseTitle', { no: loan.loanNo }),
    word: t('disburse'),
    fields: [
      { name: 'amount', kind: 'money', label: t('amount'), isRequired: true, initial: (left / 100).toFixed(2) },
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
    document: DISBURSE,
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
export const repayStep = (loan: Loan, t: T): Step => {
  const channels: readonly (readonly [RepaymentChannel, string])[] = [
    ['CASH', t('cash')],
    ['BANK', t('bank')],
  ];
  return stepOf({
    name: 'recordRepayment',
    recordId: loan.id,
    title: t('repayTitle', { no: loan.loanNo }),
    word: t('repay'),
    fields: [
      {
        name: 'amount',
        kind: 'money',
        label: t('amount'),
        isRequired: true,
        initial: loan.nextInstalment ? (loan.nextInstalment.amount / 100).toFixed(2) : '',
      },
      { name: 'channel', kind: 'choice', label: t('channel'), isRequired: true, choices: channels, initial: 'CASH' },
      { name: 'reference', kind: 'text', label: t('reference'), hint: t('referenceHint') },
    ],
    document: REPAY,
    variables: ({ amount, channel, reference }, { idempotencyKey }) => ({
      input: {
        loanId: loan.id,
        amount: cents(amount),
        channel: channels.find(([name]) => name === channel)?.[0] ?? 'CASH',
        reference: text(reference),
      },
      idempotencyKey,
    }),
    consequence: ({ amount }) =>
      typeof amount === 'number'
        ? t('repayMeans', { amount: moneyText(amount), left: moneyText(Math.max(loan.outstanding.total - amount, 0)) })
        : null,
  });
};
