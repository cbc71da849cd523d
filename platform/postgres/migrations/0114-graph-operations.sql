-- Which operations were sent to the graph in the last 30 days, by whom: one row for each operation of each client, without
-- values and without names that a client has made up (gateway/check/describe.ts). Without a client: people in the portal.
create table graph_operation (
  like template.log including all,
  client_id bigint,
  -- SHA-256 of the text.
  hash text not null,
  name text check (length(name) <= 100),
  text text not null check (length(text) <= 16384),
  -- What it selects: Loan.loanNo.
  fields text[] not null check (cardinality(fields) <= 500),
  -- Since created_at.
  uses bigint not null check (uses > 0),
  last_seen_at timestamptz(3) not null default now()
);
create unique index graph_operation_of_client on graph_operation (tenant_id, client_id, hash) nulls not distinct;
create index graph_operation_by_last_use on graph_operation (last_seen_at);
insert into template.kept_by_reset (of_table) values ('graph_operation');

-- Oldest first, a bounded number at a time, by the database's own clock.
create function discard_graph_operations(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    delete from graph_operation o using (
      select x.tenant_id, x.id from graph_operation x where x.last_seen_at < now() - interval '30 days'
       order by x.last_seen_at limit cap for update skip locked) old
     where o.tenant_id = old.tenant_id and o.id = old.id;
    get diagnostics gone = row_count;
    return gone;
  end $$;
