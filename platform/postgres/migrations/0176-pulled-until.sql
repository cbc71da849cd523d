-- Up to when the list of the paybill was compared: the next one begins before it, as far back as the provider keeps it.
alter table rail add column pulled_until timestamptz(3);
