import type { TenantTransaction } from '../database.ts';

/** How long a removal is listed for clients who sync. */
const RETENTION_DAYS = 90;

/**
 * Deletes tombstones older than 90 days, and stores since when removals are complete: a client who syncs from an older
 * time has to read everything again, instead of missing a removal.
 * @returns how many were forgotten
 */
export async function forgetTombstones({ sql }: TenantTransaction, now: Temporal.Instant): Promise<number> {
  const before = now.subtract({ hours: RETENTION_DAYS * 24 }).toString({ smallestUnit: 'millisecond' });
  const [row] = await sql<{ forgotten: string }>(
    `with forgotten as (delete from tombstone where updated_at < $1::timestamptz returning 1),
          moved as (insert into sync_window (complete_since) select $1::timestamptz where exists (select from forgotten)
                    on conflict (tenant_id) do update set complete_since = greatest(sync_window.complete_since, excluded.complete_since))
     select count(*) as forgotten from forgotten`,
    [before],
  );
  return Number(row?.forgotten ?? 0);
}
