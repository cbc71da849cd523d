-- Two people are two people: who answers for a client, and what is known of a payment that people settle.

-- One person answers for a client and counts as its maker; two clients of one person are one.
alter table api_client add column responsible text check (btrim(responsible) <> '');

-- What the provider reported while a payment was in review. It settles nothing.
alter table disbursement add column evidence jsonb not null default '[]';
alter table payout add column evidence jsonb not null default '[]';
alter table collection add column evidence jsonb not null default '[]';
