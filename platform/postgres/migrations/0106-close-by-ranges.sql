-- The records of a day's close in ranges of their ids: who works on one holds its row, so that several processes close one
-- institution's day together, and the range of one that dies is free again with its connection.
alter table close_of_business add column step text not null default 'loans' check (step in ('loans', 'savings', 'resting'));
-- How far a range is done stands with the range.
alter table close_of_business drop column last_loan_id, drop column last_savings_account_id;

create table close_of_business_range (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  close_id bigint not null,
  step text not null check (step in ('loans', 'savings')),
  number integer not null,
  -- It begins behind this id, goes through to_id, and is done through last_id.
  after_id bigint not null,
  to_id bigint not null,
  last_id bigint not null,
  primary key (tenant_id, close_id, step, number),
  foreign key (tenant_id, close_id) references close_of_business (tenant_id, id) deferrable initially deferred,
  check (after_id <= last_id and last_id <= to_id)
) with (fillfactor = 60);
create index close_of_business_range_open on close_of_business_range (tenant_id, close_id, number) where last_id < to_id;
