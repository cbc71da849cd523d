import { refuse } from '../../kernel/domain-error.ts';
import { invalidFields } from '../../kernel/field-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { isSamePerson, mayActFor } from '../../kernel/two-people.ts';
import { requireVersion } from '../../kernel/version.ts';
import { personRef, type Person } from '../person/person.ts';
import type { PeoplePorts } from '../ports.ts';
import { peopleRefusals } from '../refusals.ts';
import { isRole, ROLE_NAMES, type Role } from '../roles.ts';

export type OnPerson = { readonly personId: number; readonly version?: number | undefined };

export async function findPerson(
  { personId, version }: OnPerson,
  { people }: Pick<PeoplePorts, 'people'>,
): Promise<Person> {
  const person = await people.lock(personId);
  if (!person) {
    throw refuse(kernelRefusals.not_found, `There is no person ${personId}.`, { resource: 'person', id: personId });
  }
  requireVersion(person, version);
  return person;
}

/** Roles that go with no other: what limits their holder would hide what the other one is for, or not hold. */
const ALONE = {
  developer: 'A developer sees their clients alone, and has no other role.',
  lecturer:
    'A lecturer sees the classes of their units alone, and has no other role. Who keeps the marks of the school is a registrar.',
} as const satisfies { readonly [R in Role]?: string };

export function readRoles(names: readonly string[]): Role[] {
  const unknown = names.filter((name) => !isRole(name));
  if (unknown.length === 0) {
    const roles = [...new Set(names.filter(isRole))];
    const single = roles.length === 1 ? undefined : roles.find((role) => Object.hasOwn(ALONE, role));
    if (single === undefined) return roles;
    // It was found among the names of the table.
    const detail = ALONE[single as keyof typeof ALONE];
    throw invalidFields(detail, [{ field: 'roles', code: 'combination', detail }]);
  }
  const detail = `There is no role ${unknown.join(', ').slice(0, 200)}. Roles are: ${ROLE_NAMES.join(', ')}.`;
  throw invalidFields(detail, [{ field: 'roles', code: 'unknown', detail }]);
}

/** They write what a school has, which belongs to no branch. */
const OF_SCHOOLS: readonly Role[] = ['bursar', 'registrar'];

/**
 * Who is limited to branches sees nothing of a school, and would write what they never see.
 * @param field the one of the two that is decided
 */
export function requireSchoolsOfAll(
  { roles, branchIds }: Pick<Person, 'roles' | 'branchIds'>,
  field: 'roles' | 'branchIds',
): void {
  const keeps = branchIds === null ? undefined : roles.find((role) => OF_SCHOOLS.includes(role));
  if (keeps === undefined) return;
  const detail = `Students, fees and marks belong to no branch. A ${keeps} is limited to none.`;
  throw invalidFields(detail, [{ field, code: 'combination', detail }]);
}

export async function requireRemovable(person: Person, ports: PeoplePorts): Promise<void> {
  await requireAnother(person, ports);
  requireGrantable(person.roles, ports);
  await requireAnotherAdministrator(person, ports);
}

/** @throws DomainError own_person (conflict) */
export async function requireAnother(person: Person, ports: PeoplePorts): Promise<void> {
  if (await isSamePerson(personRef(person), ports)) {
    throw refuse(peopleRefusals.own_person, 'You are this person. Let another administrator do it.');
  }
  requireWithinBranches(person.branchIds, ports);
  if (!(await mayActFor(personRef(person), ports))) return;
  throw refuse(
    peopleRefusals.own_person,
    `${person.name} has invited you alone, so that you may be one person. Let another administrator do it, or have them, or ` +
      'an operator on the machine, confirm you first (confirmPerson, umoja person confirm).',
  );
}

export function requireGrantable(roles: readonly Role[], { grants }: PeoplePorts): void {
  const beyond = grants === null ? [] : roles.filter((role) => !grants.includes(role));
  if (beyond.length === 0) return;
  throw refuse(
    peopleRefusals.role_not_grantable,
    `Your roles neither give nor take ${beyond.join(', ')}, nor decide about a person who has it.`,
    { roles: beyond },
  );
}

export async function isSoleAdministrator(person: Person, { people }: PeoplePorts): Promise<boolean> {
  if (person.state !== 'active' || !person.roles.includes('administrator')) return false;
  return (await people.lockAdministrators()).every(({ id }) => id === person.id);
}

export async function requireAnotherAdministrator(person: Person, ports: PeoplePorts): Promise<void> {
  if (!(await isSoleAdministrator(person, ports))) return;
  throw refuse(peopleRefusals.last_administrator, `${person.name} is the only active administrator.`);
}

/** A limited person decides about no person who reaches further. @throws DomainError beyond_branches (forbidden) */
export function requireWithinBranches(
  branchIds: readonly string[] | null,
  { branches }: Pick<PeoplePorts, 'branches'>,
): void {
  if (branches === null || branchIds?.every((id) => branches.includes(Number(id)))) return;
  throw refuse(peopleRefusals.beyond_branches, 'You decide about people of your own branches alone.', {
    branches: branches.map(String),
  });
}
