import { randomUUID } from 'node:crypto';
import type { Platform } from '../app/open-platform.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { asOwner } from './owner.ts';
import { Refused } from './program.ts';
import { changeTenant } from './tenants.ts';

/** Why payments are paused after a restore, as operators and the audit trail read it. */
const RESTORED = 'restored from a backup: what has left since is not in the books';
const PAGE = 500;

/**
 * Pauses the payments of every institution of a database that came back from a backup, where the schema has that already: all else stays
 * as it was backed up. @returns false where the schema is older
 */
export function pauseAfterRestore(ownerUrl: string): Promise<boolean> {
  return asOwner(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(
      `select from pg_attribute where attrelid = 'tenant'::regclass and attname = 'payments_paused' and not attisdropped`,
    );
    if (!rowCount) return false;
    await owner.query(
      `update tenant set payments_paused = $1, policies_version = policies_version + 1 where payments_paused is null`,
      [RESTORED],
    );
    return true;
  });
}

/**
 * Pauses the payments of every institution, or resumes them, each by a command that is audited.
 * @param because null resumes them
 * @returns how many were changed
 */
export async function pauseAll(platform: Platform, because: string | null): Promise<number> {
  let changed = 0;
  for (let last = 0; ;) {
    const page = await asOwner(platform.settings.adminUrl, async (owner) => {
      const { rows } = await owner.query<{ id: string; mode: 'sandbox' | 'live' }>(
        `select id, mode from tenant where id > $1 and (payments_paused is null) = $2 order by id limit ${PAGE}`,
        [last, because !== null],
      );
      return rows.map(({ id, mode }) => ({ id: Number(id), mode }));
    });
    for (const tenant of page)
      await changeTenant(platform, systemCaller(tenant, 'operator', randomUUID()), { payments_paused: because });
    changed += page.length;
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE) return changed;
  }
}

/** Before an operator has a provider or a bank move money. @throws Refused while the institution's payments are paused */
export async function requireUnpaused({ tenants }: Platform, tenantId: number): Promise<void> {
  const { paymentsPaused } = await tenants.get(tenantId);
  if (paymentsPaused !== null)
    throw new Refused(`Payments are paused (${paymentsPaused}). Resume them first: umoja payment resume.`);
}
