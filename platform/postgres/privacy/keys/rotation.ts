import type { KeyObject } from 'node:crypto';
import type { TenantTransaction } from '../../database.ts';
import { newKey, openedKey } from './box.ts';
import { masterOf, openTenantKey, sealTenantKey, type MasterKeys } from './master-keys.ts';
import { placeOfPersonKey, placeOfTenantKey, sealPersonKey, TENANT_KEYS, type StoredTenantKey } from './tenant-keys.ts';

/**
 * New keys in the place of old ones, while everything runs: the keys of tenants are sealed again with the newest master key,
 * those of people with a new key of the tenant. What people’s keys seal stays as it is. Every step is a transaction of its own and
 * finds by itself what is left, so that a rotation that was cut off goes on where it was.
 */
type Tx = Pick<TenantTransaction, 'sql'>;

/** Stored responses are gone by then, and processes have forgotten a superseded key long before. */
const SUPERSEDED = `interval '2 days'`;

/** Seals the tenant’s keys with the newest master key. @returns how many were sealed with another one */
export async function sealTenantKeysAgain({ sql }: Tx, tenantId: number, master: MasterKeys): Promise<number> {
  const stored = await storedKeys(sql);
  const old = stored.filter(({ sealed }) => masterOf(sealed) !== master.current);
  for (const { id, purpose, sealed } of old) {
    const place = placeOfTenantKey(tenantId, purpose);
    await sql('update sealing_key set sealed = $2 where id = $1', [
      id,
      sealTenantKey(openTenantKey(sealed, place, master), place, master),
    ]);
  }
  return old.length;
}

/**
 * Makes the key of the tenant with which those of people are sealed from now on, unless some are left that are sealed with the
 * one before the newest.
 */
export async function beginRotation({ sql }: Tx, tenantId: number, master: MasterKeys): Promise<'begun' | 'goes_on'> {
  // Two commands at once begin one rotation.
  await sql(`select from sealing_key where purpose = 'wrapping' order by id for update`);
  if ((await leftOf({ sql })) > 0) return 'goes_on';
  await sql(
    `insert into sealing_key (purpose, number, sealed)
     select 'wrapping', max(number) + 1, $1 from sealing_key where purpose = 'wrapping'`,
    [sealTenantKey(newKey(), placeOfTenantKey(tenantId, 'wrapping'), master)],
  );
  return 'begun';
}

/** How many keys of people are sealed with an older key of the tenant than the newest. */
export async function leftOf({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ count: string }>(
    `select count(*) as count from personal_key where sealed_by <> (${NEWEST})`,
  );
  return Number(row?.count ?? 0);
}

const NEWEST = `select max(id) from sealing_key where purpose = 'wrapping'`;

/** Seals some of them again. @returns how many; none where none is left */
export async function sealPeopleAgain(
  { sql }: Tx,
  tenantId: number,
  { master, limit }: { readonly master: MasterKeys; readonly limit: number },
): Promise<number> {
  const keys = new Map<string, KeyObject>();
  const stored = (await storedKeys(sql)).filter(({ purpose }) => purpose === 'wrapping');
  for (const { id, purpose, sealed } of stored)
    keys.set(id, openTenantKey(sealed, placeOfTenantKey(tenantId, purpose), master));
  const newest = stored.at(-1);
  const over = newest && keys.get(newest.id);
  if (!newest || !over) return 0;
  const people = await sql<{ uuid: string; sealed: string }>(
    `select uuid, sealed from personal_key where sealed_by <> $1 order by sealed_by, uuid limit $2 for update skip locked`,
    [newest.id, limit],
  );
  const sealedAgain = people.map(({ uuid, sealed }) => {
    const [, id = '', content = ''] = sealed.split('.');
    const before = keys.get(id);
    if (!before) throw new Error(`The key ${id} of tenant ${tenantId} is gone.`);
    const key = openedKey(content, before, placeOfPersonKey(tenantId, uuid));
    return sealPersonKey(key, { tenantId, person: uuid, id: newest.id, over });
  });
  await sql(
    `update personal_key k set sealed = r.sealed from unnest($1::uuid[], $2::text[]) as r(uuid, sealed) where k.uuid = r.uuid`,
    [people.map(({ uuid }) => uuid), sealedAgain],
  );
  return people.length;
}

/** Removes superseded keys that seal nothing any more. A process that remembers one still is none. @returns how many */
export async function removeSuperseded({ sql }: Tx): Promise<number> {
  const removed = await sql(
    `delete from sealing_key k
      where k.purpose = 'wrapping' and not exists (select from personal_key p where p.sealed_by = k.id)
        and exists (select from sealing_key n where n.purpose = 'wrapping' and n.id > k.id
                       and n.created_at < now() - ${SUPERSEDED})
      returning k.id`,
  );
  return removed.length;
}

// What the statement selects, the driver’s type can’t say.
const storedKeys = async (sql: Tx['sql']): Promise<readonly StoredTenantKey[]> =>
  (await sql(TENANT_KEYS)) as readonly StoredTenantKey[];
