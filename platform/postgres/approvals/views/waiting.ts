import { Proposal } from '#core/approvals/proposal/proposal.ts';
import { WAITING_KINDS, type WaitingKind } from '#core/approvals/waiting.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { readInstant } from '../../mapping/types.ts';
import { one } from '../../views/beside.ts';
import { columnsOf } from '../../views/columns.ts';
import type { List, ListQuery } from '../../views/list.ts';
import { readPage } from '../../views/page.ts';
import type { View, ViewContext } from '../../views/view.ts';

const proposal = columnsOf(Proposal);
const disbursement = columnsOf(Disbursement);
const payout = columnsOf(Payout);
const collection = columnsOf(Collection);
const payment = columnsOf(MobileMoneyTransaction);

/** Payments of apps in review of which one person has said what became of them. */
const found = (kind: WaitingKind, table: string, l: typeof payout | typeof collection) => `
  select '${kind}', '${table}', ${l.id}, ${l.uuid}, ${l.id}, ${l.uuid}, null::bigint, null::uuid,
         ${l.findings} -> 0 ->> 'evidence', ${l.findings} -> 0 ->> 'by', ${l.updatedAt}, null::timestamptz
    from ${table} l where ${l.state} = 'review' and jsonb_array_length(${l.findings}) = 1`;

/** All of it, whichever record it stands on. Proposals whose time is over wait for nothing. */
const ALL = `
  select 'proposal' as kind, ${proposal.subjectType} as subject_type, ${proposal.subjectId} as subject_id,
         ${proposal.subjectUuid} as subject_uuid, ${proposal.id} as record_id, ${proposal.uuid} as record_uuid,
         null::bigint as loan_id, null::uuid as loan_uuid, ${proposal.evidence} -> 0 ->> 'text' as evidence,
         ${proposal.proposedBy} as proposed_by, ${proposal.createdAt} as proposed_at, ${proposal.expiresAt} as expires_at
    from proposal l where ${proposal.state} = 'proposed' and ${proposal.expiresAt} > business_now()
  union all
  select 'disbursement_outcome', 'disbursement', ${disbursement.id}, ${disbursement.uuid}, ${disbursement.id},
         ${disbursement.uuid}, loan.id, loan.uuid, ${disbursement.proposal} ->> 'evidence', ${disbursement.proposal} ->> 'by',
         (${disbursement.proposal} ->> 'at')::timestamptz, null
    from disbursement l ${one('loan', `loan.id = ${disbursement.loanId}`)}
   where ${disbursement.state} = 'review' and ${disbursement.proposal} ->> 'approvedBy' is null
     and ${disbursement.proposal} ->> 'by' is not null
  union all ${found('payout_finding', 'payout', payout)}
  union all ${found('collection_finding', 'collection', collection)}
  union all
  select 'mobile_money_return', 'mobile_money_transaction', ${payment.id}, ${payment.uuid}, ${payment.id}, ${payment.uuid},
         null, null, ${payment.returnProposal} ->> 'evidence', ${payment.returnProposal} ->> 'by', ${payment.updatedAt}, null
    from mobile_money_transaction l
   where ${payment.state} = 'unallocated' and ${payment.returnProposal} ->> 'approvedBy' is null
     and ${payment.returnProposal} ->> 'by' is not null`;

type Row = {
  readonly kind: WaitingKind;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_uuid: string;
  readonly record_id: string;
  readonly record_uuid: string;
  readonly loan_id: string | null;
  readonly loan_uuid: string | null;
  readonly evidence: string | null;
  readonly proposed_by: string;
  readonly proposed_at: unknown;
  readonly expires_at: unknown;
};

/** What the inbox is filtered by; it is walked from what has waited longest. */
export const waitingList: List = {
  table: 'proposal',
  order: 'oldest_first',
  fields: {
    kind: { type: 'choice', column: 'kind', choices: WAITING_KINDS },
    subject_type: { type: 'text', column: 'subject_type' },
    proposed_by: { type: 'text', column: 'proposed_by' },
    proposed_at: { type: 'instant', column: 'proposed_at', sortable: true },
  },
};
const LONGEST_FIRST = [{ field: 'proposed_at', descending: false }];

/** Ids of several tables, each kind with its own. */
const ROWS = `(select w.*, w.record_id * ${WAITING_KINDS.length} + array_position('{${WAITING_KINDS.join(',')}}', w.kind) as id
  from (${ALL}) as w)`;
const WAITING: View<ReturnType<typeof shown>> = {
  table: 'proposal',
  rows: ROWS,
  select: (rows, more = '') => `select l.*${more} from ${rows} l`,
  params: () => [],
  // `ROWS` selects the columns of a Row.
  read: (row) => shown(row as unknown as Row),
};

/** The inbox of those who approve: what waits for a second person, the longest first. */
export function waitingViews(context: ViewContext) {
  const { sql } = context;
  return {
    list: (query: ListQuery) =>
      readPage(context, WAITING, waitingList, { ...query, sort: query.sort.length > 0 ? query.sort : LONGEST_FIRST }),
    oldest: async (limit: number) => {
      const rows = await sql<Row>(`select w.* from (${ALL}) as w order by w.proposed_at, w.record_uuid limit $1`, [
        limit,
      ]);
      return rows.map(shown);
    },
  };
}

const shown = (row: Row) => ({
  kind: row.kind,
  /** What is changed once it is agreed. */
  subjectType: row.subject_type,
  subject: { id: Number(row.subject_id), uuid: row.subject_uuid },
  /** Where it is decided: the proposal, or the payment itself. */
  record: { id: Number(row.record_id), uuid: row.record_uuid },
  /** Of a disbursement. */
  loan: row.loan_id === null ? null : { id: Number(row.loan_id), uuid: row.loan_uuid ?? '' },
  evidence: row.evidence,
  proposedBy: row.proposed_by,
  proposedAt: readInstant(row.proposed_at),
  expiresAt: row.expires_at === null ? null : readInstant(row.expires_at),
});
