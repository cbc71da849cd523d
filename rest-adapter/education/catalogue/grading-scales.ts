import Type, { type Static } from 'typebox';
import { COMPONENT_KINDS } from '#core/education/grading/component.ts';
import { GRADING_PRESETS } from '#core/education/grading/presets.ts';
import type { ScaleDefinition } from '#core/education/grading/scale.ts';
import type { View } from '#platform/app/views.ts';
import { route } from '../../route.ts';
import { SEND } from '../../sentences.ts';
import { anyId, decimalText, instant, nullable, object, onePath, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { oneRoute, presented, subjectOf, type Resource } from '../../resource.ts';
import { OF_SCHOOLS, at, invalidMember, needed } from '../resource.ts';
import { namesOf } from '#core/kernel/names.ts';

const mark = (description: string) => decimalText(description, 3, 2, '70');

const Definition = {
  entry: Type.Enum(['marks', 'grade'], {
    description: 'marks: the grade follows from the mark. grade: an examiner enters it.',
  }),
  bands: Type.Array(
    object({
      grade: text('The grade.', 40, { examples: ['A'] }),
      min_mark: nullable(mark('The least mark that earns it; null where grades are entered.')),
      points: nullable(mark('Grade points.')),
      remark: Type.Enum(['pass', 'fail']),
    }),
    { minItems: 1, maxItems: 30, description: 'Best first; the last one begins at 0.' },
  ),
  rounding: Type.Enum(['none', 'half_up_0dp'], { description: 'What is done to a mark before its band is looked up.' }),
  pass_mark: nullable(mark('The least mark that passes.')),
  supplementary_cap: nullable(mark('The most that a supplementary examination brings.')),
  weights: Type.Array(
    object({ kind: Type.Enum([...COMPONENT_KINDS]), weight_bp: Type.Integer({ minimum: 0, maximum: 10_000 }) }),
    {
      maxItems: 20,
      description: 'The usual weights, in basis points; every result carries its own.',
    },
  ),
};
const Defined = object(Definition);

export const GradingScaleSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    code: Type.String({ examples: ['KE_UNI5'] }),
    name: Type.String(),
    edition: Type.Integer({ description: 'Which edition is in force. Published results keep theirs.' }),
    ...Definition,
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was put in force.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'GradingScale' },
);

export const scales: Resource<View<'gradingScales'>> = {
  noun: 'grading_scale',
  one: (views) => views.gradingScales.one,
  body: (scale, ids) => ({
    id: ids(scale),
    uuid: scale.uuid,
    code: scale.code,
    name: scale.name,
    edition: scale.edition,
    ...definitionBody(scale.definition),
    version: scale.version,
    created_at: scale.createdAt,
    updated_at: scale.updatedAt,
  }),
  address: (scale, ids) => `/api/v1/grading_scales/${ids(scale)}`,
};

function definitionBody(definition: ScaleDefinition): Static<typeof Defined> {
  const { entry, bands, rounding, passMark, supplementaryCap, weights } = definition;
  return {
    entry,
    bands: bands.map(({ grade, minMark, points, remark }) => ({ grade, min_mark: minMark, points, remark })),
    rounding,
    pass_mark: passMark,
    supplementary_cap: supplementaryCap,
    weights: weights.map(({ kind, weightBp }) => ({ kind, weight_bp: weightBp })),
  };
}

function definitionIn(body: Static<typeof Defined>): ScaleDefinition {
  return {
    entry: body.entry,
    bands: body.bands.map(({ grade, min_mark: minMark, points, remark }) => ({ grade, minMark, points, remark })),
    rounding: body.rounding,
    passMark: body.pass_mark,
    supplementaryCap: body.supplementary_cap,
    weights: body.weights.map(({ kind, weight_bp: weightBp }) => ({ kind, weightBp })),
  };
}

const common = { surface: 'education', tag: 'Grading scales', scope: 'programmes:write', bucket: 'C.write' } as const;

export const gradingScaleRoutes = [
  offsetList({
    path: '/api/v1/grading_scales',
    operation: 'listGradingScales',
    summary: 'Grading scales',
    tag: 'Grading scales',
    scope: 'programmes:read',
    schema: GradingScaleSchema,
    list: schoolLists.gradingScales,
    of: (views) => views.gradingScales,
    show: scales.body,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v1/grading_scales',
    operation: 'createGradingScale',
    summary: 'Put a grading scale in force',
    description:
      'Send {preset} to take over a scale that is in use in Kenya, or code, name and definition of your own.',
    body: object({
      preset: Type.Optional(Type.Enum(namesOf(GRADING_PRESETS), { description: 'Instead of everything else.' })),
      code: Type.Optional(
        Type.String({
          pattern: '^[A-Z][A-Z0-9_]{1,19}$',
          description: 'Unique.',
          examples: ['OUR_SCALE'],
          [SEND]: 'a code such as OUR_SCALE: 2 to 20 capital letters, digits and underscores',
        }),
      ),
      name: Type.Optional(text('Its name.', 100)),
      definition: Type.Optional(Defined),
    }),
    example: { preset: 'KE_UNI5' },
    reply: { status: 201, schema: GradingScaleSchema, describe: 'The grading scale, in its first edition.' },
    refusals: ['duplicate_code'],
    handle: async (app, call) => {
      const { preset, code, name, definition } = call.body;
      const request = call.request(presented(scales, call, 201));
      if (preset === undefined) {
        return app.education.defineGradingScale(request, {
          code: needed('code', code),
          name: needed('name', name),
          definition: definitionIn(needed('definition', definition)),
        });
      }
      const [beside] = Object.keys(call.body).filter((member) => member !== 'preset');
      if (beside !== undefined) throw invalidMember(beside, 'not_with_preset', 'A preset brings everything itself.');
      return app.education.adoptPreset(request, { code: preset });
    },
  }),
  oneRoute(scales, {
    ...OF_SCHOOLS,
    path: '/api/v1/grading_scales/{id}',
    operation: 'getGradingScale',
    summary: 'One grading scale',
    tag: 'Grading scales',
    scope: 'programmes:read',
    schema: GradingScaleSchema,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: '/api/v1/grading_scales/{id}',
    operation: 'changeGradingScale',
    summary: 'Put a new edition of a scale in force',
    description:
      'The definition is replaced as a whole. Published results keep the edition under which they were published.',
    params: onePath('grading scale'),
    subject: subjectOf(scales),
    body: object({ definition: Defined }),
    example: {
      definition: {
        entry: 'marks',
        bands: [
          { grade: 'A', min_mark: '70', points: '4.0', remark: 'pass' },
          { grade: 'B', min_mark: '60', points: '3.0', remark: 'pass' },
          { grade: 'C', min_mark: '40', points: '2.0', remark: 'pass' },
          { grade: 'E', min_mark: '0', points: '0.0', remark: 'fail' },
        ],
        rounding: 'half_up_0dp',
        pass_mark: '40',
        supplementary_cap: '40',
        weights: [
          { kind: 'cat', weight_bp: 3000 },
          { kind: 'exam', weight_bp: 7000 },
        ],
      },
    },
    reply: { status: 200, schema: GradingScaleSchema, describe: 'The grading scale, in its new edition.' },
    refusals: [],
    handle: async (app, call) =>
      app.education.redefineGradingScale(call.request(presented(scales, call, 200)), {
        gradingScaleId: await call.subjectId(),
        definition: definitionIn(call.body.definition),
        ...at(call.version),
      }),
  }),
];
