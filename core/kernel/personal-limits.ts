import { refuse } from './domain-error.ts';
import { kernelRefusals } from './refusals.ts';
import type { Cents } from './money.ts';

/** The largest amount that a person approves, or lets out, in one step; minor units, null: no limit. */
export type PersonalLimits = { readonly approve: Cents | null; readonly disburse: Cents | null };

/** Who acts, as far as amounts count; null: a client or a job, which has scopes and no limits. */
export type RoleLimited = { readonly personalLimits: PersonalLimits | null };

const DONE: { readonly [Step in keyof PersonalLimits]: string } = { approve: 'approve', disburse: 'pay out' };

/**
 * The amount is within what the roles of the person who acts allow.
 * @throws DomainError role_limit_exceeded (forbidden) with limit, amount
 */
export function requireWithinRole(
  step: keyof PersonalLimits,
  amount: Cents,
  { personalLimits = null }: Partial<RoleLimited>,
): void {
  const limit = personalLimits?.[step] ?? null;
  if (limit === null || amount <= limit) return;
  throw refuse(
    kernelRefusals.role_limit_exceeded,
    limit === 0n
      ? `Your roles ${DONE[step]} nothing. Let a person do it whose role does.`
      : `Your roles ${DONE[step]} at most ${limit} cents in one step; this is ${amount}. Let a person with a higher limit do it.`,
    { limit, amount },
  );
}
