-- What held an attempt to its delivery were two constraints that can't stay: an attempt lies in its partition until that goes, after
-- its delivery, and no constraint looks into all partitions. A trigger asks for the same when an attempt is written. Its lock keeps the
-- delivery where it is, and others from writing an attempt of the same delivery until this one is committed: who comes behind sees it.
create function attempt_is_next() returns trigger language plpgsql set enable_seqscan = off as $$
  begin
    perform from webhook_delivery d where d.tenant_id = new.tenant_id and d.id = new.delivery_id for no key update;
    if not found then
      raise exception 'Attempt % is one of delivery %, which is not there.', new.number, new.delivery_id
        using errcode = 'foreign_key_violation';
    end if;
    -- In an order that one index alone has, so that it is taken also by a plan that was made while a partition was empty.
    perform from webhook_attempt a
      where a.tenant_id = new.tenant_id and a.delivery_id = new.delivery_id and a.number between new.number and new.number
      order by a.number limit 1;
    if found then
      raise exception 'Delivery % has an attempt % already.', new.delivery_id, new.number using errcode = 'unique_violation';
    end if;
    return new;
  end $$;

-- Constraints of a table that becomes partitions, which its partitions can't have. The tables that they refer to are locked as
-- well: first, and for less than the second after which PostgreSQL ends a request of those who wait for each other.
create procedure template.drop_constraints(of_table text, variadic names text[]) language plpgsql as $$
  declare each record;
  begin
    perform set_config('lock_timeout', '250ms', true);
    for each in
      select distinct k.confrelid::regclass as name from pg_constraint k
       where k.conrelid = to_regclass(of_table) and k.contype = 'f' and k.conname = any (names) order by 1
    loop
      execute format('lock table %s in access exclusive mode', each.name);
    end loop;
    execute format('lock table %I in access exclusive mode', of_table);
    for each in select unnest(names) as name loop
      execute format('alter table %I drop constraint %I', of_table, each.name);
    end loop;
  end $$;

call template.drop_constraints('webhook_attempt', 'webhook_attempt_tenant_id_delivery_id_number_key',
                               'webhook_attempt_tenant_id_delivery_id_fkey');
create trigger attempt_is_next before insert on webhook_attempt for each row execute function attempt_is_next();
