import type { ProposedCommand } from '#core/approvals/commands.ts';
import { Proposal } from '#core/approvals/proposal/proposal.ts';
import { WAITING_KINDS, type WaitingKind } from '#core/approvals/waiting.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { readInstant } from '../../mapping/types.ts';
import { one } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf } from '../../views/columns.ts';
import type { Criteria, List, ListQuery } from '../../views/list.ts';
import { readPage } from '../../views/page.ts';
import type { Slice } from '../../views/slice.ts';
import type { Condition, RecordId, View, ViewContext } from '../../views/view.ts';

const proposal = columnsOf(Proposal);
const loan = columnsOf(Loan);
const account = columnsOf(SavingsAccount);
const disbursement = columnsOf(Disbursement);
const payout = columnsOf(Payout);
const collection = columnsOf(Collection);
const payment = columnsOf(MobileMoneyTransaction);

/** In the order in which every kind selects them. */
const COLUMNS = [
  'subject_type',
  'subject_id',
  'subject_uuid',
  'record_id',
  'record_uuid',
  'loan_id',
  'loan_uuid',
  'evidence',
  'proposed_by',
  'makers',
  'proposed_at',
  'expires_at',
  'amount',
  'command',
  'rule',
] as const;
/** One kind of what waits: the values of its rows, by the columns of `Row` but for its kind. */
type Rows = { readonly [Name in (typeof COLUMNS)[number]]: { toString(): string } };

/** Nothing of a loan, evidence or an end. */
const NOTHING = {
  loan_id: 'null::bigint',
  loan_uuid: 'null::uuid',
  evidence: 'null::text',
  makers: `'[]'::jsonb`,
  expires_at: 'null::timestamptz',
  command: 'null::text',
  rule: 'null::text',
};

/** A statement of one kind. @param from the rows, under the alias l, and which of them wait */
const rowsOf = (kind: WaitingKind, rows: Rows, from: string) => `
  select '${kind}' as kind, ${rows.record_uuid} as uuid,
         ${COLUMNS.map((name) => `${rows[name].toString()} as ${name}`).join(', ')} ${from}`;

/** A record of its own: it is decided on itself. */
const itself = (table: string, l: { readonly id: object; readonly uuid: object }) => ({
  ...NOTHING,
  subject_type: `'${table}'::text`,
  subject_id: l.id,
  subject_uuid: l.uuid,
  record_id: l.id,
  record_uuid: l.uuid,
});

/** Payments of apps in review of which one person has said what became of them. */
const found = (kind: WaitingKind, table: string, l: typeof payout | typeof collection) =>
  rowsOf(
    kind,
    {
      ...itself(table, l),
      evidence: `${l.findings} -> 0 ->> 'evidence'`,
      proposed_by: `${l.findings} -> 0 ->> 'by'`,
      makers: `jsonb_build_array(${l.requestedBy})`,
      proposed_at: l.updatedAt,
      amount: `coalesce((${l.findings} -> 0 ->> 'amount')::bigint, ${l.amount})`,
    },
    `from ${table} l where ${l.state} = 'review' and jsonb_array_length(${l.findings}) = 1`,
  );

/** All of it, whichever record it stands on. Proposals whose time is over wait for nothing. */
const ALL = [
  rowsOf(
    'proposal',
    {
      ...NOTHING,
      subject_type: proposal.subjectType,
      subject_id: proposal.subjectId,
      subject_uuid: proposal.subjectUuid,
      record_id: proposal.id,
      record_uuid: proposal.uuid,
      evidence: `${proposal.evidence} -> 0 ->> 'text'`,
      proposed_by: proposal.proposedBy,
      makers: `jsonb_build_array(${proposal.proposedFor})`,
      proposed_at: proposal.createdAt,
      expires_at: proposal.expiresAt,
      amount: proposal.amount,
      command: proposal.command,
      rule: proposal.rule,
    },
    `from proposal l where ${proposal.state} = 'proposed' and ${proposal.expiresAt} > business_now()`,
  ),
  rowsOf(
    'loan_application',
    {
      ...itself('loan', loan),
      proposed_by: loan.createdBy,
      makers: loan.editedBy,
      proposed_at: loan.createdAt,
      amount: loan.principal,
    },
    `from loan l where ${loan.state} = 'draft'`,
  ),
  rowsOf(
    'savings_account_opening',
    {
      ...itself('savings_account', account),
      proposed_by: account.openedBy,
      proposed_at: account.createdAt,
      amount: 'null::bigint',
    },
    `from savings_account l where ${account.state} = 'pending_approval'`,
  ),
  rowsOf(
    'disbursement_outcome',
    {
      ...itself('disbursement', disbursement),
      loan_id: 'loan.id',
      loan_uuid: 'loan.uuid',
      evidence: `${disbursement.proposal} ->> 'evidence'`,
      proposed_by: `${disbursement.proposal} ->> 'by'`,
      proposed_at: `(${disbursement.proposal} ->> 'at')::timestamptz`,
      amount: `${disbursement.amount} - ${disbursement.netted} - ${disbursement.returned}`,
    },
    `from disbursement l ${one('loan', `loan.id = ${disbursement.loanId}`)}
      where ${disbursement.state} = 'review' and ${disbursement.proposal} ->> 'approvedBy' is null
        and ${disbursement.proposal} ->> 'by' is not null`,
  ),
  found('payout_finding', 'payout', payout),
  found('collection_finding', 'collection', collection),
  rowsOf(
    'mobile_money_return',
    {
      ...itself('mobile_money_transaction', payment),
      evidence: `${payment.returnProposal} ->> 'evidence'`,
      proposed_by: `${payment.returnProposal} ->> 'by'`,
      proposed_at: payment.updatedAt,
      amount: payment.amount,
    },
    `from mobile_money_transaction l
      where ${payment.state} = 'unallocated' and ${payment.returnProposal} ->> 'approvedBy' is null
        and ${payment.returnProposal} ->> 'by' is not null`,
  ),
]
  .map(
    (statement, index) =>
      `(select k.*, k.record_id * ${WAITING_KINDS.length} + ${index} as id from (${statement}) as k)`,
  )
  .join(' union all ');

