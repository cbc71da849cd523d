-- Schools: programmes, students, enrolments, invoices, payments, results, sponsorships, and what readers who sync need.

create function leave_tombstone() returns trigger language plpgsql as $$
  begin
    insert into tombstone (tenant_id, resource, record_id, record_uuid)
    values (old.tenant_id, tg_table_name, old.id, old.uuid);
    return null;
  end $$;

-- Removed records stay listed for a while: readers who sync would never learn of the removal otherwise.
create table tombstone (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  resource text not null,
  record_id bigint not null,
  record_uuid uuid not null,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, resource, record_id)
);
create index tombstone_by_change on tombstone (tenant_id, resource, updated_at, record_id);
create index tombstone_by_age on tombstone (tenant_id, updated_at);

-- Since when an institution's tombstones are complete; no row: from the beginning.
create table sync_window (
  tenant_id bigint not null default current_setting('app.tenant')::bigint,
  complete_since timestamptz(3) not null,
  primary key (tenant_id)
);

-- Up to when nothing can change any more behind a reader's back; platform/postgres/education/views/sync.ts says why it
-- holds. It runs with the caller's rights: the sessions of one's own role are the ones that can be seen.
create function sync_horizon() returns timestamptz(3) language plpgsql volatile as $$
  declare
    requested_at timestamptz := clock_timestamp();
    oldest_writer timestamptz;
  begin
    if current_setting('track_activities') <> 'on' then
      raise exception 'sync needs track_activities' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_stat_clear_snapshot();
    select min(a.xact_start) into oldest_writer
      from pg_stat_activity a where a.datname = current_database() and a.backend_xid is not null;
    return date_trunc('milliseconds', least(requested_at, oldest_writer));
  end $$;

create table grading_scale (
  like template.record including all,
  code text not null,
  name text not null,
  edition integer not null check (edition > 0),
  definition jsonb not null,
  unique (tenant_id, code)
);
call template.index_by('grading_scale', 'updated_at');

create table grading_scale_edition (
  like template.row including all,
  uuid uuid not null,
  scale_id bigint not null,
  edition integer not null,
  definition jsonb not null,
  unique (tenant_id, uuid),
  unique (tenant_id, scale_id, edition),
  foreign key (tenant_id, scale_id) references grading_scale (tenant_id, id) deferrable initially deferred
);

create table programme (
  like template.record including all,
  code text not null,
  name text not null,
  level text not null,
  department text,
  mode text not null,
  duration_terms integer not null,
  grading_scale_id bigint not null,
  kuccps_code text,
  state text not null,
  unique (tenant_id, code),
  foreign key (tenant_id, grading_scale_id) references grading_scale (tenant_id, id) deferrable initially deferred
);
call template.index_by('programme', 'updated_at', 'state');

create table academic_year (
  like template.record including all,
  name text not null,
  start_date date not null,
  end_date date not null check (end_date > start_date)
);
call template.index_by('academic_year', 'updated_at', 'name');

create table term (
  like template.record including all,
  academic_year_id bigint not null,
  name text not null,
  kind text not null,
  start_date date not null,
  end_date date not null check (end_date > start_date),
  registration_deadline date,
  foreign key (tenant_id, academic_year_id) references academic_year (tenant_id, id) deferrable initially deferred
);
call template.index_by('term', 'updated_at', 'academic_year_id');

create table intake (
  like template.record including all,
  name text not null,
  month integer not null check (month between 1 and 12),
  year integer not null
);
call template.index_by('intake', 'updated_at', 'name');

create table unit (
  like template.record including all,
  programme_id bigint,
  code text not null,
  title text not null,
  credit_hours text not null,
  year_of_study integer not null,
  core boolean not null,
  unique nulls not distinct (tenant_id, programme_id, code),
  foreign key (tenant_id, programme_id) references programme (tenant_id, id) deferrable initially deferred
);
call template.index_by('unit', 'updated_at', 'programme_id', 'code');

create table fee_structure (
  like template.record including all,
  name text not null,
  programme_id bigint not null,
  academic_year_id bigint not null,
  term_id bigint,
  year_of_study integer,
  sponsorship_type text,
  foreign key (tenant_id, programme_id) references programme (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, academic_year_id) references academic_year (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, term_id) references term (tenant_id, id) deferrable initially deferred
);
call template.index_by('fee_structure', 'updated_at', 'programme_id', 'academic_year_id', 'term_id');

