import type { DetailValue } from '../../kernel/domain-error.ts';
import { event } from '../../kernel/event.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { PeoplePorts } from '../ports.ts';
import type { Role } from '../roles.ts';

/** A policy's value as it is stored: amounts as text, null where the institution has not decided. */
export type PolicyValue = DetailValue;
export type Policies = { readonly [name: string]: PolicyValue };

type Ports = Pick<PeoplePorts, 'institution' | 'policies'>;
type Institution = PeoplePorts['institution'];

/** Changes what an institution has decided. Those that stay as they are are no change. */
export async function changePolicies(
  { changes }: { readonly changes: Policies },
  ports: Ports,
): Promise<Outcome<Institution>> {
  return changed(changes, await ports.policies.lock(), ports);
}

export type ChangeRoleLimit = {
  readonly role: Role;
  readonly step: 'approve' | 'disburse';
  /** Minor units as text; null: no limit; `usual`: what it is where an institution has not decided. */
  readonly limit: string | null;
};

/** Changes the largest amount that a role approves or pays out in one step. */
export async function changeRoleLimit(
  { role, step, limit }: ChangeRoleLimit,
  ports: Ports,
): Promise<Outcome<Institution>> {
  const before = await ports.policies.lock();
  const limits = Object(before['role_limits']) as { readonly [role: string]: Policies };
  const { [step]: _, ...others } = limits[role] ?? {};
  const chosen = limit === 'usual' ? others : { ...others, [step]: limit };
  return changed({ role_limits: { ...limits, [role]: chosen } }, before, ports);
}

async function changed(
  changes: Policies,
  before: Policies,
  { institution, policies }: Ports,
): Promise<Outcome<Institution>> {
  const names = Object.keys(changes).filter((name) => textOf(changes[name]) !== textOf(before[name]));
  if (names.length === 0) return outcome(institution);
  const taken = (from: Policies) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const version = await policies.change(taken(changes));
  const subject = { ...institution, version };
  return outcome(
    subject,
    event('institution.policies_changed', 'institution', subject, {
      changed: names,
      before: taken(before),
      after: taken(changes),
    }),
  );
}

/** Members in one order, so that two that say the same are the same; amounts as text, as they may be numbers in the table. */
function textOf(value: PolicyValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${textOf(member)}`).join()}}`;
}
