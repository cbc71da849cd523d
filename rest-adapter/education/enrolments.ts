import Type from 'typebox';
import { defined } from '#core/kernel/defined.ts';
import { UNIT_STATUSES, type Enrolment, type UnitStatus } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import type { MoveEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import type { Transfer } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Handled, CommandRequest } from '#platform/app/transact.ts';
import type { View } from '#platform/app/views.ts';
import { actionBody, actionList } from '../action-body.ts';
import { refuseBesideAction, type Ids } from '../records.ts';
import { route, type Call } from '../route.ts';
import { anyId, date, instant, nullable, object, onePath, reference, text } from '../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull, referencesIn } from './references.ts';
import {
  actionsIn,
  at,
  needed,
  oneRoute,
  presented,
  readDate,
  refuseWithoutAction,
  subjectOf,
  type Resource,
} from './resource.ts';

const EnrolmentSchema = object(
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

type StepCall = {
  readonly app: App;
  readonly call: Pick<Call<never, never, never>, 'caller' | 'ids' | 'request'>;
  readonly request: CommandRequest<Enrolment>;
  readonly command: MoveEnrolment;
};
type StepBody = {
  readonly reason?: string | null;
  readonly until?: string;
  readonly programme_id?: number | string;
};
type Step = {
  /** The members that it can’t do without. */
  readonly needs?: readonly (keyof StepBody)[];
  /** The members that go with the action. */
  readonly takes: readonly (keyof StepBody)[];
  readonly take: (step: StepCall, body: StepBody) => Promise<Handled>;
};

/** The steps that partners may ask of an enrolment. */
const STEPS = {
  confirm: { takes: [], take: ({ app, request, command }) => app.education.confirmEnrolment(request, command) },
  cancel: {
    takes: ['reason'],
    take: ({ app, request, command }, { reason }) =>
      app.education.cancelEnrolment(request, { ...command, ...defined({ reason }) }),
  },
  complete: { takes: [], take: ({ app, request, command }) => app.education.completeEnrolment(request, command) },
  defer: {
    needs: ['until'],
    takes: ['until'],
    take: ({ app, request, command }, { until }) =>
      app.education.deferEnrolment(request, { ...command, until: readDate('until', needed('until', until)) }),
  },
  resume: { takes: [], take: ({ app, request, command }) => app.education.resumeEnrolment(request, command) },
  transfer: {
    needs: ['programme_id'],
    takes: ['programme_id', 'reason'],
    take: async ({ app, call, command }, { programme_id: programme, reason }) => {
      const present = presented(enrolments, app, call, 200);
      return app.education.transferEnrolment(
        call.request(({ from }: Transfer, views) => present(from, views)),
        {
          ...command,
          programmeId: await programmeIn(app, call.caller, needed('programme_id', programme)),
          ...defined({ reason }),
        },
      );
    },
  },
  withdraw: {
    takes: ['reason'],
    take: ({ app, request, command }, { reason }) =>
      app.education.withdrawEnrolment(request, { ...command, ...defined({ reason }) }),
  },
  discontinue: {
    takes: ['reason'],
    take: ({ app, request, command }, { reason }) =>
      app.education.discontinueEnrolment(request, { ...command, ...defined({ reason }) }),
  },
} satisfies Record<string, Step>;
type StepName = keyof typeof STEPS;

/** An enrolment as partners see it. */
function enrolmentBody(enrolment: View<'enrolments'>, ids: Ids) {
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
    available_actions: actionsIn(enrolmentLifecycle, enrolment.state, STEPS),
    version: enrolment.version,
    created_at: enrolment.createdAt,
    updated_at: enrolment.updatedAt,
  };
}

const enrolments: Resource<View<'enrolments'>> = {
  noun: 'enrolment',
  one: (views) => views.enrolments.one,
  body: enrolmentBody,
  address: (enrolment, ids) => `/api/v1/enrolments/${ids(enrolment)}`,
};

const Units = Type.Array(
  object({ unit_id: reference('A row of GET /api/v1/units.'), status: Type.Optional(Type.Enum([...UNIT_STATUSES])) }),
  { maxItems: 60, description: 'Replaced as a whole.' },
);

const programmeIn = (app: App, caller: Caller, value: number | string) =>
  referenceOrNull(app, caller, 'programme_id', value, (views) => views.programmes.byUuids);

async function unitsIn(
  app: App,
  caller: Caller,
  units: readonly { readonly unit_id: number | string; readonly status?: UnitStatus }[],
) {
  const named = units.map(({ unit_id: value }, index) => ({ field: `units.${index}.unit_id`, value }));
  const ids = await referencesIn(app, caller, named, (views) => views.units.byUuids);
  return units.map(({ status = 'registered' }, index) => ({ unitId: ids[index] as number, status }));
}

const common = { surface: 'education', tag: 'Enrolments', scope: 'enrolments:write', bucket: 'C.write' } as const;

