-- runs in batches
-- The name of an operation stands in its own column alone, where the erasure of a person finds it.
with batch as (
  select o.tenant_id, o.id from graph_operation o
   where (o.tenant_id, o.id) > (coalesce(split_part(nullif(current_setting('umoja.position'), ''), ' ', 1)::bigint, 0),
                                coalesce(split_part(nullif(current_setting('umoja.position'), ''), ' ', 2)::bigint, 0))
   order by o.tenant_id, o.id limit 5000),
changed as (
  update graph_operation o set text = regexp_replace(o.text, '^(query|mutation|subscription) \w+ ?', '\1 ', 'n') from batch b
   where o.tenant_id = b.tenant_id and o.id = b.id and o.text ~ '(?n)^(query|mutation|subscription) \w'
  returning 1)
select (select b.tenant_id || ' ' || b.id from batch b order by b.tenant_id desc, b.id desc limit 1) as next,
       (select count(*) from changed)::int as rows;
