import { DomainError, type DetailValue } from '#core/kernel/domain-error.ts';
import type { NamedTable, Views } from '#platform/app/views.ts';

/** The records that members of a refusal name by their integer ids. */
const NAMED: { readonly [member: string]: NamedTable } = {
  disbursement_id: 'disbursement',
  enrolment_id: 'enrolment',
  guarantee_id: 'guarantee',
  invoice_id: 'invoice',
  loan_id: 'loan',
  member_id: 'member',
  product_id: 'loan_product',
  repayment_id: 'repayment',
  result_id: 'result',
  savings_account_id: 'savings_account',
  student_id: 'student',
  term_id: 'term',
  unit_id: 'unit',
};

/** What `existing_id` names: a record of the collection in which another one should have been made, or changed. */
const COLLECTIONS: { readonly [path: string]: NamedTable } = {
  '/members': 'member',
  '/loans': 'loan',
  '/agents/{agent_id}/float/top_ups': 'float_top_up',
  '/loans/{id}/repayments': 'repayment',
  '/savings_accounts': 'savings_account',
  '/savings_accounts/{id}/transactions': 'savings_transaction',
  '/mobile_money/transactions': 'mobile_money_transaction',
  '/students': 'student',
  '/enrolments': 'enrolment',
  '/invoices': 'invoice',
  '/invoices/{id}/payments': 'invoice_payment',
  '/results': 'result',
  '/programmes': 'programme',
  '/units': 'unit',
  '/grading_scales': 'grading_scale',
};

/** A refusal for a client that knows records by their uuids. Use cases name them by their ids, which it never saw. */
export async function withUuids(error: DomainError, path: string, views: Views): Promise<DomainError> {
  const uuids: Record<string, DetailValue> = {};
  for (const [member, value] of Object.entries(error.details)) {
    const table =
      member === 'existing_id' ? COLLECTIONS[path.replace(/^\/api\/v1/, '').replace(/\/\{id\}$/, '')] : NAMED[member];
    const uuid = table !== undefined && typeof value === 'number' ? await views.uuids.of(table, value) : null;
    if (uuid !== null) uuids[member] = uuid;
  }
  // A receipt may be booked as a record of another collection than the one that is written to: it names itself.
  const existing = error.details['existing'];
  if (isRecordName(existing))
    Object.assign(uuids, { existing: { ...existing, id: existing.uuid }, existing_id: existing.uuid });
  if (Object.keys(uuids).length === 0) return error;
  return new DomainError(error.kind, error.code, error.message, { ...error.details, ...uuids });
}

type Existing = { readonly type: DetailValue; readonly uuid: string };
const isRecordName = (value: DetailValue): value is Existing =>
  typeof value === 'object' && value !== null && 'uuid' in value && typeof value.uuid === 'string';
