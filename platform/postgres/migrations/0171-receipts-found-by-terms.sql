-- Its provider has said that a collection is paid and named no receipt: the one it has was found by the terms, and may be that of
-- another collection under the same terms. Where its provider names one, they exchange them.
alter table collection add column receipt_by_terms boolean not null default false;
