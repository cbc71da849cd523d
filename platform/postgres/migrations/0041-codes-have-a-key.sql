-- Codes are identifiers too: `CSC 101` and `CSC101` are one unit, `nbo` and `NBO` one branch.
call template.unique_key('branch', 'code', 'identifier_key');
call template.unique_key('loan_product', 'code', 'identifier_key');
call template.unique_key('savings_product', 'code', 'identifier_key');
call template.unique_key('grading_scale', 'code', 'identifier_key');
call template.unique_key('programme', 'code', 'identifier_key');
-- A unit may be of every programme.
alter table unit
  add column code_key text generated always as (identifier_key(code)) stored,
  drop constraint unit_tenant_id_programme_id_code_key,
  add constraint unit_code_unique unique nulls not distinct (tenant_id, programme_id, code_key),
  add constraint unit_code_says_something check (code_key <> '');

-- What a school gives back of a disbursement prepays its loan once.
create unique index repayment_of_school on repayment (tenant_id, reference) where channel = 'school' and state = 'booked';
