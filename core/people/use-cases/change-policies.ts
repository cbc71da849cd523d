import { refuse } from '../../kernel/domain-error.ts';
import type { DetailValue } from '../../kernel/domain-error.ts';
import { event } from '../../kernel/event.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { requireAgreement } from '../../kernel/two-people.ts';
import { requireVersion } from '../../kernel/version.ts';
import { isAmount, requireSoundPolicies, takesTwo } from '../policies.ts';
import type { PeoplePorts } from '../ports.ts';
import { peopleRefusals } from '../refusals.ts';
import type { Role } from '../roles.ts';

/** A policy's value as it is stored: amounts as text, null where the institution has not decided. */
export type PolicyValue = DetailValue;
export type Policies = { readonly [name: string]: PolicyValue };

type Ports = Pick<
  PeoplePorts,
  'institution' | 'policies' | 'twoPeople' | 'agreement' | 'proposedBy' | 'grants' | 'roles' | 'branches'
>;
type Institution = PeoplePorts['institution'];

type Decision = {
  /** The version of the policies on which who decides has decided. */
  readonly version?: number | undefined;
  readonly reason?: string | null;
  /** Of a proposal: what stood there when it was made, which who approves it reads beside what is to stand there. */
  readonly before?: Policies;
};
export type ChangePolicies = Decision & { readonly changes: Policies };

/**
 * Changes what an institution has decided, from the next command on. Those that stay as they are are no change. Where the
 * institution wants two people it takes two, but for matters of order; an operator on the machine decides alone.
 * @throws SecondPersonRequired; DomainError validation_failed, beyond_branches (forbidden), precondition_failed (stale)
 */
export async function changePolicies(command: ChangePolicies, ports: Ports): Promise<Outcome<Institution>> {
  requireWholeInstitution(ports);
  const before = await ports.policies.lock();
  requireSoundPolicies(command.changes, ports.policies.faultsOf(command.changes, before));
  const names = Object.keys(command.changes);
  return changed(command, { before, stood: taken(names, before) }, ports);
}

export type ChangeRoleLimit = Decision & {
  readonly role: Role;
  readonly step: 'approve' | 'disburse';
  /** Minor units as text; null: no limit; `usual`: what it is where an institution has not decided. */
  readonly limit: string | null;
};

/**
 * Changes the largest amount that a role approves or pays out in one step. Who holds the role leaves it to others.
 * @throws SecondPersonRequired; DomainError own_limit (conflict), validation_failed, beyond_branches (forbidden),
 *   precondition_failed (stale)
 */
export async function changeRoleLimit(command: ChangeRoleLimit, ports: Ports): Promise<Outcome<Institution>> {
  requireWholeInstitution(ports);
  const { role, step, limit, ...decision } = command;
  if (ports.roles?.includes(role)) {
    throw refuse(peopleRefusals.own_limit, `You are ${role} yourself. Let an administrator do it who is not.`, {
      role,
    });
  }
  if (limit !== null && limit !== 'usual' && !/^\d{1,15}$/.test(limit)) {
    throw invalidField('amount', 'range', 'Send an amount in minor units, 0 or more.');
  }
  const before = await ports.policies.lock();
  // As this use case stored them; none at first.
  const limits = Object(before['role_limits']) as { readonly [role: string]: Policies };
  const { [step]: _, ...others } = limits[role] ?? {};
  const chosen = limit === 'usual' ? others : { ...others, [step]: limit };
  // What is not there is usual; null is no limit.
  const [stood = 'usual'] = [limits[role]?.[step]];
  const changes = { role_limits: { ...limits, [role]: chosen } };
  return changed({ ...decision, changes }, { before, stood: { limit: stood } }, ports);
}

/** @throws DomainError beyond_branches (forbidden) */
function requireWholeInstitution({ branches }: Ports): void {
  if (branches === null) return;
  throw refuse(
    peopleRefusals.beyond_branches,
    'Policies are of the whole institution, and you are limited to branches.',
  );
}

