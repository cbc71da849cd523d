-- A replica sees no writer of the primary: up to when a list of changes is complete, only the primary knows. Who reads from a
-- replica receives this code, and reads from the primary.
create or replace function sync_horizon() returns timestamptz(3) language plpgsql volatile as $$
  declare
    requested_at timestamptz := clock_timestamp();
    oldest_writer timestamptz;
  begin
    if pg_is_in_recovery() then
      raise exception 'the primary knows what is being written' using errcode = 'UM098';
    end if;
    if current_setting('track_activities') <> 'on' then
      raise exception 'sync needs track_activities' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_stat_clear_snapshot();
    select min(a.xact_start) into oldest_writer
      from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null;
    return date_trunc('milliseconds', least(requested_at, oldest_writer) + clock_offset());
  end $$;
