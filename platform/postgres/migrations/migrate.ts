import { MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { lifecycles } from '../lifecycles.ts';
import type { DatabaseSettings } from '../database.ts';
import { Migration0001Spine } from './0001-spine.ts';
import { Migration0002Education } from './0002-education.ts';
import { prepareQueues, queueRole } from './queue-schema.ts';
import { Migration0003ListIndexes } from './0003-list-indexes.ts';
import { Migration0004SavingsMobileMoneyAml } from './0004-savings-mobile-money-aml.ts';
import { Migration0005LoanLife } from './0005-loan-life.ts';
import { Migration0006LedgerCloseOfBusiness } from './0006-ledger-close-of-business.ts';
import { Migration0007ClientQuotas } from './0007-client-quotas.ts';
import { Migration0008LongLists } from './0008-long-lists.ts';
import { Migration0011MoneyOnItsWay } from './0011-money-on-its-way.ts';
import { Migration0009LendingAtFullDepth } from './0009-lending-at-full-depth.ts';
import { Migration0010WebhookLists } from './0010-webhook-lists.ts';
import { Migration0012PaymentBridge } from './0012-payment-bridge.ts';
import { Migration0013SchoolDays } from './0013-school-days.ts';
import { Migration0013SchoolLedger } from './0013-school-ledger.ts';
import { Migration0013SchoolFeeLoans } from './0013-school-fee-loans.ts';
import { Migration0014ChangedCreditNotes } from './0014-changed-credit-notes.ts';
import { Migration0015MobileMoneyReconciliation } from './0015-mobile-money-reconciliation.ts';
import { Migration0016ShorterLease } from './0016-shorter-lease.ts';
import { Migration0017CollectionsWithoutReceipt } from './0017-collections-without-receipt.ts';
import { Migration0018RestingDeliveries } from './0018-resting-deliveries.ts';
import { Migration0020PaymentsToTheEnd } from './0020-payments-to-the-end.ts';
import { Migration0021IncidentsByTime } from './0021-incidents-by-time.ts';
import { RULES_EDITION, secureRows, TOOLING } from './row-security.ts';
import { stampUpdates } from './stamps.ts';
import { checkStates } from './state-checks.ts';

export type { DatabaseSettings } from '../database.ts';

const migrations = [
  { name: '0001-spine', class: Migration0001Spine },
  { name: '0002-education', class: Migration0002Education },
  { name: '0003-list-indexes', class: Migration0003ListIndexes },
  { name: '0004-savings-mobile-money-aml', class: Migration0004SavingsMobileMoneyAml },
  { name: '0005-loan-life', class: Migration0005LoanLife },
  { name: '0006-ledger-close-of-business', class: Migration0006LedgerCloseOfBusiness },
  { name: '0007-client-quotas', class: Migration0007ClientQuotas },
  { name: '0008-long-lists', class: Migration0008LongLists },
  { name: '0011-money-on-its-way', class: Migration0011MoneyOnItsWay },
  { name: '0009-lending-at-full-depth', class: Migration0009LendingAtFullDepth },
  { name: '0010-webhook-lists', class: Migration0010WebhookLists },
  { name: '0012-payment-bridge', class: Migration0012PaymentBridge },
  { name: '0013-school-fee-loans', class: Migration0013SchoolFeeLoans },
  { name: '0013-school-days', class: Migration0013SchoolDays },
  { name: '0014-changed-credit-notes', class: Migration0014ChangedCreditNotes },
  { name: '0013-school-ledger', class: Migration0013SchoolLedger },
  { name: '0015-mobile-money-reconciliation', class: Migration0015MobileMoneyReconciliation },
  { name: '0016-shorter-lease', class: Migration0016ShorterLease },
  { name: '0017-collections-without-receipt', class: Migration0017CollectionsWithoutReceipt },
  { name: '0018-resting-deliveries', class: Migration0018RestingDeliveries },
  { name: '0020-payments-to-the-end', class: Migration0020PaymentsToTheEnd },
  { name: '0021-incidents-by-time', class: Migration0021IncidentsByTime },
];

/** Two processes that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 4_710_001;

/**
 * Brings the database to the present schema: versioned migrations first, then what follows from the code
 * (state checks, stamps, row-level security, grants). Safe to run at every start, and by several at once.
 */
export async function migrate(settings: DatabaseSettings, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: settings.adminUrl, application_name: 'umoja migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRole(client, settings.appRole, settings.appPassword);
    await ensureRole(client, queueRole(settings), settings.appPassword);
    const orm = await MikroORM.init({
      clientUrl: settings.adminUrl,
      ensureDatabase: false,
      discovery: { warnWhenNoEntities: false },
      entities: [],
      extensions: [Migrator],
      migrations: { migrationsList: migrations, snapshot: false, transactional: true, silent: true },
      pool: { min: 0, max: 2 },
    });
    try {
      const done = await orm.migrator.up();
      for (const { name } of done) log(`migrated ${name}`);
    } finally {
      await orm.close(true);
    }
    await deriveSchema(client, settings);
    await prepareQueues(client, settings);
  } finally {
    // Closing the connection gives the lock back, also after a failure in the middle.
    await client.end();
  }
}

/**
 * What follows from the code is applied where it has changed, or where somebody took a policy away: the statements lock
 * every table, and other processes may be at work.
 */
async function deriveSchema(client: pg.Client, { appRole }: DatabaseSettings): Promise<void> {
  const wanted = `derived ${schemaFingerprint(appRole)}`;
  const { rows } = await client.query<{ present: string | null; unguarded: boolean }>(
    `select obj_description('public'::regnamespace, 'pg_namespace') as present,
            exists(select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                      and c.relname <> all ($1) and not c.relrowsecurity) as unguarded`,
    [TOOLING],
  );
  if (rows[0]?.present === wanted && !rows[0].unguarded) return;
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`set lock_timeout = '2s'`);
      await client.query('begin');
      await checkStates(client);
      await stampUpdates(client);
      await secureRows(client, appRole);
      await client.query(`comment on schema public is ${client.escapeLiteral(wanted)}`);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      // Somebody's transaction was in the way; it goes on, and we try again.
      const code = (error as { code?: string }).code ?? '';
      if (tries >= DERIVE_TRIES || !['40P01', '55P03'].includes(code)) throw error;
    }
  }
}

const DERIVE_TRIES = 30;

function schemaFingerprint(appRole: string): string {
  const states = lifecycles.map(({ table, lifecycle }) => [table, lifecycle.states]);
  const names = migrations.map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([RULES_EDITION, appRole, names, states]))
    .digest('base64url');
}

/** Roles belong to the server, not to a database: another start may be making the same one at this moment. */
async function ensureRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const options = `login password ${client.escapeLiteral(password)} nosuperuser nocreatedb nocreaterole nobypassrls`;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 0) {
    await client.query(`create role ${role} ${options}`).catch((error: unknown) => {
      if ((error as { code?: string }).code !== '42710') throw error;
    });
  }
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`alter role ${role} ${options}`);
      return;
    } catch (error) {
      // "tuple concurrently updated": another database of this server is being migrated in the same instant.
      if (tries >= 10 || (error as { code?: string }).code !== 'XX000') throw error;
    }
  }
}
