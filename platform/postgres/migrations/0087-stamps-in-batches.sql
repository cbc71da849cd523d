-- A renamed programme stamps all its students (0051): fifty thousand of them are more than a request may write. The write
-- that renames stamps the first of them itself, and leaves the others as work that is due: a worker stamps them, batch by
-- batch, each in a transaction of its own. See decision 10.

-- Records of a table that name a changed one and are not stamped yet, in the order of their ids.
create table pending_stamp (
  like template.row including all,
  of_table text not null,
  of_column text not null,
  named_id bigint not null,
  -- Up to here they are stamped.
  reached bigint not null default 0
);
-- Changed again, it begins from the beginning: those that were stamped show an older name.
create unique index pending_stamp_once on pending_stamp (tenant_id, of_table, of_column, named_id);

-- Stamps the next records of pending work, at most `cap`. Returns whether there may be more: false as well where another
-- worker has it.
create function stamp_next(of_tenant bigint, work bigint, cap integer) returns boolean language plpgsql as $$
  declare
    pending pending_stamp;
    seen bigint;
    last bigint;
  begin
    select * into pending from pending_stamp p where p.tenant_id = of_tenant and p.id = work for update skip locked;
    if not found then
      return false;
    end if;
    if pending.of_column = 'units' then
      -- An enrolment has its units in a document, which no index leads to: all enrolments are looked through.
      with next as (
        select e.id, e.units @> jsonb_build_array(jsonb_build_object('unitId', pending.named_id)) as names from enrolment e
         where e.tenant_id = of_tenant and e.id > pending.reached order by e.id limit cap),
      stamped as (
        update enrolment e set updated_at = clock_timestamp() from next n
         where e.tenant_id = of_tenant and e.id = n.id and n.names)
      select count(*), max(n.id) into seen, last from next n;
    else
      execute format(
        'with next as (
           select w.id from %1$I w where w.tenant_id = $1 and w.%2$I = $2 and w.id > $3
            order by w.id limit $4 for no key update),
         stamped as (
           update %1$I w set updated_at = clock_timestamp() from next n where w.tenant_id = $1 and w.id = n.id)
         select count(*), max(n.id) from next n', pending.of_table, pending.of_column)
        into seen, last using of_tenant, pending.named_id, pending.reached, cap;
    end if;
    if seen < cap then
      delete from pending_stamp p where p.tenant_id = of_tenant and p.id = work;
      return false;
    end if;
    update pending_stamp p set reached = last where p.tenant_id = of_tenant and p.id = work;
    return true;
  end $$;

-- As in 0051, and no more than the first of each.
create or replace function stamp_naming() returns trigger language plpgsql as $$
  declare
    place text;
    work bigint;
  begin
    foreach place in array tg_argv loop
      insert into pending_stamp as p (tenant_id, of_table, of_column, named_id)
        values (new.tenant_id, split_part(place, '.', 1), split_part(place, '.', 2), new.id)
        on conflict (tenant_id, of_table, of_column, named_id) do update set reached = 0
        returning p.id into work;
      perform stamp_next(new.tenant_id, work, 100);
    end loop;
    return null;
  end $$;
drop trigger shown_in_enrolments on unit;
create trigger shown_in_enrolments after update on unit
  for each row when ((old.code, old.title) is distinct from (new.code, new.title))
  execute function stamp_naming('enrolment.units');
drop function stamp_enrolments_in();

-- Across tenants, for the workers.
create function stamps_to_set(cap integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select p.tenant_id, p.id from pending_stamp p order by p.id limit cap $$;
