/**
 * What a person sees who is limited to branches, to clients or to units: one row a table. A table that is not named here shows such a person
 * nothing, and takes nothing from them (`foreign`), so that a new one leaks nothing before a person has said whose its rows are.
 * Policies of the role that such a person's transactions take are derived from it; see decision 59.
 */
export type RowLimit =
  /** Settings of the institution, and who works there: everyone reads them. */
  | { readonly kind: 'common' }
  /** The column holds the branch. */
  | { readonly kind: 'branch'; readonly column: string }
  /** A row is as visible as that of another table, which its column names. */
  | {
      readonly kind: 'of';
      readonly column: string;
      readonly table: string;
      /** It is no record of its own: a refusal names what it is part of. */
      readonly isPart?: true;
    }
  /** The column holds the client. */
  | { readonly kind: 'client'; readonly column: string }
  /** What a school offers: a lecturer reads it, and who is limited otherwise does not. */
  | { readonly kind: 'school' }
  /** The column holds the unit. */
  | { readonly kind: 'unit'; readonly column: string }
  /** The row belongs to who takes a unit; its columns, by those of `enrolment_unit`. */
  | { readonly kind: 'class'; readonly by: { readonly [column: string]: string } }
  /** The same, of the tables that its columns name by the type and id of a record. */
  | {
      readonly kind: 'named';
      readonly type: string;
      readonly id: string;
      readonly tables: readonly string[];
      readonly or?: string;
    }
  /** Written behind what people do, and never shown to who is limited. */
  | { readonly kind: 'internal' };

const common: RowLimit = { kind: 'common' };
const internal: RowLimit = { kind: 'internal' };
const branch = (column: string): RowLimit => ({ kind: 'branch', column });
const of = (table: string, column: string): RowLimit => ({ kind: 'of', column, table });

/** What belongs to a branch, and is named by type and id elsewhere. */
const SUBJECTS = [
  'member',
  'agent',
  'loan',
  'disbursement',
  'repayment',
  'guarantee',
  'float_top_up',
  'incident',
  'savings_account',
  'savings_transaction',
  'death_claim',
  'aml_alert',
  'mobile_money_transaction',
];
const client = (column: string): RowLimit => ({ kind: 'client', column });
const school: RowLimit = { kind: 'school' };
const unit = (column: string): RowLimit => ({ kind: 'unit', column });
const ofClass = (by: { readonly [column: string]: string }): RowLimit => ({ kind: 'class', by });
/** What belongs to a class, and is named so. */
const OF_CLASSES = ['student', 'enrolment', 'result'];
const bySubject = (...more: readonly string[]): Extract<RowLimit, { readonly kind: 'named' }> => ({
  kind: 'named',
  type: 'subject_type',
  id: 'subject_id',
  tables: [...SUBJECTS, ...more],
});

