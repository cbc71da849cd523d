-- Who entered some of the scores that stand, beside the one who did last: none of them publishes these. What was entered before has the
-- last one alone, and so has what a process of the version before enters.
alter table result add column also_entered_by text[] not null default '{}';
