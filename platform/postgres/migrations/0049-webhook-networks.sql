-- Networks beside the public internet that webhooks of a sandbox may lead to. A partner reads what a receiver replies:
-- none by default, and of the planted demo this machine.
alter table tenant add column webhook_networks text[] not null default '{}';
