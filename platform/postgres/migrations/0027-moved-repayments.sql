-- A repayment that stood on the wrong loan was taken back there and booked here, in one command.
alter table repayment add column moved_from uuid;
create index repayment_moved_from on repayment (tenant_id, moved_from) where moved_from is not null;
