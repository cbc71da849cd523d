import type { Client } from 'pg';
import type { DatabaseSettings } from '../database.ts';

/** The schema in which the queues of PostgreSQL live; BullMQ's own name for it. */
export const QUEUE_SCHEMA = 'bullmq';

/** The role that the queues log in as: it sees them and nothing else. Its password is the application's. */
export function queueRole({ appRole }: Pick<DatabaseSettings, 'appRole'>): string {
  return `${appRole}_queue`;
}

/**
 * Brings the tables of the queues up to date. They hold the ids of every tenant's work, and no row-level security
 * guards them: so the application's role can't look into this schema, and the queues' role into no other.
 */
export async function prepareQueues(client: Client, settings: Omit<DatabaseSettings, 'masterKeys'>): Promise<void> {
  // Loaded by who migrates alone: every command would wait for its 171 files.
  const { runMigrations } = await import('bullmq');
  // The library brings types of pg of another version; the client is the same.
  await runMigrations(client as never, QUEUE_SCHEMA);
  const role = client.escapeIdentifier(queueRole(settings));
  await client.query(`revoke all on schema ${QUEUE_SCHEMA} from public`);
  // BullMQ adds many jobs by way of a temporary table.
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`grant temporary on database ${client.escapeIdentifier(rows[0]?.name ?? '')} to ${role}`);
  // `create`: each queue makes a sequence of its own when it is first used.
  await client.query(`grant usage, create on schema ${QUEUE_SCHEMA} to ${role}`);
  for (const kind of ['tables', 'functions']) {
    await client.query(`grant all on all ${kind} in schema ${QUEUE_SCHEMA} to ${role}`);
  }
  for (const name of await grantableSequences(client)) await client.query(`grant all on sequence ${name} to ${role}`);
}

/**
 * Sequences that who migrates may grant. Those that queues have made belong to the queues' role; an owner without a
 * superuser's power is refused for them. Another role needs none of them: our jobs bring their ids.
 */
async function grantableSequences(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind = 'S' and pg_has_role(c.relowner, 'usage')`,
    [QUEUE_SCHEMA],
  );
  return rows.map(({ name }) => name);
}
