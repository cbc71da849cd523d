import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { App } from '../../app/compose.ts';
import type { Keys } from '../../auth/keys.ts';
import { systemCaller } from '../../auth/system-caller.ts';
import { requireOwner } from '../../cli/owner.ts';
import { createTenant } from '../../cli/tenants.ts';
import type { Database } from '../../postgres/database.ts';
import { credentialsOf, THIS_MACHINE, type Credentials, type DemoFacts } from '../demo.ts';
import { giveUnitsToLecturer, handClientToDeveloper } from '../people.ts';
import { plantReceiver } from '../receiver.ts';
import { growSociety, type GrowingParts } from './grow.ts';
import { beginGrowth, growthOf } from './growth.ts';
import type { Span } from './draft.ts';
import { openSession } from '../../postgres/session.ts';

/** The institution that lives: a sandbox of its own, beside the small demo whose first records everybody knows. */
export const SOCIETY = 'Umoja Society';
const CLIENT = 'Society client';
const SOCIETY_LOCK = 4_710_003;
/** How long it has lived. */
const MONTHS = { months: 18 };

export type SocietyParts = GrowingParts & {
  readonly app: App;
  readonly database: Database;
  readonly keys: Keys;
  /** Where the demo receives its own events; null where it does not. */
  readonly receiverUrl: string | null;
  /** Its name; that of the demo where it is left out. */
  readonly name?: string;
  /** The days of its history: eighteen months up to today where they are left out. */
  readonly span?: Span;
};

/**
 * Plants the society, or goes on with one that a process has left. Of several processes one does it.
 * @param known the facts of its client, as they were stored
 * @returns the credentials of its client once it is finished; null where it is not, or another process is at it
 */
export async function plantSociety(parts: SocietyParts, known: DemoFacts | null): Promise<Credentials | null> {
  const { adminUrl, internals, database, keys, receiverUrl, name = SOCIETY } = parts;
  // The lock is the session's: a process that dies lets go of it.
  const session = await openSession({ connectionString: adminUrl, application_name: 'umoja society' });
  try {
    await requireOwner(session);
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [SOCIETY_LOCK]);
    if (rows[0]?.mine !== true) return null;
    const tenantId =
      (await findSociety(session, name)) ??
      (await createTenant(adminUrl, { name, mode: 'sandbox', webhookNetworks: THIS_MACHINE }));
    if ((await growthOf(database, tenantId)) === null) {
      const { timeZone } = await internals.tenants.get(tenantId);
      const span = parts.span ?? lastMonths(internals.clock().toZonedDateTimeISO(timeZone).toPlainDate());
      await beginGrowth(session, { tenantId, timeZone, span });
    }
    if (!(await growSociety(parts, { tenantId }))) return null;
    const operator = systemCaller({ id: tenantId, mode: 'sandbox' }, 'demo', randomUUID());
    const credentials = await credentialsOf(parts, operator, { name: CLIENT, known });
    await internals.transact.run('plantDemoPeople', operator, (tx) => handClientToDeveloper(tx, credentials.client_id));
    // Behind the history: what happened in it is delivered to no one.
    await plantReceiver({ internals, keys, url: receiverUrl }, operator, credentials);
    await internals.transact.run('plantDemoPeople', operator, giveUnitsToLecturer);
    return credentials;
  } finally {
    await session.end();
  }
}

const lastMonths = (today: Temporal.PlainDate): Span => ({ firstDay: today.subtract(MONTHS), lastDay: today });

/** The society of an earlier start, or one that was only made; never another institution that has its name. */
async function findSociety(owner: pg.Client, name: string): Promise<number | null> {
  const { rows } = await owner.query<{ id: string }>(
    `select t.id from tenant t
      where t.name = $1 and t.mode = 'sandbox'
        and (exists (select from sandbox_growth g where g.tenant_id = t.id)
             or not exists (select from member m where m.tenant_id = t.id)
            and not exists (select from branch b where b.tenant_id = t.id)
            and not exists (select from api_client c where c.tenant_id = t.id)
            and t.clock_offset_ms = 0)
      order by t.id limit 1`,
    [name],
  );
  return rows[0] ? Number(rows[0].id) : null;
}