create table fee_component (
  like template.row including all,
  uuid uuid not null,
  fee_structure_id bigint not null,
  position integer not null,
  code text,
  description text not null,
  fee_category text not null,
  amount bigint not null check (amount > 0),
  priority integer,
  unique (tenant_id, uuid),
  unique (tenant_id, fee_structure_id, position),
  foreign key (tenant_id, fee_structure_id) references fee_structure (tenant_id, id) deferrable initially deferred
);

-- A word, and each part of it to its end: CSC/0042/2026 is CSC00422026, 00422026 and 2026; O'Brien OBRIEN and BRIEN.
create function search_words(input text) returns setof text language sql immutable parallel safe as $$
  select distinct array_to_string(parts[first:], '') collate "C"
    from regexp_split_to_table(upper(regexp_replace(normalize(input, NFKD), '[\u0300-\u036f]', '', 'g')), '\s+') as word
   cross join lateral (
     select array_remove(regexp_split_to_array(word, '[!-/:-@\[-`{-~\u2010-\u2027\u00b4]+'), '') as parts) split
   cross join lateral generate_subscripts(parts, 1) as first $$;
create function index_student_words() returns trigger language plpgsql as $$
  begin
    delete from student_word w where w.tenant_id = new.tenant_id and w.student_id = new.id;
    insert into student_word (tenant_id, student_id, word)
    select new.tenant_id, new.id, word from search_words(new.search_text) as word;
    return null;
  end $$;

-- Forms under which numbers are compared are columns: row-level security lets no function of a column use an index.
create table student (
  like template.record including all,
  admission_no text not null,
  admission_form text generated always as (upper(btrim(admission_no))) stored,
  admission_key text not null,
  pay_code text not null,
  programme_id bigint not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  gender text not null,
  date_of_birth date,
  national_id text,
  birth_certificate_no text,
  passport_no text,
  phone text,
  email text,
  county text,
  country text,
  intake_id bigint,
  year_of_study integer not null,
  study_mode text not null,
  sponsorship_type text not null,
  kuccps_ref text,
  kcse_index_no text,
  kcse_year integer,
  helb_ref text,
  guardians jsonb not null,
  state text not null,
  state_reason text,
  deferred_until date,
  admitted_on date,
  completed_on date,
  erased boolean not null,
  search_text text
    generated always as ( upper(first_name || ' ' || coalesce(middle_name || ' ', '') || last_name || ' ' ||
      admission_no)) stored,
  unique (tenant_id, admission_form),
  unique (tenant_id, pay_code),
  unique (tenant_id, national_id),
  unique (tenant_id, birth_certificate_no),
  unique (tenant_id, passport_no),
  foreign key (tenant_id, programme_id) references programme (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, intake_id) references intake (tenant_id, id) deferrable initially deferred
);
call template.index_by('student', 'updated_at', 'programme_id', 'state', 'intake_id', 'admission_key');
create trigger leave_tombstone after delete on student for each row execute function leave_tombstone();
create trigger index_student_words after insert or update of first_name, middle_name, last_name, admission_no
  on student for each row execute function index_student_words();

-- Students are found by the words of their names and of their admission number. An index of trigrams or of arrays would
-- do, but row-level security lets only leakproof operators use an index, and theirs are not: so each word is a row,
-- found between two bounds. The words are taken from search_text; platform/postgres/education/views/search-words.ts
-- takes them from the search, and a test holds the two together.
create table student_word (
  tenant_id bigint not null,
  student_id bigint not null,
  word text collate "C" not null,
  primary key (tenant_id, student_id, word),
  foreign key (tenant_id, student_id) references student (tenant_id, id) on delete cascade
);
create index student_word_list on student_word (tenant_id, word, student_id);

create table enrolment (
  like template.record including all,
  student_id bigint not null,
  programme_id bigint not null,
  academic_year_id bigint not null,
  term_id bigint,
  intake_id bigint,
  year_of_study integer not null,
  units jsonb not null,
  enrolled_on date not null,
  boarding boolean not null,
  state text not null,
  deferred_until date,
  ended_on date,
  end_reason text,
  transferred_from_id bigint,
  transferred_to_id bigint,
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, programme_id) references programme (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, academic_year_id) references academic_year (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, term_id) references term (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, intake_id) references intake (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, transferred_from_id) references enrolment (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, transferred_to_id) references enrolment (tenant_id, id) deferrable initially deferred
);
call template.index_by('enrolment',
  'updated_at', 'student_id', 'programme_id', 'academic_year_id', 'term_id', 'state');
