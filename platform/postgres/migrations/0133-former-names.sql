-- Names and numbers that a person had before: an erasure looks for them as well.
alter table member add column former_texts jsonb;
alter table student add column former_texts jsonb;
