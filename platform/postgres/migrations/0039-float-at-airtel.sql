-- In whose account the float of an agent lies: it pays disbursements on the channels of that provider alone.
alter table agent add column provider text not null default 'mpesa' check (provider in ('mpesa', 'airtel'));