export const enrolmentRoutes = [
  offsetList({
    path: '/api/v1/enrolments',
    operation: 'listEnrolments',
    summary: 'Enrolments',
    tag: 'Enrolments',
    scope: 'enrolments:read',
    schema: EnrolmentSchema,
    list: schoolLists.enrolments,
    of: (views) => views.enrolments,
    show: enrolmentBody,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/enrolments',
    operation: 'createEnrolment',
    summary: 'Enter a student for a period',
    description: 'The enrolment is pending until it is confirmed.',
    body: object({
      student_id: reference('An admitted or active student.'),
      programme_id: reference('A row of GET /api/v1/programmes.'),
      academic_year_id: reference('A row of GET /api/v1/academic_years.'),
      term_id: Type.Optional(nullable(reference('A term of that year; null for the whole year.'))),
      intake_id: Type.Optional(nullable(reference('A row of GET /api/v1/intakes.'))),
      year_of_study: Type.Integer({ minimum: 1, maximum: 10 }),
      units: Type.Optional(Units),
      enrolled_on: date('Inside the academic year, at most 30 days ahead.'),
      boarding: Type.Optional(Type.Boolean()),
    }),
    example: {
      student_id: 1,
      programme_id: 1,
      academic_year_id: 1,
      term_id: 1,
      year_of_study: 1,
      enrolled_on: '2026-01-12',
      units: [{ unit_id: 1 }],
      boarding: false,
    },
    reply: { status: 201, schema: EnrolmentSchema, describe: 'The enrolment, in state pending.' },
    refusals: ['unknown_reference', 'student_not_enrollable', 'duplicate_enrolment', 'enrolment_closed'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      const { year_of_study: yearOfStudy, boarding } = body;
      return app.education.enrolStudent(request(presented(enrolments, app, call, 201)), {
        studentId: await referenceOrNull(app, caller, 'student_id', body.student_id, (views) => views.students.byUuids),
        programmeId: await programmeIn(app, caller, body.programme_id),
        academicYearId: await referenceOrNull(
          app,
          caller,
          'academic_year_id',
          body.academic_year_id,
          (views) => views.academicYears.byUuids,
        ),
        yearOfStudy,
        enrolledOn: readDate('enrolled_on', body.enrolled_on),
        ...defined({
          termId: await referenceOrNull(app, caller, 'term_id', body.term_id, (views) => views.terms.byUuids),
          intakeId: await referenceOrNull(app, caller, 'intake_id', body.intake_id, (views) => views.intakes.byUuids),
          units: body.units && (await unitsIn(app, caller, body.units)),
          boarding,
        }),
      });
    },
  }),
  oneRoute(enrolments, {
    path: '/api/v1/enrolments/{id}',
    operation: 'getEnrolment',
    summary: 'One enrolment',
    tag: 'Enrolments',
    scope: 'enrolments:read',
    schema: EnrolmentSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/enrolments/{id}',
    operation: 'changeEnrolment',
    summary: 'Take a step in an enrolment’s life, or change units and boarding',
    description:
      'Send {action} for a step. transfer ends this enrolment, makes one in the other programme and moves the student: ' +
      'the reply is this enrolment, whose transferred_to_id names the new one.',
    params: onePath('enrolment'),
    subject: subjectOf(enrolments),
    body: actionBody(
      object(
        {
          action: Type.Optional(Type.Enum(Object.keys(STEPS) as StepName[], { description: 'The step to take.' })),
          reason: Type.Optional(nullable(text('Why.', 500))),
          until: Type.Optional(date('Required by defer: until when the period rests.')),
          programme_id: Type.Optional(reference('Required by transfer: where the student goes.')),
          units: Type.Optional(Units),
          boarding: Type.Optional(Type.Boolean()),
        },
        { minProperties: 1 },
      ),
      STEPS,
      { cycle: enrolmentLifecycle, edits: ['units', 'boarding'] },
    ),
    example: { action: 'confirm' },
    reply: { status: 200, schema: EnrolmentSchema, describe: 'The enrolment after the step or change.' },
    refusals: ['invalid_state_transition', 'unknown_reference', 'student_not_enrollable', 'duplicate_enrolment'],
    handle: async (app, call) => {
      const { caller, body, version, subjectId } = call;
      const command = { enrolmentId: await subjectId(), ...at(version) };
      const request = call.request(presented(enrolments, app, call, 200));
      if (body.action !== undefined) {
        const step: Step = STEPS[body.action];
        refuseBesideAction(Object.keys(body), ['action', ...step.takes]);
        return step.take({ app, call, request, command }, body);
      }
      refuseWithoutAction(Object.keys(body), ['reason', 'until', 'programme_id']);
      return app.education.changeEnrolment(request, {
        ...command,
        ...defined({ units: body.units && (await unitsIn(app, caller, body.units)), boarding: body.boarding }),
      });
    },
  }),
];
