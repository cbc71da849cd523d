import { event, type DomainEvent } from '#core/kernel/event.ts';
import type { DetailValue } from '#core/kernel/domain-error.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Platform } from '../app/open-platform.ts';
import type { Tenant } from '../app/tenants.ts';
import type { Caller } from '../auth/caller.ts';

type Facts = Readonly<Record<string, DetailValue>>;

/** For the audit trail: what an operator does with an institution by no use case. Settings and secrets stay out of it. */
export const institutionEvent = (
  what: string,
  { id, uuid, policiesVersion: version }: Pick<Tenant, 'id' | 'uuid' | 'policiesVersion'>,
  facts: Facts,
): DomainEvent => event(`institution.${what}`, 'institution', { id, uuid, version }, facts);

/** Writes down what was done outside of the books: at a provider, or by the owner of the tables. */
export async function noteDeeds(
  { internals }: Pick<Platform, 'internals'>,
  operator: Caller,
  command: string,
  deeds: readonly { readonly what: string; readonly facts: Facts }[],
): Promise<void> {
  await internals.transact.run(command, operator, async (_tx, { tenant }) =>
    outcome(null, ...deeds.map(({ what, facts }) => institutionEvent(what, tenant, facts))),
  );
}
