-- runs statement by statement
-- Marks that were handed in, by class and who submitted them: the inbox of approvals sums them up from the index alone.
drop index concurrently if exists result_of_class_to_publish;
create index concurrently result_of_class_to_publish on result (tenant_id, unit_id, academic_year_id, term_id, attempt, programme_id, submitted_by) include (id, entered_by, updated_at) where state = 'submitted';
