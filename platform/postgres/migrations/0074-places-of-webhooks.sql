-- Deliveries that may be under way to it at the same time: earned by answering fast. See places.ts.
alter table webhook drop column slow, add column places integer not null default 2 check (places between 1 and 10);
