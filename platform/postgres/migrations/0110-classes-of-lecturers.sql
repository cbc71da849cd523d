-- A lecturer reads and marks the classes of some units alone: who takes them, and their results. Their transactions take the role
-- of people who are limited (0093); see platform/postgres/migrations/row-limits.ts.
alter table person add column unit_ids text[];

-- Null for who is no lecturer.
create function limited_units() returns bigint[] language sql stable parallel safe
  as $$ select nullif(current_setting('app.units', true), '')::bigint[] $$;

-- The class of a unit: each unit that an enrolment takes is a row. Policies look it up for every row that they show, and
-- enrolments hold their units in a document.
create table enrolment_unit (
  tenant_id bigint not null,
  enrolment_id bigint not null,
  unit_id bigint not null,
  student_id bigint not null,
  primary key (tenant_id, enrolment_id, unit_id),
  foreign key (tenant_id, enrolment_id) references enrolment (tenant_id, id) on delete cascade
);
create index enrolment_unit_of_student on enrolment_unit (tenant_id, student_id, unit_id);

-- Who has dropped a unit, is exempt from it or was never enrolled is not in its class.
create function units_taken(state text, units jsonb) returns setof bigint language sql immutable parallel safe as $$
  select distinct (u.value ->> 'unitId')::bigint from jsonb_array_elements(units) u
   where state <> 'cancelled' and u.value ->> 'status' not in ('dropped', 'exempt') $$;
create function list_units_taken() returns trigger language plpgsql as $$
  begin
    delete from enrolment_unit e where e.tenant_id = new.tenant_id and e.enrolment_id = new.id;
    insert into enrolment_unit (tenant_id, enrolment_id, unit_id, student_id)
    select new.tenant_id, new.id, taken, new.student_id from units_taken(new.state, new.units) as taken;
    return null;
  end $$;
create trigger list_units_taken after insert on enrolment for each row execute function list_units_taken();
create trigger list_units_taken_now after update of units, state, student_id on enrolment for each row
  when (old.units is distinct from new.units or old.student_id <> new.student_id
        or (old.state = 'cancelled') <> (new.state = 'cancelled'))
  execute function list_units_taken();
insert into enrolment_unit (tenant_id, enrolment_id, unit_id, student_id)
select e.tenant_id, e.id, taken, e.student_id from enrolment e cross join lateral units_taken(e.state, e.units) as taken;

drop function credential_of_session(text);
create function credential_of_session(sent text) returns table (
    tenant_id bigint, mode text, person_id bigint, person_uuid uuid, roles text[], role_limits jsonb, branch_ids bigint[],
    client_ids bigint[], unit_ids bigint[], session_id bigint, method text, in_force boolean, stepped_up boolean,
    unused_for integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query
    select s.tenant_id, t.mode, p.id, p.uuid, p.roles, t.role_limits, p.branch_ids::bigint[], p.client_ids::bigint[],
           p.unit_ids::bigint[], s.id, s.method,
           s.state = 'open' and p.state = 'active' and s.expires_at > now()
             and s.last_used_at > now() - interval '30 minutes'
             and (s.confirmed_in is null or exists (
                   select from person_session c
                    where c.tenant_id = s.tenant_id and c.id = s.confirmed_in and c.state = 'open' and c.expires_at > now())),
           s.stepped_up_at > now() - interval '5 minutes',
           extract(epoch from now() - s.last_used_at)::int
      from person_route r
      join tenant t on t.id = r.tenant_id
      join person_session s on s.tenant_id = r.tenant_id and s.token_hash = r.hash
      join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
     where r.hash = sent;
  end $$;
