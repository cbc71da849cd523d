/**
 * What the tables hold of people: one row for each column. Erasing and exporting a person read it, and a test compares it
 * with the database: a column of text that is neither here nor known to name no person fails it.
 */

/**
 * What becomes of a column when a person is erased, in rows of the person and in others that name the person.
 * - `record`: the aggregate clears it.
 * - `text`: about the person alone. It becomes `erased`; in rows of others the person's texts are taken out of it.
 * - `mention`, `document`, `coined`: the person's texts are taken out of it; a document is JSON, `coined` a name in one piece.
 * - `event`: a document whose reason is about the person.
 * - `people`: a list of people whom the person named.
 * - `phone`: it becomes a number that no person has.
 * - `hash`: the keyed hash of the column `msisdn`, which nothing is found by any more.
 * - `key`: made of the column `account_reference`, and of no use once that is changed.
 * - `reference`: unique; it becomes one that says nothing.
 * - `deleted`: the whole row goes.
 * - `response`: cleared, or covered where it is the key, by stored-responses.ts.
 * - `sealed`: opened by this process, which takes the person's texts out of it (sealed-texts.ts).
 */
export type PersonalKind =
  | 'record'
  | 'text'
  | 'mention'
  | 'document'
  | 'coined'
  | 'event'
  | 'people'
  | 'phone'
  | 'hash'
  | 'key'
  | 'reference'
  | 'deleted'
  | 'response'
  | 'sealed';

export type PersonalTable = {
  readonly columns: { readonly [column: string]: PersonalKind };
  /** Which rows are a member's, or a student's: a condition on `t` with the id as $1. */
  readonly ofMember?: string;
  readonly ofStudent?: string;
  /** Rows of others that are left as they are: money is on its way by them. */
  readonly unless?: string;
  /** What it has stands elsewhere as well: it is not exported. */
  readonly copies?: true;
  /** The application can’t change it: `forget_in_written_once` (SQL) clears it. */
  readonly writtenOnce?: true;
  /** The type of the key, where it is no `id`. */
  readonly key?: { readonly column: string; readonly type: 'uuid' };
};

const LOANS = 'select o.id from loan o where o.member_id = $1';
const ACCOUNTS = 'select o.id from savings_account o where o.member_id = $1';
const INVOICES = 'select o.id from invoice o where o.student_id = $1';
const RESULTS = 'select o.id from result o where o.student_id = $1';
/** The records of a person, by whose uuid others name them. */
export const RECORDS_OF = {
  member: `select uuid from member where id = $1 union all select uuid from loan where member_id = $1
  union all select uuid from savings_account where member_id = $1 union all select uuid from death_claim where member_id = $1`,
  student: `select uuid from student where id = $1 union all select uuid from invoice where student_id = $1
  union all select uuid from enrolment where student_id = $1 union all select uuid from result where student_id = $1
  union all select uuid from invoice_payment where student_id = $1`,
} as const;

const AT_THE_BANK = { bank_reference: 'mention', statement_line: 'mention', reversal_receipt_no: 'mention' } as const;
const ON_ITS_WAY = `t.state in ('pending', 'sending', 'sent', 'unknown', 'review', 'returning', 'in_recovery')`;

/** What providers have sent, word for word: it names who paid, and is sealed. */
export const SEALED_CALLBACKS = {
  columns: { body: 'sealed', headers: 'sealed', subject: 'mention' },
  unless: 't.processed_at is null',
} as const satisfies PersonalTable;

