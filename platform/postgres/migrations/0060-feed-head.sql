-- How far the feed of a tenant has come: its latest number.
create table feed_head (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  last bigint not null,
  primary key (tenant_id)
);
insert into feed_head (tenant_id, last) select f.tenant_id, max(f.sequence) from feed_entry f group by f.tenant_id;
