import Type from 'typebox';
import { UNIT_STATUSES } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { enrolmentSteps } from '#core/education/use-cases/enrolment/steps.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { View } from '#platform/app/views.ts';
import { actionList } from '../action-body.ts';
import type { Ids } from '../records.ts';
import { anyId, date, instant, nullable, object } from '../shapes.ts';
import { referenceOrNull } from './references.ts';
import type { Resource } from '../resource.ts';
import { actionsIn } from './resource.ts';

export const EnrolmentSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    student_id: anyId('Who is enrolled.'),
    admission_no: Type.String({ description: 'The student’s.' }),
    programme: object({ id: anyId('Id.'), code: Type.String(), name: Type.String() }),
    academic_year_id: anyId('The year.'),
    academic_year: Type.String({ description: 'Its name.', examples: ['2025/2026'] }),
    term_id: nullable(anyId('The term; null for the whole year.')),
    intake_id: nullable(anyId('The group that the student began with.')),
    year_of_study: Type.Integer(),
    units: Type.Array(
      object({
        unit_id: anyId('The unit.'),
        code: Type.String(),
        title: Type.String(),
        status: Type.Enum([...UNIT_STATUSES]),
      }),
    ),
    enrolled_on: date('When the student was entered.'),
    boarding: Type.Boolean(),
    state: Type.Enum([...enrolmentLifecycle.states]),
    deferred_until: nullable(date('While the period rests.')),
    ended_on: nullable(date('When it ended.')),
    end_reason: nullable(Type.String()),
    transferred_from_id: nullable(anyId('The enrolment that this one continues.')),
    transferred_to_id: nullable(anyId('The enrolment that continues this one.')),
    available_actions: actionList(enrolmentLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was made.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Enrolment' },
);

export const enrolmentTable = { steps: enrolmentSteps, cycle: enrolmentLifecycle };
/** Beside those of the table: its body is read by hand. */
export const TRANSFER = { transfer: { needs: ['programme_id'], takes: ['reason'] } };

/** An enrolment as partners see it. */
export function enrolmentBody(enrolment: View<'enrolments'>, ids: Ids) {
  return {
    id: ids(enrolment),
    uuid: enrolment.uuid,
    student_id: ids(enrolment.student),
    admission_no: enrolment.student.admissionNo,
    programme: { id: ids(enrolment.programme), code: enrolment.programme.code, name: enrolment.programme.name },
    academic_year_id: ids(enrolment.academicYear),
    academic_year: enrolment.academicYear.name,
    term_id: enrolment.term && ids(enrolment.term),
    intake_id: enrolment.intake && ids(enrolment.intake),
    year_of_study: enrolment.yearOfStudy,
    units: enrolment.units.map(({ unit, status }) => ({
      unit_id: ids(unit),
      code: unit.code,
      title: unit.title,
      status,
    })),
    enrolled_on: enrolment.enrolledOn,
    boarding: enrolment.boarding,
    state: enrolment.state,
    deferred_until: enrolment.deferredUntil,
    ended_on: enrolment.endedOn,
    end_reason: enrolment.endReason,
    transferred_from_id: enrolment.transferredFrom && ids(enrolment.transferredFrom),
    transferred_to_id: enrolment.transferredTo && ids(enrolment.transferredTo),
    available_actions: actionsIn(enrolmentLifecycle, enrolment.state, { ...enrolmentSteps, ...TRANSFER }),
    version: enrolment.version,
    created_at: enrolment.createdAt,
    updated_at: enrolment.updatedAt,
  };
}

export const enrolments: Resource<View<'enrolments'>> = {
  noun: 'enrolment',
  one: (views) => views.enrolments.one,
  body: enrolmentBody,
  address: (enrolment, ids) => `/api/v1/enrolments/${ids(enrolment)}`,
};

export const programmeIn = (app: App, caller: Caller, value: number | string) =>
  referenceOrNull(app, caller, 'programme_id', value, (views) => views.programmes.byUuids);
