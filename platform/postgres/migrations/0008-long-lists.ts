import { Migration } from '@mikro-orm/migrations';

/**
 * What lists of a million rows need, and two times that were compared or guessed wrongly.
 *
 * Students are found by the words of their names and of their admission number. An index of trigrams or of arrays would
 * do, but row-level security lets only leakproof operators use an index, and theirs are not: so each word is a row, found
 * between two bounds. The words are taken from search_text; platform/postgres/education/views/search-words.ts takes them from what
 * is asked for, and a test holds the two together.
 */
export class Migration0008LongLists extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const words = [
  `create table student_word (
    tenant_id bigint not null references tenant (id) deferrable initially deferred,
    student_id bigint not null references student (id) on delete cascade,
    word text collate "C" not null,
    primary key (student_id, word)
  )`,
  // A word, and each part of it to its end: CSC/0042/2026 is CSC00422026, 00422026 and 2026; O'Brien OBRIEN and BRIEN.
  `create function search_words(given text) returns setof text language sql immutable parallel safe as $$
    select distinct array_to_string(parts[first:], '') collate "C"
      from regexp_split_to_table(upper(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g')), '\\s+') as word
     cross join lateral (
       select array_remove(regexp_split_to_array(word, '[!-/:-@\\[-\`{-~\\u2010-\\u2027\\u00b4]+'), '') as parts) split
     cross join lateral generate_subscripts(parts, 1) as first $$`,
  `create function index_student_words() returns trigger language plpgsql as $$
    begin
      delete from student_word w where w.student_id = new.id;
      insert into student_word (tenant_id, student_id, word)
      select new.tenant_id, new.id, word from search_words(new.search_text) as word;
      return null;
    end $$`,
  `create trigger index_student_words after insert or update of first_name, middle_name, last_name, admission_no
    on student for each row execute function index_student_words()`,
  `insert into student_word (tenant_id, student_id, word)
   select s.tenant_id, s.id, word from student s cross join lateral search_words(s.search_text) as word`,
  `create index student_word_list on student_word (tenant_id, word, student_id)`,
];

/** A result belongs to the programme of its enrolment for good: a transfer makes another enrolment. */
const resultsOfProgrammes = [
  `alter table result add column programme_id bigint references programme (id) deferrable initially deferred`,
  // Without triggers: nothing changes that a reader is shown, so nobody has to read it again.
  `alter table result disable trigger user`,
  `update result r set programme_id = e.programme_id from enrolment e where e.id = r.enrolment_id`,
  `alter table result enable trigger user`,
  `create function name_programme_of_result() returns trigger language plpgsql as $$
    begin
      select e.programme_id into new.programme_id from enrolment e where e.id = new.enrolment_id;
      return new;
    end $$`,
  `create trigger name_programme_of_result before insert on result
    for each row execute function name_programme_of_result()`,
  `create index result_by_programme_id on result (tenant_id, programme_id, id)`,
];

const lists = [
  `create index invoice_open_by_due_date on invoice (tenant_id, due_date, id)
    where state in ('issued', 'partially_paid')`,
  `create index fee_structure_by_academic_year_id on fee_structure (tenant_id, academic_year_id, id)`,
  `create index fee_structure_by_term_id on fee_structure (tenant_id, term_id, id)`,
];

const times = [
  // When the provider that could not be reached said that it would be back.
  `alter table disbursement add column retry_at timestamptz(3)`,
  // A secret is valid from the moment it was issued, by whichever clock: the application's may be ahead of this one.
  `create or replace function credential_of_client(key text) returns table (
      tenant_id bigint, mode text, client_id bigint, client_key text, scopes text[], state text, epoch integer, secret_hashes text[])
    language sql stable security definer set search_path = public, pg_temp as $$
      select c.tenant_id, t.mode, c.id, c.client_key, c.scopes, c.state, c.credential_epoch,
             array(select s.hash from api_secret s
                    where s.client_id = c.id and (s.valid_until is null or s.valid_until > now()))
        from api_client c join tenant t on t.id = c.tenant_id
       where c.client_key = key $$`,
];

const statements = [...words, ...resultsOfProgrammes, ...lists, ...times];
