import type { Cents } from '../kernel/money.ts';
import { namesOf } from '../kernel/names.ts';
import type { PersonalLimits } from '../kernel/personal-limits.ts';

/** Scopes that only people hold: no client is ever granted one. */
export const PEOPLE_SCOPES = [
  'people:read',
  'people:write',
  'audit:read',
  'clients:read',
  'clients:write',
  'settings:read',
  'settings:write',
] as const;

/** What a role lets a person do. Amounts are those of one step; an institution may set others. */
type RoleRow = {
  readonly means: string;
  readonly scopes: readonly string[];
  readonly limits: PersonalLimits;
  /** Sees personal data of minors unmasked. */
  readonly pii: boolean;
  /** The roles that its holder may give to others and take from them. */
  readonly grants: readonly string[];
};

/** 500,000.00 */
const USUAL: Cents = 50_000_000n;
const NOTHING: PersonalLimits = { approve: 0n, disburse: 0n };
const LENDING = ['members', 'loans', 'loan_products', 'disbursements', 'repayments', 'savings_accounts'];
const SCHOOLS = ['students', 'enrolments', 'invoices', 'payments', 'results', 'programmes'];

const read = (...resources: readonly string[]) => resources.map((resource) => `${resource}:read`);
const both = (...resources: readonly string[]) =>
  resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);

/** The roles, one row each. Scopes are those of clients, and the few that only people hold. */
export const ROLES = {
  officer: {
    means: 'Takes applications of members and follows their loans and savings. Approves nothing.',
    scopes: [
      ...both('members', 'loans', 'savings_accounts'),
      ...read(...LENDING, 'mobile_money', 'approvals', 'receipts'),
    ],
    limits: NOTHING,
    pii: false,
    grants: [],
  },
  teller: {
    means: 'Takes money in and pays out what others have approved, up to a limit.',
    scopes: [
      ...both('disbursements', 'repayments', 'savings_accounts', 'mobile_money', 'receipts'),
      // School fees come in by the same paybill: money in suspense is placed on its student.
      ...read(...LENDING, 'approvals', 'students'),
    ],
    limits: { approve: 0n, disburse: USUAL },
    pii: false,
    grants: [],
  },
  approver: {
    means: 'Approves what others have made or proposed, up to a limit.',
    scopes: [
      ...both('approvals', 'loans', 'disbursements', 'repayments', 'savings_accounts', 'mobile_money', 'receipts'),
      ...read(...LENDING),
    ],
    limits: { approve: USUAL, disburse: USUAL },
    pii: false,
    grants: [],
  },
  bursar: {
    means:
      'Keeps a school: students, enrolments, invoices and the fees that come in. Approves what another bursar proposes of these, up to a limit.',
    scopes: [
      ...both('students', 'enrolments', 'invoices', 'payments', 'programmes', 'approvals'),
      ...read('results', 'receipts'),
    ],
    limits: { approve: USUAL, disburse: 0n },
    pii: true,
    grants: [],
  },
  lecturer: {
    means: 'Enters the marks of the units that were assigned to them, and sees who takes these, and nothing else.',
    scopes: [...both('results'), ...read('students', 'enrolments', 'programmes')],
    limits: NOTHING,
    pii: false,
    grants: [],
  },
  registrar: {
    means: 'Keeps students and their enrolments, and publishes the marks that lecturers hand in.',
    // The marks that wait for it stand among the approvals.
    scopes: [...both('students', 'enrolments', 'results'), ...read('programmes', 'approvals')],
    limits: NOTHING,
    pii: true,
    grants: [],
  },
  compliance: {
    means: 'Decides about alerts of money laundering, about who is a member, and about personal data.',
    // Whom the society shuts out, whether a death was one, and whose data are erased: those of students, too.
    scopes: [
      ...both('aml_alerts', 'privacy', 'approvals', 'members'),
      ...read(...LENDING, 'mobile_money', 'audit', 'students'),
    ],
    limits: NOTHING,
    pii: true,
    grants: [],
  },
  auditor: {
    means: 'Reads everything, and changes nothing.',
    scopes: [
      ...read(...LENDING, ...SCHOOLS, 'payments', 'mobile_money', 'aml_alerts', 'receipts', 'approvals', 'people'),
      ...read('audit', 'clients', 'webhooks', 'settings'),
    ],
    limits: NOTHING,
    pii: false,
    grants: [],
  },
  administrator: {
    means:
      'Invites people and gives them their roles, keeps clients, loan products and settings, approves what other administrators change. Moves no money.',
    scopes: [
      // At what price the institution lends is among its settings: who lends does not set it.
      ...both('people', 'privacy', 'clients', 'webhooks', 'settings', 'sandbox', 'approvals', 'loan_products'),
      // Units are assigned to lecturers.
      ...read('audit', 'programmes'),
    ],
    limits: NOTHING,
    pii: false,
    grants: [
      'officer',
      'teller',
      'approver',
      'bursar',
      'lecturer',
      'registrar',
      'compliance',
      'auditor',
      'administrator',
      'developer',
    ],
  },
  developer: {
    means:
      'Maintains one client or a few: keeps their webhooks, and sees their keys, events and requests, and nothing else. Administrators rotate the keys.',
    scopes: [...read('clients'), ...both('webhooks')],
    limits: NOTHING,
    pii: false,
    grants: [],
  },
} as const satisfies { readonly [role: string]: RoleRow };

export type Role = keyof typeof ROLES;

export const ROLE_NAMES: readonly Role[] = namesOf(ROLES);

/** True for the name of a role, spelled exactly. */
export function isRole(text: string): text is Role {
  return Object.hasOwn(ROLES, text);
}

/** Limits that an institution has set in place of the usual ones: amounts as text, null: no limit. */
export type StoredRoleLimits = {
  readonly [role: string]: { readonly approve?: string | null; readonly disburse?: string | null };
};

/** What a person may do: all of what each of their roles lets them. */
export type Rights = { readonly scopes: readonly string[]; readonly limits: PersonalLimits; readonly pii: boolean };

/** The rights of these roles together: every scope, and of each amount the largest. */
export function rightsOf(roles: readonly Role[], set: StoredRoleLimits): Rights {
  const held = roles.map((role) => ({ role, ...ROLES[role] }));
  const largest = (step: keyof PersonalLimits): Cents | null =>
    held.map((each) => limitOf(each, step, set)).reduce(larger, 0n);
  return {
    scopes: [...new Set(held.flatMap(({ scopes }): readonly string[] => scopes))],
    limits: { approve: largest('approve'), disburse: largest('disburse') },
    pii: held.some(({ pii }) => pii),
  };
}

/** The limit of one role, as the institution has it. */
export function limitOf(
  { role, limits }: { readonly role: string; readonly limits: PersonalLimits },
  step: keyof PersonalLimits,
  set: StoredRoleLimits,
): Cents | null {
  const chosen = set[role]?.[step];
  if (chosen === undefined) return limits[step];
  return chosen === null ? null : BigInt(chosen);
}

const larger = (a: Cents | null, b: Cents | null): Cents | null => (a === null || b === null ? null : a > b ? a : b);

/** The roles that a holder of these may give and take. */
export function grantable(roles: readonly Role[]): readonly string[] {
  return roles.flatMap((role): readonly string[] => ROLES[role].grants);
}