create unique index enrolment_once on enrolment (tenant_id, student_id, programme_id, academic_year_id, term_id) nulls not distinct
  where state <> 'cancelled';
create trigger leave_tombstone after delete on enrolment for each row execute function leave_tombstone();

create table sponsorship (
  like template.record including all,
  member_id bigint not null,
  student_id bigint not null,
  relationship text,
  share_bp integer check (share_bp between 1 and 10000),
  consent text not null,
  consent_changed_at timestamptz(3),
  consent_changed_by text,
  started_on date not null,
  ended_on date,
  foreign key (tenant_id, member_id) references member (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred
);
call template.index_by('sponsorship', 'updated_at', 'member_id', 'student_id');
create unique index sponsorship_running on sponsorship (tenant_id, member_id, student_id) where ended_on is null;

create table invoice (
  like template.record including all,
  number text,
  number_key text generated always as (upper(replace(number, '-', ''))) stored,
  pay_code text,
  student_id bigint not null,
  enrolment_id bigint,
  term_id bigint,
  fee_structure_id bigint,
  issue_date date,
  due_date date not null,
  currency text not null,
  payer jsonb not null,
  subtotal bigint not null,
  discount_total bigint not null check (discount_total between 0 and subtotal),
  total bigint not null,
  paid bigint not null check (paid >= 0),
  credited bigint not null check (credited >= 0),
  lines_edition integer not null,
  state text not null,
  overdue_notified_on date,
  voided_at timestamptz(3),
  void_reason text,
  written_off_at timestamptz(3),
  write_off_reason text,
  unique (tenant_id, number),
  unique (tenant_id, number_key),
  unique (tenant_id, pay_code),
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, enrolment_id) references enrolment (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, term_id) references term (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, fee_structure_id) references fee_structure (tenant_id, id) deferrable initially deferred,
  constraint invoice_total_adds_up check (total = subtotal - discount_total),
  constraint invoice_is_not_overpaid check (paid + credited <= total),
  constraint invoice_is_numbered_when_issued check (number is not null or state in ('draft', 'void'))
);
call template.index_by('invoice', 'updated_at', 'student_id', 'state', 'due_date', 'term_id', 'enrolment_id');
create index invoice_open on invoice (tenant_id, student_id, due_date) where state in ('issued', 'partially_paid');
create index invoice_overdue_to_notify on invoice (tenant_id, due_date, id)
  where overdue_notified_on is null and state in ('issued', 'partially_paid');
create index invoice_open_by_due_date on invoice (tenant_id, due_date, id) where state in ('issued', 'partially_paid');
create trigger leave_tombstone after delete on invoice for each row execute function leave_tombstone();

-- A loan may name the invoice of a school that it pays.
alter table loan
  add foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred;

create table invoice_line (
  like template.row including all,
  uuid uuid not null,
  invoice_id bigint not null,
  position integer not null,
  code text,
  description text not null,
  fee_category text not null,
  amount bigint not null check (amount > 0),
  discount bigint not null check (discount between 0 and amount),
  priority integer not null,
  paid bigint not null check (paid between 0 and amount - discount),
  unique (tenant_id, uuid),
  unique (tenant_id, invoice_id, position) deferrable initially deferred,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred
);

create table credit_note (
  like template.record including all,
  number text not null,
  invoice_id bigint not null,
  amount bigint not null check (amount > 0),
  reason text not null,
  issued_on date not null,
  issued_by text not null,
  unique (tenant_id, number),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred
);
call template.index_by('credit_note', 'updated_at', 'invoice_id');
-- What changed among the credit notes of one invoice, in the order of the changes.
create index credit_note_changes on credit_note (tenant_id, invoice_id, updated_at, id);

create table invoice_reservation (
  like template.record including all,
  invoice_id bigint not null,
  loan_uuid uuid not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz(3) not null,
  state text not null,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred,
  -- One hold for a loan. Checked at commit: a loan releases one and takes another in one command.
    constraint invoice_reservation_held exclude using btree (tenant_id with =, loan_uuid with =) where (state =
    'held') deferrable initially deferred
);
call template.index_by('invoice_reservation', 'invoice_id');

