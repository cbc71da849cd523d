import { maskMinor, type ProtectedField } from '#core/education/student/privacy.ts';
import type { StudentState } from '#core/education/student/lifecycle.ts';
import type { Gender } from '#core/education/student/student.ts';
import type { SponsorshipType, StudyMode } from '#core/education/study.ts';
import type { Row } from '../../database.ts';
import { afterPrefix } from '../../views/list.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { among, identified, named, spoken } from './references.ts';
import { searchWords } from './search-words.ts';

export type GuardianView = {
  readonly name: string;
  readonly relationship: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly primary: boolean;
  /** Where the guardian is a member of the society. */
  readonly member: Named | null;
};

/** A student as other records name them. */
export type StudentName = Named & { readonly admissionNo: string };

/** Of the columns student_id, student_uuid and admission_no. */
export function studentNameOf(row: Row): StudentName {
  const { id, text } = column;
  return { id: id(row, 'student_id'), uuid: text(row, 'student_uuid'), admissionNo: text(row, 'admission_no') };
}

export type StudentView = RecordView & {
  readonly admissionNo: string;
  readonly payCode: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly gender: Gender;
  readonly dateOfBirth: Temporal.PlainDate | null;
  readonly nationalId: string | null;
  readonly birthCertificateNo: string | null;
  readonly passportNo: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly county: string | null;
  readonly country: string | null;
  readonly programme: Named & { readonly code: string; readonly name: string };
  readonly intake: (Named & { readonly name: string }) | null;
  readonly yearOfStudy: number;
  readonly studyMode: StudyMode;
  readonly sponsorshipType: SponsorshipType;
  readonly kuccpsRef: string | null;
  readonly kcseIndexNo: string | null;
  readonly kcseYear: number | null;
  readonly helbRef: string | null;
  readonly guardians: readonly GuardianView[];
  readonly state: StudentState;
  readonly stateReason: string | null;
  readonly deferredUntil: Temporal.PlainDate | null;
  readonly admittedOn: Temporal.PlainDate | null;
  readonly completedOn: Temporal.PlainDate | null;
  readonly erased: boolean;
  /** What is owed on open invoices, and what was paid and is on no invoice: minor units. */
  readonly balanceDue: bigint;
  readonly creditBalance: bigint;
  /** What this reader may not see of a minor, in the wire's spelling. */
  readonly masked: readonly ProtectedField[];
};

export type StudentFilter = {
  /** Code, id or uuid. */
  readonly programme?: string | undefined;
  readonly states?: readonly string[] | undefined;
  /** Name, id or uuid. */
  readonly intake?: string | undefined;
  readonly admissionNo?: string | undefined;
  /** Beginnings of words of the name or of the admission number, in any order. */
  readonly q?: string | undefined;
  /** Students whom this member sponsors now: id or uuid. */
  readonly sponsorMember?: string | undefined;
};

const select = (rows: string) => `
  select x.*, p.uuid as programme_uuid, p.code as programme_code, p.name as programme_name,
         i.uuid as intake_uuid, i.name as intake_name,
         (select sum(v.total - v.paid - v.credited) from invoice v
           where v.student_id = x.id and v.state in ('issued', 'partially_paid')) as balance_due,
         (select sum(y.amount - y.allocated - y.surplus) from invoice_payment y
           where y.student_id = x.id and y.state in ('received', 'partly_allocated')) as credit_balance,
         (select jsonb_agg(g.value || jsonb_build_object('memberUuid', m.uuid) order by g.place)
            from jsonb_array_elements(x.guardians) with ordinality as g(value, place)
            left join member m on m.id = (g.value ->> 'memberId')::bigint) as guardians_shown
    from ${rows} x
    join programme p on p.id = x.programme_id
    left join intake i on i.id = x.intake_id`;

/** Students. Minors are masked here, once, for every adapter: see core/education/student/privacy.ts. */
export function studentViews(context: ViewContext) {
  const show = (row: Row): StudentView => maskMinor(studentOf(row), { pii: context.pii, today: context.today });
  const all = collectionOf(context, { resource: 'student', table: 'student', select, show }, conditionsOf);
  return {
    ...all,
    /** Students by admission number, whatever its case, in no order. */
    byAdmissionNos: (numbers: readonly string[]) =>
      all.where(['x.admission_form = any(?::text[])', numbers.map((number) => number.trim().toUpperCase())]),
    ofProgrammes: (ids: readonly number[], limit: number) => all.ofEach('programme_id', ids, limit),
  };
}

