-- Who was shown personal data of whom: written before it is shown, once for each record and request. It has ids and the
-- names of fields, nothing of the data itself.
create table personal_reading (
  like template.log including all,
  -- The client, or the operator's command; and the person who answered for the client then.
  reader text not null,
  person text,
  request_id text not null,
  record_type text not null check (record_type in ('member', 'student', 'death_claim')),
  member_id bigint,
  student_id bigint,
  fields text[] not null check (cardinality(fields) > 0),
  -- No key refers to the person's row: the same statement has found it, and a check of each row would cost more than the row.
  check (num_nonnulls(member_id, student_id) = 1)
);
call template.index_by('personal_reading', 'member_id', 'student_id', 'reader collate "C"', 'request_id collate "C"', 'created_at');

alter table tenant
  add column personal_reading_days integer not null default 365 check (personal_reading_days between 30 and 3650);

-- Of each tenant the oldest first, a bounded number at a time, by the database's own clock.
create function discard_personal_readings(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    delete from personal_reading r using (
      select x.tenant_id, x.id from tenant t cross join lateral (
        select o.tenant_id, o.id from personal_reading o
         where o.tenant_id = t.id and o.created_at < now() - make_interval(days => t.personal_reading_days)
         order by o.created_at limit cap) x
       limit cap) old
     where r.tenant_id = old.tenant_id and r.id = old.id;
    get diagnostics gone = row_count;
    return gone;
  end $$;
