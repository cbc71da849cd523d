import type { UnitStatus } from '#core/education/enrolment/enrolment.ts';
import type { EnrolmentState } from '#core/education/enrolment/lifecycle.ts';
import type { Row } from '../../database.ts';
import type { Condition, ViewContext } from '../../views/view.ts';
import { collectionOf, column, recordOf, type Named, type RecordView } from './collection.ts';
import { identified, named } from './references.ts';
import { studentNameOf, type StudentName } from './students.ts';

export type EnrolledUnitView = {
  readonly unit: Named & { readonly code: string; readonly title: string };
  readonly status: UnitStatus;
};

export type EnrolmentView = RecordView & {
  readonly student: StudentName;
  readonly programme: Named & { readonly code: string; readonly name: string };
  readonly academicYear: Named & { readonly name: string };
  readonly term: (Named & { readonly name: string }) | null;
  readonly intake: (Named & { readonly name: string }) | null;
  readonly yearOfStudy: number;
  readonly units: readonly EnrolledUnitView[];
  readonly enrolledOn: Temporal.PlainDate;
  readonly boarding: boolean;
  readonly state: EnrolmentState;
  readonly deferredUntil: Temporal.PlainDate | null;
  readonly endedOn: Temporal.PlainDate | null;
  readonly endReason: string | null;
  /** The two ends of a transfer. */
  readonly transferredFrom: Named | null;
  readonly transferredTo: Named | null;
};

export type EnrolmentFilter = {
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

const select = (rows: string) => `
  select x.*, s.uuid as student_uuid, s.admission_no, p.uuid as programme_uuid, p.code as programme_code,
         p.name as programme_name, ay.uuid as academic_year_uuid, ay.name as academic_year_name,
         t.uuid as term_uuid, t.name as term_name, i.uuid as intake_uuid, i.name as intake_name,
         f.uuid as transferred_from_uuid, n.uuid as transferred_to_uuid,
         (select jsonb_agg(jsonb_build_object('id', u.id, 'uuid', u.uuid, 'code', u.code, 'title', u.title,
                                              'status', e.value ->> 'status') order by e.place)
            from jsonb_array_elements(x.units) with ordinality as e(value, place)
            join unit u on u.id = (e.value ->> 'unitId')::bigint) as units_shown
    from ${rows} x
    join student s on s.id = x.student_id
    join programme p on p.id = x.programme_id
    join academic_year ay on ay.id = x.academic_year_id
    left join term t on t.id = x.term_id
    left join intake i on i.id = x.intake_id
    left join enrolment f on f.id = x.transferred_from_id
    left join enrolment n on n.id = x.transferred_to_id`;

export function enrolmentViews(context: ViewContext) {
  const source = { resource: 'enrolment', table: 'enrolment', select, show: enrolmentOf };
  const all = collectionOf(context, source, conditionsOf);
  return {
    ...all,
    ofStudents: (ids: readonly number[], limit: number) => all.ofEach('student_id', ids, limit),
    ofProgrammes: (ids: readonly number[], limit: number) => all.ofEach('programme_id', ids, limit),
  };
}

function conditionsOf(filter: EnrolmentFilter): Condition[] {
  return [
    named('x.programme_id', 'programme', 'code', filter.programme),
    identified('x.student_id', 'student', filter.student),
    named('x.academic_year_id', 'academic_year', 'name', filter.academicYear),
    identified('x.term_id', 'term', filter.term),
    ['x.state = any(?::text[])', filter.states],
  ];
}

function enrolmentOf(row: Row): EnrolmentView {
  const { id, text, textOrNull, date, dateOrNull } = column;
  return {
    ...recordOf(row),
    student: studentNameOf(row),
    programme: {
      id: id(row, 'programme_id'),
      uuid: text(row, 'programme_uuid'),
      code: text(row, 'programme_code'),
      name: text(row, 'programme_name'),
    },
    academicYear: {
      id: id(row, 'academic_year_id'),
      uuid: text(row, 'academic_year_uuid'),
      name: text(row, 'academic_year_name'),
    },
    term: column.named(row, 'term'),
    intake: column.named(row, 'intake'),
    yearOfStudy: Number(row['year_of_study']),
    units: ((row['units_shown'] ?? []) as Row[]).map(unitOf),
    enrolledOn: date(row, 'enrolled_on'),
    boarding: Boolean(row['boarding']),
    state: row['state'] as EnrolmentState,
    deferredUntil: dateOrNull(row, 'deferred_until'),
    endedOn: dateOrNull(row, 'ended_on'),
    endReason: textOrNull(row, 'end_reason'),
    transferredFrom: column.reference(row, 'transferred_from'),
    transferredTo: column.reference(row, 'transferred_to'),
  };
}

function unitOf(row: Row): EnrolledUnitView {
  const { id, text } = column;
  const unit = { id: id(row), uuid: text(row, 'uuid'), code: text(row, 'code'), title: text(row, 'title') };
  return { unit, status: row['status'] as UnitStatus };
}
