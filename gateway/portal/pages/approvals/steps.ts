import { stepOf, type Field, type Step } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ApprovalMoves, WaitingFragment as Waiting, WaitingKind } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { approvalsTexts } from './texts.ts';

const APPROVE_LOAN = graphql(`
  mutation ApproveWaitingLoan($input: ApproveLoanInput!, $idempotencyKey: String) {
    approveLoan(input: $input, idempotencyKey: $idempotencyKey) {
      loan {
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
const REJECT_LOAN = graphql(`
  mutation RejectWaitingLoan($input: RejectLoanInput!, $idempotencyKey: String) {
    rejectLoan(input: $input, idempotencyKey: $idempotencyKey) {
      loan {
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
const APPROVE_PROPOSAL = graphql(`
  mutation ApproveWaitingProposal($input: ApproveProposalInput!, $idempotencyKey: String) {
    approveProposal(input: $input, idempotencyKey: $idempotencyKey) {
      proposal {
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
const REJECT_PROPOSAL = graphql(`
  mutation RejectWaitingProposal($input: RejectProposalInput!, $idempotencyKey: String) {
    rejectProposal(input: $input, idempotencyKey: $idempotencyKey) {
      proposal {
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
const APPROVE_ACCOUNT = graphql(`
  mutation ApproveWaitingAccount($input: ApproveSavingsAccountInput!, $idempotencyKey: String) {
    approveSavingsAccount(input: $input, idempotencyKey: $idempotencyKey) {
      savingsAccount {
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
const REJECT_ACCOUNT = graphql(`
  mutation RejectWaitingAccount($input: RejectSavingsAccountInput!, $idempotencyKey: String) {
    rejectSavingsAccount(input: $input, idempotencyKey: $idempotencyKey) {
      savingsAccount {
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
const APPROVE_OUTCOME = graphql(`
  mutation ApproveWaitingOutcome($input: ApproveDisbursementOutcomeInput!, $idempotencyKey: String) {
    approveDisbursementOutcome(input: $input, idempotencyKey: $idempotencyKey) {
      disbursement {
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
const APPROVE_RETURN = graphql(`
  mutation ApproveWaitingReturn($input: ApproveMobileMoneyReturnInput!, $idempotencyKey: String) {
    approveMobileMoneyReturn(input: $input, idempotencyKey: $idempotencyKey) {
      mobileMoneyTransaction {
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

type T = Translate<(typeof approvalsTexts)['en']>;

const MEANS = {
  OUT: 'means.out',
  IN: 'means.in',
  BACK: 'means.back',
  OWED: 'means.owed',
  PERMITS: 'means.permits',
  NOTHING: 'means.nothing',
} as const satisfies { readonly [Moves in ApprovalMoves]: string };

/** What agreeing does, before it is done: of float also what it is then. */
export function consequenceOf({ moves, amount, agent }: Waiting, t: T): string {
  if (amount === null) return t('means.nothing');
  const money = moneyText(amount);
  const said = t(MEANS[moves], { amount: money });
  if (agent === null) return said;
  const after = { no: agent.agentNo, before: moneyText(agent.available) };
  if (moves === 'IN') return `${said} ${t('rises', { ...after, after: moneyText(agent.available + amount) })}`;
  if (moves === 'OUT' || moves === 'BACK')
    return `${said} ${t('falls', { ...after, after: moneyText(agent.available - amount) })}`;
  return said;
}

/** What a row can be decided with: agreeing first. */
type Decided = { readonly agree: (row: Waiting, t: T) => Step; readonly refuse?: (row: Waiting, t: T) => Step };

const agreeing = (row: Waiting, t: T) => ({
  recordId: row.id,
  title: t('approveTitle'),
  word: t('approve'),
  fields: [] as readonly Field[],
  consequence: () => consequenceOf(row, t),
});
const refusing = (row: Waiting, t: T) => ({
  recordId: row.id,
  title: t('rejectTitle'),
  word: t('reject'),
  fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true, hint: t('reasonHint') }] as const,
});

/** By what waits; what is not here is decided on its record, where the second person says what was found. */
const STEPS: { readonly [Kind in WaitingKind]?: Decided } = {
  LOAN_APPLICATION: {
    agree: (row, t) =>
      stepOf({
        ...agreeing(row, t),
        name: 'approveLoan',
        document: APPROVE_LOAN,
        variables: (_, { idempotencyKey }) => ({ idempotencyKey, input: { loanId: row.id } }),
      }),
    refuse: (row, t) =>
      stepOf({
        ...refusing(row, t),
        name: 'rejectLoan',
        document: REJECT_LOAN,
        variables: ({ reason }, { idempotencyKey }) => ({
          idempotencyKey,
          input: { loanId: row.id, reason: String(reason) },
        }),
      }),
  },
  SAVINGS_ACCOUNT_OPENING: {
    agree: (row, t) =>
      stepOf({
        ...agreeing(row, t),
        name: 'approveSavingsAccount',
        document: APPROVE_ACCOUNT,
        variables: (_, { idempotencyKey }) => ({ idempotencyKey, input: { savingsAccountId: row.id } }),
      }),
    refuse: (row, t) =>
      stepOf({
        ...refusing(row, t),
        name: 'rejectSavingsAccount',
        document: REJECT_ACCOUNT,
        variables: ({ reason }, { idempotencyKey }) => ({
          idempotencyKey,
          input: { savingsAccountId: row.id, reason: String(reason) },
        }),
      }),
  },
  PROPOSAL: {
    agree: (row, t) =>
      stepOf({
        ...agreeing(row, t),
        name: 'approveProposal',
        document: APPROVE_PROPOSAL,
        variables: (_, { idempotencyKey }) => ({ idempotencyKey, input: { proposalId: row.id } }),
      }),
    refuse: (row, t) =>
      stepOf({
        ...refusing(row, t),
        name: 'rejectProposal',
        document: REJECT_PROPOSAL,
        variables: ({ reason }, { idempotencyKey }) => ({
          idempotencyKey,
          input: { proposalId: row.id, reason: String(reason) },
        }),
      }),
  },
  DISBURSEMENT_OUTCOME: {
    agree: (row, t) =>
      stepOf({
        ...agreeing(row, t),
        name: 'approveDisbursementOutcome',
        document: APPROVE_OUTCOME,
        variables: (_, { idempotencyKey }) => ({ idempotencyKey, input: { disbursementId: row.id } }),
      }),
  },
  MOBILE_MONEY_RETURN: {
    agree: (row, t) =>
      stepOf({
        ...agreeing(row, t),
        name: 'approveMobileMoneyReturn',
        document: APPROVE_RETURN,
        variables: (_, { idempotencyKey }) => ({ idempotencyKey, input: { mobileMoneyId: row.id } }),
      }),
  },
};

export const agreeStep = (row: Waiting, t: T): Step | null => STEPS[row.kind]?.agree(row, t) ?? null;
export const refuseStep = (row: Waiting, t: T): Step | null => STEPS[row.kind]?.refuse?.(row, t) ?? null;
