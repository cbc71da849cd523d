-- Lists of sanctions and of exposed persons, the words that names on them are found by, and alerts about names.

create table watchlist (
  like template.record including all,
  name text not null,
  kind text not null check (kind in ('sanction', 'pep')),
  dated date not null,
  digest text not null,
  unique (tenant_id, name)
);

create table watchlist_entry (
  like template.log including all,
  list_id bigint not null,
  source_id text not null,
  -- Rises whenever the publisher changes the entry.
  revision integer not null default 1,
  names text[] not null check (cardinality(names) > 0),
  births text[] not null,
  countries text[] not null,
  id_numbers text[] not null,
  -- The first version of the list without it.
  removed_on date,
  unique (tenant_id, list_id, source_id),
  foreign key (tenant_id, list_id) references watchlist (tenant_id, id) deferrable initially deferred
);

-- Entries in force only. A name is searched by the keys of its words; see core/aml/watchlist/names.ts.
create table watchlist_key (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  key text collate "C" not null,
  entry_id bigint not null,
  primary key (tenant_id, key, entry_id),
  foreign key (tenant_id, entry_id) references watchlist_entry (tenant_id, id) deferrable initially deferred
);
create index watchlist_key_of_entry on watchlist_key (tenant_id, entry_id);

-- A list changed: all members are screened again, batch by batch. The unfinished one is restarted by the next change.
create table watchlist_screening (
  like template.log including all,
  -- The last member that was screened.
  reached bigint not null default 0,
  members bigint not null default 0,
  alerts bigint not null default 0,
  finished_at timestamptz(3)
);
create unique index watchlist_screening_open on watchlist_screening (tenant_id) where finished_at is null;

create function watchlists_to_screen(cap integer) returns table (tenant_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select s.tenant_id from watchlist_screening s where s.finished_at is null order by s.id limit cap $$;
create index watchlist_screening_to_do on watchlist_screening (id) where finished_at is null;

-- A rule about names has no threshold, window, channels or directions.
alter table aml_rule
  alter column threshold_amount drop not null,
  alter column threshold_currency drop not null,
  alter column window_days drop not null,
  alter column directions drop not null,
  drop constraint aml_rule_kind_check,
  add constraint aml_rule_kind_check check (kind in ('aggregate', 'structuring', 'round_amounts', 'new_account',
    'rapid_in_out', 'dormant_then_large', 'velocity', 'third_party_early', 'shared_number', 'agent_float',
    'sanction_exact', 'sanction_fuzzy', 'pep')),
  add constraint aml_rule_about_money check (kind in ('sanction_exact', 'sanction_fuzzy', 'pep')
    or (threshold_amount is not null and threshold_currency is not null and window_days is not null
        and directions is not null));

alter table aml_alert
  add column watchlist_entry_id bigint,
  add column watchlist_revision integer,
  add column watchlist_kind text check (watchlist_kind in ('sanction', 'pep')),
  add column compared_as text,
  add column match_score integer check (match_score between 0 and 100),
  add constraint aml_alert_about_name check (
    num_nonnulls(watchlist_entry_id, watchlist_revision, watchlist_kind, compared_as, match_score) in (0, 5)),
  drop constraint aml_alert_amount_check,
  add constraint aml_alert_amount_check check (amount > 0 or watchlist_entry_id is not null),
  drop constraint aml_alert_tenant_id_rule_id_subject_key_window_start_key,
  add foreign key (tenant_id, watchlist_entry_id) references watchlist_entry (tenant_id, id)
    deferrable initially deferred;
create unique index aml_alert_once on aml_alert (tenant_id, rule_id, subject_key, window_start)
  where watchlist_entry_id is null;
create unique index aml_alert_once_for_match
  on aml_alert (tenant_id, subject_key, watchlist_entry_id, watchlist_revision, compared_as)
  where watchlist_entry_id is not null;
create index aml_alert_exposed on aml_alert (tenant_id, member_id) where watchlist_kind = 'pep';