function conditionsOf(filter: StudentFilter): Condition[] {
  return [
    named('x.programme_id', 'programme', 'code', filter.programme),
    ['x.state = any(?::text[])', filter.states],
    named('x.intake_id', 'intake', 'name', filter.intake),
    ['x.admission_form = ?::text', spoken(filter.admissionNo)?.trim().toUpperCase()],
    ...foundBy(spoken(filter.q)),
    sponsoredBy(filter.sponsorMember),
  ];
}

/** So many students are looked up before a list of them is read in its order; where more match, it is walked. */
const FEW = 20_000;

/** Each word begins a word of the name or of the admission number, in any order. No word finds nobody. */
function foundBy(text: string | undefined): Condition[] {
  if (text === undefined) return [];
  const words = searchWords(text);
  if (words.length === 0) return [['?::boolean', false]];
  // Bounds instead of LIKE: row-level security lets only leakproof operators use an index.
  const asked = words.map((word) => {
    const upper = afterPrefix(word);
    const begins = upper === null ? 'w.word >= ?1::text' : 'w.word >= ?1::text and w.word < ?2::text';
    return { begins, values: upper === null ? [word] : [word, upper] };
  });
  const rowByRow = asked.map(({ begins, values }): Condition => [
    `exists (select from student_word w where w.student_id = x.id and ${begins})`,
    values[0],
    ...values.slice(1),
  ]);
  const places = asked.map(({ values }) => values.length);
  const parts = asked.map(({ begins }, n) => {
    const before = places.slice(0, n).reduce((sum, count) => sum + count, 0);
    const bound = begins.replaceAll(/\?(\d)/g, (_, place: string) => `?${before + Number(place)}`);
    return `select w.student_id as id from student_word w where ${bound}`;
  });
  const values = asked.flatMap((each) => each.values);
  // Nine values can be named in a statement; who sends that many words finds few by any of them.
  if (values.length > 9) return rowByRow;
  return [among('x.id', parts.join(' intersect '), values, FEW, rowByRow)];
}

function sponsoredBy(member: string | undefined): Condition {
  const [text, ...values] = identified('sp.member_id', 'member', member);
  return [
    `x.id = any(array(select sp.student_id from sponsorship sp where sp.ended_on is null and ${text || 'true'}))`,
    ...values,
  ];
}

function studentOf(row: Row): Omit<StudentView, 'masked'> {
  const { text, textOrNull, cents, dateOrNull, integerOrNull } = column;
  return {
    ...recordOf(row),
    admissionNo: text(row, 'admission_no'),
    payCode: text(row, 'pay_code'),
    firstName: text(row, 'first_name'),
    middleName: textOrNull(row, 'middle_name'),
    lastName: text(row, 'last_name'),
    gender: row['gender'] as Gender,
    dateOfBirth: dateOrNull(row, 'date_of_birth'),
    nationalId: textOrNull(row, 'national_id'),
    birthCertificateNo: textOrNull(row, 'birth_certificate_no'),
    passportNo: textOrNull(row, 'passport_no'),
    phone: textOrNull(row, 'phone'),
    email: textOrNull(row, 'email'),
    county: textOrNull(row, 'county'),
    country: textOrNull(row, 'country'),
    programme: {
      id: column.id(row, 'programme_id'),
      uuid: text(row, 'programme_uuid'),
      code: text(row, 'programme_code'),
      name: text(row, 'programme_name'),
    },
    intake: column.named(row, 'intake'),
    yearOfStudy: Number(row['year_of_study']),
    studyMode: row['study_mode'] as StudyMode,
    sponsorshipType: row['sponsorship_type'] as SponsorshipType,
    kuccpsRef: textOrNull(row, 'kuccps_ref'),
    kcseIndexNo: textOrNull(row, 'kcse_index_no'),
    kcseYear: integerOrNull(row, 'kcse_year'),
    helbRef: textOrNull(row, 'helb_ref'),
    guardians: ((row['guardians_shown'] ?? []) as Row[]).map(guardianOf),
    state: row['state'] as StudentState,
    stateReason: textOrNull(row, 'state_reason'),
    deferredUntil: dateOrNull(row, 'deferred_until'),
    admittedOn: dateOrNull(row, 'admitted_on'),
    completedOn: dateOrNull(row, 'completed_on'),
    erased: Boolean(row['erased']),
    balanceDue: cents(row, 'balance_due'),
    creditBalance: cents(row, 'credit_balance'),
  };
}

function guardianOf(row: Row): GuardianView {
  const { text, textOrNull } = column;
  return {
    name: text(row, 'name'),
    relationship: textOrNull(row, 'relationship'),
    phone: textOrNull(row, 'phone'),
    email: textOrNull(row, 'email'),
    primary: Boolean(row['primary']),
    member: row['memberUuid'] === null ? null : { id: Number(row['memberId']), uuid: text(row, 'memberUuid') },
  };
}
