import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createTenant } from '#platform/cli/tenants.ts';
import { migrate } from '#platform/postgres/migrations/migrate.ts';
import { openDatabase, type Database, type DatabaseSettings } from '#platform/postgres/database.ts';
import { horizonOf } from '#platform/postgres/views/horizon.ts';
import { masterKeys } from '#platform/postgres/privacy/keys/master-keys.ts';
import { TEST_SECRET } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { OWN_VERSION, startOtherPostgres, startReplicaOf, type OtherPostgres } from '#test/support/other-postgres.ts';
import { databaseAt, withClient } from '#test/support/test-server.ts';

/** A primary and a streaming replica of their own, so that the replica can be held back and ended. */
const TRIES = 1_000;
const SHOWN = `select name, pg_is_in_recovery() as of_replica from branch where code = 'HQ'`;
type Shown = { readonly name: string; readonly of_replica: boolean };

let primary: OtherPostgres;
let replica: OtherPostgres;
let database: Database;
let tenantId: number;
const rename = (name: string) =>
  database.write(tenantId, ({ sql }) => sql(`update branch set name = $1 where code = 'HQ'`, [name]));
const shown = async (from: Pick<Database, 'read'> = database.forViews): Promise<Shown | undefined> =>
  (await from.read(tenantId, ({ sql }) => sql<Shown>(SHOWN)))[0];
const onReplica = (statement: string) => withClient(replica.url, (client) => client.query(statement));

beforeAll(async () => {
  primary = await startOtherPostgres(OWN_VERSION, () => undefined);
  await withClient(primary.url, (client) => client.query('create database umoja'));
  const settings: DatabaseSettings = {
    adminUrl: databaseAt(primary.url, 'umoja'),
    appRole: 'umoja_app',
    appPassword: 'umoja_app',
    masterKeys: masterKeys(TEST_SECRET),
  };
  await migrate(settings, () => undefined);
  replica = await startReplicaOf(primary);
  tenantId = await createTenant(settings.adminUrl, { name: 'A society with a replica', mode: 'sandbox' });
  database = await openDatabase({ ...settings, poolSize: 4, readUrl: databaseAt(replica.url, 'umoja') });
  await database.write(tenantId, ({ sql }) =>
    sql('insert into branch (uuid, code, name) values ($1, $2, $3)', [randomUUID(), 'HQ', 'Head office']),
  );
});
afterAll(async () => {
  await database?.close();
  await replica?.stop();
  await primary?.stop();
});

describe('What is shown from a replica', () => {
  it(`has what its reader wrote before, each time of ${TRIES}`, async () => {
    await eventually(async () => (await shown())?.of_replica === true);
    let fromReplica = 0;
    for (let n = 0; n < TRIES; n++) {
      await rename(`Name ${n}`);
      const seen = await shown();
      expect(seen?.name).toBe(`Name ${n}`);
      if (seen?.of_replica) fromReplica += 1;
    }
    expect(fromReplica).toBeGreaterThan(TRIES / 2);
  });

  it('comes from the primary where the replica is behind, and from the replica again once it is not', async () => {
    await onReplica('select pg_wal_replay_pause()');
    await rename('Behind');
    expect(await shown()).toEqual({ name: 'Behind', of_replica: false });
    expect(await shown(database.forViews.limitedTo({ branches: [], clients: [] }))).toBeUndefined();
    await onReplica('select pg_wal_replay_resume()');
    await eventually(async () => (await shown())?.of_replica === true);
    expect(await shown()).toEqual({ name: 'Behind', of_replica: true });
  });

  it('is limited to the rows of a person there as well', async () => {
    const [branch] = await database.read(tenantId, ({ sql }) => sql<{ id: string }>('select id from branch'));
    const limited = database.forViews.limitedTo({ branches: [Number(branch?.id)], clients: [] });
    await eventually(async () => (await shown(limited))?.of_replica === true);
    expect(await shown(database.forViews.limitedTo({ branches: [999], clients: [] }))).toBeUndefined();
  });

  it('is a list of changes from the primary alone, which knows what is being written', async () => {
    await eventually(async () => (await shown())?.of_replica === true);
    const horizon = await database.forViews.read(tenantId, ({ sql }) => horizonOf(sql));
    expect(Temporal.Instant.compare(horizon, database.clock.now().subtract({ seconds: 10 }))).toBe(1);
    const failing = onReplica('select sync_horizon()').catch((error: unknown) => error);
    expect(await failing).toMatchObject({ code: '42883' });
  });

  it('comes from the primary once the replica is gone', async () => {
    await replica.stop();
    await rename('Alone');
    expect(await shown()).toEqual({ name: 'Alone', of_replica: false });
    await rename('Still');
    expect(await shown()).toEqual({ name: 'Still', of_replica: false });
  });
});
