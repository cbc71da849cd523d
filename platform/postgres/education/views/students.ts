import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { maskMinor } from '#core/education/student/privacy.ts';
import { Intake } from '#core/education/programme/calendar.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Sponsorship } from '#core/education/sponsorship/sponsorship.ts';
import { Student } from '#core/education/student/student.ts';
import { SEALED_FIELD } from '../../mapping/sealed-form.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, expression, listed, orNull, pick, record, reference, type Column } from '../../views/columns.ts';
import { among, FEW } from '../../views/lookups.ts';
import { idsWithWords, searchWords, withWords, type Words } from '../../views/search-words.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byCode, byId, bySearch, type SchoolList } from './fields.ts';

/** The student of a record; `s` is joined. */
export const studentOf = (id: Column<number>) => reference(id, s.uuid, { admissionNo: s.admissionNo });
const s = columnsOf(Student, 's');

const l = columnsOf(Student);
const p = columnsOf(Programme, 'p');
const i = columnsOf(Intake, 'i');
const { cents, flag, id, text } = expression;

const guardians = listed(
  {
    name: text(`g.value ->> 'name'`),
    relationship: orNull(text(`g.value ->> 'relationship'`)),
    contact: expression.sealed<{ readonly phone: string | null; readonly email: string | null }>(
      `g.value ->> '${SEALED_FIELD}'`,
      'student.guardians',
    ),
    primary: flag(`(g.value ->> 'primary')::boolean`),
    /** Where the guardian is a member of the society. */
    member: reference(orNull(id('m.id')), text('m.uuid')),
  },
  `jsonb_array_elements(${l.guardians}) with ordinality as g(value, place)
     ${oneOrNone('member m', `m.id = (g.value ->> 'memberId')::bigint`)}`,
  'g.place',
);

/** Students. Minors are masked here, once, for every adapter: see core/education/student/privacy.ts. */
const students = view(Student, {
  columns: {
    ...record(l),
    ...pick(l, 'admissionNo', 'payCode', 'firstName', 'middleName', 'lastName', 'gender', 'dateOfBirth', 'nationalId'),
    ...pick(l, 'birthCertificateNo', 'passportNo', 'phone', 'email', 'county', 'country', 'yearOfStudy', 'studyMode'),
    ...pick(l, 'sponsorshipType', 'kuccpsRef', 'kcseIndexNo', 'kcseYear', 'helbRef', 'state', 'stateReason'),
    ...pick(l, 'deferredUntil', 'admittedOn', 'completedOn', 'formerTexts', 'erased'),
    programme: reference(l.programmeId, p.uuid, pick(p, 'code', 'name')),
    intake: reference(l.intakeId, i.uuid, { name: i.name }),
    guardians,
    /** What is owed on open invoices: minor units. Triggers of invoices and payments change both figures. */
    balanceDue: cents('l.balance_due'),
    /** What was paid and is on no invoice: minor units. */
    creditBalance: cents('l.credit_balance'),
  },
  joins: `${one('programme p', `${p.id} = ${l.programmeId}`)} ${oneOrNone('intake i', `${i.id} = ${l.intakeId}`)}`,
  /** `masked` is what this reader may not see of a minor, in the wire's spelling. */
  show: ({ guardians: people, ...row }, { pii, today }) => {
    const guardians = people.map(({ contact, ...guardian }) => ({ ...guardian, ...(contact ?? NO_CONTACT) }));
    return maskMinor({ ...row, guardians }, { pii, today });
  },
});

const NO_CONTACT = { phone: null, email: null };

const sp = columnsOf(Sponsorship, 'sp');

/** An admission number, in upper or lower case; `condition` says which column has its form. */
export const byAdmissionNo = (means: string, condition: string) =>
  bySearch(means, { example: 'BSC-CS/0042/2026', maxLength: 40 }, (number) => [
    [condition, number.trim().toUpperCase()],
  ]);

export const studentList: SchoolList = {
  fields: {
    programme: byCode(l.programmeId, 'programme', 'The programme'),
    state: byChoice(l.state, 'The state', studentLifecycle.states),
    intake: byCode(l.intakeId, 'intake', 'The intake'),
    admission_no: byAdmissionNo('The admission number, in upper or lower case', 'l.admission_form = ?::text'),
    q: bySearch(
      'Words, or beginnings of words, of the name or of the admission number, in any order. Case, accents and ' +
        'punctuation don’t count',
      { example: 'wanjiru csc/0042', graphName: 'search' },
      foundBy,
    ),
    sponsor_member_id: byId(sp.memberId, 'member', 'Students whom this member sponsors now', {
      through: ([text, ...values]) => [
        `${l.id} = any(array(select sp.student_id from sponsorship sp where sp.ended_on is null and ${text}))`,
        ...values,
      ],
    }),
  },
};

export function studentViews(context: ViewContext) {
  const all = schoolCollection(context, students, pick(l, 'programmeId'), studentList);
  return {
    ...all,
    /** Students by admission number, in upper or lower case, in no order. */
    byAdmissionNos: (numbers: readonly string[]) =>
      all.where(['l.admission_form = any(?::text[])', numbers.map((number) => number.trim().toUpperCase())]),
  };
}

const STUDENT_WORDS: Words = { table: 'student_word', record: 'student_id' };

/** Each word begins a word of the name or of the admission number, in any order. No word finds no student. */
function foundBy(text: string): Condition[] {
  const words = searchWords(text);
  const lookup = idsWithWords(STUDENT_WORDS, words);
  if (lookup === null) return [['?::boolean', false]];
  const [ids, ...values] = lookup;
  return [among(l.id.sql, ids, values, FEW, withWords(STUDENT_WORDS, l.id.sql, words))];
}
