-- What the bank charges, by lines of its statements: each line is one charge, or gives one back.

create table bank_charge (
  like template.record including all,
  state text not null,
  line_id bigint not null,
  receipt_no text not null,
  amount bigint not null check (amount > 0),
  charged_at timestamptz(3) not null,
  originator_id uuid,
  back_line_id bigint,
  back_receipt_no text,
  given_back_at timestamptz(3),
  unique (tenant_id, line_id),
  unique (tenant_id, back_line_id),
  foreign key (tenant_id, line_id) references bank_line (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, back_line_id) references bank_line (tenant_id, id) deferrable initially deferred,
  constraint bank_charge_is_given_back
    check ((state = 'given_back') = (back_line_id is not null) and num_nulls(back_line_id, back_receipt_no, given_back_at) in (0, 3))
);
create index bank_charge_that_stands on bank_charge (tenant_id, amount, charged_at) where state = 'booked';
create index statement_line_of_charge on statement_line (tenant_id, originator_id) where kind = 'fee';

-- The most that a line of the bank's statement books as its charge without a second person; null: as the tenant's four
-- eyes have it.
alter table tenant add column bank_charge_limit bigint check (bank_charge_limit >= 0);
