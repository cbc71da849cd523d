-- runs statement by statement
-- The inbox of approvals sums classes up from the index alone.
drop index concurrently if exists result_of_class_handed_in;
create index concurrently result_of_class_handed_in on result (tenant_id, unit_id, academic_year_id, term_id, attempt, programme_id, submitted_by)
  include (id, entered_by, also_entered_by, updated_at) where state = 'submitted';
drop index concurrently if exists result_of_class_to_publish;
