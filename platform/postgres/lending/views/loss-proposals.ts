import type { LossProposalState } from '#core/lending/loss-proposal/lifecycle.ts';
import type { Loss } from '#core/lending/loss-proposal/loss-proposal.ts';
import { recordOf, textOrNull, type RecordFields, type Row } from '../../views/record.ts';
import { idCondition, where, type RecordId, type ViewContext } from '../../views/view.ts';

export type LossProposalView = RecordFields & {
  readonly loanId: number;
  readonly loanUuid: string;
  readonly loss: Loss;
  readonly state: LossProposalState;
  readonly reason: string;
  readonly proposedBy: string;
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
};

/** Proposals of a loan that are shown at once: more than anybody ever makes. */
const MOST = 100;

export function lossProposalViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (
      await sql(
        `select p.*, l.uuid as loan_uuid from loss_proposal p join loan l on l.id = p.loan_id ${clause}`,
        params,
      )
    ).map(proposalOf);
  return {
    one: async (id: RecordId): Promise<LossProposalView | null> => {
      const { clause, params } = where(idCondition('p', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where p.uuid = any($1::uuid[])', [uuids]),
    /** The proposals of each of these loans, newest first. */
    ofLoans: (loanIds: readonly number[]) =>
      find(
        `where p.id in (select x.id from unnest($1::bigint[]) as wanted(loan_id) cross join lateral
           (select y.id from loss_proposal y where y.loan_id = wanted.loan_id order by y.id desc limit ${MOST}) x)
         order by p.id desc`,
        [loanIds],
      ),
  };
}

function proposalOf(row: Row): LossProposalView {
  return {
    ...recordOf(row),
    loanId: Number(row['loan_id']),
    loanUuid: String(row['loan_uuid']),
    loss: row['loss'] as Loss,
    state: row['state'] as LossProposalState,
    reason: String(row['reason']),
    proposedBy: String(row['proposed_by']),
    decidedBy: textOrNull(row, 'decided_by'),
    decisionReason: textOrNull(row, 'decision_reason'),
  };
}
