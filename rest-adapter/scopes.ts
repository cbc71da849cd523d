import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Scope } from '#core/partners/scopes.ts';
import { mayUse, type Caller } from '#platform/auth/caller.ts';
import { restRefusals } from './refusals.ts';
import type { Route } from './route.ts';

/** @param what the subject of the sentence: `This call`. @throws DomainError insufficient_scope, which names all that are missing */
export function requireScopes(caller: Caller, what: string, needed: readonly Scope[]): void {
  const missing = [...new Set(needed)].filter((scope) => !mayUse(caller, scope));
  if (missing.length === 0) return;
  const words = missing.length === 1 ? 'the scope' : 'the scopes';
  throw refuse(partnerRefusals.insufficient_scope, `${what} needs ${words} ${missing.join(', ')}.`, {
    required_scopes: missing,
    granted_scopes: caller.scopes,
  });
}

/**
 * What is on the payment bridge belongs to the app that calls. A bursar has the same scope, for the fees of a school, and no app.
 * @throws DomainError app_required (forbidden)
 */
export function requireApp({ surface }: Pick<Route, 'surface'>, { person }: Pick<Caller, 'person'>): void {
  if (surface !== 'payment-bridge' || person === undefined) return;
  throw refuse(restRefusals.app_required, 'You are signed in as a person: the payment bridge is for apps.');
}
