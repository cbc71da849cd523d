import { actionsOf } from '#core/kernel/steps.ts';
import type { Transfer } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import { stepMembers, stepVariants, takeStep } from '../step-members.ts';
import Type from 'typebox';
import { defined } from '#core/kernel/defined.ts';
import { UNIT_STATUSES, type UnitStatus } from '#core/education/enrolment/enrolment.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import { actionBody } from '../action-body.ts';
import { refuseBesideAction } from '../records.ts';
import { route, type Call } from '../route.ts';
import { date, nullable, object, onePath, reference } from '../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from './lists/offset-list.ts';
import { referenceOrNull, referencesIn } from './references.ts';
import { oneRoute, presented, subjectOf } from '../resource.ts';
import { OF_SCHOOLS, at, needed, readDate, refuseWithoutAction } from './resource.ts';
import {
  EnrolmentSchema,
  enrolmentTable,
  TRANSFER,
  enrolmentBody,
  enrolments,
  programmeIn,
} from './enrolment-steps.ts';

const Units = Type.Array(
  object({ unit_id: reference('A row of GET /api/v1/units.'), status: Type.Optional(Type.Enum([...UNIT_STATUSES])) }),
  { maxItems: 60, description: 'Replaced as a whole.' },
);

async function unitsIn(
  app: App,
  caller: Caller,
  units: readonly { readonly unit_id: number | string; readonly status?: UnitStatus }[],
) {
  const named = units.map(({ unit_id: value }, index) => ({ field: `units.${index}.unit_id`, value }));
  const ids = await referencesIn(app, caller, named, (views) => views.units.byUuids);
  // One id for each unit, or `referencesIn` has refused.
  return units.map(({ status = 'registered' }, index) => ({ unitId: ids[index] as number, status }));
}

const common = { surface: 'education', tag: 'Enrolments', scope: 'enrolments:write', bucket: 'C.write' } as const;

type TransferBody = { readonly programme_id?: number | string; readonly reason?: string | null };

/** The student goes on in another programme; the reply is the enrolment that ends. */
async function transfer(
  app: App,
  call: Pick<Call<never, never, never>, 'caller' | 'ids' | 'request'>,
  body: TransferBody,
  on: { readonly enrolmentId: number },
) {
  refuseBesideAction(Object.keys(body), ['action', 'programme_id', 'reason']);
  const present = presented(enrolments, call, 200);
  return app.education.transferEnrolment(
    call.request(({ from }: Transfer, views) => present(from, views)),
    {
      ...on,
      programmeId: await programmeIn(app, call.caller, needed('programme_id', body.programme_id)),
      ...defined({ reason: body.reason }),
    },
  );
}

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
      return app.education.enrolStudent(request(presented(enrolments, call, 201)), {
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
    ...OF_SCHOOLS,
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
          ...stepMembers(enrolmentTable),
          action: Type.Optional(
            Type.Enum([...actionsOf(enrolmentTable.steps), 'transfer'], { description: 'The step to take.' }),
          ),
          programme_id: Type.Optional(reference('Required by transfer: where the student goes.')),
          units: Type.Optional(Units),
          boarding: Type.Optional(Type.Boolean()),
        },
        { minProperties: 1 },
      ),
      { ...stepVariants(enrolmentTable), ...TRANSFER },
      { cycle: enrolmentLifecycle, edits: ['units', 'boarding'] },
    ),
    example: { action: 'confirm' },
    reply: { status: 200, schema: EnrolmentSchema, describe: 'The enrolment after the step or change.' },
    refusals: ['invalid_state_transition', 'unknown_reference', 'student_not_enrollable', 'duplicate_enrolment'],
    handle: async (app, call) => {
      const { caller, body, version, subjectId } = call;
      const command = { enrolmentId: await subjectId(), ...at(version) };
      const request = call.request(presented(enrolments, call, 200));
      if (body.action !== undefined) {
        if (body.action === 'transfer') return transfer(app, call, body, command);
        const calling = { app, caller, bound: app.education, on: command, request };
        return takeStep(enrolmentTable, { ...body, action: body.action }, calling);
      }
      refuseWithoutAction(Object.keys(body), ['reason', 'until', 'programme_id']);
      return app.education.changeEnrolment(request, {
        ...command,
        ...defined({ units: body.units && (await unitsIn(app, caller, body.units)), boarding: body.boarding }),
      });
    },
  }),
];
