-- A version that knows of no stripes finds no float in one that is split: it pays nothing from it, and can't settle what was
-- promised. So it refuses to start from the first split on. The row is locked until commit: who joins a float at this moment waits,
-- and sees what was split.
create function serve_split_floats() returns void
  language sql security definer set search_path = public, pg_temp as $$
    update installation set serves_from = greatest(serves_from, 2) $$;

-- Where no float of the installation is split any more, versions of before may start again.
create function serve_whole_floats() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform from installation where serves_from = 2 for update;
    if found and not exists (select from agent where stripes > 1) then
      update installation set serves_from = 1;
    end if;
  end $$;
