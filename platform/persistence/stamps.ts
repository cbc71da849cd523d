import type { Client } from 'pg';

/** Lets the database stamp updated_at of every table that has one, so that no write can forget it. */
export async function stampUpdates(client: Client): Promise<void> {
  await client.query(`create or replace function stamp_update() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end $$`);
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at' and not a.attisdropped
     where n.nspname = 'public' and c.relkind = 'r'
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'stamp_update')`);
  for (const { name } of rows) {
    await client.query(`create trigger stamp_update before update on ${client.escapeIdentifier(name)}
      for each row execute function stamp_update()`);
  }
}
