import type { TenantTransaction } from '../database.ts';

/** A reaction to an event. `progress` is how far it has come, where it takes several transactions. */
export type ReactionRow = {
  readonly handler: string;
  readonly progress: number | null;
  readonly subjectId: number;
  readonly data: { readonly [member: string]: unknown };
};

type Row = {
  handler: string;
  progress: string | null;
  subject_id: string;
  data: ReactionRow['data'];
};

/** Locks a reaction that is due; null where it is not, or is done, or another process has it. */
export async function takeReaction(
  { sql }: TenantTransaction,
  id: string,
  now: Temporal.Instant,
): Promise<ReactionRow | null> {
  const [row] = await sql<Row>(
    `select r.handler, r.progress, e.subject_id, e.data from reaction r join event e on e.id = r.event_id
      where r.id = $1 and r.due_at <= $2 for update of r skip locked`,
    [id, now.toString()],
  );
  if (!row) return null;
  const { handler, progress, subject_id, data } = row;
  return { handler, progress: progress === null ? null : Number(progress), subjectId: Number(subject_id), data };
}

/** A reaction is done (null), or has come so far. */
export async function moveReaction({ sql }: TenantTransaction, id: string, upTo: number | null): Promise<void> {
  if (upTo === null) await sql('delete from reaction where id = $1', [id]);
  else await sql('update reaction set progress = $2 where id = $1', [id, upTo]);
}

/**
 * A reaction failed: it is due again later, or never where it was tried `most` times.
 * @returns whether it was given up
 */
export async function postponeReaction(
  { sql }: TenantTransaction,
  id: string,
  failure: {
    readonly problem: string;
    readonly now: Temporal.Instant;
    readonly most: number;
    readonly backoffSeconds: number;
  },
): Promise<boolean> {
  const [row] = await sql<{ given_up: boolean }>(
    `update reaction set attempts = attempts + 1, problem = left($2, 500),
            due_at = case when attempts + 1 >= $3::int then null
                          else $4::timestamptz + make_interval(secs => $5::int * 2 ^ attempts) end
      where id = $1 returning due_at is null as given_up`,
    [id, failure.problem, failure.most, failure.now.toString(), failure.backoffSeconds],
  );
  return row?.given_up === true;
}
