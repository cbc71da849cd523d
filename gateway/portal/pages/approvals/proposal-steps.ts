import { stepOf, type Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { Translate } from '../../texts/texts.ts';
import type { approvalsTexts } from './texts.ts';
import type { Waiting } from './waiting.tsx';

const WITHDRAW_PROPOSAL = graphql(`
  mutation WithdrawWaitingProposal($input: WithdrawProposalInput!, $idempotencyKey: String) {
    withdrawProposal(input: $input, idempotencyKey: $idempotencyKey) {
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
const ADD_EVIDENCE = graphql(`
  mutation AddEvidenceToProposal($input: AddProposalEvidenceInput!, $idempotencyKey: String) {
    addProposalEvidence(input: $input, idempotencyKey: $idempotencyKey) {
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

type T = Translate<(typeof approvalsTexts)['en']>;

/** Who has made a proposal takes it back, whatever they may decide about others. */
export const ownSteps = (row: Waiting, t: T): readonly Step[] =>
  row.kind === 'PROPOSAL' && row.obstacle === 'OWN' ? [withdraw(row, t)] : [];

/** Who decides about proposals says what they have seen. */
export const evidenceSteps = (row: Waiting, t: T): readonly Step[] =>
  row.kind === 'PROPOSAL' ? [addEvidence(row, t)] : [];

const withdraw = ({ id }: Waiting, t: T): Step =>
  stepOf({
    recordId: id,
    name: 'withdrawProposal',
    title: t('withdrawTitle'),
    word: t('withdraw'),
    isDangerous: true,
    fields: [{ name: 'reason', kind: 'long', label: t('reason') }],
    document: WITHDRAW_PROPOSAL,
    variables: ({ reason }, { idempotencyKey }) => ({
      input: { proposalId: id, reason: typeof reason === 'string' ? reason : null },
      idempotencyKey,
    }),
    consequence: () => t('withdrawMeans'),
  });

const addEvidence = ({ id }: Waiting, t: T): Step =>
  stepOf({
    recordId: id,
    name: 'addProposalEvidence',
    title: t('evidenceTitle'),
    word: t('evidence'),
    fields: [{ name: 'evidence', kind: 'long', label: t('seen'), isRequired: true, hint: t('seenHint') }],
    document: ADD_EVIDENCE,
    variables: ({ evidence }, { idempotencyKey }) => ({
      input: { proposalId: id, evidence: String(evidence) },
      idempotencyKey,
    }),
  });
