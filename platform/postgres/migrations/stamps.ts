import type { Client } from 'pg';
import type { Step } from './run-migrations.ts';

/**
 * Tables whose stamp follows the version: a write that leaves the version as it is changes nothing that a reader is
 * shown. The close of business accrues interest on every loan every day; readers should not have to read them all again.
 * The breaker of a webhook and the numbering of its deliveries are no change of the webhook.
 */
const STAMPED_BY_VERSION = ['loan', 'webhook'];

/**
 * Tables that live in real time, whatever the test clock of their tenant shows: credentials, deliveries, logs, and what
 * is removed by its age. Every other table is stamped in the business time of its tenant, see decision 42.
 */
const IN_REAL_TIME = [
  'access_token',
  'api_secret',
  'event',
  'graph_operation',
  'idempotency_key',
  'passkey',
  'person_invitation',
  'person_session',
  'personal_reading',
  'request_log',
  'sandbox_payment',
  'sandbox_prompt',
  'sealing_key',
  'test_reset',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_secret',
];

/**
 * Lets the database stamp updated_at of every table that has one, so that no write can forget it.
 *
 * The stamp is the moment of the write, not of the transaction's beginning, and it is taken once the transaction is
 * known as a writer (has its transaction id). Readers who sync rely on it: a transaction that no reader has seen
 * writing yet can only stamp later than that reader has looked (see sync_horizon and platform/postgres/views/horizon.ts).
 */
export async function stampUpdates(client: Client, step: Step): Promise<void> {
  await client.query(`create or replace function stamp_row() returns trigger language plpgsql as $$
    begin
      perform pg_current_xact_id();
      new.updated_at := business_clock();
      return new;
    end $$`);
  await client.query(`create or replace function stamp_row_in_real_time() returns trigger language plpgsql as $$
    begin
      perform pg_current_xact_id();
      new.updated_at := clock_timestamp();
      return new;
    end $$`);
  const { rows } = await client.query<{ name: string }>(
    `
    select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       and not exists (select from pg_trigger t where t.tgrelid = c.oid
                          and t.tgname = case when c.relname = any ($1) then 'stamp_change' else 'stamp_row' end)`,
    [STAMPED_BY_VERSION],
  );
  for (const { name } of rows) await step(() => stamp(client, name));
  await stampInserts(client, step);
}

async function stamp(client: Client, name: string): Promise<void> {
  const table = client.escapeIdentifier(name);
  await client.query(`drop trigger if exists stamp_row on ${table}`);
  const byVersion = STAMPED_BY_VERSION.includes(name);
  await client.query(`create trigger stamp_row before ${byVersion ? 'insert' : 'insert or update'} on ${table}
    for each row execute function ${IN_REAL_TIME.includes(name) ? 'stamp_row_in_real_time' : 'stamp_row'}()`);
  if (byVersion) {
    await client.query(`create trigger stamp_change before update on ${table}
      for each row when (old.version is distinct from new.version) execute function stamp_row()`);
  }
}

/** When a row was made: a column's default, which its tenant's clock decides where the table is one of business. */
async function stampInserts(client: Client, step: Step): Promise<void> {
  const { rows } = await client.query<{ name: string; field: string; at: string }>(
    `select c.relname as name, a.attname as field, wanted.at
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      cross join lateral (select case when c.relname = any ($1) then 'now()' else 'business_now()' end as at) wanted
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('created_at', 'updated_at')
        and pg_get_expr(d.adbin, d.adrelid) in ('now()', 'business_now()')
        and pg_get_expr(d.adbin, d.adrelid) <> wanted.at`,
    [IN_REAL_TIME],
  );
  for (const { name, field, at } of rows) {
    const column = client.escapeIdentifier(field);
    await step(() =>
      client.query(`alter table ${client.escapeIdentifier(name)} alter column ${column} set default ${at}`),
    );
  }
}
