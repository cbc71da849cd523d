-- Tables that grow for ever are partitioned by their ids, which rise with time: a partition holds the rows of a week, or of a day
-- where a day brings many, and retention drops it as a whole. See decision 71.
--
-- Ids decide, not a time: keys, references and look-ups by id stay as they are, and the latter read one partition. A partition is
-- closed by moving the sequence of the ids to where the next one begins, so no row is ever without a partition: until the
-- present one is closed, it takes all. When it may be dropped is decided by when the database closed it, by no tenant's clock.

-- The application has no right to this schema: partitions are read and written through their table, under its policies.
create schema partition;

create table template.partitioned (
  of_table text primary key,
  -- How long a partition stays once it is closed.
  kept interval not null,
  -- For how long rows go into the same partition; where it has more than `many` ids, for a day.
  span interval not null default '7 days',
  many bigint not null default 5000000,
  -- How many ids a partition has room for: at a thousand a second they last for eleven days.
  ids bigint not null default 1000000000,
  -- Who still needs rows with ids from $1 to below $2, which then stay: a condition. Null: no one.
  needed_by text
);

-- The partitions that there are: one that is closed, the present one, and the next one, which is not open yet.
create table template.partition (
  of_table text not null references template.partitioned (of_table),
  number integer not null,
  -- Null: from the first.
  from_id bigint,
  to_id bigint not null,
  opened_at timestamptz(3),
  closed_at timestamptz(3),
  -- How many ids it had when its statistics were last brought up to date.
  analyzed bigint not null default 0,
  primary key (of_table, number),
  check (closed_at is null or opened_at is not null)
);
create unique index present_partition on template.partition (of_table) where opened_at is not null and closed_at is null;

create function template.name_of_partition(of_table text, number integer) returns text language sql immutable as $$
  select of_table || '_' || number $$;

-- The first of three steps, each in a migration of its own: what is there becomes the first partition. A check that is validated
-- in the second step lets the third one do it without reading the table.
create procedure template.prepare_partitions(of_table text, kept interval) language plpgsql as $$
  declare
    room bigint;
    first_behind bigint;
  begin
    insert into template.partitioned (of_table, kept) values (of_table, kept) returning ids into room;
    -- Half of a partition's ids at least are left to those who write meanwhile.
    first_behind := ((coalesce(pg_sequence_last_value(pg_get_serial_sequence(of_table, 'id')::regclass), 0) + room / 2) / room + 1) * room;
    insert into template.partition (of_table, number, from_id, to_id, opened_at)
    values (of_table, 1, null, first_behind, clock_timestamp());
    execute format('alter table %I add constraint %I check (id < %s) not valid', of_table, of_table || '_first_ids', first_behind);
  end $$;

-- Only the owner reads a partition itself.
create procedure template.guard_partition(name text) language plpgsql as $$
  begin
    execute format('alter table partition.%I enable row level security, force row level security', name);
    execute format('create policy owner_all on partition.%I to current_user using (true) with check (true)', name);
  end $$;

-- The keys and indexes of one table for another one. The primary key comes last: where the planner knows nothing of a table yet and
-- all indexes cost the same, it takes the newest, and rows are looked up by their ids.
create procedure template.index_like(from_table regclass, schema text, name text) language plpgsql as $$
  declare each record;
  begin
    for each in
      select pg_get_constraintdef(k.oid) as constraint_text,
             regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX .*? ON .*? USING ',
                            format(' INDEX ON %I.%I USING ', schema, name)) as index_text
        from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u')
       where i.indrelid = from_table order by i.indisprimary, i.indexrelid
    loop
      execute coalesce(format('alter table %I.%I add ', schema, name) || each.constraint_text, each.index_text);
    end loop;
  end $$;

