import { identifierKey } from '#core/kernel/text.ts';
import { ROLE_NAMES, type Role } from '#core/people/roles.ts';
import { makePersonSecret } from '../../auth/sessions.ts';
import type { Platform } from '../../app/open-platform.ts';
import { readConfig } from '../../runtime/config.ts';
import { inTenant, oneOf, originOf, print, program, Refused } from '../program.ts';
import { terminal } from '../terminal.ts';

type Invite = { readonly name: string; readonly email: string; readonly roles: string[] };
type Row = {
  readonly uuid: string;
  readonly name: string;
  readonly email: string;
  readonly roles: string[];
  readonly state: string;
};

const person = program.command('person').description('people who work at the institution');
person
  .command('invite')
  .description('invite a person: prints a link, once, with which they register how they sign in')
  .requiredOption('--name <name>', 'their name')
  .requiredOption('--email <email>', 'their e-mail address')
  .option('--roles <roles...>', `their roles: ${ROLE_NAMES.join(', ')}`, ['administrator'])
  .action((options: Invite) =>
    inTenant(async (platform, operator) => {
      const { secret, hash: tokenHash } = makePersonSecret();
      const roles = options.roles.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
      const made = await platform.app.people.operators.invitePerson(operator, { ...options, roles, tokenHash });
      printLink(made.uuid, secret);
    }),
  );
person
  .command('invite-again')
  .description(
    'a new link for a person whose link or key is lost; in live a second administrator agrees, but for a sole one',
  )
  .argument('<email>', 'their e-mail address')
  .action((email: string) =>
    inTenant(async (platform, operator) => {
      const [found] = await peopleOf(platform, operator.tenantId, email);
      if (!found) throw new Refused(`No person has the address ${email}.`);
      const { secret, hash: tokenHash } = makePersonSecret();
      await platform.app.people.operators.invitePersonAgain(operator, { personId: Number(found.id), tokenHash });
      printLink(found.uuid, secret);
    }),
  );
person
  .command('confirm')
  .description(
    'say that a person holds their own key, and not the administrator who invited them: needed for the second administrator',
  )
  .argument('<email>', 'their e-mail address')
  .action((email: string) =>
    inTenant(async (platform, operator) => {
      const [found] = await peopleOf(platform, operator.tenantId, email);
      if (!found) throw new Refused(`No person has the address ${email}.`);
      await platform.app.people.operators.confirmPerson(operator, { personId: Number(found.id) });
      print({ person: found.uuid, confirmed: true }, `${found.name} counts as a person of their own from now on.`);
    }),
  );
person
  .command('branches')
  .description('limit a person to the records of some branches, in every role and session')
  .argument('<email>', 'their e-mail address')
  .argument('<codes...>', 'codes of branches, or all')
  .action((email: string, codes: string[]) =>
    inTenant(async (platform, operator) => {
      const [found] = await peopleOf(platform, operator.tenantId, email);
      if (!found) throw new Refused(`No person has the address ${email}.`);
      const branchIds =
        codes.length === 1 && codes[0] === 'all' ? null : await branchesOf(platform, operator.tenantId, codes);
      await platform.app.people.operators.assignBranches(operator, { personId: Number(found.id), branchIds });
      const reach = branchIds === null ? 'reaches every branch' : `is limited to ${codes.join(', ')}`;
      print({ person: found.uuid, branches: branchIds }, `${found.name} ${reach} from the next request on.`);
    }),
  );
person
  .command('units')
  .description('the units whose classes a lecturer reads and marks, and no others, from the next request on')
  .argument('<email>', 'their e-mail address')
  .argument('<codes...>', 'codes of units, as CSC101, or BSC-CS:CSC101 where programmes share one; or none')
  .action((email: string, codes: string[]) =>
    inTenant(async (platform, operator) => {
      const [found] = await peopleOf(platform, operator.tenantId, email);
      if (!found) throw new Refused(`No person has the address ${email}.`);
      const unitIds =
        codes.length === 1 && codes[0] === 'none' ? [] : await unitsOf(platform, operator.tenantId, codes);
      await platform.app.people.operators.assignUnits(operator, { personId: Number(found.id), unitIds });
      const reach = unitIds.length === 0 ? 'has no class' : `has the classes of ${codes.join(', ')} alone`;
      print({ person: found.uuid, units: unitIds }, `${found.name} ${reach} from the next request on.`);
    }),
  );
