-- The feed of what changed: a tenant's events in one order, numbered without gaps. Events are numbered by the relay once
-- they are committed, so that a reader who has read up to a number has read everything up to it.
create table feed_entry (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  sequence bigint not null check (sequence > 0),
  event_id bigint not null,
  type text not null,
  owner_client_id bigint,
  primary key (tenant_id, sequence),
  unique (tenant_id, event_id),
  -- It goes with its event when the retention of events is over.
  foreign key (tenant_id, event_id) references event (tenant_id, id) on delete cascade deferrable initially deferred
);
