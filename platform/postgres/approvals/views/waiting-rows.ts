import { AmlAlert } from '#core/aml/alert/aml-alert.ts';
import { Proposal } from '#core/approvals/proposal/proposal.ts';
import { WAITING_KINDS, type WaitingKind } from '#core/approvals/waiting.ts';
import { Result } from '#core/education/result/result.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { Invitation } from '#core/people/invitation/invitation.ts';
import { Person } from '#core/people/person/person.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { one } from '../../views/beside.ts';
import { columnsOf } from '../../views/columns.ts';

const proposal = columnsOf(Proposal);
const loan = columnsOf(Loan);
const account = columnsOf(SavingsAccount);
const disbursement = columnsOf(Disbursement);
const payout = columnsOf(Payout);
const collection = columnsOf(Collection);
const payment = columnsOf(MobileMoneyTransaction);
const alert = columnsOf(AmlAlert);
const invitation = columnsOf(Invitation);
const person = columnsOf(Person);
const result = columnsOf(Result);

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
  'result_count',
  'version',
] as const;
/** One kind of what waits: the values of its rows, by the columns of `Row` but for its kind. */
type Rows = { readonly [Name in (typeof COLUMNS)[number]]: { toString(): string } };

/** Nothing of a loan, evidence, an end, a class, or a version on which is decided. */
const NOTHING = {
  loan_id: 'null::bigint',
  loan_uuid: 'null::uuid',
  evidence: 'null::text',
  makers: `'[]'::jsonb`,
  expires_at: 'null::timestamptz',
  command: 'null::text',
  rule: 'null::text',
  result_count: 'null::bigint',
  version: 'null::bigint',
};

/** A statement of one kind. @param from the rows, under the alias l, and which of them wait */
const rowsOf = (kind: WaitingKind, rows: Rows, from: string) => `
  select '${kind}' as kind, ${rows.record_uuid} as uuid,
         ${COLUMNS.map((name) => `${rows[name].toString()} as ${name}`).join(', ')} ${from}`;

/** A record of its own: it is decided on itself. */
const itself = (table: string, l: { readonly id: Rows['subject_id']; readonly uuid: Rows['subject_uuid'] }) => ({
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

/** Links that wait for a second administrator. A person with one is no introduction as well: they show under one id. */
const replacesKey = (of: string) =>
  `${of}.awaits_second and ${of}.confirmed_by is null and ${of}.used_at is null and ${of}.voided_at is null
        and ${of}.expires_at > business_now()`;

/** Marks that were handed in, by class and who submitted them: who decides about one of them decides about all. */
const submitted = (condition = '') => `(
  select min(${result.id}) as first_id, ${result.submittedBy} as submitted_by, min(${result.updatedAt}) as since,
         count(*) as result_count, jsonb_agg(distinct ${result.alsoEnteredBy} || ${result.enteredBy}) as makers
    from result l
   where ${result.state} = 'submitted' ${condition}
   group by ${result.unitId}, ${result.academicYearId}, ${result.termId}, ${result.attempt}, l.programme_id, ${result.submittedBy})`;

/** One row a class. @param from its sums, under the alias c */
const classes = (from: string, more = '') =>
  rowsOf(
    'class_results',
    {
      ...itself('result', { id: 'c.first_id', uuid: 'first.uuid' }),
      proposed_by: 'c.submitted_by',
      makers: 'c.makers',
      proposed_at: 'c.since',
      amount: 'null::bigint',
      result_count: 'c.result_count',
    },
    `${more} from ${from} ${one('result first', 'first.id = c.first_id')}`,
  );

/** A statement of all of it, whichever record it stands on. Proposals whose time is over wait for nothing. */
export const WAITING_ROWS = [
  rowsOf(
    'proposal',
    {
      ...NOTHING,
      subject_type: proposal.subjectType,
      subject_id: proposal.subjectId,
      subject_uuid: proposal.subjectUuid,
      record_id: proposal.id,
      record_uuid: proposal.uuid,
      version: proposal.version,
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
      version: loan.version,
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
      version: account.version,
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
      version: disbursement.version,
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
      version: payment.version,
      evidence: `${payment.returnProposal} ->> 'evidence'`,
      proposed_by: `${payment.returnProposal} ->> 'by'`,
      proposed_at: payment.updatedAt,
      amount: payment.amount,
    },
    `from mobile_money_transaction l
      where ${payment.state} = 'unallocated' and ${payment.returnProposal} ->> 'approvedBy' is null
        and ${payment.returnProposal} ->> 'by' is not null`,
  ),
  rowsOf(
    'alert_report',
    {
      ...itself('aml_alert', alert),
      version: alert.version,
      evidence: alert.stateReason,
      proposed_by: alert.escalatedBy,
      proposed_at: alert.updatedAt,
      // What was suspicious is no amount that anyone approves.
      amount: 'null::bigint',
    },
    `from aml_alert l where ${alert.state} = 'escalated' and ${alert.escalatedBy} is not null`,
  ),
  rowsOf(
    'key_replacement',
    {
      ...itself('person', { id: 'p.id', uuid: 'p.uuid' }),
      version: 'p.version',
      // The person has a part in it: no person agrees to a key of their own.
      makers: `jsonb_build_array('person:' || p.uuid)`,
      proposed_by: invitation.invitedBy,
      proposed_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      amount: 'null::bigint',
    },
    `from person_invitation l ${one('person p', `p.id = ${invitation.personId}`)} where ${replacesKey('l')}`,
  ),
  rowsOf(
    'introduction',
    {
      ...itself('person', person),
      version: person.version,
      makers: `jsonb_build_array('person:' || ${person.uuid})`,
      proposed_by: person.introducedBy,
      proposed_at: person.joinedAt,
      amount: 'null::bigint',
    },
    `from person l where ${person.state} = 'active' and ${person.introducedBy} is not null and ${person.joinedAt} is not null
        and not exists (select from person_invitation i where i.person_id = l.id and ${replacesKey('i')})`,
  ),
  classes(`${submitted()} c`),
]
  .map(
    (statement, index) =>
      `(select k.*, k.record_id * ${WAITING_KINDS.length} + ${index} as id from (${statement}) as k)`,
  )
  .join(' union all ');

/** The classes in which the results with these uuids ($1) wait, each with the one that was asked for. */
export const CLASSES_OF_RESULTS = `(select k.*, k.record_id as id from (${classes(
  `unnest($1::uuid[]) as sought(uuid)
   ${one('result r', `r.uuid = sought.uuid and r.state = 'submitted'`)}
   cross join lateral ${submitted(
     `and ${result.unitId} = r.unit_id and ${result.academicYearId} = r.academic_year_id and ${result.attempt} = r.attempt
      and ${result.submittedBy} = r.submitted_by and ${result.termId} is not distinct from r.term_id
      and l.programme_id is not distinct from r.programme_id`,
   )} c`,
  ', sought.uuid as asked_for',
)}) as k)`;
