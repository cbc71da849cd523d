import { randomUUID } from 'node:crypto';
import { Option } from 'commander';
import { textsOfStudent } from '#core/education/student/identifying-texts.ts';
import type { ErasedAgain, Person } from '#core/kernel/personal-data.ts';
import { textsOfMember } from '#core/membership/member/identifying-texts.ts';
import type { Platform } from '../../app/open-platform.ts';
import type { PersonalPage, PersonalPlace, Views } from '../../app/views.ts';
import { systemCaller } from '../../auth/system-caller.ts';
import { asOwner } from '../owner.ts';
import { inTenant, print, program, Refused, withPlatform } from '../program.ts';
import { terminal } from '../terminal.ts';
import { readText } from '../read-text.ts';

const PAGE = 200;
const PEOPLE = ['member', 'student'] as const;
type Kind = (typeof PEOPLE)[number];
/** A person who was erased, by ids that mean nothing elsewhere. */
type Erasure = { readonly tenant: string; readonly person: Kind; readonly uuid: string; readonly erased_at: string };

program
  .command('personal-data')
  .description('all that is held of a person, as JSON lines: one for each record')
  .addOption(new Option('--of <kind>', 'whose').choices(PEOPLE).makeOptionMandatory())
  .argument('<id>', 'the id or uuid')
  .action((id: string, { of }: { readonly of: Kind }) =>
    inTenant(async ({ app }, operator) => {
      const reader = { ...operator, pii: true };
      const named = /^\d+$/.test(id) ? Number(id) : id.toLowerCase();
      const person = await app.read(reader, (views) => personBy(views, of, named));
      await app.recordReadings(operator, [{ record: of, uuid: person.uuid, fields: ['personal_data'] }]);
      const pageFrom = (place: PersonalPlace | null): Promise<PersonalPage> =>
        app.read(reader, (views) => views.personalData.page(person, place, PAGE));
      for (let page = await pageFrom(null); ; page = await pageFrom(page.next)) {
        for (const row of page.rows) terminal().out.write(`${JSON.stringify(row)}\n`);
        if (page.next === null) break;
      }
    }),
  );

async function personBy(views: Views, of: Kind, id: number | string): Promise<Person> {
  if (of === 'member') {
    const member = await views.members.one(id);
    if (member) return { type: of, id: member.id, uuid: member.uuid, texts: textsOfMember(member) };
  } else {
    const student = await views.students.one(id);
    if (student) return { type: of, id: student.id, uuid: student.uuid, texts: textsOfStudent(student) };
  }
  throw new Refused(`There is no ${of} ${id}.`);
}

const erasures = program
  .command('erasures')
  .description('people who were erased: a backup that is restored has them again');

erasures
  .command('list')
  .description('all of every institution as JSON lines, without anything personal; keep it apart from the backups')
  .action(() =>
    withPlatform(async ({ settings: { adminUrl } }) => {
      const { rows } = await asOwner(adminUrl, (owner) =>
        owner.query<Erasure>(
          `select t.uuid as tenant, e.person_type as person, e.person_uuid as uuid, e.created_at::text as erased_at
             from erasure e join tenant t on t.id = e.tenant_id order by e.created_at, e.id`,
        ),
      );
      for (const row of rows) terminal().out.write(`${JSON.stringify(row)}\n`);
    }),
  );

erasures
  .command('replay')
  .description('erase them again, after a backup was restored that is older; what is done already stays')
  .argument('<file>', 'what `erasures list` wrote; - reads standard input')
  .action((file: string) =>
    withPlatform(async (platform) => {
      const listed = (await readText(file)).split('\n').filter((line) => line.trim() !== '');
      const tenants = await tenantsByUuid(platform);
      const done: Record<ErasedAgain, number> = { erased: 0, erased_before: 0, unknown: 0 };
      for (const { tenant, person, uuid } of listed.map(erasureIn)) {
        const found = tenants.get(tenant);
        done[found ? await eraseAgain(platform, found, person, uuid) : 'unknown'] += 1;
      }
      print(
        done,
        `${done.erased} people were erased again, ${done.erased_before} were erased already, ${done.unknown} are not in this database.`,
      );
    }),
  );

function eraseAgain({ app }: Platform, tenant: Parameters<typeof systemCaller>[0], person: Kind, uuid: string) {
  const caller = systemCaller(tenant, 'operator', randomUUID());
  return person === 'member'
    ? app.membership.eraseMemberAgain(caller, { uuid })
    : app.education.eraseStudentAgain(caller, { uuid });
}

async function tenantsByUuid({ settings: { adminUrl } }: Platform) {
  const { rows } = await asOwner(adminUrl, (owner) =>
    owner.query<{ uuid: string; id: string; mode: 'sandbox' | 'live' }>('select uuid, id, mode from tenant'),
  );
  return new Map(rows.map(({ uuid, id, mode }) => [uuid, { id: Number(id), mode }]));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function erasureIn(line: string, index: number): Pick<Erasure, 'tenant' | 'person' | 'uuid'> {
  const refused = new Refused(`Line ${index + 1} is none of \`erasures list\`. Nothing was done.`);
  let read: Partial<Erasure>;
  try {
    // What it has is looked at below.
    read = (JSON.parse(line) ?? {}) as Partial<Erasure>;
  } catch {
    throw refused;
  }
  const { tenant = '', person, uuid = '' } = read;
  if (!UUID.test(tenant) || !UUID.test(uuid) || person === undefined || !PEOPLE.includes(person)) throw refused;
  return { tenant, person, uuid };
}
