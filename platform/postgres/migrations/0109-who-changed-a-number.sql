-- Who changed a member's number last, and when: for some days that person does not pay out to it.
alter table member
  add column phone_changed_by text,
  add column phone_changed_at timestamptz(3),
  add constraint member_phone_changed check ((phone_changed_by is null) = (phone_changed_at is null));
alter table tenant add column phone_change_days integer not null default 30 check (phone_change_days between 0 and 365);

create or replace function change_policies(changes jsonb) returns table (before jsonb, version integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
  declare
    mine bigint := proven_tenant();
    old tenant;
    stranger text;
  begin
    select key into stranger from jsonb_object_keys(changes) as key
     where key not in (
       'four_eyes', 'verified_numbers_only', 'phone_change_days', 'queues_payouts', 'backdate_days', 'overpayment_limit', 'charge_limit_percent',
       'in_duplum', 'school_paybill', 'reversal_limit', 'charge_limit', 'waiver_limit', 'reschedules_by_two',
       'bank_charge_limit', 'proposal_days', 'savings_need_approval', 'dormancy_days', 'share_buyer', 'share_notice_days',
       'admission_pattern', 'four_eyes_on_results', 'late_registration', 'arrears_bands', 'app_tariff', 'app_fee_limit',
       'personal_reading_days', 'retention_years', 'student_retention_years', 'role_limits') limit 1;
    if stranger is not null then raise exception 'no policy: %', stranger; end if;
    select * into old from tenant t where t.id = mine for update;
    if changes <> '{}' then
      update tenant t
         set (four_eyes, verified_numbers_only, phone_change_days, queues_payouts, backdate_days, overpayment_limit, charge_limit_percent,
              in_duplum, school_paybill, reversal_limit, charge_limit, waiver_limit, reschedules_by_two, bank_charge_limit,
              proposal_days, savings_need_approval, dormancy_days, share_buyer, share_notice_days, admission_pattern,
              four_eyes_on_results, late_registration, arrears_bands, app_tariff, app_fee_limit, personal_reading_days,
              retention_years, student_retention_years, role_limits) = (
             select n.four_eyes, n.verified_numbers_only, n.phone_change_days, n.queues_payouts, n.backdate_days, n.overpayment_limit,
                    n.charge_limit_percent, n.in_duplum, n.school_paybill, n.reversal_limit, n.charge_limit, n.waiver_limit,
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
