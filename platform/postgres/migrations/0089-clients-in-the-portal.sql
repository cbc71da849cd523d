-- Who was shown a secret when it was made: a person counts as one behind the client wherever two are needed.
alter table api_secret add column shown_to text not null;

-- Lists of clients.
call template.index_by('api_client', 'name collate "C"', 'state', 'created_at', 'updated_at');

-- The audit trail outlives the events: it names what it is about by its uuid, too. It is read by who, by what, by record and
-- by time.
alter table audit add column subject_uuid uuid not null;
drop index audit_of_subject;
drop index audit_of_actor;
create unique index audit_of_event on audit (tenant_id, event_uuid);
create index audit_by_subject on audit (tenant_id, subject_uuid, id);
call template.index_by('audit', 'actor collate "C"', 'command collate "C"', 'at');
