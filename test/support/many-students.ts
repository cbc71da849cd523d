import type { Institution, RestTestApp } from './rest-test-app.ts';

/** What stands in the planted tables, for questions about them. */
export type PlantedSchool = {
  /** An invoice with many payments and credit notes. */
  readonly invoiceId: number;
  /** The programmes: half of the students, one in eighty, one in a thousand, none of them. */
  readonly programmes: readonly [half: string, some: string, few: string, none: string];
};

/** The tables that are planted, which are those that grow with an institution. */
export const PLANTED = [
  'grading_scale',
  'programme',
  'academic_year',
  'term',
  'intake',
  'unit',
  'fee_structure',
  'student',
  'student_word',
  'enrolment',
  'invoice',
  'invoice_line',
  'invoice_payment',
  'payment_allocation',
  'credit_note',
  'result',
  'sponsorship',
  'tombstone',
];

/**
 * Plants a school by one statement a table, `count` rows of each collection: students with an enrolment, an invoice, a
 * payment and a result each; programmes, units, terms and the like of which nearly all are never used. A tenth of the
 * records was stamped in one moment, as after an import, and a tenth of the invoices was removed.
 * @param ofParent how many payments and credit notes the first invoice has
 */
export async function plantSchool(
  { superuser: admin }: Pick<RestTestApp, 'superuser'>,
  { id }: Institution,
  count: number,
  ofParent: number,
): Promise<PlantedSchool> {
  const stamp = `'2025-01-01'::timestamptz + (case when n between ${count} / 2 and ${count} * 6 / 10 then ${count} / 2 else n end) * interval '1 second'`;
  const rows = `generate_series(1, ${count}) as n`;
  // Built at the end, an index costs a fraction of what it costs row by row.
  const unique = await admin<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where contype = 'u' and conrelid = any($1::regclass[])`,
    [PLANTED],
  );
  const indexes = await admin<{ drop: string; make: string }>(
    `select format('drop index %I', indexname) as drop, indexdef as make from pg_indexes i
      where schemaname = 'public' and tablename = any($1)
        and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [PLANTED],
  );
  for (const { drop } of [...unique, ...indexes]) await admin(drop);
  // Without triggers: neither stamps nor references are looked at. What the triggers keep is put there below.
  await admin('set session_replication_role = replica');
  const plant = async (table: string, columns: string, values: string, from = rows) => {
    const began = performance.now();
    await admin(
      `insert into ${table} (tenant_id, uuid, ${columns}) select ${id}, gen_random_uuid(), ${values} from ${from}`,
    );
    console.error(`planted ${table} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  };
  await plant(
    'grading_scale',
    'updated_at, code, name, edition, definition',
    `${stamp}, 'G' || n, 'G', 1, '{"bands":[],"rounding":"none","passMark":"40","supplementaryCap":null,"weights":[],"entry":"marks"}'`,
  );
  await plant(
    'programme',
    'updated_at, code, name, level, mode, duration_terms, grading_scale_id, state',
    `${stamp}, 'P' || n, 'P', 'diploma', 'full_time', 6, n, case when n % 1000 = 0 then 'retired' else 'active' end`,
  );
  await plant(
    'academic_year',
    'updated_at, name, start_date, end_date',
    `${stamp}, 'Y' || n, '2025-01-01', '2025-12-31'`,
  );
  await plant(
    'term',
    'updated_at, academic_year_id, name, kind, start_date, end_date',
    `${stamp}, 1 + n % 1000, 'T' || n, 'term', '2025-01-01', '2025-03-31'`,
  );
  await plant('intake', 'updated_at, name, month, year', `${stamp}, 'I' || n, 9, 2025`);
  await plant(
    'unit',
    'updated_at, programme_id, code, title, credit_hours, year_of_study, core',
    `${stamp}, 1 + n % 40, 'U' || n, 'U', '3', 1, true`,
  );
  await plant(
    'fee_structure',
    'updated_at, name, programme_id, academic_year_id, term_id',
    `${stamp}, 'F' || n, 1 + n % 40, 1 + n % 10, 1 + n % 30`,
  );
  const programme = `case when n % 2 = 0 then 1 when n % 1000 = 1 then 40 else 2 + n % 38 end`;
  await plant(
    'student',
    `updated_at, admission_no, admission_key, pay_code, programme_id, intake_id, first_name, middle_name, last_name, gender,
     year_of_study, study_mode, sponsorship_type, guardians, state, erased`,
    `${stamp}, 'CSC/' || lpad(n::text, 7, '0') || '/2026', 'CSC' || n, 'S' || n, ${programme}, 1 + n % 10,
     (array['Wanjiku', 'Achieng', 'Kiptoo', 'Mwangi', 'Amina', 'Otieno', 'Chebet', 'Njeri', 'Juma', 'Zawadi'])[1 + n % 10],
     case when n % 3 = 0 then 'Mid' || n % 50 end, 'Last' || n % 5000, 'female', 1, 'full_time', 'self', '[]',
     case when n % 1000 = 0 then 'deferred' when n % 10 = 0 then 'applicant' else 'active' end, false`,
  );
  await admin(`insert into student_word (tenant_id, student_id, word)
    select s.tenant_id, s.id, word from student s cross join lateral search_words(s.search_text) as word`);
  console.error('planted student_word');
  await plant(
    'enrolment',
    `updated_at, student_id, programme_id, academic_year_id, term_id, year_of_study, units, enrolled_on, boarding, state`,
    `s.updated_at, s.id, s.programme_id, 1 + s.id % 8, 1 + s.id % 24, 1, '[]', '2025-01-01', false,
     case when s.id % 1000 = 0 then 'deferred' when s.id % 50 = 0 then 'pending' else 'enrolled' end`,
    `student s where s.tenant_id = ${id} order by s.id`,
  );
  await plant(
    'invoice',
    `updated_at, number, pay_code, student_id, issue_date, due_date, currency, payer, subtotal, discount_total, total, paid,
     credited, lines_edition, state`,
    `s.updated_at, 'INV-2025-' || s.id, 'V' || s.id, s.id, '2025-01-01', '2025-01-01'::date + s.id::int % 1000, 'KES',
     '{"type":"self","ref":null}', 1000, 0, 1000, case when s.id % 10 = 0 then 0 else 1000 end, 0, 1,
     case when s.id % 1000 = 0 then 'void' when s.id % 10 = 0 then 'issued' else 'paid' end`,
    `student s where s.tenant_id = ${id} order by s.id`,
  );
  await plant(
    'invoice_line',
    'invoice_id, position, description, fee_category, amount, discount, priority, paid',
    `i.id, 1, 'Tuition', 'tuition', 1000, 0, 20, i.paid`,
    `invoice i where i.tenant_id = ${id} order by i.id`,
  );
  const [first] = await admin<{ id: string }>(`select min(id) as id from invoice where tenant_id = ${id}`);
  const invoiceId = Number(first?.id);
  const parent = `case when n <= ${ofParent} then ${invoiceId} else ${invoiceId} + n % ${count} end`;
  await plant(
    'invoice_payment',
    `updated_at, student_id, invoice_id, amount, method, reference, key, paid_at, allocated, surplus, state, recorded_by`,
    `${stamp}, ${parent}, ${parent}, 1000, 'bank', 'R' || n, 'bank:R' || n, ${stamp}, 1000, 0,
     case when n % 100 = 0 then 'reversed' else 'allocated' end, 'x'`,
  );
  await plant(
    'payment_allocation',
    'payment_id, invoice_id, line_id, amount, allocated_at',
    'p.id, p.invoice_id, p.invoice_id, 1000, p.paid_at',
    `invoice_payment p where p.tenant_id = ${id} order by p.id`,
  );
  await plant(
    'credit_note',
    'updated_at, number, invoice_id, amount, reason, issued_on, issued_by',
    `${stamp}, 'CN-' || n, ${parent}, 1, 'x', '2025-01-01', 'x'`,
  );
  await plant(
    'result',
    `updated_at, student_id, enrolment_id, programme_id, unit_id, academic_year_id, term_id, attempt, components, score_status,
     grading_scale_id, state, published_version, entered_by, amended`,
    `e.updated_at, e.student_id, e.id, e.programme_id, 1 + e.id % 500, e.academic_year_id, e.term_id, 1, '[]', 'fully_graded', 1,
     case when e.id % 1000 = 0 then 'withheld' when e.id % 100 = 0 then 'draft' else 'published' end, 1, 'x', false`,
    `enrolment e where e.tenant_id = ${id} order by e.id`,
  );
  await plant(
    'sponsorship',
    'updated_at, member_id, student_id, consent, started_on',
    `${stamp}, 1 + n % 10000, n, 'marks', '2025-01-01'`,
  );
  await admin(`insert into tombstone (tenant_id, resource, record_id, record_uuid, updated_at)
    select ${id}, 'invoice', 100000000 + n, gen_random_uuid(), ${stamp} from ${rows} where n % 10 = 0`);
  await admin('set session_replication_role = origin');
  await admin(`set maintenance_work_mem = '256MB'`);
  for (const { make } of [...unique, ...indexes]) await admin(make);
  console.error('indexed');
  await admin('vacuum analyze');
  console.error('analysed');
  return { invoiceId, programmes: ['P1', 'P7', 'P40', 'P999'] };
}