export const ROW_LIMITS: { readonly [table: string]: RowLimit } = {
  tenant: common,
  branch: branch('id'),
  member: branch('branch_id'),
  member_word: of('member', 'member_id'),
  agent: branch('branch_id'),
  agent_stripe: { kind: 'of', table: 'agent', column: 'agent_id', isPart: true },
  loan: branch('branch_id'),
  loan_classification: of('loan', 'loan_id'),
  loan_entry: of('loan', 'loan_id'),
  loan_instalment: of('loan', 'loan_id'),
  disbursement: of('loan', 'loan_id'),
  repayment: of('loan', 'loan_id'),
  guarantee: of('loan', 'loan_id'),
  incident: of('disbursement', 'disbursement_id'),
  float_top_up: of('agent', 'agent_id'),
  savings_account: of('member', 'member_id'),
  savings_transaction: of('savings_account', 'account_id'),
  death_claim: of('member', 'member_id'),
  death_claim_part: of('death_claim', 'claim_id'),
  aml_alert: of('member', 'member_id'),
  mobile_money_transaction: {
    kind: 'named',
    type: 'destination_type',
    id: 'destination_id',
    tables: ['loan', 'savings_account'],
  },
  proposal: bySubject(),
  journal: bySubject('proposal'),
  journal_line: of('journal', 'journal_id'),
  // A developer sees the events that were sent to their clients.
  event: {
    ...bySubject('proposal', ...OF_CLASSES),
    or: 'exists (select from webhook_delivery sent where sent.tenant_id = event.tenant_id and sent.event_id = event.id)',
  },
  api_client: client('id'),
  api_secret: client('client_id'),
  access_token: client('client_id'),
  webhook: client('client_id'),
  webhook_secret: of('webhook', 'endpoint_id'),
  webhook_delivery: client('client_id'),
  webhook_attempt: of('webhook_delivery', 'delivery_id'),
  request_log: client('client_id'),
  graph_operation: client('client_id'),
  audit: bySubject('proposal', ...OF_CLASSES),
  feed_entry: of('event', 'event_id'),
  personal_reading: of('member', 'member_id'),
  // What a lecturer sees: the classes of their units, and what the school offers.
  enrolment_unit: unit('unit_id'),
  student: ofClass({ student_id: 'id' }),
  student_word: of('student', 'student_id'),
  enrolment: ofClass({ enrolment_id: 'id' }),
  result: ofClass({ enrolment_id: 'enrolment_id', unit_id: 'unit_id' }),
  result_version: of('result', 'result_id'),
  unit: unit('id'),
  programme: school,
  academic_year: school,
  term: school,
  intake: school,
  grading_scale: school,
  grading_scale_edition: school,
  sync_window: school,
  // What an institution offers, and who works there.
  loan_product: common,
  savings_product: common,
  exchange_rate: common,
  aml_rule: common,
  feed_head: common,
  person: common,
  person_session: common,
  person_invitation: common,
  passkey: common,
  person_route: common,
  // Sealed themselves; each opens what is sealed of one member or student, whose row is not seen.
  personal_key: common,
  // What commands leave behind them.
  outbox: internal,
  reaction: internal,
  idempotency_key: internal,
  wallet: internal,
  payment_receipt: internal,
  payment_receipt_use: internal,
  number_series: internal,
  sealing_key: internal,
  // Figures of the whole institution. Where no close is seen, no day is summed: figures are those of the journals that are seen.
  close_of_business: internal,
  close_of_business_range: internal,
  ledger_day: internal,
  ledger_summed: internal,
  ledger_period: internal,
  ledger_proof: internal,
  ledger_period_balance: internal,
  watchlist_screening: internal,
  invoice_payment: internal,
  invoice: internal,
};

/** Written behind the records of people, who need not see it. */
const BEHIND = [
  'journal',
  'journal_line',
  'event',
  'audit',
  'feed_entry',
  'personal_reading',
  'aml_alert',
  'request_log',
  'graph_operation',
  'webhook_delivery',
];

/**
 * True where a limited person may have written a row of this table only if they see it afterwards. A branch knows no schools:
 * a loan of one may pay a fee, and its student is not looked for among what the officer sees.
 */
export const isWrittenWhereSeen = (table: string, { isLecturer }: { readonly isLecturer: boolean }): boolean => {
  const kind = ROW_LIMITS[table]?.kind ?? 'foreign';
  if (BEHIND.includes(table) || kind === 'common' || kind === 'internal' || kind === 'foreign') return false;
  return isLecturer || !isOfSchool(table);
};

function isOfSchool(table: string): boolean {
  const limit = ROW_LIMITS[table];
  if (limit?.kind === 'of') return isOfSchool(limit.table);
  return limit?.kind === 'school' || limit?.kind === 'unit' || limit?.kind === 'class';
}

/** The condition under which a limited person sees a row. */
export function conditionOf(table: string): string {
  const limit = ROW_LIMITS[table];
  const isSeen = (parent: string, id: string) =>
    `exists (select from ${parent} seen where seen.tenant_id = ${table}.tenant_id and seen.id = ${table}.${id})`;
  switch (limit?.kind) {
    case 'common':
      return 'true';
    case 'branch':
      return `${table}.${limit.column} = any ((select limited_branches())::bigint[])`;
    case 'client':
      return `${table}.${limit.column} = any ((select limited_clients())::bigint[])`;
    case 'school':
      return '(select limited_units()) is not null';
    case 'unit':
      return `${table}.${limit.column} = any ((select limited_units())::bigint[])`;
    case 'class': {
      const named = Object.entries(limit.by).map(([key, column]) => ` and seen.${key} = ${table}.${column}`);
      return `exists (select from enrolment_unit seen where seen.tenant_id = ${table}.tenant_id${named.join('')})`;
    }
    case 'of':
      return isSeen(limit.table, limit.column);
    case 'named':
      return `case ${table}.${limit.type} ${limit.tables
        .map((name) => `when '${name}' then ${isSeen(name, limit.id)}`)
        .join(' ')} else false end${limit.or === undefined ? '' : ` or ${limit.or}`}`;
    default:
      return 'false';
  }
}
