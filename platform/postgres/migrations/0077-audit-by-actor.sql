-- What a person or a client has done, newest first.
create index audit_of_actor on audit (tenant_id, actor, id);
