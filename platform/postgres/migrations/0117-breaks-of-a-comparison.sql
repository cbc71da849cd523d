-- runs statement by statement
-- A comparison of a large statement finds thousands of breaks: a page of them, in any order of the list, reads those it shows.
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_type;
create index concurrently reconciliation_break_of_reconciliation_id_by_type on reconciliation_break (tenant_id, reconciliation_id, type, id);
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_state;
create index concurrently reconciliation_break_of_reconciliation_id_by_state on reconciliation_break (tenant_id, reconciliation_id, state, id);
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_account;
create index concurrently reconciliation_break_of_reconciliation_id_by_account on reconciliation_break (tenant_id, reconciliation_id, account collate "C", id);
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_occurred_at;
create index concurrently reconciliation_break_of_reconciliation_id_by_occurred_at on reconciliation_break (tenant_id, reconciliation_id, occurred_at, id);
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_created_at;
create index concurrently reconciliation_break_of_reconciliation_id_by_created_at on reconciliation_break (tenant_id, reconciliation_id, created_at, id);
drop index concurrently if exists reconciliation_break_of_reconciliation_id_by_updated_at;
create index concurrently reconciliation_break_of_reconciliation_id_by_updated_at on reconciliation_break (tenant_id, reconciliation_id, updated_at, id);
