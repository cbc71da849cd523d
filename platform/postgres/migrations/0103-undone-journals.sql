-- A journal shows which other one undoes it.
create index journal_of_reversal on journal (tenant_id, reversal_of) where reversal_of is not null;
