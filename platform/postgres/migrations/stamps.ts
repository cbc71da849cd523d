import type { Client } from 'pg';

/**
 * Tables whose stamp follows the version: a write that leaves the version as it is changes nothing that a reader is
 * shown. The close of business accrues interest on every loan every day; readers should not have to read them all again.
 * The breaker of a webhook and the numbering of its deliveries are no change of the webhook.
 */
const STAMPED_BY_VERSION = ['loan', 'webhook'];

/**
 * Lets the database stamp updated_at of every table that has one, so that no write can forget it.
 *
 * The stamp is the moment of the write, not of the transaction's beginning, and it is taken once the transaction is
 * known as a writer (has its transaction id). Readers who sync rely on it: a transaction that no reader has seen
 * writing yet can only stamp later than that reader has looked (see sync_horizon and platform/postgres/views/horizon.ts).
 */
export async function stampUpdates(client: Client): Promise<void> {
  await client.query(`create or replace function stamp_row() returns trigger language plpgsql as $$
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
     where n.nspname = 'public' and c.relkind = 'r'
       and not exists (select from pg_trigger t where t.tgrelid = c.oid
                          and t.tgname = case when c.relname = any ($1) then 'stamp_change' else 'stamp_row' end)`,
    [STAMPED_BY_VERSION],
  );
  for (const { name } of rows) {
    const table = client.escapeIdentifier(name);
    await client.query(`drop trigger if exists stamp_row on ${table}`);
    const byVersion = STAMPED_BY_VERSION.includes(name);
    await client.query(`create trigger stamp_row before ${byVersion ? 'insert' : 'insert or update'} on ${table}
      for each row execute function stamp_row()`);
    if (byVersion) {
      await client.query(`create trigger stamp_change before update on ${table}
        for each row when (old.version is distinct from new.version) execute function stamp_row()`);
    }
  }
}
