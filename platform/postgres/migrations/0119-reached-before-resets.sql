-- How far the business time of a sandbox came in the generations that have ended: a time that lies behind that was handed out
-- by none of them. It decides whether the mark of a time counts; see decision 51.
-- Null until the next reset: no time was marked before this column existed.
alter table tenant add column reached_before timestamptz(3);

-- The offset that the sandbox had until the reset is known at the moment alone at which it shrinks.
create function keep_reached_time() returns trigger language plpgsql as $$
  begin
    new.reached_before :=
      greatest(old.reached_before, clock_timestamp() + old.clock_offset_ms * interval '1 millisecond');
    return new;
  end $$;
create trigger keep_reached_time before update of reset_at on tenant
  for each row execute function keep_reached_time();
