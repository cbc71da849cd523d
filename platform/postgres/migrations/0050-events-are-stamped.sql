-- An event did not occur before it was written down: readers follow events by this time. It is that of the command's
-- clock, unless the command waited for a lock, or that clock is behind. The transaction is known as a writer before the
-- stamp is taken, as with every other stamp (stamps.ts).
create function stamp_event() returns trigger language plpgsql as $$
  begin
    perform pg_current_xact_id();
    new.occurred_at := greatest(new.occurred_at, clock_timestamp());
    return new;
  end $$;
create trigger stamp_event before insert on event for each row execute function stamp_event();
