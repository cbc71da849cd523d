import { CombinedError, type TypedDocumentNode } from 'urql';
import { preparedStep, stepOf, type Offered, type Step } from '../../components/step.ts';
import { moneyText, numberText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { ApprovalMoves, ProposalDetailsQuery, WaitingKind } from '../../graph/generated/graphql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { approvalsTexts } from './texts.ts';
import type { Waiting } from './waiting.tsx';
import { DETAILS, InputLines } from './whole-input.tsx';

const APPROVE_LOAN = graphql(`
  mutation ApproveWaitingLoan($input: ApproveLoanInput!, $idempotencyKey: String, $version: Int) {
    approveLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation RejectWaitingLoan($input: RejectLoanInput!, $idempotencyKey: String, $version: Int) {
    rejectLoan(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation ApproveWaitingProposal($input: ApproveProposalInput!, $idempotencyKey: String, $version: Int) {
    approveProposal(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation RejectWaitingProposal($input: RejectProposalInput!, $idempotencyKey: String, $version: Int) {
    rejectProposal(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation ApproveWaitingAccount($input: ApproveSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    approveSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation RejectWaitingAccount($input: RejectSavingsAccountInput!, $idempotencyKey: String, $version: Int) {
    rejectSavingsAccount(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation ApproveWaitingOutcome($input: ApproveDisbursementOutcomeInput!, $idempotencyKey: String, $version: Int) {
    approveDisbursementOutcome(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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
  mutation ApproveWaitingReturn($input: ApproveMobileMoneyReturnInput!, $idempotencyKey: String, $version: Int) {
    approveMobileMoneyReturn(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
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

const CONFIRM_KEY = graphql(`
  mutation ConfirmWaitingKey($input: ConfirmInvitationInput!, $idempotencyKey: String, $version: Int) {
    confirmInvitation(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
const CONFIRM_PERSON = graphql(`
  mutation ConfirmWaitingPerson($input: ConfirmPersonInput!, $idempotencyKey: String, $version: Int) {
    confirmPerson(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      person {
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
export function consequenceOf({ kind, moves, amount, agent, subjectName, resultCount }: Waiting, t: T): string {
  if (kind === 'KEY_REPLACEMENT') return t('means.key', { name: subjectName ?? '' });
  if (kind === 'INTRODUCTION') return t('means.introduced', { name: subjectName ?? '' });
  if (kind === 'CLASS_RESULTS') return t('means.marks', { count: numberText(resultCount ?? 0) });
  if (amount === null) return t('means.nothing');
  const money = moneyText(amount);
  const said = t(MEANS[moves], { amount: money });
  if (agent == null) return said;
  const after = { no: agent.agentNo, before: moneyText(agent.available) };
  if (moves === 'IN') return `${said} ${t('rises', { ...after, after: moneyText(agent.available + amount) })}`;
  if (moves === 'OUT' || moves === 'BACK')
    return `${said} ${t('falls', { ...after, after: moneyText(agent.available - amount) })}`;
  return said;
}

/** What a row can be decided with: agreeing first. */
type Decided = { readonly agree: Decide; readonly refuse?: Decide };
type Decide = (row: Waiting, t: T) => Offered;
type Deciding = (row: Waiting, t: T) => Step;
type Mutation<Input> = TypedDocumentNode<
  unknown,
  { readonly idempotencyKey: string; readonly version: number | null; readonly input: Input }
>;

/** What was read is what is decided on. */
const asRead = ({ id, version }: Waiting) => ({ recordId: id, ...(version === null ? {} : { version }) });

/** @param inputOf what the mutation takes of a row, by the row's id */
const agreeing =
  <Input extends object>(name: string, document: Mutation<Input>, inputOf: (id: string) => Input): Deciding =>
  (row, t) =>
    stepOf({
      name,
      document,
      ...asRead(row),
      title: t('approveTitle'),
      word: t('approve'),
      fields: [],
      consequence: () => consequenceOf(row, t),
      variables: (_, sent) => ({ ...sent, input: inputOf(row.id) }),
    });

/** The same with the reason. */
const refusing =
  <Input extends object>(
    name: string,
    document: Mutation<Input>,
    inputOf: (id: string, reason: string) => Input,
  ): Deciding =>
  (row, t) =>
    stepOf({
      name,
      document,
      ...asRead(row),
      title: t('rejectTitle'),
      word: t('reject'),
      fields: [{ name: 'reason', kind: 'long', label: t('reason'), isRequired: true, hint: t('reasonHint') }],
      variables: ({ reason }, sent) => ({ ...sent, input: inputOf(row.id, String(reason)) }),
    });

/**
 * A step under all that its proposal takes. There is nothing to press before that can be read: what comes later would push the
 * button from under the pointer, and a quick hand would agree to what it has not seen.
 */
const afterReading =
  (step: Deciding): Decide =>
  (row, t) => {
    const { name, title, word } = step(row, t);
    const read = (proposal: ProposalDetailsQuery['proposal']): Step => {
      if (proposal === null)
        throw new CombinedError({ graphQLErrors: [{ message: t('unread'), extensions: { code: 'not_found' } }] });
      return { ...step(row, t), about: () => <InputLines proposal={proposal} /> };
    };
    const variables = { id: row.id };
    return preparedStep({ name, title, word, document: DETAILS, variables, stepOf: (data) => read(data.proposal) });
  };

/** By what waits; what is not here is decided on its record, where the second person says what was found. */
const STEPS: { readonly [Kind in WaitingKind]?: Decided } = {
  LOAN_APPLICATION: {
    agree: agreeing('approveLoan', APPROVE_LOAN, (loanId) => ({ loanId })),
    refuse: refusing('rejectLoan', REJECT_LOAN, (loanId, reason) => ({ loanId, reason })),
  },
  SAVINGS_ACCOUNT_OPENING: {
    agree: agreeing('approveSavingsAccount', APPROVE_ACCOUNT, (savingsAccountId) => ({ savingsAccountId })),
    refuse: refusing('rejectSavingsAccount', REJECT_ACCOUNT, (savingsAccountId, reason) => ({
      savingsAccountId,
      reason,
    })),
  },
  PROPOSAL: {
    agree: afterReading(agreeing('approveProposal', APPROVE_PROPOSAL, (proposalId) => ({ proposalId }))),
    refuse: afterReading(refusing('rejectProposal', REJECT_PROPOSAL, (proposalId, reason) => ({ proposalId, reason }))),
  },
  DISBURSEMENT_OUTCOME: {
    agree: agreeing('approveDisbursementOutcome', APPROVE_OUTCOME, (disbursementId) => ({ disbursementId })),
  },
  KEY_REPLACEMENT: { agree: agreeing('confirmInvitation', CONFIRM_KEY, (personId) => ({ personId })) },
  INTRODUCTION: { agree: agreeing('confirmPerson', CONFIRM_PERSON, (personId) => ({ personId })) },
  MOBILE_MONEY_RETURN: {
    agree: agreeing('approveMobileMoneyReturn', APPROVE_RETURN, (mobileMoneyId) => ({ mobileMoneyId })),
  },
};

export const agreeStep = (row: Waiting, t: T): Offered | null => STEPS[row.kind]?.agree(row, t) ?? null;
export const refuseStep = (row: Waiting, t: T): Offered | null => STEPS[row.kind]?.refuse?.(row, t) ?? null;
