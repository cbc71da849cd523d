-- Its last attempt took long: few of its deliveries are under way at the same time.
alter table webhook add column slow boolean not null default false;
