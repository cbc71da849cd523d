-- Top-ups of the float from what the paybill has collected, as payments that the provider is sent. Nothing is booked of
-- one until the provider has confirmed it.

create table float_top_up (
  like template.record including all,
  agent_id bigint not null,
  agent_no text not null,
  amount bigint not null check (amount > 0),
  -- What was moved; kept when it was moved back.
  moved bigint check (moved > 0),
  state text not null,
  originator_id uuid not null,
  provider_ref text,
  receipt_no text,
  failure_code text,
  failure_message text,
  provider_code text,
  charge bigint check (charge >= 0),
  evidence jsonb not null default '[]',
  requested_by text not null,
  sent_at timestamptz(3),
  settled_at timestamptz(3),
  next_check_at timestamptz(3),
  checks integer not null,
  unique (tenant_id, originator_id),
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) deferrable initially deferred,
  constraint float_top_up_is_moved check ((state in ('confirmed', 'reversed')) = (moved is not null)),
  constraint float_top_up_has_receipt check ((moved is null) or (receipt_no is not null))
);
call template.index_by('float_top_up', 'state', 'agent_no collate "C"', 'amount', 'receipt_no collate "C"', 'created_at', 'updated_at');
create index float_top_up_due on float_top_up (next_check_at) where next_check_at is not null;
-- The provider knows no name of ours for one: two that are alike could not be distinguished.
create unique index float_top_up_under_way on float_top_up (tenant_id, agent_id)
  where state in ('pending', 'sending', 'sent', 'unknown', 'review');

-- Work that is due, by queue; at most `cap` of each kind.
create or replace function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language sql stable security definer set search_path = public, pg_temp as $$
    (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
      where d.next_attempt_at <= at order by d.next_attempt_at limit cap)
    union all
    -- Taken back from a worker that died: an attempt takes 15 s at most.
    (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
      where d.started_at <= at - interval '30 seconds' order by d.started_at limit cap)
    union all
    (select 'react', r.tenant_id, r.id::text from reaction r where r.due_at <= at order by r.due_at limit cap)
    union all
    (select 'check-disbursement', d.tenant_id, d.originator_id::text from disbursement d
      where d.next_check_at <= at order by d.next_check_at limit cap)
    union all
    (select 'check-disbursement', t.tenant_id, t.originator_id::text from float_top_up t
      where t.next_check_at <= at order by t.next_check_at limit cap)
    union all
    (select 'sandbox-callback', p.tenant_id, p.originator_id::text from sandbox_payment p
      where p.notification_due_at <= at order by p.notification_due_at limit cap)
    union all
    (select 'check-payout', p.tenant_id, p.originator_id::text from payout p
      where p.next_check_at <= at order by p.next_check_at limit cap)
    union all
    (select 'check-collection', c.tenant_id, c.originator_id::text from collection c
      where c.next_check_at <= at order by c.next_check_at limit cap)
    union all
    (select 'sandbox-prompt', s.tenant_id, s.originator_id::text from sandbox_prompt s
      where s.notification_due_at <= at order by s.notification_due_at limit cap)
    union all
    (select 'check-collection', m.tenant_id, m.originator_id::text from mobile_money_transaction m
      where state in ('pending', 'sent', 'unknown') and coalesce(m.next_check_at, m.expires_at) <= at
      order by coalesce(m.next_check_at, m.expires_at) limit cap) $$;
