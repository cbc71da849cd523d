-- Identifiers are shown as they were written, and compared and unique in one canonical form each: the key columns here.
-- A key is a column and no expression of an index, because row-level security lets only leakproof comparisons use one.
-- The functions are core/kernel/text.ts in SQL; a test holds the two against each other.

-- PostgreSQL 15 and 16 have no collation of their own that knows the capitals of all scripts; they have ICU's.
do $do$
  declare
    letters text := coalesce((select 'pg_c_utf8' from pg_collation where collname = 'pg_c_utf8'), 'und-x-icu');
  begin
    execute replace($sql$
create function identifier_key(written text) returns text language sql immutable strict parallel safe return
  regexp_replace(
    normalize(upper(normalize(written, NFKC) collate "letters"), NFKC) collate "letters",
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]', '', 'g')$sql$, 'letters', letters);
    execute replace($sql$
create function document_key(written text) returns text language sql immutable strict parallel safe return
  regexp_replace(identifier_key(written) collate "letters", '[-‐-―−._]', '', 'g')$sql$, 'letters', letters);
  end $do$;

-- `call unique_key('payout', 'reference', 'identifier_key', 'app_id')`: the column reference_key, unique for each app.
create procedure template.unique_key(of_table text, of_column text, form text, variadic within text[] default '{}')
language plpgsql as $$
  declare
    scope text[] := array['tenant_id'] || within;
    replaced text := array_to_string(array[of_table] || scope || array[of_column, 'key'], '_');
  begin
    execute format('alter table %1$I add column %3$I text generated always as (%4$I(%2$I)) stored',
      of_table, of_column, of_column || '_key', form);
    execute format('alter table %1$I drop constraint %2$I', of_table, replaced);
    execute format('alter table %1$I add constraint %2$I unique (%3$s, %4$I)',
      of_table, concat_ws('_', of_table, of_column, 'unique'), array_to_string(scope, ', '), of_column || '_key');
    -- A key without a letter or digit would make all such identifiers one.
    execute format('alter table %1$I add constraint %2$I check (%3$I <> '''')',
      of_table, concat_ws('_', of_table, of_column, 'says_something'), of_column || '_key');
  end $$;

call template.unique_key('member', 'national_id', 'document_key');
call template.unique_key('member', 'client_reference', 'identifier_key');
call template.unique_key('savings_account', 'client_reference', 'identifier_key');
call template.unique_key('loan', 'client_reference', 'identifier_key');
call template.unique_key('student', 'national_id', 'document_key');
call template.unique_key('student', 'birth_certificate_no', 'document_key');
call template.unique_key('student', 'passport_no', 'document_key');
call template.unique_key('payout_batch', 'reference', 'identifier_key', 'app_id');
call template.unique_key('payout', 'reference', 'identifier_key', 'app_id');
call template.unique_key('collection', 'reference', 'identifier_key', 'app_id');
call template.unique_key('refund', 'reference', 'identifier_key', 'app_id');
call template.unique_key('topup', 'reference', 'identifier_key', 'app_id');
