-- What clients requested of REST, for 30 days: without secrets and personal data (rest-adapter/requests/redacted.ts).
create table request_log (
  like template.log including all,
  client_id bigint not null,
  request_id text not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  idempotency_key text,
  error_code text,
  -- What a token needs to see the bodies: null where any of the client may.
  scope text,
  request_body jsonb,
  response_body jsonb,
  foreign key (tenant_id, client_id) references api_client (tenant_id, id) deferrable initially deferred
);
create index request_log_of_client on request_log (tenant_id, client_id, id);
create index request_log_by_request_id on request_log (tenant_id, client_id, request_id, id);
create index request_log_by_status on request_log (tenant_id, client_id, status, id);
create index request_log_by_age on request_log (created_at);

-- Oldest first, a bounded number at a time, by the database's own clock.
create function discard_request_log(cap integer) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare gone bigint;
  begin
    delete from request_log l using (
      select x.tenant_id, x.id from request_log x where x.created_at < now() - interval '30 days'
       order by x.created_at limit cap for update skip locked) old
     where l.tenant_id = old.tenant_id and l.id = old.id;
    get diagnostics gone = row_count;
    return gone;
  end $$;
