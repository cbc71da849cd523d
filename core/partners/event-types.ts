import { isSubset, type Scope } from './scopes.ts';

/**
 * What a client must be able to read in order to receive a subject's events, by the word before the dot.
 * `own`: the event is about a client's own settings and needs no scope; it goes to that client alone.
 * Events of a subject that is missing here are sent to no client.
 */
const READ_SCOPES_OF_SUBJECT: { readonly [subject: string]: Scope | readonly Scope[] | 'own' } = {
  member: 'members:read',
  death_claim: 'members:read',
  loan: 'loans:read',
  loan_product: 'loan_products:read',
  guarantee: 'loans:read',
  proposal: 'approvals:read',
  disbursement: 'disbursements:read',
  float: 'disbursements:read',
  float_top_up: 'disbursements:read',
  incident: 'disbursements:read',
  repayment: 'repayments:read',
  savings_account: 'savings_accounts:read',
  savings_transaction: 'savings_accounts:read',
  mobile_money: 'mobile_money:read',
  reconciliation_break: 'mobile_money:read',
  bank_charge: 'mobile_money:read',
  aml_alert: 'aml_alerts:read',
  student: 'students:read',
  enrolment: 'enrolments:read',
  invoice: 'invoices:read',
  // Of a student's fees. payments:read alone is what apps of the payment bridge hold, for what is their own.
  payment: ['payments:read', 'invoices:read'],
  credit_note: 'invoices:read',
  result: 'results:read',
  sponsorship: 'students:read',
  programme: 'programmes:read',
  unit: 'programmes:read',
  academic_year: 'programmes:read',
  term: 'programmes:read',
  intake: 'programmes:read',
  fee_structure: 'programmes:read',
  grading_scale: 'programmes:read',
  sandbox: 'sandbox:read',
  payout: 'payments:read',
  collection: 'payments:read',
  refund: 'payments:read',
  topup: 'payments:read',
  balance: 'payments:read',
  webhook: 'own',
  delivery: 'own',
  client: 'own',
};

/**
 * Events of records that partners can't see yet (marks before they are published), and of how the institution sets its floats up.
 * They are stored and audited like all others, and sent to no client.
 */
const INTERNAL_EVENTS: readonly string[] = [
  'result.created',
  'result.updated',
  'result.submitted',
  'result.returned',
  'float.limited',
  'float.split',
];

/** Events of these subjects carry only the subject's id, whatever the webhook has requested. */
const ALWAYS_THIN: readonly string[] = ['aml_alert'];

/** The subject of an event type or pattern: "loan" of "loan.disbursed" and of "loan.*". */
export function subjectOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}

/** The read scopes that an event type needs, all of them; `own` for a client's own wiring; null where no client receives it. */
export function scopesOfEvent(type: string): readonly Scope[] | 'own' | null {
  if (INTERNAL_EVENTS.includes(type)) return null;
  const subject = subjectOf(type);
  const needed = Object.hasOwn(READ_SCOPES_OF_SUBJECT, subject) ? READ_SCOPES_OF_SUBJECT[subject] : undefined;
  if (needed === undefined) return null;
  return needed === 'own' || typeof needed !== 'string' ? needed : [needed];
}

/** True where a client with these scopes may receive the event type. */
export function mayReceive(type: string, scopes: readonly string[]): boolean {
  const needed = scopesOfEvent(type);
  return needed === 'own' || (needed !== null && isSubset(needed, scopes));
}

/** Those of the scopes that let a client read events: the others are no business of a webhook. */
export function readScopesIn(scopes: readonly string[]): string[] {
  const needed: readonly string[] = Object.values(READ_SCOPES_OF_SUBJECT).flat();
  return scopes.filter((scope) => needed.includes(scope));
}

/** True for events about clients, webhooks and deliveries themselves. */
export function isOperational(type: string): boolean {
  return scopesOfEvent(type) === 'own';
}

/** True where the event's data never leave the system in full. */
export function isAlwaysThin(type: string): boolean {
  return ALWAYS_THIN.includes(subjectOf(type));
}

/** True where an event type fits a pattern: "*" fits all, "loan.*" the subject's, anything else itself. */
export function fits(pattern: string, type: string): boolean {
  if (pattern === '*') return true;
  return pattern.endsWith('.*') ? subjectOf(type) === pattern.slice(0, -2) : pattern === type;
}

/** True where a pattern is "*", or fits at least one type of the catalogue. */
export function isKnownPattern(pattern: string, catalogue: readonly string[]): boolean {
  return pattern === '*' || catalogue.some((type) => fits(pattern, type));
}