type Row = {
  readonly kind: WaitingKind;
  readonly uuid: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly subject_uuid: string;
  readonly record_id: string;
  readonly record_uuid: string;
  readonly loan_id: string | null;
  readonly loan_uuid: string | null;
  readonly evidence: string | null;
  readonly proposed_by: string;
  readonly makers: readonly string[];
  readonly proposer: string | null;
  readonly proposed_at: unknown;
  readonly expires_at: unknown;
  readonly amount: string | null;
  readonly command: ProposedCommand | null;
  readonly rule: string | null;
};

/** What the inbox is filtered by; it is walked from what has waited longest. */
export const waitingList: List = {
  table: 'proposal',
  order: 'oldest_first',
  fields: {
    kind: { type: 'choice', column: 'kind', choices: WAITING_KINDS, sortable: true },
    subject_type: { type: 'text', column: 'subject_type' },
    proposed_by: { type: 'text', column: 'proposed_by' },
    proposed_at: { type: 'instant', column: 'proposed_at', sortable: true },
  },
};
const LONGEST_FIRST = [{ field: 'proposed_at', descending: false }];

/** Ids of several tables, each kind with its own. */
const ROWS = `(select w.* from (${ALL}) as w)`;
const WAITING: View<ReturnType<typeof shown>> = {
  table: 'proposal',
  rows: ROWS,
  // Who is a person is shown by name.
  select: (rows, more = '') =>
    `select l.*, (select p.name from person p where p.uuid = substring(l.proposed_by from '^person:(.*)$')::uuid) as proposer${more}
       from ${rows} l`,
  params: () => [],
  // `ROWS` selects the columns of a Row.
  read: (row) => shown(row as unknown as Row),
};

/** The inbox of those who approve: what waits for a second person, the longest first. */
export function waitingViews(context: ViewContext) {
  const all = collectionOf(context, WAITING, waitingList);
  const ordered = <C extends Criteria>(criteria: C): C =>
    criteria.sort.length > 0 ? criteria : { ...criteria, sort: LONGEST_FIRST };
  const seen = context.approvals ?? null;
  const base: readonly Condition[] =
    seen === null ? [] : [['(l.kind = any(?1::text[]) or l.command = any(?2::text[]))', seen.kinds, seen.commands]];
  return {
    list: (query: ListQuery) => readPage(context, WAITING, waitingList, ordered(query), base),
    slice: (criteria: Criteria, slice: Slice) => all.slice(ordered(criteria), slice, ...base),
    count: (criteria: Criteria) => all.count(criteria, ...base),
    one: (id: RecordId) => all.one(id, ...base),
    byUuids: (uuids: readonly string[]) => all.byUuids(uuids, ...base),
    /** What waits on each of these records; on a loan also what waits on its disbursements. */
    ofSubjects: (uuids: readonly string[]) =>
      all.where(['(l.subject_uuid = any(?1::uuid[]) or l.loan_uuid = any(?1::uuid[]))', uuids], ...base),
  };
}

const shown = (row: Row) => ({
  uuid: row.uuid,
  kind: row.kind,
  /** What is changed once it is agreed. */
  subjectType: row.subject_type,
  subject: { id: Number(row.subject_id), uuid: row.subject_uuid },
  /** Where it is decided: the proposal, or the payment itself. */
  record: { id: Number(row.record_id), uuid: row.record_uuid },
  /** Of a disbursement. */
  loan: row.loan_id === null ? null : { id: Number(row.loan_id), uuid: row.loan_uuid ?? '' },
  evidence: row.evidence,
  /** What moves: minor units; null where no amount decides. */
  amount: row.amount === null ? null : BigInt(row.amount),
  /** Of a proposal: what is carried out, and why it takes two people. */
  command: row.command,
  rule: row.rule,
  proposedBy: row.proposed_by,
  makers: row.makers,
  /** The name of a person; null where it was a client, or an operator. */
  proposer: row.proposer,
  proposedAt: readInstant(row.proposed_at),
  expiresAt: row.expires_at === null ? null : readInstant(row.expires_at),
});
