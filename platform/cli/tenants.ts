import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type NewTenant = {
  readonly name: string;
  readonly mode: 'sandbox' | 'live';
  readonly timeZone?: string;
};

/**
 * Opens an institution's data space. Only the owner of the database can: the application's role may not write tenants.
 * Four-eyes is on in a live tenant and off in a sandbox, and so is paying loans to members' own numbers alone.
 * @returns the tenant's id
 * @throws RangeError on a time zone that there is not: no command of the tenant could be carried out
 */
export async function createTenant(adminUrl: string, tenant: NewTenant): Promise<number> {
  const { timeZone = 'Africa/Nairobi' } = tenant;
  if (!isTimeZone(timeZone)) throw new RangeError(`There is no time zone ${timeZone}.`);
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'umoja operator' });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `insert into tenant (uuid, name, mode, time_zone, four_eyes, four_eyes_on_results, verified_numbers_only)
       values ($1, $2, $3, $4, $5, $5, $5) returning id`,
      [randomUUID(), tenant.name, tenant.mode, timeZone, tenant.mode === 'live'],
    );
    const id = Number(rows[0]?.id);
    await client.query('select create_numbers($1)', [id]);
    await client.query('commit');
    return id;
  } finally {
    await client.end();
  }
}

/** True for the name of a time zone. Offsets are none: PostgreSQL and we read their sign in opposite ways. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
