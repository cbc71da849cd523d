-- By whose word money came that passes to an account from a loan or from another account: it is theirs there as well.
alter table savings_transaction add column said_by jsonb not null default '[]';
