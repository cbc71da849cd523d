-- What a bank gives back, and what only names a payment.

alter table bank_line
  -- Whether the bank marks it as money that it gives back.
  add column is_return boolean not null,
  -- The payment of ours that a credit repeats: the payee knows its reference as well.
  add column names_originator_id uuid,
  add constraint bank_line_gives_back
    check (amount < 0 or originator_id is null or (is_return and originator_id = names_originator_id));