/** In the order in which they are exported. */
export const PERSONAL_TABLES: { readonly [table: string]: PersonalTable } = {
  member: {
    columns: {
      name: 'record',
      national_id: 'record',
      national_id_key: 'record',
      phone: 'record',
      phone_key: 'record',
      bank_account: 'record',
      kyc: 'record',
      nominees: 'record',
      client_reference: 'record',
      state_reason: 'record',
      death_document: 'record',
      former_texts: 'record',
    },
    ofMember: 't.id = $1',
  },
  student: {
    columns: {
      admission_no: 'record',
      admission_key: 'record',
      first_name: 'record',
      middle_name: 'record',
      last_name: 'record',
      gender: 'record',
      date_of_birth: 'record',
      national_id: 'record',
      national_id_key: 'record',
      birth_certificate_no: 'record',
      birth_certificate_no_key: 'record',
      passport_no: 'record',
      passport_no_key: 'record',
      phone: 'record',
      phone_key: 'record',
      email: 'record',
      county: 'record',
      country: 'record',
      kuccps_ref: 'record',
      kcse_index_no: 'record',
      helb_ref: 'record',
      guardians: 'record',
      former_texts: 'record',
      state_reason: 'record',
    },
    ofStudent: 't.id = $1',
  },
  member_word: { columns: { word: 'record' }, copies: true },
  student_word: { columns: { word: 'record' }, copies: true },
  personal_reading: {
    columns: { request_id: 'mention' },
    ofMember: 't.member_id = $1',
    ofStudent: 't.student_id = $1',
  },
  loan: {
    columns: {
      purpose: 'text',
      state_reason: 'text',
      client_reference: 'reference',
      conditions: 'document',
      arrears_pauses: 'document',
    },
    ofMember: 't.member_id = $1',
  },
  loan_entry: { columns: { reason: 'text', change: 'document' }, ofMember: `t.loan_id in (${LOANS})` },
  loan_instalment: { columns: {}, ofMember: `t.loan_id in (${LOANS})` },
  guarantee: { columns: {}, ofMember: 't.member_id = $1' },
  disbursement: {
    columns: {
      msisdn: 'phone',
      bank_account: 'text',
      bank_payee: 'text',
      failure_message: 'mention',
      proposal: 'document',
      evidence: 'document',
      business: 'document',
    },
    ofMember: `t.loan_id in (${LOANS})`,
    unless: ON_ITS_WAY,
  },
  repayment: {
    columns: { msisdn: 'phone', msisdn_key: 'hash', reference: 'mention', state_reason: 'text' },
    ofMember: `t.loan_id in (${LOANS})`,
  },
  savings_account: { columns: { state_reason: 'text', client_reference: 'reference' }, ofMember: 't.member_id = $1' },
  savings_transaction: {
    columns: { msisdn: 'phone', reference: 'mention', state_reason: 'text' },
    ofMember: `t.account_id in (${ACCOUNTS})`,
  },
  death_claim: {
    columns: { documents: 'document', beneficiaries: 'people', state_reason: 'text' },
    ofMember: 't.member_id = $1',
  },
  death_claim_part: {
    columns: { reference: 'mention', payee: 'text', state_reason: 'text' },
    ofMember: 't.claim_id in (select o.id from death_claim o where o.member_id = $1)',
  },
  aml_alert: {
    columns: {
      subject_key: 'mention',
      msisdn: 'phone',
      // A hash, which is unique within the subject and entry.
      compared_as: 'reference',
      state_reason: 'text',
      report_reference: 'mention',
    },
    ofMember: 't.member_id = $1',
    unless: `t.state in ('open', 'under_review', 'escalated')`,
  },
  enrolment: { columns: { end_reason: 'text' }, ofStudent: 't.student_id = $1' },
  sponsorship: { columns: { relationship: 'text' }, ofMember: 't.member_id = $1', ofStudent: 't.student_id = $1' },
  invoice: {
    columns: { payer: 'document', void_reason: 'text', write_off_reason: 'text' },
    ofStudent: 't.student_id = $1',
  },
  invoice_line: { columns: { description: 'mention' }, ofStudent: `t.invoice_id in (${INVOICES})` },
  credit_note: { columns: { reason: 'text' }, ofStudent: `t.invoice_id in (${INVOICES})` },
  invoice_payment: {
    columns: { reference: 'mention', key: 'mention', reversal_reason: 'text' },
    ofMember: 't.payer_member_id = $1',
    ofStudent: 't.student_id = $1',
  },
  result: {
    columns: { amendment_reason: 'text', withheld_reason: 'text', return_reason: 'text', void_reason: 'text' },
    ofStudent: 't.student_id = $1',
  },
  result_version: { columns: { reason: 'text' }, ofStudent: `t.result_id in (${RESULTS})` },
  proposal: {
    columns: {
      input: 'event',
      rule: 'mention',
      payment_key: 'mention',
      reason: 'text',
      evidence: 'document',
      decision_reason: 'text',
    },
    ofMember: `t.subject_uuid in (${RECORDS_OF.member})`,
    ofStudent: `t.subject_uuid in (${RECORDS_OF.student})`,
    unless: `t.state = 'proposed'`,
  },
  mobile_money_transaction: {
    columns: {
      msisdn: 'phone',
      msisdn_key: 'hash',
      account_reference: 'mention',
      reference_key: 'key',
      state_reason: 'mention',
      return_proposal: 'document',
    },
    ofMember: `t.destination_uuid in (${RECORDS_OF.member})`,
    ofStudent: `t.destination_uuid in (${RECORDS_OF.student})`,
    unless: ON_ITS_WAY,
  },
  bank_payment: {
    columns: { payee_account: 'text', payee_name: 'text', narration: 'text' },
    ofMember: `t.originator_id in (select d.originator_id from disbursement d where d.loan_id in (${LOANS}))`,
  },
  // A file that the bank has still to get says what it pays, to the letter.
  bank_file: { columns: { content: 'mention' }, unless: 't.written_at is null and t.discarded_at is null' },
  bank_line: { columns: { account_reference: 'mention' } },
  statement_line: { columns: { msisdn: 'phone', account_reference: 'mention' } },
  reconciliation_break: { columns: { line: 'document', notes: 'document', resolution: 'mention' } },
  incident: { columns: { summary: 'mention', resolution: 'mention' } },
  payout: {
    columns: {
      msisdn: 'phone',
      recipient_name: 'mention',
      reference: 'reference',
      narration: 'mention',
      metadata: 'document',
      failure: 'document',
      attempts: 'document',
      findings: 'document',
      evidence: 'document',
    },
    unless: ON_ITS_WAY,
  },
  payout_batch: { columns: { reference: 'reference', metadata: 'document' } },
  collection: {
    columns: {
      msisdn: 'phone',
      payer_name: 'mention',
      reference: 'reference',
      account_reference: 'mention',
      narration: 'mention',
      metadata: 'document',
      failure: 'document',
      attempts: 'document',
      findings: 'document',
      evidence: 'document',
    },
    unless: ON_ITS_WAY,
  },
  refund: { columns: { reason: 'mention', reference: 'reference', metadata: 'document' } },
  topup: { columns: { ...AT_THE_BANK, reference: 'reference', metadata: 'document' } },
  float_top_up: { columns: { failure_message: 'mention', evidence: 'document' } },
  wallet: { columns: { msisdn: 'deleted', evidence: 'mention' } },
  sandbox_payment: { columns: { msisdn: 'phone' }, key: { column: 'originator_id', type: 'uuid' } },
  sandbox_prompt: { columns: { msisdn: 'phone' }, key: { column: 'originator_id', type: 'uuid' } },
  callback: SEALED_CALLBACKS,
  event: {
    columns: { data: 'event', idempotency_key: 'mention', request_id: 'mention' },
    ofMember: `t.subject_type = 'member' and t.subject_id = $1`,
    ofStudent: `t.subject_type = 'student' and t.subject_id = $1`,
    writtenOnce: true,
  },
  audit: { columns: { request_id: 'mention' }, copies: true, writtenOnce: true },
  reaction: { columns: { problem: 'mention' } },
  webhook_attempt: { columns: { problem: 'mention', reply_body: 'mention' }, writtenOnce: true },
  request_log: {
    columns: {
      request_id: 'mention',
      path: 'mention',
      idempotency_key: 'mention',
      request_body: 'document',
      response_body: 'document',
    },
  },
  // The texts of one person, until nothing is left of them.
  erasure: { columns: { sought: 'sealed' }, copies: true },
  graph_operation: { columns: { name: 'coined' } },
  test_clock: { columns: { problem: 'mention' }, copies: true },
  test_reset: { columns: { problem: 'mention', request_id: 'mention' }, copies: true },
  idempotency_key: { columns: { key: 'response', request_id: 'response', response: 'response' }, copies: true },
};
