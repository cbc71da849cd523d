-- Whose word it is that a payment came: who entered it, or brought the statement that shows it, and when its provider said so itself.
-- What came before this says neither, and counts as the word of who recorded it.
alter table mobile_money_transaction
  add column entered_by text,
  add column reported_at timestamptz(3);
