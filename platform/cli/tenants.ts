import { randomUUID } from 'node:crypto';
import type { PolicyValue } from '#core/people/use-cases/change-policies.ts';
import type { Caller } from '../auth/caller.ts';
import type { Platform } from '../app/open-platform.ts';
import { asOwner } from './owner.ts';

export type NewTenant = {
  readonly name: string;
  readonly mode: 'sandbox' | 'live';
  readonly timeZone?: string;
  /** Networks (CIDR) beside the public internet that webhooks of a sandbox may lead to; none by default. */
  readonly webhookNetworks?: readonly string[];
};

/**
 * Opens an institution's data space. Only the owner of the database can: the application's role may not write tenants.
 * Four-eyes is on in a live tenant and off in a sandbox, and so is paying loans to members' own numbers alone.
 * @returns the tenant's id
 * @throws RangeError on an unknown time zone: no command of the tenant could be carried out
 */
export async function createTenant(adminUrl: string, tenant: NewTenant): Promise<number> {
  const { timeZone = 'Africa/Nairobi', webhookNetworks = [] } = tenant;
  if (!isTimeZone(timeZone)) throw new RangeError(`There is no time zone ${timeZone}.`);
  return asOwner(adminUrl, async (owner) => {
    await owner.query('begin');
    const { rows } = await owner.query<{ id: string }>(
      `insert into tenant (uuid, name, mode, time_zone, four_eyes, four_eyes_on_results, verified_numbers_only,
                           webhook_networks)
       values ($1, $2, $3, $4, $5, $5, $5, $6) returning id`,
      [randomUUID(), tenant.name, tenant.mode, timeZone, tenant.mode === 'live', webhookNetworks],
    );
    const id = Number(rows[0]?.id);
    await owner.query('select create_numbers($1)', [id]);
    await owner.query('commit');
    return id;
  });
}

/** Changes policies of an institution, those with a value, by a command that is audited. */
export async function changeTenant(
  { app, tenants }: Pick<Platform, 'app' | 'tenants'>,
  operator: Caller,
  policies: Readonly<Record<string, PolicyValue | bigint | undefined>>,
): Promise<void> {
  const changes = Object.entries(policies).flatMap(([name, value]): [string, PolicyValue][] =>
    value === undefined ? [] : [[name, typeof value === 'bigint' ? value.toString() : value]],
  );
  if (changes.length === 0) return;
  await app.people.operators.changePolicies(operator, { changes: Object.fromEntries(changes) });
  tenants.forget(operator.tenantId);
}

/** Whether this is the name of a time zone. Offsets are not: PostgreSQL and Temporal read their sign in opposite ways. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
