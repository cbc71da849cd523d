import { memberSubject, nomineeSubject } from '#core/aml/alert/aml-alert.ts';
import type { NamedSubject } from '#core/aml/use-cases/screen-names.ts';
import { nameKey } from '#core/aml/watchlist/names.ts';
import type { Nominee } from '#core/membership/nominees.ts';
import type { TenantTransaction } from '../database.ts';

const PARTICULARS = `select id, uuid, name, national_id, kyc ->> 'date_of_birth' as born, nominees from member`;

/** A member and the member's nominees as the lists are searched for them; none where there is no such member. */
export async function memberToScreen(
  { sql }: Pick<TenantTransaction, 'sql'>,
  id: number,
): Promise<readonly NamedSubject[]> {
  return (await sql<MemberRow>(`${PARTICULARS} where id = $1`, [id])).flatMap(peopleOf);
}

/** The next members in the order of their ids with their nominees, those who have left excepted. */
export async function membersToScreen(
  { sql }: Pick<TenantTransaction, 'sql'>,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly people: readonly NamedSubject[] }> {
  const rows = await sql<MemberRow>(`${PARTICULARS} where id > $1 and state <> 'exited' order by id limit $2`, [
    after,
    limit,
  ]);
  return { ids: rows.map(({ id }) => Number(id)), people: rows.flatMap(peopleOf) };
}

/** The member that comes next in that order, by name only: its particulars may be what can't be read. */
export async function nextToScreen(
  { sql }: Pick<TenantTransaction, 'sql'>,
  after: number,
): Promise<{ readonly id: number; readonly uuid: string } | null> {
  const [row] = await sql<{ id: string; uuid: string }>(
    `select id, uuid from member where id > $1 and state <> 'exited' order by id limit 1`,
    [after],
  );
  return row ? { id: Number(row.id), uuid: row.uuid } : null;
}

type MemberRow = {
  readonly id: string;
  readonly uuid: string;
  readonly name: string;
  readonly national_id: string;
  readonly born: string | null;
  readonly nominees: readonly Nominee[];
};

function peopleOf({ id, uuid, name, national_id: idNumber, born, nominees }: MemberRow): readonly NamedSubject[] {
  const memberId = Number(id);
  return [
    { subject: memberSubject(memberId), person: { name, born, idNumber } },
    ...nominees.map(({ name: nominee, date_of_birth: bornOn, id_number: number }) => ({
      subject: nomineeSubject(memberId, nameKey(nominee)),
      person: { name: nominee, born: bornOn, idNumber: number },
      evidence: [`member:${uuid}`],
    })),
  ];
}
