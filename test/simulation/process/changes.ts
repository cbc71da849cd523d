import type pg from 'pg';
import { connectSuperuser } from '#test/support/database.ts';
import { codeOf } from '#platform/runtime/thrown.ts';
import type { DatabaseSettings } from '#platform/postgres/database.ts';

/** What became of one row, from the beginning of a run to its end. */
export type Change = { readonly table: string; readonly before: Fields | null; readonly after: Fields | null };
type Fields = Readonly<Record<string, unknown>>;

/** Notes what changes in a database, and can take it back. */
export type Changes = {
  /** Forgets what was noted: a run begins. */
  readonly begin: () => Promise<void>;
  /** Net changes since then. */
  readonly read: () => Promise<readonly Change[]>;
  /** Makes all rows what they were then. Sequences go on. */
  readonly undo: () => Promise<void>;
  /** By how much the clock of an institution is ahead, past the line of any process. */
  readonly aheadOf: (tenantId: number) => Promise<Temporal.Duration>;
  readonly close: () => Promise<void>;
};

/** Of no concern to any client: what is read of them again leaves a second row. */
const NOT_OBSERVED = /^(access_token|token_route|request_log|graph_operation|personal_reading)/;

/**
 * Triggers note every row that is written, in the transaction that writes it: what is rolled back leaves nothing. Undoing
 * is cheaper than a database for each run, and the notes say more than a comparison of two databases would.
 */
export async function observeChanges(settings: Pick<DatabaseSettings, 'adminUrl'>): Promise<Changes> {
  const owner = await connectSuperuser(settings);
  // A suite drops its database with those who are connected.
  owner.on('error', () => undefined);
  await install(owner);
  return {
    begin: async () => void (await owner.query('delete from observed.change')),
    read: async () => {
      const { rows } = await owner.query<Noted>(
        'select c.relation, c.old, c.new, r.key from observed.change c join observed.relation r using (relation) order by n',
      );
      return netOf(rows);
    },
    undo: () => undone(owner),
    aheadOf: async (tenantId) => {
      const { rows } = await owner.query<{ ms: string }>('select clock_offset_ms as ms from tenant where id = $1', [
        tenantId,
      ]);
      return Temporal.Duration.from({ milliseconds: Number(rows[0]?.ms ?? 0) });
    },
    close: () => owner.end(),
  };
}

/** What a process still writes on its own, such as when a client was last seen, may want the same rows: once more, then. */
async function undone(owner: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const error = await owner.query('select observed.undo()').then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null) return;
    if (codeOf(error) !== DEADLOCK || attempt === TRIES) throw error;
  }
}

const DEADLOCK = '40P01';
const TRIES = 5;

type Noted = {
  readonly relation: string;
  readonly old: Fields | null;
  readonly new: Fields | null;
  readonly key: readonly string[];
};

function netOf(noted: readonly Noted[]): Change[] {
  const net = new Map<string, { table: string; before: Fields | null; after: Fields | null }>();
  for (const { relation, old, new: now, key } of noted) {
    const id = `${relation} ${JSON.stringify(key.map((column) => (now ?? old)?.[column]))}`;
    const known = net.get(id);
    if (known) known.after = now;
    else net.set(id, { table: relation, before: old, after: now });
  }
  return [...net.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

async function install(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ there: boolean }>(`select to_regclass('observed.change') is not null as there`);
  if (rows[0]?.there) return;
  await owner.query(NOTES);
  const tables = await owner.query<{ relation: string; key: string[] }>(TABLES);
  const observed = tables.rows.filter(({ relation }) => !NOT_OBSERVED.test(relation));
  await owner.query(
    observed
      .map(
        ({ relation }) =>
          `create trigger observed after insert or update or delete on public."${relation}" for each row execute function observed.note()`,
      )
      .join(';\n'),
  );
}

const TABLES = `select relation, key from observed.relation order by relation`;

const NOTES = `
  create schema observed;
  create table observed.change (n bigserial primary key, relation text not null, old jsonb, new jsonb);
  create table observed.relation as
    select c.relname::text as relation,
           (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           coalesce((select array_agg(a.attname::text order by a.attnum) from pg_index i
              join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary), '{}') as key
      from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = 'public' and c.relkind in ('r', 'p');
  create function observed.note() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    insert into observed.change (relation, old, new)
    values (case tg_table_schema when 'partition' then regexp_replace(tg_table_name, '_\\d+$', '') else tg_table_name end,
            case when tg_op <> 'INSERT' then to_jsonb(old) end,
            case when tg_op <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $$;
  create function observed.undo() returns void language plpgsql as $$
  declare
    c record;
    same text;
  begin
    perform set_config('session_replication_role', 'replica', true);
    for c in select x.*, r.columns, r.key from observed.change x join observed.relation r using (relation) order by n desc loop
      select coalesce(string_agg(format('x.%I = r.%I', k, k), ' and '), 'to_jsonb(x) = $1') into same from unnest(c.key) k;
      if c.new is not null then
        execute format('delete from public.%I x using jsonb_populate_record(null::public.%I, $1) r where %s',
                       c.relation, c.relation, same) using c.new;
      end if;
      if c.old is not null then
        execute format('insert into public.%I (%s) overriding system value select %s from jsonb_populate_record(null::public.%I, $1)',
                       c.relation, array_to_string(c.columns, ', '), array_to_string(c.columns, ', '), c.relation) using c.old;
      end if;
    end loop;
    delete from observed.change;
  end $$;`;
