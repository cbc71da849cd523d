-- A float is split only while versions that know of no stripes are shut out: who joins the last one, at the moment between shutting them
-- out and the split, let them in again. Whoever lets them in waits for the commit of a split, and sees it.
create function stripes_are_served() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform from installation where serves_from >= 2 for share;
    if not found then
      raise exception 'Versions that know of no stripes may start: serve_split_floats() shuts them out.'
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    return new;
  end $$;
create trigger stripes_are_served before update of stripes on agent
  for each row when (new.stripes > 1 and old.stripes = 1) execute function stripes_are_served();

-- When a split last shut them out: it may be under way for a minute.
alter table installation add column shut_out_at timestamptz;
create or replace function serve_split_floats() returns void
  language sql security definer set search_path = public, pg_temp as $$
    update installation set serves_from = greatest(serves_from, 2), shut_out_at = now() $$;

-- For workers: a command that ended between its steps let none in again.
create function serve_whole_floats_later() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if exists (select from installation
                where serves_from = 2 and coalesce(shut_out_at, '-infinity') < now() - interval '5 minutes') then
      perform serve_whole_floats();
    end if;
  end $$;
