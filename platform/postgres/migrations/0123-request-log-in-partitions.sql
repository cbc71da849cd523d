-- The third step.
call template.partition('request_log');
