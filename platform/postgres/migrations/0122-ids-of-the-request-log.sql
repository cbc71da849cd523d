-- runs statement by statement
-- The second step of partitioning the request log, see 0121: writers go on while it is read.
alter table request_log validate constraint request_log_first_ids;
