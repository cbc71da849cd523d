-- Named by one person after the loan was approved: that person does not pay it out.
alter table guarantee add column pledged_late boolean not null default false;
