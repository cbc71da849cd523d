-- Attempts of deliveries are partitioned as the request log is, see 0121 and decision 88. The first step.
call template.prepare_partitions('webhook_attempt', '30 days');

-- An attempt stays as long as its delivery. Whatever delivery has an attempt in a partition was made before that was closed, and so was the oldest
-- one that its tenant still has.
update template.partitioned p
   set needed_by = 'exists (
     select from tenant t
       join template.partition closed on closed.of_table = ''webhook_attempt'' and closed.to_id = $2
      where closed.closed_at >= (select d.created_at from webhook_delivery d where d.tenant_id = t.id order by d.id limit 1))'
 where p.of_table = 'webhook_attempt';
