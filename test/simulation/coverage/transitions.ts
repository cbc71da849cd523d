import type { DatabaseSettings } from '#platform/postgres/database.ts';
import { lifecycles, type StoredLifecycle } from '#platform/postgres/lifecycles.ts';
import { withClient } from '#test/support/test-server.ts';

/** One row of a lifecycle's table: a verb, and one of the states that allow it; null where it creates the record. */
type Row = {
  readonly name: string;
  readonly from: string | null;
  readonly to: readonly string[];
  readonly types: readonly string[];
};

/** What became of the state of one record in one transaction, and the events that were emitted in it. */
export type Move = {
  readonly relation: string;
  readonly was: string | null;
  /** Null: the record is gone. */
  readonly became: string | null;
  readonly types: readonly string[];
};

const stored = lifecycles.flatMap((one) => (one.column === null ? [] : [{ ...one, rows: rowsOf(one) }]));

function rowsOf({ lifecycle: { subject, verbs } }: StoredLifecycle): Row[] {
  return Object.entries(verbs).flatMap(([verb, { from, to, emits, emitsInto }]) => {
    const types = [emits, ...Object.values(emitsInto ?? {})].flatMap((type) => (type ? [type] : []));
    const states: readonly (string | null)[] = from.length === 0 ? [null] : from;
    return states.map((state) => ({
      name: `${subject}.${verb} from ${state ?? 'nothing'}`,
      from: state,
      to: [to].flat(),
      types,
    }));
  });
}

/** Whether a move shows that a row was taken. What changes no state and emits nothing leaves no trace. */
const leavesTrace = ({ from, to, types }: Row) => types.length > 0 || to.some((state) => state !== from);

/** Each row of each table that leaves a trace, as `loan.approve from draft`. */
export const transitions: readonly string[] = stored.flatMap(({ rows }) =>
  rows.filter(leavesTrace).map(({ name }) => name),
);

/**
 * The rows that moves have taken. One transaction may take several for one record, and writes its last state alone: the shortest
 * way between both whose verbs have all emitted their event is the one that was taken.
 */
export function taken(moves: readonly Move[]): ReadonlySet<string> {
  return new Set(
    moves.flatMap((move) => {
      const rows = stored.find(({ table }) => table === move.relation)?.rows ?? [];
      return wayOf(
        rows.filter(
          (row) => leavesTrace(row) && (row.types.length === 0 || row.types.some((type) => move.types.includes(type))),
        ),
        move,
      );
    }),
  );
}

const MOST_STEPS = 3;

/** Rows of all shortest ways from one state to another. */
function wayOf(rows: readonly Row[], { was, became }: Move): string[] {
  // What is removed has the state no more that it came to: its event says so.
  if (became === null) return rows.flatMap(({ from, types, name }) => (from === was && types.length > 0 ? [name] : []));
  let ways: readonly { readonly at: string | null; readonly names: readonly string[] }[] = [{ at: was, names: [] }];
  for (let step = 1; step <= MOST_STEPS; step++) {
    ways = ways.flatMap(({ at, names }) =>
      rows.flatMap(({ from, to, name }) =>
        from === at && !names.includes(name) ? to.map((state) => ({ at: state, names: [...names, name] })) : [],
      ),
    );
    const arrived = ways.filter(({ at }) => at === became);
    if (arrived.length > 0) return arrived.flatMap(({ names }) => names);
  }
  return [];
}

/** Notes, from now on, what becomes of the states of all records of a database: what is rolled back leaves nothing. */
export async function observeTransitions({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>): Promise<void> {
  const triggers = stored.map(
    ({ table, column = 'state' }) =>
      `create trigger moves after insert or update or delete on public."${table}" for each row execute function coverage.note('${column}')`,
  );
  await withClient(adminUrl, (owner) => owner.query([NOTES, ...triggers].join(';\n')));
}

// No key: two transactions that note the same would wait for each other.
const NOTES = `
  create schema coverage;
  create table coverage.moved (xid xid8 not null default pg_current_xact_id(), relation text, was text, became text);
  create table coverage.emitted (xid xid8 not null default pg_current_xact_id(), type text);
  create function coverage.note() returns trigger language plpgsql security definer as $$ begin
    insert into coverage.moved (relation, was, became)
    values (case tg_table_schema when 'partition' then regexp_replace(tg_table_name, '_\\d+$', '') else tg_table_name end,
            case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[0] end,
            case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[0] end);
    return null;
  end $$;
  create function coverage.emit() returns trigger language plpgsql security definer as $$ begin
    insert into coverage.emitted (type) values (new.type);
    return null;
  end $$;
  create trigger moves after insert on public.event for each row execute function coverage.emit()`;

/** What was noted until now, each once. */
export async function movesOf({ adminUrl }: Pick<DatabaseSettings, 'adminUrl'>): Promise<readonly Move[]> {
  return withClient(adminUrl, async (owner) => {
    const { rows } = await owner.query<Move>(`
      select distinct m.relation, m.was, m.became, coalesce(e.types, '{}') as types
        from (select distinct xid, relation, was, became from coverage.moved) m
        left join (select xid, array_agg(distinct type order by type) as types from coverage.emitted group by xid) e using (xid)`);
    return rows;
  });
}