person
  .command('list')
  .description('the people of an institution, with their roles')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const people = await peopleOf(platform, tenantId, null);
      const lines = people.map(
        ({ uuid, state, name, email, roles }) => `${uuid}  ${state.padEnd(9)}  ${name} <${email}>  ${roles.join(', ')}`,
      );
      const shown = people.map(({ uuid, state, name, email, roles }) => ({ uuid, state, name, email, roles }));
      print({ people: shown }, lines.join('\n'));
    }),
  );
person
  .command('limit')
  .description('the largest amount that a role approves or pays out in one step')
  .argument('<role>', 'the role', oneOf(...ROLE_NAMES))
  .argument('<step>', 'approve or disburse', oneOf('approve', 'disburse'))
  .argument('<cents>', 'minor units; none for no limit, usual for the usual one')
  .action((role: Role, step: 'approve' | 'disburse', cents: string) =>
    inTenant(async (platform, operator) => {
      if (!/^(none|usual|0|[1-9]\d{0,15})$/.test(cents)) throw new Refused('Give minor units, none or usual.');
      const limit = cents === 'none' ? null : cents;
      await platform.app.people.operators.changeRoleLimit(operator, { role, step, limit });
      print({ role, step, limit: cents }, `${role}: ${step} at most ${cents} in one step, from the next request on.`);
    }),
  );

function printLink(uuid: string, secret: string): void {
  // Behind #, so that no server and no log is sent it.
  const link = `${originOf(readConfig(terminal().env))}/#invitation=${secret}`;
  print({ person: uuid, link }, `${link}\nIt is valid once, for three days, and is not shown again.`);
}

async function branchesOf({ database }: Platform, tenantId: number, codes: readonly string[]): Promise<number[]> {
  const rows = await database.read(tenantId, ({ sql }) =>
    sql<{ id: string; code: string }>(
      'select b.id, c.code from unnest($1::text[]) c (code) left join branch b on identifier_key(b.code) = identifier_key(c.code)',
      [codes],
    ),
  );
  const unknown = rows.filter(({ id }) => id === null).map(({ code }) => code);
  if (unknown.length > 0) throw new Refused(`There is no branch ${unknown.join(', ')}.`);
  return rows.map(({ id }) => Number(id));
}

async function unitsOf({ database }: Platform, tenantId: number, codes: readonly string[]): Promise<number[]> {
  const rows = await database.read(tenantId, ({ sql }) =>
    sql<{ sent: string; ids: string[]; programmes: string[] }>(
      `select c.sent, coalesce(array_agg(u.id) filter (where u.id is not null), '{}') as ids,
              coalesce(array_agg(p.code order by p.code) filter (where p.id is not null), '{}') as programmes
         from unnest($1::text[]) c (sent)
         left join (unit u left join programme p on p.id = u.programme_id)
           on identifier_key(u.code) = identifier_key(regexp_replace(c.sent, '^.*:', ''))
          and (c.sent not like '%:%' or identifier_key(p.code) = identifier_key(regexp_replace(c.sent, ':.*$', '')))
        group by c.sent`,
      [codes],
    ),
  );
  const unknown = rows.filter(({ ids }) => ids.length === 0).map(({ sent }) => sent);
  if (unknown.length > 0) throw new Refused(`There is no unit ${unknown.join(', ')}.`);
  const shared = rows.find(({ ids }) => ids.length > 1);
  if (shared) {
    const { sent, programmes } = shared;
    throw new Refused(
      `Several programmes have a unit ${sent}. Name one: ${programmes.map((code) => `${code}:${sent}`).join(', ')}.`,
    );
  }
  return rows.flatMap(({ ids }) => ids.map(Number));
}

function peopleOf({ database }: Platform, tenantId: number, email: string | null) {
  return database.read(tenantId, async ({ sql, sealing }) => {
    const rows = await sql<Row & { readonly id: string; readonly email: string }>(
      `select id, uuid, name, email, roles, state from person
        where $1::text is null or (email_key = $1 and state <> 'left') order by name, id limit 1000`,
      [email === null ? null : sealing.sealAlike(identifierKey(email))],
    );
    return rows.map((row) => ({ ...row, email: sealing.openAlike(row.email) }));
  });
}