-- The third step. The table that was is the first partition of a new one with its name, its rights, policies, keys, indexes and
-- triggers, which are read from the catalogue. Nothing is copied or read.
create procedure template.partition(of_table text) language plpgsql as $$
  declare
    first template.partition;
    name text := template.name_of_partition(of_table, 1);
    old oid := to_regclass(format('public.%I', of_table));
    last bigint;
    behind text[];
    before text[];
    each record;
  begin
    select p.* into strict first from template.partition p where p.of_table = partition.of_table and p.number = 1;
    -- Attaching changes the tables that this one refers to as well. They are locked first, as those who work read them first, and less
    -- long than the second after which PostgreSQL ends a request of those who wait for each other: the migration is tried again.
    perform set_config('lock_timeout', '250ms', true);
    for each in
      select distinct k.confrelid::regclass as name from pg_constraint k
       where k.conrelid = old and k.contype = 'f' and k.confrelid <> k.conrelid order by 1
    loop
      execute format('lock table %s in access exclusive mode', each.name);
    end loop;
    execute format('lock table public.%I in access exclusive mode', of_table);
    last := pg_sequence_last_value(pg_get_serial_sequence(format('public.%I', of_table), 'id')::regclass);

    -- What the new table is made of, in order: keys and indexes before the first partition is attached, so that those of the
    -- partition are taken for theirs.
    select array_agg(s.text order by s.place, s.text) into before from (
      select 1 as place, format('alter table public.%I add constraint %I %s', of_table, k.conname, pg_get_constraintdef(k.oid)) as text
        from pg_constraint k where k.conrelid = old and k.contype in ('p', 'u', 'f')
      union all
      select 2, replace(pg_get_indexdef(i.indexrelid), format(' ON public.%I ', of_table), format(' ON public.%I ', of_table))
        from pg_index i
       where i.indrelid = old and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = old)) s;
    select array_agg(s.text order by s.place, s.text) into behind from (
      select 1 as place, pg_get_triggerdef(t.oid) as text from pg_trigger t where t.tgrelid = old and not t.tgisinternal
      union all
      select 2, format('grant %s on public.%I to %s', a.privilege_type, of_table, a.grantee::regrole)
        from pg_class c cross join aclexplode(c.relacl) a where c.oid = old and a.grantee <> c.relowner
      union all
      select 3, format('create policy %I on public.%I as %s for %s to %s%s%s', p.policyname, of_table, p.permissive, p.cmd,
                       (select string_agg(case r when 'public' then r else quote_ident(r) end, ', ') from unnest(p.roles) r),
                       ' using (' || p.qual || ')', ' with check (' || p.with_check || ')')
        from pg_policies p where p.schemaname = 'public' and p.tablename = of_table) s;
    for each in select t.tgname from pg_trigger t where t.tgrelid = old and not t.tgisinternal loop
      execute format('drop trigger %I on public.%I', each.tgname, of_table);
    end loop;
    for each in select p.policyname from pg_policies p where p.schemaname = 'public' and p.tablename = of_table loop
      execute format('drop policy %I on public.%I', each.policyname, of_table);
    end loop;

    execute format('alter table public.%I rename to %I', of_table, name);
    execute format('alter table public.%I set schema partition', name);
    execute format('create table public.%1$I (like partition.%2$I including all excluding indexes) partition by range (id)', of_table, name);
    execute format('alter table public.%I drop constraint %I', of_table, of_table || '_first_ids');
    execute format('alter table partition.%I alter column id drop identity', name);
    for each in select unnest(before) as text loop
      execute each.text;
    end loop;
    execute format('alter table public.%I attach partition partition.%I for values from (minvalue) to (%s)', of_table, name, first.to_id);
    execute format('alter table partition.%I drop constraint %I', name, of_table || '_first_ids');
    -- Far beyond: whoever draws an id at this moment comes nowhere near.
    perform setval(pg_get_serial_sequence(format('public.%I', of_table), 'id')::regclass, last + 1000) where last is not null;

    execute format('alter table public.%I enable row level security, force row level security', of_table);
    for each in select unnest(behind) as text loop
      execute each.text;
    end loop;
    for each in
      select a.grantee::regrole as role from pg_class c cross join aclexplode(c.relacl) a
       where c.oid = old and a.grantee <> c.relowner group by 1
    loop
      execute format('revoke all on partition.%I from %s', name, each.role);
    end loop;
    call template.guard_partition(name);
    perform template.add_partition(of_table);
  end $$;

