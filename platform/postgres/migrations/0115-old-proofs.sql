-- runs statement by statement
-- The oldest proofs of the books are found to be removed, and the last one to see whether another is due.
drop index concurrently if exists ledger_proof_by_created_at;
create index concurrently ledger_proof_by_created_at on ledger_proof (tenant_id, created_at, id);
