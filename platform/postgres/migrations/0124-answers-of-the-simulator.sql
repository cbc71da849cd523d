-- A person who tries a sandbox answers in the provider's place: what a payer's phone says to a prompt, or the provider to a payment.
-- The name of the answer, and when it was given by the time of the sandbox; null: the number alone decides.
alter table sandbox_payment
  add column answered text,
  add column answered_at timestamptz(3);
alter table sandbox_prompt
  add column answered text,
  add column answered_at timestamptz(3),
  -- Minor units that the payer sent in place of what was requested.
  add column answered_amount bigint;
