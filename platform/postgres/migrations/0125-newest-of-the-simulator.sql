-- runs statement by statement
-- The newest payments and prompts of an institution, for who looks at the provider's books.
drop index concurrently if exists sandbox_payment_of_tenant_by_age;
create index concurrently sandbox_payment_of_tenant_by_age on sandbox_payment (tenant_id, created_at, originator_id);
drop index concurrently if exists sandbox_prompt_of_tenant_by_age;
create index concurrently sandbox_prompt_of_tenant_by_age on sandbox_prompt (tenant_id, created_at, originator_id);
