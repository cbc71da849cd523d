-- An institution has one rail of a kind: a payment goes to the one that carries its channel.
alter table rail drop constraint rail_tenant_id_key;
alter table rail add constraint rail_of_a_kind unique (tenant_id, kind);
