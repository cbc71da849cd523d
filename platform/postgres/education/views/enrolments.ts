import { Enrolment, type UnitStatus } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { Student } from '#core/education/student/student.ts';
import { isUuid } from '../../../runtime/is-uuid.ts';
import { one, oneOrNone } from '../../views/beside.ts';
import { columnsOf, expression, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { byChoice, byCode, byId, type SchoolField, type SchoolList } from './fields.ts';
import { byAdmissionNo, studentOf } from './students.ts';

const l = columnsOf(Enrolment);
const s = columnsOf(Student, 's');
const p = columnsOf(Programme, 'p');
const ay = columnsOf(AcademicYear, 'ay');
const t = columnsOf(Term, 't');
const i = columnsOf(Intake, 'i');
/** The two ends of a transfer. */
const from = columnsOf(Enrolment, 'f');
const to = columnsOf(Enrolment, 'n');
const u = columnsOf(Unit, 'u');

const units = listed(
  {
    unit: pick(u, 'id', 'uuid', 'code', 'title'),
    status: expression.json<UnitStatus>(`e.value ->> 'status'`),
  },
  `jsonb_array_elements(${l.units}) with ordinality as e(value, place)
     ${one('unit u', `${u.id} = (e.value ->> 'unitId')::bigint`)}`,
  'e.place',
);

const enrolments = view(Enrolment, {
  columns: {
    ...record(l),
    ...pick(l, 'yearOfStudy', 'enrolledOn', 'boarding', 'state', 'deferredUntil', 'endedOn', 'endReason'),
    student: studentOf(l.studentId),
    programme: reference(l.programmeId, p.uuid, pick(p, 'code', 'name')),
    academicYear: reference(l.academicYearId, ay.uuid, pick(ay, 'name')),
    term: reference(l.termId, t.uuid, pick(t, 'name')),
    intake: reference(l.intakeId, i.uuid, pick(i, 'name')),
    units,
    transferredFrom: reference(l.transferredFromId, from.uuid),
    transferredTo: reference(l.transferredToId, to.uuid),
  },
  joins: `
    ${one('student s', `${s.id} = ${l.studentId}`)}
    ${one('programme p', `${p.id} = ${l.programmeId}`)}
    ${one('academic_year ay', `${ay.id} = ${l.academicYearId}`)}
    ${oneOrNone('term t', `${t.id} = ${l.termId}`)}
    ${oneOrNone('intake i', `${i.id} = ${l.intakeId}`)}
    ${oneOrNone('enrolment f', `${from.id} = ${l.transferredFromId}`)}
    ${oneOrNone('enrolment n', `${to.id} = ${l.transferredToId}`)}`,
});

export const enrolmentList: SchoolList = {
  fields: {
    programme: byCode(l.programmeId, 'programme', 'The programme'),
    student_id: byId(l.studentId, 'student', 'Of this student'),
    admission_no: {
      ...byAdmissionNo(
        'Of the student with this admission number, in upper or lower case',
        `${l.studentId} = (select st.id from student st where st.admission_form = ?::text)`,
      ),
      onlyInGraph: true,
    },
    academic_year: byCode(l.academicYearId, 'academic_year', 'The year'),
    term: byId(l.termId, 'term', 'In this term'),
    state: byChoice(l.state, 'The state', enrolmentLifecycle.states),
    unit: byUnitTaken(),
  },
};

/** A unit that is not taken any more, or need not be. */
const NOT_TAKEN: readonly UnitStatus[] = ['dropped', 'exempt'];

/** The classes of a unit: a list of them is narrowed by term or programme, too, which have an index. */
function byUnitTaken(): SchoolField {
  const unitIn = (more: string) => `${l.units} @> (select jsonb_build_array(jsonb_build_object('unitId', x.id${more}))
    from unit x where x.uuid = ?::uuid)`;
  return {
    type: 'record',
    means: 'Who takes this unit, and has not dropped it',
    onlyInGraph: true,
    isOrdered: () => false,
    conditions: (value) =>
      isUuid(value)
        ? [
            [unitIn(''), value],
            ...NOT_TAKEN.map((status): Condition => [`not ${unitIn(`, 'status', '${status}'`)}`, value]),
          ]
        : [['?::boolean', false]],
  };
}

export function enrolmentViews(context: ViewContext) {
  const all = schoolCollection(context, enrolments, pick(l, 'studentId', 'programmeId'), enrolmentList);
  return {
    ...all,
    /** The newest enrolment of each of these students that was not cancelled. */
    currentOf: (studentIds: readonly number[]) =>
      all.where([
        `${l.id} in (select distinct on (e.student_id) e.id from enrolment e
                      where e.student_id = any(?::bigint[]) and e.state <> 'cancelled'
                      order by e.student_id, e.id desc)`,
        studentIds,
      ]),
  };
}
