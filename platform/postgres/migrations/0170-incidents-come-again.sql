-- runs statement by statement
-- An incident that people have resolved may come again, with another amount or after a while: one of a kind is open at a time.
drop index concurrently if exists incident_open_of_receipt;
create unique index concurrently incident_open_of_receipt on incident (tenant_id, subject_uuid, kind, receipt_key)
  where subject_uuid is not null and state = 'open';
drop index concurrently if exists incident_about_receipt;
create index concurrently incident_about_receipt on incident (tenant_id, subject_uuid, kind, receipt_key)
  where subject_uuid is not null;
drop index concurrently if exists incident_of_receipt;
