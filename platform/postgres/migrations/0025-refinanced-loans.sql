-- A loan that another one paid off: for ever, and without a debt of its own.

alter table loan
  add column refinanced_by bigint,
  add foreign key (tenant_id, refinanced_by) references loan (tenant_id, id) deferrable initially deferred,
  add constraint loan_refinanced_once unique (tenant_id, refinanced_by),
  add constraint loan_refinanced_owes_nothing check (refinanced_by is null or (state = 'closed' and overpaid = 0
    and principal_outstanding = 0 and interest_outstanding = 0 and fees_outstanding = 0 and penalties_outstanding = 0));
