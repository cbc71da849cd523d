import { Enrolment, type UnitStatus } from '#core/education/enrolment/enrolment.ts';
import { AcademicYear, Intake, Term } from '#core/education/programme/calendar.ts';
import { Programme } from '#core/education/programme/programme.ts';
import { Unit } from '#core/education/programme/unit.ts';
import { Student } from '#core/education/student/student.ts';
import { columnsOf, expression, listed, pick, record, reference } from '../../views/columns.ts';
import { view, type Condition, type ViewContext } from '../../views/view.ts';
import { schoolCollection } from './collection.ts';
import { identified, named } from './references.ts';
import { studentOf } from './students.ts';

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
     join unit u on ${u.id} = (e.value ->> 'unitId')::bigint`,
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
    join student s on ${s.id} = ${l.studentId}
    join programme p on ${p.id} = ${l.programmeId}
    join academic_year ay on ${ay.id} = ${l.academicYearId}
    left join term t on ${t.id} = ${l.termId}
    left join intake i on ${i.id} = ${l.intakeId}
    left join enrolment f on ${from.id} = ${l.transferredFromId}
    left join enrolment n on ${to.id} = ${l.transferredToId}`,
});

type EnrolmentFilter = {
  /** Code, id or uuid. */
  readonly programme?: string | undefined;
  /** Id or uuid. */
  readonly student?: string | undefined;
  /** Name, id or uuid. */
  readonly academicYear?: string | undefined;
  /** Id or uuid. */
  readonly term?: string | undefined;
  readonly states?: readonly string[] | undefined;
};

export const enrolmentViews = (context: ViewContext) =>
  schoolCollection(context, enrolments, pick(l, 'studentId', 'programmeId'), conditionsOf);

function conditionsOf(filter: EnrolmentFilter): Condition[] {
  return [
    named(l.programmeId, 'programme', 'code', filter.programme),
    identified(l.studentId, 'student', filter.student),
    named(l.academicYearId, 'academic_year', 'name', filter.academicYear),
    identified(l.termId, 'term', filter.term),
    [`${l.state} = any(?::text[])`, filter.states],
  ];
}
