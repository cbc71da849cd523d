import { randomUUIDv7 } from 'node:crypto';
import type { DomainEvent } from '#core/kernel/event.ts';
import { identifierKey } from '#core/kernel/text.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { Person } from '#core/people/person/person.ts';
import { ROLE_NAMES, type Role } from '#core/people/roles.ts';
import { sandboxAddress } from '../app/processes/sign-in/visitor.ts';
import type { TenantTransaction } from '../postgres/database.ts';

const NAMES: { readonly [R in Role]: string } = {
  officer: 'Amina Otieno',
  teller: 'Brian Kamau',
  approver: 'Catherine Mwangi',
  bursar: 'David Njoroge',
  lecturer: 'Esther Wanjiru',
  registrar: 'Joyce Wambui',
  compliance: 'Felix Ochieng',
  auditor: 'Grace Chebet',
  administrator: 'Hassan Abdi',
  developer: 'Irene Achieng',
};

/** One person of each of the roles, whom visitors of the demo enter as. They have no key: outside of the demo no one signs in as them. */
export async function plantPeople(
  { of, sql, sealing }: TenantTransaction,
  now: Temporal.Instant,
  roles: readonly Role[] = ROLE_NAMES,
): Promise<Outcome<null>> {
  const present = (
    await sql<{ email: string; state: string; id: string }>(`select email, state, id from person where state <> 'left'`)
  ).map((row) => ({ ...row, email: sealing.openAlike(row.email) }));
  const missing = roles.filter((role) => !present.some(({ email }) => email === sandboxAddress(role)));
  const events: DomainEvent[] = [];
  // A visitor may have suspended or dismissed them, who was an administrator.
  for (const { email, id } of present.filter(({ state }) => state === 'suspended')) {
    if (!ROLE_NAMES.some((role) => email === sandboxAddress(role))) continue;
    const person = await of(Person).lock(Number(id));
    if (person) events.push(person.resume());
  }
  for (const role of missing) {
    const fields = { uuid: randomUUIDv7(), name: NAMES[role], email: sandboxAddress(role), roles: [role] };
    const { person, invited } = Person.invite(fields);
    await of(Person).addWithId(person);
    events.push(invited, person.join(now, { how: 'sandbox', invitedBy: 'demo' }));
  }
  return outcome(null, ...events);
}

/** Units that the planted lecturer teaches, of those that the demo's schools have. */
const TAUGHT = ['CSC101', 'CSC102', 'BUS102'];

/** The planted lecturer teaches a few units: without one they would see no class. Done once. */
export async function giveUnitsToLecturer({
  of,
  sql,
  sealing,
}: Pick<TenantTransaction, 'of' | 'sql' | 'sealing'>): Promise<Outcome<null>> {
  const units = await sql<{ id: string }>('select id from unit where code = any ($1) order by id', [TAUGHT]);
  const address = sealing.sealAlike(identifierKey(sandboxAddress('lecturer')));
  const lecturer = await of(Person).lockFirst(`email_key = $1 and state = 'active'`, [address]);
  if (units.length === 0 || lecturer === null || lecturer.unitIds !== null) return outcome(null);
  return outcome(null, lecturer.assignUnits(units.map(({ id }) => id)));
}

/** The planted developer maintains the client of the sandbox: without one they would see nothing. Done once. */
export async function handClientToDeveloper(
  { of, sql, sealing }: Pick<TenantTransaction, 'of' | 'sql' | 'sealing'>,
  clientKey: string,
): Promise<Outcome<null>> {
  const [client] = await sql<{ id: string }>('select id from api_client where client_key = $1', [clientKey]);
  const address = sealing.sealAlike(identifierKey(sandboxAddress('developer')));
  const developer = await of(Person).lockFirst(`email_key = $1 and state = 'active'`, [address]);
  if (!client || developer === null || developer.clientIds !== null) return outcome(null);
  return outcome(null, developer.assignClients([client.id]));
}
