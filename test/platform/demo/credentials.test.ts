import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { authenticator, type Authenticator } from '#platform/auth/authenticate.ts';
import { tokenHolders } from '#platform/auth/sessions.ts';
import { compose, type App } from '#platform/app/compose.ts';
import { internalsOf, type Internals } from '#platform/app/internals.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { demoFile, ensureDemo, type DemoFacts } from '#platform/demo/demo.ts';
import { demoTokens } from '#platform/demo/visitors.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { openLog } from '#platform/runtime/log.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { rotateSecret } from '#platform/cli/clients.ts';
import { openDatabase, type Database } from '#platform/postgres/database.ts';
import { tenantsOf } from '#platform/app/tenants.ts';
import { createDatabase, type TestDatabase } from '#test/support/database.ts';
import { notifiedRail } from '#test/support/notified-rail.ts';

const keys = deriveKeys('a secret of at least 32 characters, for tests');

describe('The credentials of the demo', () => {
  let own: TestDatabase;
  let database: Database;
  let app: App;
  let internals: Internals;
  let auth: Authenticator;
  let dataDir: string;
  let facts: DemoFacts;

  beforeAll(async () => {
    own = await createDatabase();
    database = await openDatabase(own.settings);
    dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-demo-'));
    internals = internalsOf({
      database,
      tenants: tenantsOf(database, () => performance.now()),
      clock: () => Temporal.Now.instant(),
      payoutRailOf: () =>
        notifiedRail({ send: () => Promise.reject(new Error('none')), query: async () => ({ kind: 'pending' }) }),
      random: Math.random,
      log: openLog('silent'),
      signingSecrets: signingSecrets(keys),
    });
    app = compose(internals);
    auth = authenticator(database, keys.pepper, tokenHolders(database, database.clock.now, keys.challenge));
    facts = await start();
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
    await rm(dataDir, { recursive: true });
  });

  const start = async (): Promise<DemoFacts> => {
    const urls = { restUrl: 'http://rest.test', graphqlUrl: 'http://graphql.test', receiverUrl: null };
    const parts = {
      app,
      internals,
      database,
      keys,
      adminUrl: own.settings.adminUrl,
      dataDir,
      ...urls,
      say: () => undefined,
    };
    const emitted = await ensureDemo(parts);
    if (!emitted) throw new Error('There is no demo.');
    return emitted;
  };
  const opens = ({ client_id: clientKey, client_secret: secret }: DemoFacts) =>
    auth.mint({ clientKey, secret, scope: null }).then(
      () => true,
      () => false,
    );
  const rotateElsewhere = async () => {
    const [client] = await database.find<{ client_id: string; tenant_id: string }>(
      'select client_id, tenant_id from client_by_key($1)',
      [facts.client_id],
    );
    const operator = systemCaller({ id: Number(client?.tenant_id), mode: 'sandbox' }, 'operator', randomUUID());
    await rotateSecret(app, keys.pepper, operator, { id: Number(client?.client_id) });
  };
  const tokens = async () => {
    const [row] = await database.write(1, (tx) => tx.sql('select count(*)::int as n from access_token'));
    return row?.['n'];
  };

  it('stay the same from start to start', async () => {
    expect(await start()).toEqual(facts);
    expect(await opens(facts)).toBe(true);
  });

  it('belong to a sandbox that keeps its members, also where it was filled before resets were recorded', async () => {
    const members = () => database.read(1, ({ sql }) => sql('select id, uuid, updated_at from member order by id'));
    const before = await members();
    expect(before).toHaveLength(5);
    const owner = new pg.Client({ connectionString: own.settings.adminUrl });
    await owner.connect();
    await owner.query('delete from test_reset');
    await owner.query('update tenant set resets = 0, reset_at = null');
    await owner.end();
    expect(await start()).toEqual(facts);
    expect(await members()).toEqual(before);
    expect(await database.read(1, ({ sql }) => sql('select id from test_reset'))).toEqual([]);
  });

  it('are renewed where the secret in the file is of before a rotation', async () => {
    await rotateElsewhere();
    expect(await opens(facts)).toBe(false);
    facts = await start();
    expect(await opens(facts)).toBe(true);
  });

  it('give all visitors of half an hour one token', async () => {
    let now = 0;
    const token = demoTokens(auth, dataDir, () => now);
    const before = Number(await tokens());
    const first = await token();
    expect(first).toMatch(/^at_/);
    for (let view = 0; view < 5; view++) expect(await token()).toBe(first);
    now = 31 * 60_000;
    expect(await token()).not.toBe(first);
    expect(await tokens()).toBe(before + 2);
  });

  it('give visitors a new token when the shared one was voided, and none where the file no longer fits', async () => {
    const token = demoTokens(auth, dataDir, () => 0);
    const first = await token();
    await rotateElsewhere();
    expect(await token()).toBeNull();
    facts = await start();
    expect(await token()).not.toBe(first);
    await writeFile(demoFile(dataDir), '{}');
    await rotateElsewhere();
    expect(await token()).toBeNull();
  });
});