-- The partition behind the last one. It is made beside those who write, and attached under a lock that lets them go on.
create function template.add_partition(of_table text) returns text language plpgsql as $$
  declare
    last template.partition;
    name text;
    room bigint;
  begin
    select p.* into strict last from template.partition p where p.of_table = add_partition.of_table order by p.number desc limit 1;
    select t.ids into room from template.partitioned t where t.of_table = add_partition.of_table;
    name := template.name_of_partition(of_table, last.number + 1);
    execute format('create table partition.%I (like public.%I including all excluding identity excluding indexes)', name, of_table);
    call template.index_like(format('public.%I', of_table)::regclass, 'partition', name);
    call template.guard_partition(name);
    execute format('alter table public.%I attach partition partition.%I for values from (%s) to (%s)', of_table, name,
                   last.to_id, last.to_id + room);
    insert into template.partition (of_table, number, from_id, to_id)
    values (of_table, last.number + 1, last.to_id, last.to_id + room);
    return name;
  end $$;

-- Does the next thing that is due, and says what it did; null where nothing is due, where another process is at it, or where a
-- transaction is in the way: then it is tried again. One thing a transaction, so that no lock is held for another's sake.
create function advance_partitions() returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    each template.partitioned;
    present template.partition;
    next template.partition;
    series regclass;
    last bigint;
  begin
    if not pg_try_advisory_xact_lock(4710005) then
      return null;
    end if;
    perform set_config('lock_timeout', '250ms', true);
    for each in
      select t.* from template.partitioned t join pg_class c on c.oid = to_regclass(format('public.%I', t.of_table))
       where c.relkind = 'p' and exists (select from template.partition p where p.of_table = t.of_table) order by t.of_table
    loop
      begin
        select * into next from template.partition p where p.of_table = each.of_table and p.opened_at is null order by p.number limit 1;
        if not found then
          return 'made ' || template.add_partition(each.of_table);
        end if;
        select * into strict present from template.partition p
         where p.of_table = each.of_table and p.opened_at is not null and p.closed_at is null;
        series := pg_get_serial_sequence(format('public.%I', each.of_table), 'id')::regclass;
        last := coalesce(pg_sequence_last_value(series), 0);
        if last < next.from_id and present.opened_at <= clock_timestamp() - each.span
           and last < coalesce(present.from_id, 1) then
          -- Not a row in all that time: it begins only now.
          update template.partition p set opened_at = clock_timestamp() where p.of_table = each.of_table and p.number = present.number;
        elsif last >= next.from_id or present.opened_at <= clock_timestamp() - each.span
           or (last - coalesce(present.from_id, 0) > each.many and present.opened_at <= clock_timestamp() - interval '1 day') then
          if last < next.from_id then
            perform setval(series, next.from_id, false);
          end if;
          update template.partition p set closed_at = clock_timestamp() where p.of_table = each.of_table and p.number = present.number;
          update template.partition p set opened_at = clock_timestamp() where p.of_table = each.of_table and p.number = next.number;
          return 'began ' || template.name_of_partition(each.of_table, next.number);
        end if;
        -- A plan that was made while a partition was empty would stay until autovacuum comes by.
        if last - coalesce(present.from_id, 0) > greatest(1000, 2 * present.analyzed) and present.analyzed < 1000000 then
          execute format('analyze partition.%I', template.name_of_partition(each.of_table, present.number));
          update template.partition p set analyzed = last - coalesce(present.from_id, 0)
           where p.of_table = each.of_table and p.number = present.number;
          return 'analyzed ' || template.name_of_partition(each.of_table, present.number);
        end if;
        if template.drop_partition(each) then
          return 'dropped a partition of ' || each.of_table;
        end if;
      exception when lock_not_available then
        null;
      end;
    end loop;
    return null;
  end $$;

