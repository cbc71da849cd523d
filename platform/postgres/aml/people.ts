import { memberSubject, nomineeSubject } from '#core/aml/alert/aml-alert.ts';
import type { NamedSubject } from '#core/aml/use-cases/screen-names.ts';
import { nameKey } from '#core/aml/watchlist/names.ts';
import { Member } from '#core/membership/member/member.ts';
import type { TenantTransaction } from '../database.ts';
import { columnsOf, sealedSelection } from '../views/columns.ts';

const { id, uuid, name, nationalId, kyc, nominees } = columnsOf(Member);
const PARTICULARS = sealedSelection({ id, uuid, name, nationalId, kyc, nominees });
type Particulars = ReturnType<typeof PARTICULARS.read>;
type Tx = Pick<TenantTransaction, 'sql' | 'sealing'>;

/** A member and the member's nominees as the lists are searched for them; none where there is no such member. */
export async function memberToScreen(tx: Tx, id: number): Promise<readonly NamedSubject[]> {
  const rows = await tx.sql(`select ${PARTICULARS.list} from member l where l.id = $1`, [id]);
  return rows.flatMap((row) => peopleOf(PARTICULARS.read(row, tx)));
}

/** The next members in the order of their ids with their nominees, those who have left excepted. */
export async function membersToScreen(
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly people: readonly NamedSubject[] }> {
  const rows = await tx.sql(
    `select ${PARTICULARS.list} from member l where l.id > $1 and l.state <> 'exited' order by l.id limit $2`,
    [after, limit],
  );
  const members = rows.map((row) => PARTICULARS.read(row, tx));
  return { ids: members.map((member) => member.id), people: members.flatMap(peopleOf) };
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

function peopleOf(member: Particulars): readonly NamedSubject[] {
  return [
    {
      subject: memberSubject(member.id),
      person: { name: member.name, born: member.kyc?.date_of_birth ?? null, idNumber: member.nationalId },
    },
    ...member.nominees.map((nominee) => ({
      subject: nomineeSubject(member.id, nameKey(nominee.name)),
      person: { name: nominee.name, born: nominee.date_of_birth, idNumber: nominee.id_number },
      evidence: [`member:${member.uuid}`],
    })),
  ];
}
