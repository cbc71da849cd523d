-- Kinds of numbers and of due work are rows: a migration that brings one adds its row, and writes no function again in
-- which another migration has put a kind of its own.

-- The numbers that people read (platform/postgres/numbers/numbers.ts): a sequence for each in each tenant.
create table template.number_kind (name text primary key);

create or replace function create_numbers(of_tenant bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare name text;
  begin
    for name in select k.name from template.number_kind k loop
      execute format('create sequence if not exists %I', 'number_' || name || '_' || of_tenant);
    end loop;
  end $$;

create procedure template.add_number(name text) language plpgsql as $$
  begin
    insert into template.number_kind values (name);
    perform create_numbers(t.id) from tenant t;
  end $$;

-- It runs with the rights of the owner, so it believes no setting.
create or replace function next_number(name text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare series regclass := to_regclass(format('%I', 'number_' || name || '_' || proven_tenant()));
  begin
    if series is null then
      raise exception 'no such number: %', name;
    end if;
    return nextval(series);
  end $$;

insert into template.number_kind
  values ('member'), ('loan'), ('agent'), ('receipt'), ('savings_account'), ('death_claim');

-- Rows that are due, by the queue whose jobs name them: `due_at` is a column, or an expression, that has an index without
-- the tenant; `delay` is what has to pass from then; `only_where` is the index's own condition where it has one.
create table template.due_job (
  queue text not null,
  of_table text not null,
  due_at text not null,
  id text not null default 'originator_id',
  delay interval not null default '0',
  only_where text not null default 'true',
  primary key (of_table, due_at)
);

-- Work that is due, by queue; at most `cap` of each kind.
create or replace function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(
        format('(select %L, w.tenant_id, w.%I::text from %I w where %s and %s <= $1 - interval %L order by %s limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay, j.due_at), ' union all ')
        from template.due_job j) using at, cap;
  end $$;

insert into template.due_job (queue, of_table, due_at) values
  ('check-disbursement', 'disbursement', 'next_check_at'),
  ('check-disbursement', 'float_top_up', 'next_check_at'),
  ('check-payout', 'payout', 'next_check_at'),
  ('check-collection', 'collection', 'next_check_at'),
  ('sandbox-callback', 'sandbox_payment', 'notification_due_at'),
  ('sandbox-prompt', 'sandbox_prompt', 'notification_due_at');
insert into template.due_job (queue, of_table, due_at, id) values
  ('deliver-webhook', 'webhook_delivery', 'next_attempt_at', 'id'),
  ('react', 'reaction', 'due_at', 'id');
-- Taken back from a worker that died: an attempt takes 15 s at most.
insert into template.due_job (queue, of_table, due_at, id, delay) values
  ('deliver-webhook', 'webhook_delivery', 'started_at', 'id', '30 seconds');
insert into template.due_job (queue, of_table, due_at, only_where) values
  ('check-collection', 'mobile_money_transaction', 'coalesce(next_check_at, expires_at)',
   $$state in ('pending', 'sent', 'unknown')$$);
