import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PolicyValue } from '#core/people/use-cases/change-policies.ts';
import type { Caller } from '../auth/caller.ts';
import type { Platform } from '../app/open-platform.ts';
import { recordEvents } from '../app/record.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { institutionEvent } from './institution-events.ts';
import { asOwner } from './owner.ts';

const USUAL_ZONE = 'Africa/Nairobi';

export type NewTenant = {
  readonly name: string;
  readonly mode: 'sandbox' | 'live';
  readonly timeZone?: string;
  /** Networks (CIDR) beside the public internet that webhooks of a sandbox may lead to; none by default. */
  readonly webhookNetworks?: readonly string[];
};

type InsertedTenant = { readonly id: number; readonly uuid: string; readonly policiesVersion: number };

/**
 * Opens an institution's data space. Only the owner of the database can: the application's role may not write tenants.
 * Four-eyes is on in a live tenant and off in a sandbox, and so is paying loans to members' own numbers alone.
 * @returns the tenant's id
 * @throws RangeError on an unknown time zone: no command of the tenant could be carried out
 */
export async function createTenant(adminUrl: string, tenant: NewTenant): Promise<number> {
  return asOwner(adminUrl, async (owner) => {
    await owner.query('begin');
    const { id } = await insertTenant(owner, tenant);
    await owner.query('commit');
    return id;
  });
}

/** The same by an operator, who stands in the audit trail of the institution: it is never open without an entry. */
export async function openInstitution(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  tenant: NewTenant,
): Promise<number> {
  return asOwner(settings.adminUrl, async (owner) => {
    await owner.query('begin');
    const { id, uuid, policiesVersion } = await insertTenant(owner, tenant);
    await owner.query(`select set_config('app.tenant', $1, true)`, [String(id)]);
    const { mode } = tenant;
    const { clientKey: actor, requestId, traceparent } = systemCaller({ id, mode }, 'operator', randomUUID());
    const events = [institutionEvent('opened', { id, uuid, policiesVersion }, { mode })];
    const now = clock();
    const written: Promise<unknown>[] = [];
    recordEvents(
      // In the order in which they come: a session carries out one statement after the other.
      {
        later: (sent, params) =>
          void written.push(owner.query(typeof sent === 'string' ? sent : sent.text, [...(params ?? [])])),
      },
      [{ events, actor, requestId, idempotencyKey: null, traceparent }],
      {
        command: 'openInstitution',
        now,
        realTime: now,
        bookedOn: now.toZonedDateTimeISO(tenant.timeZone ?? USUAL_ZONE).toPlainDate(),
        closedThrough: null,
        currency: 'KES',
      },
    );
    await Promise.all(written);
    await owner.query('commit');
    return id;
  });
}

/** @throws RangeError on an unknown time zone */
async function insertTenant(owner: pg.Client, tenant: NewTenant): Promise<InsertedTenant> {
  const { timeZone = USUAL_ZONE, webhookNetworks = [] } = tenant;
  if (!isTimeZone(timeZone)) throw new RangeError(`There is no time zone ${timeZone}.`);
  const { rows } = await owner.query<{ id: string; uuid: string; policies_version: number }>(
    `insert into tenant (uuid, name, mode, time_zone, four_eyes, four_eyes_on_results, verified_numbers_only,
                         webhook_networks)
     values ($1, $2, $3, $4, $5, $5, $5, $6) returning id, uuid, policies_version`,
    [randomUUID(), tenant.name, tenant.mode, timeZone, tenant.mode === 'live', webhookNetworks],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('An insert returns its row.');
  await owner.query('select create_numbers($1)', [row.id]);
  return { id: Number(row.id), uuid: row.uuid, policiesVersion: row.policies_version };
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
