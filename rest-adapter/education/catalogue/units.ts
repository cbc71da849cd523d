import { defined } from '#core/kernel/defined.ts';
import type { View } from '#platform/app/views.ts';
import Type from 'typebox';
import { route } from '../../route.ts';
import { SEND } from '../../sentences.ts';
import { anyId, decimalText, instant, nullable, object, reference, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { referenceOrNull } from '../references.ts';
import { oneRoute, presented, type Resource } from '../../resource.ts';
import { OF_SCHOOLS } from '../resource.ts';

export const UnitSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    programme_id: nullable(anyId('The programme; null for a unit of every programme.')),
    code: Type.String({ examples: ['CSC101'] }),
    title: Type.String(),
    credit_hours: Type.String({ description: 'Decimal string.', examples: ['3'] }),
    year_of_study: Type.Integer(),
    core: Type.Boolean({ description: 'Has to be passed to complete the programme.' }),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was added.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'Unit' },
);

export const units: Resource<View<'units'>> = {
  noun: 'unit',
  one: (views) => views.units.one,
  body: (unit, ids) => ({
    id: ids(unit),
    uuid: unit.uuid,
    programme_id: unit.programme && ids(unit.programme),
    code: unit.code,
    title: unit.title,
    credit_hours: unit.creditHours,
    year_of_study: unit.yearOfStudy,
    core: unit.core,
    version: unit.version,
    created_at: unit.createdAt,
    updated_at: unit.updatedAt,
  }),
  address: (unit, ids) => `/api/v1/units/${ids(unit)}`,
};

export const unitRoutes = [
  offsetList({
    path: '/api/v1/units',
    operation: 'listUnits',
    summary: 'Units of teaching',
    tag: 'Units',
    scope: 'programmes:read',
    schema: UnitSchema,
    list: schoolLists.units,
    of: (views) => views.units,
    show: units.body,
  }),
  route({
    method: 'POST',
    surface: 'education',
    tag: 'Units',
    scope: 'programmes:write',
    bucket: 'C.write',
    path: '/api/v1/units',
    operation: 'createUnit',
    summary: 'Add a unit of teaching',
    body: object({
      programme_id: Type.Optional(nullable(reference('The programme; null for a unit of every programme.'))),
      code: Type.String({
        pattern: '^[A-Z0-9][A-Z0-9 /-]{0,19}$',
        description: 'Unique in its programme.',
        examples: ['CSC101'],
        [SEND]: 'a code such as CSC101: at most 20 capital letters, digits, spaces, slashes and hyphens',
      }),
      title: text('Its title.', 200),
      credit_hours: decimalText('Decimal string above zero.', 3, 2, '3'),
      year_of_study: Type.Integer({ minimum: 1, maximum: 10 }),
      core: Type.Optional(Type.Boolean({ description: 'Has to be passed to complete the programme.' })),
    }),
    example: {
      programme_id: 1,
      code: 'CSC101',
      title: 'Introduction to programming',
      credit_hours: '3',
      year_of_study: 1,
      core: true,
    },
    reply: { status: 201, schema: UnitSchema, describe: 'The unit.' },
    refusals: ['unknown_reference', 'duplicate_code'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      const programmeId = await referenceOrNull(
        app,
        caller,
        'programme_id',
        body.programme_id,
        (views) => views.programmes.byUuids,
      );
      return app.education.offerUnit(request(presented(units, call, 201)), {
        code: body.code,
        title: body.title,
        creditHours: body.credit_hours,
        yearOfStudy: body.year_of_study,
        ...defined({ programmeId, core: body.core }),
      });
    },
  }),
  oneRoute(units, {
    ...OF_SCHOOLS,
    path: '/api/v1/units/{id}',
    operation: 'getUnit',
    summary: 'One unit',
    tag: 'Units',
    scope: 'programmes:read',
    schema: UnitSchema,
  }),
];
