-- What a proposal moves, as far as the roles of who approves limit it: minor units. Null where no amount decides.
alter table proposal add column amount bigint check (amount >= 0);
