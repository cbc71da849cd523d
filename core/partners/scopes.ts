import { isOneOf } from '../kernel/names.ts';

/** What an api client may be granted: a resource, to read or to write. */
const RESOURCES = [
  'members',
  'loans',
  'loan_products',
  'disbursements',
  'repayments',
  'savings_accounts',
  'mobile_money',
  'aml_alerts',
  'webhooks',
  'students',
  'enrolments',
  'invoices',
  'results',
  'programmes',
  'payments',
  'receipts',
  'approvals',
  'privacy',
  'sandbox',
] as const;

type Resource = (typeof RESOURCES)[number];
type Access = 'read' | 'write';
/** `<resource>:<read|write>`. `write` does not imply `read`. */
export type Scope = `${Resource}:${Access}`;

/** Every scope there is, in the order of the resources, read before write. */
export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource): Scope[] => [
  `${resource}:read`,
  `${resource}:write`,
]);

/** What the payment bridge has: an app acts on it with these alone, whatever else its client may do elsewhere. */
const BRIDGE_RESOURCES: readonly string[] = ['payments', 'webhooks'] satisfies Resource[];

/** Those of the scopes that say something on the payment bridge. */
export function scopesOnBridge(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => BRIDGE_RESOURCES.includes(scope.split(':', 1)[0] ?? ''));
}

/** True for one of the scopes above, spelled exactly. */
export function isScope(text: string): text is Scope {
  return isOneOf(SCOPES, text);
}

/**
 * Reads the `scope` of a token request: names separated by single spaces (RFC 6749, 3.3), repetitions dropped.
 * `unknown` lists what is no scope, in the order of appearance.
 */
export function parseScopes(text: string): { readonly scopes: Scope[]; readonly unknown: string[] } {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return { scopes: names.filter(isScope), unknown: names.filter((name) => !isScope(name)) };
}

/** Those of `wanted` that `granted` does not hold. Empty means: a subset. */
export function notGranted(wanted: readonly string[], granted: readonly string[]): string[] {
  return wanted.filter((scope) => !granted.includes(scope));
}

/** True where every wanted scope is granted. */
export function isSubset(wanted: readonly string[], granted: readonly string[]): boolean {
  return notGranted(wanted, granted).length === 0;
}

/** Scopes as one string, in the canonical order: the `scope` member of a token reply. */
export function formatScopes(scopes: readonly string[]): string {
  return SCOPES.filter((scope) => scopes.includes(scope)).join(' ');
}
