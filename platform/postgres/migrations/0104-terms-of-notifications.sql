-- What a provider's notification names, as a keyed signature (platform/postgres/privacy/signature.ts): an erasure and an export open
-- those alone that may name the person. One without a signature may name anyone.
alter table callback add column terms bit(4096) not null default ~ b'0'::bit(4096);
