import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Scope } from '#core/partners/scopes.ts';
import { mayUse, type Caller } from '#platform/auth/caller.ts';

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