-- The oldest partition whose time is over, unless rows of it are needed.
create function template.drop_partition(of template.partitioned) returns boolean language plpgsql as $$
  declare
    oldest template.partition;
    needed boolean := false;
  begin
    select * into oldest from template.partition p
     where p.of_table = of.of_table and p.closed_at <= clock_timestamp() - of.kept order by p.number limit 1;
    if not found then
      return false;
    end if;
    if of.needed_by is not null then
      execute format('select %s', of.needed_by) into needed using coalesce(oldest.from_id, 0), oldest.to_id;
    end if;
    if needed then
      return false;
    end if;
    execute format('drop table partition.%I', template.name_of_partition(of.of_table, oldest.number));
    delete from template.partition p where p.of_table = of.of_table and p.number = oldest.number;
    return true;
  end $$;

-- Partitions that should have been closed or dropped a day ago, and tables without a next partition: no worker does it, or a
-- transaction that does not end keeps it from it.
create function overdue_partitions() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
    select (select count(*) from template.partition p join template.partitioned t using (of_table)
             where p.closed_at <= now() - t.kept - interval '1 day'
                or (p.closed_at is null and p.opened_at <= now() - t.span - interval '1 day'))
         + (select count(*) from template.partition p join pg_class c on c.oid = to_regclass(format('public.%I', p.of_table))
             where p.opened_at is not null and p.closed_at is null and c.relkind = 'p'
               and not exists (select from template.partition n where n.of_table = p.of_table and n.opened_at is null)) $$;

-- As in 0076. Rows of a partitioned table are erased partition by partition: the place of a row is known within one alone.
create or replace function erase_sandbox(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    of_tenant bigint := proven_sandbox();
    gone bigint := 0;
    erased bigint;
    each record;
  begin
    perform set_config('lock_timeout', '1s', true);
    perform pg_advisory_xact_lock(hashtextextended('clock ' || of_tenant, 0));
    update tenant t set clock_offset_ms = 0, reset_at = clock_timestamp() where t.id = of_tenant and t.resetting;
    if not found then
      raise exception 'Sandbox % is not being reset.', of_tenant using errcode = 'insufficient_privilege';
    end if;
    perform set_config('app.erasing', of_tenant::text, true);
    for each in
      with recursive above as (
        select c.oid, 0 as height from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        union
        select k.confrelid, a.height + 1
          from above a join pg_constraint k on k.conrelid = a.oid and k.contype = 'f' and k.confrelid <> k.conrelid)
      select leaf.oid::regclass as name, max(a.height) as height, coalesce(max(kept.only_where), 'false') as stays,
             exists (select from pg_constraint k where k.conrelid = c.oid and k.confrelid = c.oid and k.contype = 'f') as whole
        from above a join pg_class c on c.oid = a.oid
        join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
       cross join lateral (
         select c.oid where c.relkind = 'r'
         union all
         select i.inhrelid from pg_inherits i where i.inhparent = c.oid) leaf
        left join template.kept_by_reset kept on kept.of_table = c.relname
       where kept.only_where is distinct from 'true'
       group by c.oid, leaf.oid order by 2, c.relname, leaf.oid
    loop
      execute format(
        'delete from %1$s where tenant_id = $1 and ctid = any(array(
           select w.ctid from %1$s w where w.tenant_id = $1 and (%2$s) is not true limit $2))', each.name, each.stays)
        using of_tenant, case when each.whole then null else cap - gone end;
      get diagnostics erased = row_count;
      gone := gone + erased;
      exit when gone >= cap;
    end loop;
    return gone;
  end $$;

call template.prepare_partitions('request_log', '30 days');
