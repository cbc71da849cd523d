import { memberSubject } from '#core/aml/alert/aml-alert.ts';
import type { NamedSubject } from '#core/aml/use-cases/screen-names.ts';
import type { TenantTransaction } from '../database.ts';

const PARTICULARS = `select id, name, national_id, kyc ->> 'date_of_birth' as born from member`;

/** A member as the lists are searched for it; null where there is none. */
export async function memberToScreen(
  { sql }: Pick<TenantTransaction, 'sql'>,
  id: number,
): Promise<NamedSubject | null> {
  const [row] = await sql<MemberRow>(`${PARTICULARS} where id = $1`, [id]);
  return row ? toSubject(row) : null;
}

/** The next members in the order of their ids, those who have left excepted. */
export async function membersToScreen(
  { sql }: Pick<TenantTransaction, 'sql'>,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly (NamedSubject & { readonly id: number })[]> {
  const rows = await sql<MemberRow>(`${PARTICULARS} where id > $1 and state <> 'exited' order by id limit $2`, [
    after,
    limit,
  ]);
  return rows.map((row) => ({ ...toSubject(row), id: Number(row.id) }));
}

type MemberRow = {
  readonly id: string;
  readonly name: string;
  readonly national_id: string;
  readonly born: string | null;
};

function toSubject({ id, name, national_id: idNumber, born }: MemberRow): NamedSubject {
  return { subject: memberSubject(Number(id)), person: { name, born, idNumber } };
}
