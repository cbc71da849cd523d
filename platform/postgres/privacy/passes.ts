import type { IdentifyingTexts, Person } from '#core/kernel/personal-data.ts';
import type { TenantTransaction } from '../database.ts';
import { readInstant } from '../mapping/types.ts';
import { isTenantKeyUnknown } from './keys/tenant-keys.ts';

/** What finds the person again is kept no longer than anything that may name the person. */
const LONGEST = `interval '400 days'`;
/** What was being written when the person was erased is there by then. */
const AT_ONCE = `interval '1 minute'`;

/** A person whose erasure is due for a pass. */
export type DuePass = {
  readonly id: number;
  /** Null where nothing can be looked for any more: the record is gone, or the key that opens the texts. */
  readonly person: Person | null;
  /** What was made by then was there, or on its way, when the person was erased: in the tenant’s business time, and in real time. */
  readonly madeBy: Temporal.Instant;
  readonly madeByInRealTime: Temporal.Instant;
  /** The pass before it left something. */
  readonly waits: boolean;
  /** It is the last one, whatever it leaves. */
  readonly isOver: boolean;
};

/**
 * Writes down that a person was erased, and keeps, sealed, what finds the person again until nothing is left. It is sealed
 * alike: keys of the tenant that are superseded meanwhile go after two days.
 */
export async function beginPasses(
  { sql, sealing }: TenantTransaction,
  { type, uuid }: Person,
  texts: IdentifyingTexts,
) {
  await sql(
    `insert into erasure (person_type, person_uuid, sought, sought_since, next_pass_at)
     values ($1, $2, $3, now(), clock_timestamp() + ${AT_ONCE})
     on conflict (tenant_id, person_type, person_uuid) do update set
       created_at = excluded.created_at, sought = excluded.sought, sought_since = excluded.sought_since,
       next_pass_at = excluded.next_pass_at, passes = 0, waits = true`,
    [type, uuid, sealing.sealAlike(JSON.stringify(texts))],
  );
}

type Row = {
  readonly id: string;
  readonly type: Person['type'];
  readonly uuid: string;
  readonly person_id: string | null;
  readonly sought: string;
  readonly made_by: string;
  readonly made_by_in_real_time: string;
  readonly waits: boolean;
  readonly is_over: boolean;
};

/** Holds an erasure that is due, until the transaction ends. Null where another worker has it, or it is gone. */
export async function takePass({ sql, sealing }: TenantTransaction, id: number): Promise<DuePass | null> {
  const [row] = await sql<Row>(
    `select e.id, e.person_type as type, e.person_uuid as uuid, coalesce(m.id, s.id) as person_id, e.sought, e.waits,
            e.created_at + ${AT_ONCE} as made_by, e.sought_since + ${AT_ONCE} as made_by_in_real_time,
            e.sought_since + ${LONGEST} <= now() as is_over
       from erasure e
       left join member m on e.person_type = 'member' and m.uuid = e.person_uuid
       left join student s on e.person_type = 'student' and s.uuid = e.person_uuid
      where e.id = $1 and e.next_pass_at <= now() for update of e skip locked`,
    [id],
  );
  if (!row) return null;
  const { type, uuid, person_id: personId } = row;
  const texts = openedTexts(sealing, row.sought);
  return {
    id,
    person: personId === null || texts === null ? null : { type, id: Number(personId), uuid, texts },
    madeBy: readInstant(row.made_by),
    madeByInRealTime: readInstant(row.made_by_in_real_time),
    waits: row.waits,
    isOver: row.is_over,
  };
}

/** Null where the key is gone by which they were sealed: nothing reads them any more. */
function openedTexts({ openAlike }: TenantTransaction['sealing'], sought: string): IdentifyingTexts | null {
  try {
    // As `beginPasses` has written it: what is changed does not open.
    return JSON.parse(openAlike(sought)) as IdentifyingTexts;
  } catch (error) {
    if (isTenantKeyUnknown(error)) throw error;
    return null;
  }
}

/** Nothing is left that names the person: from now on nothing says who it was. */
export const endPasses = ({ sql }: TenantTransaction, id: number) =>
  sql('update erasure set sought = null, sought_since = null, next_pass_at = null where id = $1', [id]);

/** What is on its way ends soon, or not for days: the next pass comes after 4, 16 and 64 minutes, and so on, and after a day at most. */
export const passAgain = ({ sql }: TenantTransaction, id: number) =>
  sql(
    `update erasure set passes = passes + 1, waits = true,
            next_pass_at = clock_timestamp() + least(interval '1 day', ${AT_ONCE} * power(4, least(passes + 1, 9)))
      where id = $1 and next_pass_at <= now()`,
    [id],
  );

/** What was on its way has ended. What is written behind its end is there for one more pass. */
export const passOnceMore = ({ sql }: TenantTransaction, id: number) =>
  sql(
    `update erasure set passes = passes + 1, waits = false, next_pass_at = clock_timestamp() + ${AT_ONCE} where id = $1`,
    [id],
  );
