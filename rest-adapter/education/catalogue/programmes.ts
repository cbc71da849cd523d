import { actionsOf } from '#core/kernel/steps.ts';
import { programmeSteps } from '#core/education/use-cases/catalogue/define-programme.ts';
import { stepVariants, takeStep } from '../../step-members.ts';
import Type from 'typebox';
import { PROGRAMME_LEVELS, programmeLifecycle } from '#core/education/programme/programme.ts';
import { STUDY_MODES } from '#core/education/study.ts';
import { defined } from '#core/kernel/defined.ts';
import type { View } from '#platform/app/views.ts';
import { actionBody, actionList } from '../../action-body.ts';
import { type Ids } from '../../records.ts';
import { route } from '../../route.ts';
import { SEND } from '../../sentences.ts';
import { anyId, instant, nullable, object, onePath, reference, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { referenceOrNull } from '../references.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../../resource.ts';
import { OF_SCHOOLS, actionsIn, at } from '../resource.ts';

export const ProgrammeSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    code: Type.String({ examples: ['BSC-CS'] }),
    name: Type.String(),
    level: Type.Enum([...PROGRAMME_LEVELS]),
    department: nullable(Type.String()),
    mode: Type.Enum([...STUDY_MODES]),
    duration_terms: Type.Integer(),
    grading_scale_id: anyId('The scale of its results.'),
    kuccps_code: nullable(Type.String({ description: 'Its code in the central placement.' })),
    status: Type.Enum([...programmeLifecycle.states]),
    available_actions: actionList(programmeLifecycle.personal),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was offered.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Programme' },
);

const programmeTable = { steps: programmeSteps, cycle: programmeLifecycle };

function programmeBody(programme: View<'programmes'>, ids: Ids) {
  return {
    id: ids(programme),
    uuid: programme.uuid,
    code: programme.code,
    name: programme.name,
    level: programme.level,
    department: programme.department,
    mode: programme.mode,
    duration_terms: programme.durationTerms,
    grading_scale_id: ids(programme.gradingScale),
    kuccps_code: programme.kuccpsCode,
    status: programme.state,
    available_actions: actionsIn(programmeLifecycle, programme.state, programmeSteps),
    version: programme.version,
    created_at: programme.createdAt,
    updated_at: programme.updatedAt,
  };
}

export const programmes: Resource<View<'programmes'>> = {
  noun: 'programme',
  one: (views) => views.programmes.one,
  body: programmeBody,
  address: (programme, ids) => `/api/v1/programmes/${ids(programme)}`,
};

const Fields = {
  name: text('Its name.', 200),
  level: Type.Enum([...PROGRAMME_LEVELS]),
  department: nullable(text('The department.', 200)),
  mode: Type.Enum([...STUDY_MODES]),
  duration_terms: Type.Integer({ minimum: 1, maximum: 40 }),
  grading_scale_id: reference('A row of GET /api/v1/grading_scales.'),
  kuccps_code: nullable(text('Its code in the central placement.', 40)),
};

const common = { surface: 'education', tag: 'Programmes', scope: 'programmes:write', bucket: 'C.write' } as const;

export const programmeRoutes = [
  offsetList({
    path: '/api/v1/programmes',
    operation: 'listProgrammes',
    summary: 'Programmes',
    tag: 'Programmes',
    scope: 'programmes:read',
    schema: ProgrammeSchema,
    list: schoolLists.programmes,
    of: (views) => views.programmes,
    show: programmeBody,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/programmes',
    operation: 'createProgramme',
    summary: 'Offer a programme',
    body: object({
      code: Type.String({
        pattern: '^[A-Z0-9/-]{2,20}$',
        description: 'Unique.',
        examples: ['BSC-CS'],
        [SEND]: 'a code such as BSC-CS: 2 to 20 capital letters, digits, slashes and hyphens',
      }),
      name: Fields.name,
      level: Fields.level,
      department: Type.Optional(Fields.department),
      mode: Type.Optional(Fields.mode),
      duration_terms: Fields.duration_terms,
      grading_scale_id: Fields.grading_scale_id,
      kuccps_code: Type.Optional(Fields.kuccps_code),
    }),
    example: {
      code: 'BSC-CS',
      name: 'Bachelor of Science in Computer Science',
      level: 'bachelors',
      duration_terms: 8,
      grading_scale_id: 1,
    },
    reply: { status: 201, schema: ProgrammeSchema, describe: 'The programme.' },
    refusals: ['unknown_reference', 'duplicate_code'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      return app.education.defineProgramme(request(presented(programmes, call, 201)), {
        code: body.code,
        name: body.name,
        level: body.level,
        department: body.department ?? null,
        mode: body.mode ?? 'full_time',
        durationTerms: body.duration_terms,
        gradingScaleId: await referenceOrNull(
          app,
          caller,
          'grading_scale_id',
          body.grading_scale_id,
          (views) => views.gradingScales.byUuids,
        ),
        kuccpsCode: body.kuccps_code ?? null,
      });
    },
  }),
  oneRoute(programmes, {
    ...OF_SCHOOLS,
    path: '/api/v1/programmes/{id}',
    operation: 'getProgramme',
    summary: 'One programme',
    tag: 'Programmes',
    scope: 'programmes:read',
    schema: ProgrammeSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/programmes/{id}',
    operation: 'changeProgramme',
    summary: 'Retire or reactivate a programme, or change particulars',
    description: 'Without an action the body is a merge patch. The code stays.',
    params: onePath('programme'),
    subject: subjectOf(programmes),
    body: actionBody(
      object(
        {
          action: Type.Optional(Type.Enum(actionsOf(programmeSteps), { description: 'The step to take.' })),
          name: Type.Optional(Fields.name),
          level: Type.Optional(Fields.level),
          department: Type.Optional(Fields.department),
          mode: Type.Optional(Fields.mode),
          duration_terms: Type.Optional(Fields.duration_terms),
          grading_scale_id: Type.Optional(Fields.grading_scale_id),
          kuccps_code: Type.Optional(Fields.kuccps_code),
        },
        { minProperties: 1 },
      ),
      stepVariants(programmeTable),
      { edits: ['name', 'level', 'department', 'mode', 'duration_terms', 'grading_scale_id', 'kuccps_code'] },
    ),
    example: { department: 'School of Computing' },
    reply: { status: 200, schema: ProgrammeSchema, describe: 'The programme after the step or change.' },
    refusals: ['invalid_state_transition', 'unknown_reference'],
    handle: async (app, call) => {
      const { caller, body, version, subjectId } = call;
      const request = call.request(presented(programmes, call, 200));
      const command = { programmeId: await subjectId(), ...at(version) };
      if (body.action !== undefined) {
        const calling = { app, caller, bound: app.education, on: command, request };
        return takeStep(programmeTable, { ...body, action: body.action }, calling);
      }
      return app.education.changeProgramme(request, {
        ...command,
        changes: defined({
          name: body.name,
          level: body.level,
          department: body.department,
          mode: body.mode,
          durationTerms: body.duration_terms,
          gradingScaleId: await referenceOrNull(
            app,
            caller,
            'grading_scale_id',
            body.grading_scale_id,
            (views) => views.gradingScales.byUuids,
          ),
          kuccpsCode: body.kuccps_code,
        }),
      });
    },
  }),
];
