import { Migration } from '@mikro-orm/migrations';

/**
 * Tenants, partners, members, loans, ledger, events. Checks of states, row-level security and grants are not here:
 * they follow from the lifecycles and the tables themselves (row-security.ts, state-checks.ts) after every migration.
 */
export class Migration0001Spine extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

/** The columns of a record that has an address of its own. */
const record = `
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

const child = `
  id bigint generated always as identity primary key,
  tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
  version integer not null default 1`;

const row = `
  id bigint generated always as identity primary key,
  tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

const statements = [
  `create table tenant (
    id bigint generated always as identity primary key,
    uuid uuid not null unique,
    name text not null,
    mode text not null check (mode in ('sandbox', 'live')),
    time_zone text not null default 'Africa/Nairobi',
    currency text not null default 'KES' check (currency ~ '^[A-Z]{3}$'),
    four_eyes boolean not null,
    created_at timestamptz(3) not null default now()
  )`,

  // --- partners ---
  `create table api_client (${record},
    client_key text not null unique check (client_key ~ '^pk_(test|live)_'),
    name text not null,
    sandbox boolean not null,
    scopes text[] not null,
    pii boolean not null,
    id_format text not null check (id_format in ('integer', 'uuid')),
    credential_epoch integer not null,
    state text not null,
    last_used_at timestamptz(3)
  )`,
  `create table api_secret (${row},
    client_id bigint not null references api_client (id),
    hash text not null,
    valid_from timestamptz(3) not null,
    valid_until timestamptz(3)
  )`,
  `create index api_secret_of_client on api_secret (client_id)`,
  `create table access_token (
    token_hash bytea primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    client_id bigint not null references api_client (id),
    epoch integer not null,
    scopes text[] not null,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index access_token_expiry on access_token (expires_at)`,
  `create table webhook (${record},
    client_id bigint not null references api_client (id),
    url text not null,
    events text[] not null,
    description text,
    ordered boolean not null,
    rate_limit_per_second integer,
    metadata jsonb not null,
    payload_style text not null check (payload_style in ('full', 'thin')),
    sandbox boolean not null,
    state text not null,
    disabled_reason text,
    last_sequence bigint not null,
    consecutive_failures integer not null,
    open_until timestamptz(3),
    failed_probes integer not null,
    failing_since timestamptz(3),
    failed_events integer not null,
    notice_hours integer not null
  )`,
  `create index webhook_of_client on webhook (tenant_id, client_id, id)`,
  `create table webhook_secret (${row},
    endpoint_id bigint not null references webhook (id),
    ciphertext text not null,
    valid_from timestamptz(3) not null,
    valid_until timestamptz(3)
  )`,
  `create index webhook_secret_of_webhook on webhook_secret (endpoint_id)`,

  // --- membership ---
  `create table branch (${record},
    code text not null,
    name text not null,
    unique (tenant_id, code)
  )`,
  `create table member (${record},
    member_no text not null,
    name text not null,
    national_id text not null,
    phone text not null,
    branch_id bigint not null references branch (id),
    kyc jsonb,
    state text not null,
    state_reason text,
    client_reference text,
    unique (tenant_id, member_no),
    unique (tenant_id, national_id),
    unique (tenant_id, client_reference)
  )`,
  `create index member_page on member (tenant_id, id)`,
  `create index member_by_state on member (tenant_id, state, id)`,
  `create index member_by_branch on member (tenant_id, branch_id, id)`,
  `create index member_by_phone on member (tenant_id, phone, id)`,

  // --- lending ---
  `create table loan_product (${record},
    code text not null,
    name text not null,
    state text not null check (state in ('active', 'retired')),
    method text not null,
    annual_rate text not null,
    min_principal bigint not null check (min_principal > 0),
    max_principal bigint not null check (max_principal >= min_principal),
    min_term_months integer not null check (min_term_months > 0),
    max_term_months integer not null check (max_term_months >= min_term_months),
    unique (tenant_id, code)
  )`,
  `create table agent (${record},
    agent_no text not null,
    name text not null,
    branch_id bigint not null references branch (id),
    float bigint not null,
    held bigint not null,
    unique (tenant_id, agent_no),
    constraint agent_float_covers_holds check (held >= 0 and float >= held)
  )`,
  `create index agent_by_branch on agent (tenant_id, branch_id, id)`,
  `create table loan (${record},
    loan_no text not null,
    member_id bigint not null references member (id),
    product_id bigint not null references loan_product (id),
    state text not null,
    state_reason text,
    principal bigint not null check (principal > 0),
    approved_principal bigint,
    term_months integer not null check (term_months > 0),
    purpose text,
    method text not null,
    annual_rate text not null,
    created_by text not null,
    approved_by text,
    client_reference text,
    disbursed_principal bigint not null check (disbursed_principal >= 0),
    disbursed_on date,
    maturity_date date,
    schedule_version integer not null,
    principal_outstanding bigint not null check (principal_outstanding >= 0),
    interest_outstanding bigint not null check (interest_outstanding >= 0),
    fees_outstanding bigint not null check (fees_outstanding >= 0),
    penalties_outstanding bigint not null check (penalties_outstanding >= 0),
    interest_accrued bigint not null check (interest_accrued >= 0),
    interest_paid bigint not null check (interest_paid >= 0),
    overpaid bigint not null check (overpaid >= 0),
    unique (tenant_id, loan_no),
    unique (tenant_id, client_reference)
  )`,
  `create index loan_page on loan (tenant_id, id)`,
  `create index loan_by_state on loan (tenant_id, state, id)`,
  `create index loan_by_member on loan (tenant_id, member_id, id)`,
  `create index loan_by_product on loan (tenant_id, product_id, id)`,
  `create index loan_by_principal on loan (tenant_id, principal, id)`,
  `create index loan_by_age on loan (tenant_id, created_at, id)`,
  `create table loan_instalment (${child},
    loan_id bigint not null references loan (id),
    schedule_version integer not null,
    number integer not null,
    due_date date not null,
    principal bigint not null check (principal >= 0),
    interest bigint not null check (interest >= 0),
    fees bigint not null check (fees >= 0),
    penalties bigint not null check (penalties >= 0),
    paid_principal bigint not null check (paid_principal between 0 and principal),
    paid_interest bigint not null check (paid_interest between 0 and interest),
    paid_fees bigint not null check (paid_fees between 0 and fees),
    paid_penalties bigint not null check (paid_penalties between 0 and penalties),
    balance_after bigint not null,
    paid_on date,
    unique (loan_id, schedule_version, number)
  )`,
  `create table disbursement (${record},
    loan_id bigint not null references loan (id),
    agent_id bigint not null references agent (id),
    agent_no text not null,
    tranche integer not null,
    amount bigint not null check (amount > 0),
    channel text not null,
    msisdn text not null,
    state text not null,
    originator_id uuid not null unique,
    provider_ref text,
    receipt_no text,
    failure_code text,
    failure_message text,
    requested_by text not null,
    sent_at timestamptz(3),
    settled_at timestamptz(3),
    next_check_at timestamptz(3),
    checks integer not null
  )`,
  `create index disbursement_page on disbursement (tenant_id, loan_id, id)`,
  `create unique index disbursement_one_for_a_tranche on disbursement (loan_id, tranche) where state <> 'failed'`,
  `create index disbursement_due on disbursement (next_check_at) where next_check_at is not null`,
  `create table repayment (${record},
    loan_id bigint not null references loan (id),
    receipt_no text not null,
    amount bigint not null check (amount > 0),
    channel text not null,
    reference text,
    msisdn text,
    state text not null,
    paid_at timestamptz(3) not null,
    principal bigint not null,
    interest bigint not null,
    fees bigint not null,
    penalties bigint not null,
    overpayment bigint not null,
    received_by text not null,
    unique (tenant_id, receipt_no),
    unique (tenant_id, channel, reference),
    constraint repayment_parts_sum check (principal + interest + fees + penalties + overpayment = amount)
  )`,
  `create index repayment_page on repayment (tenant_id, loan_id, id)`,

  // --- ledger: written once, never changed; every statement that adds lines has to balance ---
  `create table journal (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    uuid uuid not null unique,
    event_uuid uuid not null,
    event_type text not null,
    subject_type text not null,
    subject_id bigint not null,
    booked_on date not null,
    currency text not null,
    reversal_of bigint references journal (id),
    created_at timestamptz(3) not null default now()
  )`,
  `create index journal_of_subject on journal (tenant_id, subject_type, subject_id)`,
  `create index journal_by_day on journal (tenant_id, booked_on, id)`,
  `create table journal_line (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    journal_id bigint not null references journal (id),
    account text not null,
    sub_account text,
    side text not null check (side in ('debit', 'credit')),
    amount bigint not null check (amount > 0)
  )`,
  `create index journal_line_of_journal on journal_line (journal_id)`,
  `create index journal_line_of_account on journal_line (tenant_id, account, sub_account, id)`,
  `create function journal_must_balance() returns trigger language plpgsql as $$
    declare broken bigint;
    begin
      select journal_id into broken from added
       group by journal_id
      having sum(case side when 'debit' then amount else -amount end) <> 0
       limit 1;
      if broken is not null then
        raise exception 'journal % does not balance', broken using errcode = 'check_violation', constraint = 'journal_balances';
      end if;
      return null;
    end $$`,
  `create trigger journal_balances after insert on journal_line
    referencing new table as added for each statement execute function journal_must_balance()`,
  `create function never_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is written once and never changed', tg_table_name using errcode = 'restrict_violation';
    end $$`,
  `create trigger journal_is_immutable before update or delete on journal for each row execute function never_change()`,
  `create trigger journal_line_is_immutable before update or delete on journal_line for each row execute function never_change()`,

  // --- what happened, who did it, what is still to be told ---
  `create table event (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    uuid uuid not null unique,
    type text not null,
    subject_type text not null,
    subject_id bigint not null,
    subject_uuid uuid not null,
    subject_version integer not null,
    data jsonb not null,
    owner_client_id bigint,
    about_endpoint_id bigint,
    request_id text not null,
    idempotency_key text,
    traceparent text,
    occurred_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now()
  )`,
  `create index event_page on event (tenant_id, id)`,
  `create index event_of_subject on event (tenant_id, subject_type, subject_id, id)`,
  `create table outbox (
    event_id bigint primary key references event (id),
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id)
  )`,
  `create index outbox_of_tenant on outbox (tenant_id, event_id)`,
  `create function announce_outbox() returns trigger language plpgsql as $$
    begin
      perform pg_notify('outbox', '');
      return null;
    end $$`,
  `create trigger outbox_announced after insert on outbox for each statement execute function announce_outbox()`,
  `create table audit (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    event_uuid uuid not null,
    command text not null,
    actor text not null,
    request_id text not null,
    event_type text not null,
    subject_type text not null,
    subject_id bigint not null,
    subject_version integer not null,
    at timestamptz(3) not null
  )`,
  `create index audit_of_subject on audit (tenant_id, subject_type, subject_id, id)`,
  `create trigger audit_is_immutable before update or delete on audit for each row execute function never_change()`,
  `create table reaction (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    event_id bigint not null references event (id),
    handler text not null,
    attempts integer not null default 0,
    due_at timestamptz(3),
    problem text,
    created_at timestamptz(3) not null default now(),
    unique (event_id, handler)
  )`,
  `create index reaction_due on reaction (due_at) where due_at is not null`,
  `create table webhook_delivery (${record},
    endpoint_id bigint not null references webhook (id),
    client_id bigint not null references api_client (id),
    event_id bigint not null references event (id),
    event_type text not null,
    subject_key text not null,
    sequence bigint not null,
    state text not null,
    trigger text not null,
    attempts integer not null,
    attempts_of_round integer not null,
    next_attempt_at timestamptz(3),
    started_at timestamptz(3),
    last_status integer,
    last_error_class text,
    last_failed_at timestamptz(3),
    finished_at timestamptz(3),
    unique (endpoint_id, event_id),
    unique (endpoint_id, sequence)
  )`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where next_attempt_at is not null`,
  `create index webhook_delivery_started on webhook_delivery (started_at) where started_at is not null`,
  `create index webhook_delivery_queue on webhook_delivery (endpoint_id, subject_key, sequence)
    where state in ('pending', 'delivering', 'retrying')`,
  `create table webhook_attempt (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    delivery_id bigint not null references webhook_delivery (id),
    number integer not null,
    trigger text not null,
    started_at timestamptz(3) not null,
    duration_ms integer not null,
    resolved_address text,
    status integer,
    error_class text,
    problem text,
    reply_body text,
    next_attempt_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (delivery_id, number)
  )`,

  // --- idempotency: claimed, executed and answered in one transaction with the effect ---
  `create table idempotency_key (
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    client_id bigint not null references api_client (id),
    key text not null,
    fingerprint bytea not null,
    state text not null check (state in ('in_progress', 'completed')),
    status integer,
    headers jsonb,
    body text,
    resource text,
    request_id text not null,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    primary key (client_id, key)
  )`,
  `create index idempotency_key_expiry on idempotency_key (expires_at)`,

  // --- the sandbox's own provider of mobile money: it keeps its books as a real one would, outside our transactions ---
  `create table sandbox_payment (
    originator_id uuid primary key,
    tenant_id bigint not null default current_setting('app.tenant')::bigint references tenant (id),
    provider_ref text not null,
    amount bigint not null,
    msisdn text not null,
    outcome jsonb not null,
    callback_url text not null,
    callback_due_at timestamptz(3),
    callback_attempts integer not null default 0,
    created_at timestamptz(3) not null default now()
  )`,
  `create index sandbox_payment_due on sandbox_payment (callback_due_at) where callback_due_at is not null`,

  // --- numbers that people read, counted per tenant by sequences: gaps are allowed, waiting is not ---
  `create function create_numbers(of_tenant bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare name text;
    begin
      foreach name in array array['member', 'loan', 'agent', 'receipt'] loop
        execute format('create sequence if not exists %I', 'number_' || name || '_' || of_tenant);
      end loop;
    end $$`,
  `create function next_number(name text) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if name not in ('member', 'loan', 'agent', 'receipt') then raise exception 'no such number: %', name; end if;
      return nextval(format('%I', 'number_' || name || '_' || current_setting('app.tenant')::bigint)::regclass);
    end $$`,

  // --- the few questions that are asked before a tenant is known; each answers with the least that is needed ---
  `create function credential_of_client(key text) returns table (
      tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], state text, epoch integer, secret_hashes text[])
    language sql stable security definer set search_path = public, pg_temp as $$
      select c.tenant_id, t.mode, c.id, c.client_key, c.scopes, c.state, c.credential_epoch,
             array(select s.hash from api_secret s
                    where s.client_id = c.id and s.valid_from <= now() and (s.valid_until is null or s.valid_until > now()))
        from api_client c join tenant t on t.id = c.tenant_id
       where c.client_key = key $$`,
  `create function credential_of_token(hash bytea) returns table (
      tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], pii boolean, id_format text,
      state text, fresh boolean, expires_at timestamptz, expired boolean, last_used_at timestamptz)
    language sql stable security definer set search_path = public, pg_temp as $$
      select k.tenant_id, t.mode, c.id, c.client_key, k.scopes, c.pii, c.id_format,
             c.state, k.epoch = c.credential_epoch, k.expires_at, k.expires_at <= now(), c.last_used_at
        from access_token k join api_client c on c.id = k.client_id join tenant t on t.id = k.tenant_id
       where k.token_hash = hash $$`,
  `create function tenants_with_outbox() returns table (tenant_id bigint)
    language sql stable security definer set search_path = public, pg_temp as $$
      with recursive found as (
        (select o.tenant_id from outbox o order by o.tenant_id limit 1)
        union all
        select (select o.tenant_id from outbox o where o.tenant_id > f.tenant_id order by o.tenant_id limit 1)
          from found f where f.tenant_id is not null)
      select f.tenant_id from found f where f.tenant_id is not null limit 1000 $$`,
  `create function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
    language sql stable security definer set search_path = public, pg_temp as $$
      (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
        where d.next_attempt_at <= at order by d.next_attempt_at limit cap)
      union all
      (select 'deliver-webhook', d.tenant_id, d.id::text from webhook_delivery d
        where d.started_at <= at - interval '60 seconds' order by d.started_at limit cap)
      union all
      (select 'react', r.tenant_id, r.id::text from reaction r where r.due_at <= at order by r.due_at limit cap)
      union all
      (select 'check-disbursement', d.tenant_id, d.originator_id::text from disbursement d
        where d.next_check_at <= at order by d.next_check_at limit cap)
      union all
      (select 'sandbox-callback', p.tenant_id, p.originator_id::text from sandbox_payment p
        where p.callback_due_at <= at order by p.callback_due_at limit cap) $$`,
];