async function changed(
  { changes, version: expected, reason = null, before: seen }: ChangePolicies,
  { before, stood }: { readonly before: Policies; readonly stood: Policies },
  ports: Ports,
): Promise<Outcome<Institution>> {
  const { institution, policies, proposedBy } = ports;
  requireVersion({ version: Number(before['policies_version']) }, expected);
  const names = Object.keys(changes).filter((name) => textOf(changes[name]) !== textOf(before[name]));
  if (names.length === 0) return outcome({ ...institution, version: Number(before['policies_version']) });
  // Who approves it has read what it was changed from.
  if (seen !== undefined && textOf(seen) !== textOf(stood)) throw changedMeanwhile(before);
  requireTwo(names, { changes, before, stood }, ports);
  const version = await policies.change(taken(names, changes));
  const subject = { ...institution, version };
  return outcome(
    subject,
    event('institution.policies_changed', 'institution', subject, {
      changed: names,
      before: taken(names, before),
      after: taken(names, changes),
      proposed_by: proposedBy,
      reason,
    }),
  );
}

const taken = (names: readonly string[], from: Policies): Policies =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]));

const changedMeanwhile = (before: Policies) =>
  refuse(
    kernelRefusals.precondition_failed,
    'What it changes has been changed since it was proposed. Propose it again.',
    {
      current_version: Number(before['policies_version']),
    },
  );

/** Two people, where the institution wants two now: a policy that lets one decide alone is decided by two itself. */
function requireTwo(
  names: readonly string[],
  { changes, before, stood }: { readonly changes: Policies; readonly before: Policies; readonly stood: Policies },
  ports: Ports,
): void {
  const isOperator = ports.grants === null;
  if (isOperator || !ports.twoPeople || !(names.includes('role_limits') || takesTwo(names))) return;
  const differences = names
    .flatMap((name) => differencesIn(words(name), [before[name], changes[name]], sayingOf(name)))
    .join('; ');
  if (differences.length > MOST_DIFFERENCES) {
    throw invalidField('input', 'range', 'Change fewer policies at once: who approves them has to see each.');
  }
  requireAgreement(ports, {
    subject: { type: 'institution', id: ports.institution.id, uuid: ports.institution.uuid },
    rule: `Policies are changed by two people: ${differences}`,
    paymentKey: names.toSorted().join(),
    settled: { before: stood },
  });
}

/** Room for a whole tariff, before and after: what the second person sees is all that they approve. */
const MOST_DIFFERENCES = 20_000;
const words = (name: string) => name.replaceAll('_', ' ');

/** What differs, in words: of an object only the members that do. */
function differencesIn(
  name: string,
  [before, after]: readonly [before: PolicyValue | undefined, after: PolicyValue | undefined],
  say: Say,
): readonly string[] {
  if (say(before) === say(after)) return [];
  if (!isMap(before ?? {}) || !isMap(after)) return [`${name} from ${say(before)} to ${say(after)}`];
  const [from, to]: readonly Policies[] = [Object(before), Object(after)];
  return [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])].flatMap((member) =>
    differencesIn(`${name} ${words(member)}`, [from?.[member], to?.[member]], say),
  );
}

type Say = (value: PolicyValue | undefined) => string;

/** How values of a policy are written: an amount says that it is cents, or who approves it reads it as shillings. */
function sayingOf(policy: string): Say {
  if (policy === 'app_tariff') return (value) => textOf(value).replaceAll(/\b(?:fee|upTo):\d+/g, '$& cents');
  const inCents: Say = (value) => textOf(value).replace(/^\d+$/, '$& cents');
  if (policy !== 'role_limits') return isAmount(policy) ? inCents : textOf;
  // What is not there is usual, and null is none: both are otherwise spelled alike.
  return (value) => (value === undefined ? 'usual' : value === null ? 'no limit' : inCents(value));
}

const isMap = (value: PolicyValue | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members in one order, so that two that say the same are the same; amounts as text, as they may be numbers in the table. */
function textOf(value: PolicyValue | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${textOf(member)}`).join()}}`;
}
