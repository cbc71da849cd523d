import type { Client } from 'pg';
import type { Step } from './run-migrations.ts';
import { lifecycles } from '../lifecycles.ts';

/**
 * Brings the CHECK constraint of every state column in line with its lifecycle, so that a state is spelled in one
 * place only. Constraints that agree already are left alone. A state that another version has put there stays: the two may
 * run beside each other. A migration that drops the constraint narrows it again. New rows are checked from then on; those that are
 * there, by `validateStates`.
 */
export async function checkStates(client: Client, step: Step): Promise<void> {
  for (const { table, lifecycle, column = 'state' } of lifecycles) {
    if (column === null) continue;
    const name = `${table}_${column}`;
    const { rows } = await client.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_constraint') as comment from pg_constraint
        where conname = $1 and conrelid = $2::regclass`,
      [name, table],
    );
    const present = rows[0]?.comment ?? '';
    const allowed = [...new Set([...lifecycle.states, ...statesOf(present)])];
    const comment = `${DERIVED}${allowed.join(' ')}`;
    if (statesOf(present).length === allowed.length) continue;
    const states = allowed.map((state) => client.escapeLiteral(state)).join(', ');
    const wanted = `${client.escapeIdentifier(column)} in (${states})`;
    const quoted = client.escapeIdentifier(table);
    const constraint = client.escapeIdentifier(name);
    await step(async () => {
      await client.query(`alter table ${quoted} drop constraint if exists ${constraint}`);
      await client.query(`alter table ${quoted} add constraint ${constraint} check (${wanted}) not valid`);
      await client.query(`comment on constraint ${constraint} on ${quoted} is ${client.escapeLiteral(comment)}`);
    });
  }
}

/** Holds the rows that are there against new constraints of states. It reads whole tables, and writers go on meanwhile. */
export async function validateStates(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `select conname as name, conrelid::regclass::text as table from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'c' and not convalidated
        and obj_description(oid, 'pg_constraint') like $1 || '%'`,
    [DERIVED],
  );
  for (const { name, table } of rows) {
    await client.query(`alter table ${table} validate constraint ${client.escapeIdentifier(name)}`);
  }
}

const DERIVED = 'derived: ';

const statesOf = (comment: string): readonly string[] =>
  comment.startsWith(DERIVED) ? comment.slice(DERIVED.length).split(' ') : [];
