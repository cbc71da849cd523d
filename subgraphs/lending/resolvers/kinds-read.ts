import { isSubset } from '#core/partners/scopes.ts';

/** The scope that reads records of a kind, or several that do together. Of others the life is for who reads the audit trail. */
const READ_BY: { readonly [kind: string]: string | readonly string[] } = {
  member: 'members:read',
  loan: 'loans:read',
  guarantee: 'loans:read',
  death_claim: 'members:read',
  loan_product: 'loan_products:read',
  disbursement: 'disbursements:read',
  float_top_up: 'disbursements:read',
  incident: 'disbursements:read',
  agent: 'disbursements:read',
  repayment: 'repayments:read',
  savings_account: 'savings_accounts:read',
  savings_transaction: 'savings_accounts:read',
  mobile_money_transaction: 'mobile_money:read',
  reconciliation_break: 'mobile_money:read',
  aml_alert: 'aml_alerts:read',
  proposal: 'approvals:read',
  student: 'students:read',
  enrolment: 'enrolments:read',
  sponsorship: 'enrolments:read',
  programme: 'programmes:read',
  unit: 'programmes:read',
  term: 'programmes:read',
  intake: 'programmes:read',
  academic_year: 'programmes:read',
  grading_scale: 'programmes:read',
  fee_structure: 'invoices:read',
  invoice: 'invoices:read',
  credit_note: 'invoices:read',
  payment: ['payments:read', 'invoices:read'],
  // Results that are not published are seen by those who enter them, webhooks of others by people.
  result: 'results:write',
  webhook: 'clients:read',
  client: 'clients:read',
  person: 'people:read',
  institution: 'settings:read',
};

/** The kinds of records that these scopes read. */
export const kindsReadBy = (scopes: readonly string[]): readonly string[] =>
  Object.keys(READ_BY).filter((kind) => isRead(kind, scopes));

/** Whether these scopes read records of a kind. */
export function isRead(kind: string, scopes: readonly string[]): boolean {
  const needed = READ_BY[kind];
  return needed !== undefined && isSubset([needed].flat(), scopes);
}
