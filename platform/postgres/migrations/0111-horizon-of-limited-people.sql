-- Sessions show what they write to their own role alone, and people who are limited to branches, clients or units have taken another:
-- they saw no writer, and a list of changes ended behind what was still to be committed. As in 0100, with the role of the session.
create or replace function sync_horizon() returns timestamptz(3) language plpgsql volatile as $$
  declare
    requested_at timestamptz := clock_timestamp();
    taken text := current_setting('role');
    oldest_writer timestamptz;
  begin
    if pg_is_in_recovery() then
      raise exception 'the primary knows what is being written' using errcode = 'UM098';
    end if;
    if current_setting('track_activities') <> 'on' then
      raise exception 'sync needs track_activities' using errcode = 'object_not_in_prerequisite_state';
    end if;
    if taken <> 'none' then
      perform set_config('role', 'none', true);
    end if;
    perform pg_stat_clear_snapshot();
    select min(a.xact_start) into oldest_writer
      from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null;
    -- Where anything above fails, the transaction fails, and the role ends with it.
    if taken <> 'none' then
      perform set_config('role', taken, true);
    end if;
    return date_trunc('milliseconds', least(requested_at, oldest_writer) + clock_offset());
  end $$;
