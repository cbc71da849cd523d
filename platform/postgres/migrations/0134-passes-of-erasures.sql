-- An erasure is repeated: what was under way then is written behind it, and what was on its way is left by it. See decision 77.
alter table erasure
  -- The person’s texts, sealed alike: it names who was erased, so it goes with the last pass.
  add column sought text,
  -- When the person was erased, by the database’s clock: `created_at` is in the business time of the tenant.
  add column sought_since timestamptz(3),
  add column next_pass_at timestamptz(3),
  add column passes integer not null default 0,
  -- The last pass left something that named the person. The first finds what was just being written, so it is not the last.
  add column waits boolean not null default true,
  add constraint erasure_is_sought check (num_nulls(sought, sought_since, next_pass_at) in (0, 3)) not valid,
  add constraint erasure_sought_is_sealed check (sought ~ '^a1[.]') not valid;

-- Erasures that are due for a pass, by the database’s clock: a few of each institution, so that none waits for the many of another one.
create function erasures_to_repeat(cap integer, of_each integer) returns table (tenant_id bigint, id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select d.tenant_id, d.id
      from tenant t cross join lateral (
        select e.tenant_id, e.id, e.next_pass_at from erasure e
         where e.tenant_id = t.id and e.next_pass_at <= now() order by e.next_pass_at limit of_each) d
     where not t.resetting and not t.growing
     order by d.next_pass_at limit cap $$;
