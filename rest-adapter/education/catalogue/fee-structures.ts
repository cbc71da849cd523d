import Type from 'typebox';
import { FEE_CATEGORIES } from '#core/education/fee-category.ts';
import { SPONSORSHIP_TYPES } from '#core/education/study.ts';
import { defined } from '#core/kernel/defined.ts';
import type { View } from '#platform/app/views.ts';
import { route } from '../../route.ts';
import { anyId, cents, instant, nullable, object, reference, text } from '../../shapes.ts';
import { schoolLists } from '#platform/app/lists.ts';
import { offsetList } from '../lists/offset-list.ts';
import { referenceOrNull } from '../references.ts';
import { oneRoute, presented, type Resource } from '../../resource.ts';
import { OF_SCHOOLS } from '../resource.ts';
import { GREATEST_CHARGE } from '../invoice-shape.ts';

export const FeeStructureSchema = object(
  {
    id: anyId('Stable id.'),
    uuid: Type.String({ format: 'uuid' }),
    name: Type.String(),
    programme_id: anyId('The programme.'),
    academic_year_id: anyId('The year.'),
    term_id: nullable(anyId('The term; null for the whole year.')),
    year_of_study: nullable(Type.Integer()),
    sponsorship_type: nullable(Type.Enum([...SPONSORSHIP_TYPES])),
    components: Type.Array(
      object({
        id: anyId('Stable id.'),
        code: nullable(Type.String()),
        description: Type.String(),
        fee_category: Type.Enum([...FEE_CATEGORIES]),
        amount: cents('Minor units.'),
        priority: nullable(Type.Integer({ description: 'Lowest takes money first; null: by category.' })),
      }),
    ),
    total: cents('Sum of the components, minor units.'),
    version: Type.Integer({ description: 'The ETag begins with it: "v7-…".' }),
    created_at: instant('When it was drawn up.'),
    updated_at: instant('When the record last changed.'),
  },
  { $id: 'FeeStructure' },
);

export const feeStructures: Resource<View<'feeStructures'>> = {
  noun: 'fee_structure',
  one: (views) => views.feeStructures.one,
  body: (structure, ids) => ({
    id: ids(structure),
    uuid: structure.uuid,
    name: structure.name,
    programme_id: ids(structure.programme),
    academic_year_id: ids(structure.academicYear),
    term_id: structure.term && ids(structure.term),
    year_of_study: structure.yearOfStudy,
    sponsorship_type: structure.sponsorshipType,
    components: structure.components.map((component) => ({
      id: ids(component),
      code: component.code,
      description: component.description,
      fee_category: component.feeCategory,
      amount: component.amount,
      priority: component.priority,
    })),
    total: structure.total,
    version: structure.version,
    created_at: structure.createdAt,
    updated_at: structure.updatedAt,
  }),
  address: (structure, ids) => `/api/v1/fee_structures/${ids(structure)}`,
};

export const feeStructureRoutes = [
  offsetList({
    path: '/api/v1/fee_structures',
    operation: 'listFeeStructures',
    summary: 'Fee structures',
    tag: 'Fee structures',
    scope: 'programmes:read',
    schema: FeeStructureSchema,
    list: schoolLists.feeStructures,
    of: (views) => views.feeStructures,
    show: feeStructures.body,
  }),
  route({
    method: 'POST',
    surface: 'education',
    tag: 'Fee structures',
    scope: 'programmes:write',
    bucket: 'C.write',
    path: '/api/v1/fee_structures',
    operation: 'createFeeStructure',
    summary: 'Write down what a programme costs in a period',
    description: 'Invoices copy its components: later changes of fees are a new structure.',
    body: object({
      name: text('Its name.', 200),
      programme_id: reference('A row of GET /api/v1/programmes.'),
      academic_year_id: reference('A row of GET /api/v1/academic_years.'),
      term_id: Type.Optional(nullable(reference('A term of that year; null for the whole year.'))),
      year_of_study: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 10 }))),
      sponsorship_type: Type.Optional(nullable(Type.Enum([...SPONSORSHIP_TYPES]))),
      components: Type.Array(
        object({
          code: Type.Optional(nullable(text('Your own code.', 40))),
          description: text('What is charged.', 200),
          fee_category: Type.Enum([...FEE_CATEGORIES]),
          amount: cents('Minor units.', { minimum: 1, maximum: GREATEST_CHARGE }),
          priority: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1000 }))),
        }),
        { minItems: 1, maxItems: 200 },
      ),
    }),
    example: {
      name: 'BSC-CS, semester 2 of 2025/2026',
      programme_id: 1,
      academic_year_id: 1,
      term_id: 1,
      components: [
        { description: 'Tuition', fee_category: 'tuition', amount: 3_000_000 },
        { description: 'Examination', fee_category: 'examination', amount: 200_000 },
      ],
    },
    reply: { status: 201, schema: FeeStructureSchema, describe: 'The fee structure.' },
    refusals: ['unknown_reference'],
    handle: async (app, call) => {
      const { caller, body, request } = call;
      const refer = <V extends number | string | null | undefined>(
        field: string,
        value: V,
        look: Parameters<typeof referenceOrNull>[4],
      ) => referenceOrNull(app, caller, field, value, look);
      return app.education.drawFeeStructure(request(presented(feeStructures, call, 201)), {
        name: body.name,
        programmeId: await refer('programme_id', body.programme_id, (views) => views.programmes.byUuids),
        academicYearId: await refer('academic_year_id', body.academic_year_id, (views) => views.academicYears.byUuids),
        components: body.components.map((component) => ({
          code: component.code ?? null,
          description: component.description,
          feeCategory: component.fee_category,
          amount: BigInt(component.amount),
          priority: component.priority ?? null,
        })),
        ...defined({
          termId: await refer('term_id', body.term_id, (views) => views.terms.byUuids),
          yearOfStudy: body.year_of_study,
          sponsorshipType: body.sponsorship_type,
        }),
      });
    },
  }),
  oneRoute(feeStructures, {
    ...OF_SCHOOLS,
    path: '/api/v1/fee_structures/{id}',
    operation: 'getFeeStructure',
    summary: 'One fee structure',
    tag: 'Fee structures',
    scope: 'programmes:read',
    schema: FeeStructureSchema,
  }),
];
