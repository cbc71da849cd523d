-- Why an institution's payments are paused; null: they are not. Meanwhile no provider is sent a payment or asked about one. A database that came
-- back from a backup does not know what has left since, and would send it again.
alter table tenant add column payments_paused text;

-- As in 0109.
create or replace function change_policies(changes jsonb) returns table (before jsonb, version integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    mine bigint := proven_tenant();
    old tenant;
    stranger text;
  begin
    select key into stranger from jsonb_object_keys(changes) as key
     where key not in (
       'four_eyes', 'verified_numbers_only', 'phone_change_days', 'queues_payouts', 'payments_paused', 'backdate_days', 'overpayment_limit', 'charge_limit_percent',
       'in_duplum', 'school_paybill', 'reversal_limit', 'charge_limit', 'waiver_limit', 'reschedules_by_two',
       'bank_charge_limit', 'proposal_days', 'savings_need_approval', 'dormancy_days', 'share_buyer', 'share_notice_days',
       'admission_pattern', 'four_eyes_on_results', 'late_registration', 'arrears_bands', 'app_tariff', 'app_fee_limit',
       'personal_reading_days', 'retention_years', 'student_retention_years', 'role_limits') limit 1;
    if stranger is not null then raise exception 'no policy: %', stranger; end if;
    select * into old from tenant t where t.id = mine for update;
    if changes <> '{}' then
      update tenant t
         set (four_eyes, verified_numbers_only, phone_change_days, queues_payouts, payments_paused, backdate_days, overpayment_limit,
              charge_limit_percent, in_duplum, school_paybill, reversal_limit, charge_limit, waiver_limit, reschedules_by_two, bank_charge_limit,
              proposal_days, savings_need_approval, dormancy_days, share_buyer, share_notice_days, admission_pattern,
              four_eyes_on_results, late_registration, arrears_bands, app_tariff, app_fee_limit, personal_reading_days,
              retention_years, student_retention_years, role_limits) = (
             select n.four_eyes, n.verified_numbers_only, n.phone_change_days, n.queues_payouts, n.payments_paused, n.backdate_days,
                    n.overpayment_limit, n.charge_limit_percent, n.in_duplum, n.school_paybill, n.reversal_limit, n.charge_limit, n.waiver_limit,
                    n.reschedules_by_two, n.bank_charge_limit, n.proposal_days, n.savings_need_approval, n.dormancy_days,
                    n.share_buyer, n.share_notice_days, n.admission_pattern, n.four_eyes_on_results, n.late_registration,
                    n.arrears_bands, n.app_tariff, n.app_fee_limit, n.personal_reading_days, n.retention_years,
                    n.student_retention_years, n.role_limits
               from jsonb_populate_record(old, changes) as n),
             policies_version = old.policies_version + 1
       where t.id = mine;
    end if;
    return query select to_jsonb(old), old.policies_version + (changes <> '{}')::integer;
  end $$;


-- As in 0136. The checks of payments that are paused are not due: what is due and never done would take the places of all others.
create or replace function due_jobs(at timestamptz, cap integer) returns table (queue text, tenant_id bigint, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(
        format('(select %1$L, w.tenant_id, w.%2$I::text from %3$I w where %4$s and %5$s <= $1 - interval %6$L
                    and w.tenant_id <> all (array(select g.id from tenant g where g.growing))%7$s
                  order by %5$s limit $2)', j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay,
            case when j.queue like 'check-%' then '
                    and w.tenant_id <> all (array(select h.id from tenant h where h.payments_paused is not null))' else '' end)
        || case when j.goes_by = 'tenant' then format('
           union all
           (select %1$L, w.tenant_id, w.%2$I::text
              from tenant t cross join lateral (
               select w.*, %5$s as is_due from %3$I w where w.tenant_id = t.id and %4$s and %5$s > $1 - interval %6$L
                  and %5$s <= $1 + t.clock_offset_ms * interval ''1 ms'' - interval %6$L) w
             where t.clock_offset_ms > 0%7$s
               and not exists (select from test_clock c where c.tenant_id = t.id and c.state = ''advancing'')
             order by w.is_due limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at, j.delay,
          case when j.queue like 'check-%' then ' and t.payments_paused is null' else '' end) else '' end, ' union all ')
        from template.due_job j) using no_later(at), cap;
  end $$;

-- As in 0071.
create or replace function due_jobs_of(of_tenant bigint, cap integer) returns table (queue text, id text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  declare ahead interval := (select t.clock_offset_ms * interval '1 ms' from tenant t where t.id = of_tenant);
  begin
    return query execute (
      select string_agg(
        format('(select %1$L, w.%2$I::text from %3$I w where w.tenant_id = $1 and %4$s and %5$s <= %6$s - interval %7$L
                  order by %5$s limit $2)',
          j.queue, j.id, j.of_table, j.only_where, j.due_at,
          case j.goes_by when 'real' then 'now()' else 'now() + $3' end, j.delay), ' union all ')
        from template.due_job j
       where j.queue <> 'deliver-webhook'
         and (j.queue not like 'check-%' or not exists (
           select from tenant t where t.id = of_tenant and t.payments_paused is not null))) using of_tenant, cap, ahead;
  end $$;

-- As in 0138. What is paused is not late.
create or replace function payments_by_mode(at timestamptz, bound integer) returns table (
    mode text, kind text, due bigint, due_since timestamptz, in_transit bigint, in_review bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
  begin
    return query execute (
      select string_agg(format(
        'select %1$L, %2$L, due.n, due.since, under_way.n, under_way.review
           from (select count(*) as n, min(x.due_at) as since from (
                   select %3$s as due_at from %2$I w
                    where %4$s and %3$s <= $1
                      and w.tenant_id = any(array(select t.id from tenant t where t.mode = %1$L and not t.growing
                                                      and t.payments_paused is null))
                    order by %3$s limit $2) x) due
          cross join (
                 select count(*) as n, count(*) filter (where x.state = ''review'') as review from (
                   select w.state from tenant t cross join lateral (
                     select w.state from %2$I w
                      where w.tenant_id = t.id and w.state in (''sent'', ''unknown'', ''review'') limit $2) w
                    where t.mode = %1$L and not t.growing limit $2) x) under_way',
        m.mode, j.of_table, j.due_at, j.only_where), ' union all ')
        from template.due_job j cross join (values ('live'), ('sandbox')) m(mode)
       where j.queue like 'check-%') using no_later(at), bound;
  end $$;

create function paused_institutions() returns table (mode text, paused bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
    select m.mode, (select count(*) from tenant t where t.payments_paused is not null and t.mode = m.mode)
      from (values ('live'), ('sandbox')) m(mode) $$;