create table invoice_payment (
  like template.record including all,
  student_id bigint not null,
  invoice_id bigint,
  amount bigint not null check (amount > 0),
  method text not null,
  reference text not null,
  key text not null,
  paid_at timestamptz(3) not null,
  payer_member_id bigint,
  loan_id bigint,
  disbursement_id bigint,
  designated_invoice_id bigint,
  designated_categories jsonb,
  allocated bigint not null check (allocated >= 0),
  surplus bigint not null check (surplus >= 0),
  surplus_returned_at timestamptz(3),
  state text not null,
  recorded_by text not null,
  reversed_at timestamptz(3),
  reversal_reason text,
  unique (tenant_id, key),
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, payer_member_id) references member (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, loan_id) references loan (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, disbursement_id) references disbursement (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, designated_invoice_id) references invoice (tenant_id, id) deferrable initially deferred,
  constraint invoice_payment_is_spent_once check (allocated + surplus <= amount)
);
call template.index_by('invoice_payment',
  'updated_at', 'student_id', 'loan_id', 'disbursement_id', 'invoice_id', 'designated_invoice_id');
create index invoice_payment_with_credit on invoice_payment (tenant_id, student_id, paid_at, id)
  where state in ('received', 'partly_allocated');

create table payment_allocation (
  like template.row including all,
  uuid uuid not null,
  payment_id bigint not null,
  invoice_id bigint not null,
  line_id bigint not null,
  amount bigint not null check (amount > 0),
  allocated_at timestamptz(3) not null,
  unwound_at timestamptz(3),
  unique (tenant_id, uuid),
  foreign key (tenant_id, payment_id) references invoice_payment (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, line_id) references invoice_line (tenant_id, id) deferrable initially deferred
);
call template.index_by('payment_allocation', 'payment_id', 'invoice_id', 'line_id');

create function name_programme_of_result() returns trigger language plpgsql as $$
  begin
    select e.programme_id into new.programme_id
      from enrolment e where e.tenant_id = new.tenant_id and e.id = new.enrolment_id;
    return new;
  end $$;

create table result (
  like template.record including all,
  student_id bigint not null,
  enrolment_id bigint not null,
  unit_id bigint not null,
  academic_year_id bigint not null,
  term_id bigint,
  attempt integer not null check (attempt between 1 and 3),
  components jsonb not null,
  score_status text not null,
  total_mark text,
  grade text,
  grade_points text,
  remark text,
  grading_scale_id bigint not null,
  scale_version integer,
  state text not null,
  published_version integer not null,
  entered_by text not null,
  submitted_by text,
  published_at timestamptz(3),
  published_by text,
  amended boolean not null,
  amended_at timestamptz(3),
  amended_by text,
  amendment_reason text,
  withheld_reason text,
  return_reason text,
  void_reason text,
  -- A result belongs to the programme of its enrolment for good: a transfer makes another enrolment.
  programme_id bigint,
  foreign key (tenant_id, student_id) references student (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, enrolment_id) references enrolment (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, academic_year_id) references academic_year (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, term_id) references term (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, grading_scale_id) references grading_scale (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, programme_id) references programme (tenant_id, id) deferrable initially deferred
);
call template.index_by('result',
  'updated_at', 'student_id', 'enrolment_id', 'unit_id', 'academic_year_id', 'term_id', 'state', 'programme_id');
create unique index result_once on result (tenant_id, student_id, unit_id, term_id, attempt) nulls not distinct
  where state <> 'void';
create trigger leave_tombstone after delete on result for each row execute function leave_tombstone();
create trigger name_programme_of_result before insert on result
  for each row execute function name_programme_of_result();

create table result_version (
  like template.row including all,
  uuid uuid not null,
  result_id bigint not null,
  number integer not null,
  components jsonb not null,
  score_status text not null,
  total_mark text,
  grade text,
  grade_points text,
  remark text,
  grading_scale_id bigint not null,
  scale_version integer not null,
  published_at timestamptz(3) not null,
  published_by text not null,
  reason text,
  unique (tenant_id, uuid),
  unique (tenant_id, result_id, number),
  foreign key (tenant_id, result_id) references result (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, grading_scale_id) references grading_scale (tenant_id, id) deferrable initially deferred
);
