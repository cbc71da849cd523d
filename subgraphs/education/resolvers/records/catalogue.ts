import { availableActions } from '#core/kernel/lifecycle.ts';
import { programmeLifecycle } from '#core/education/programme/programme.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

/** What a school offers, when, and how it grades. */
export const catalogue: Resolvers<EducationContext> = {
  Programme: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.programmes.byUuid.load(reference.id),
    id,
    gradingScale: ({ gradingScale }: View<'programmes'>, _, { loaders }) =>
      loaders.gradingScales.byId.load(gradingScale.id),
    units: (programme: View<'programmes'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('units', args, cursors, {
        slice: (slice) => loaders.unitsOfProgramme(programme.id, slice),
        count: () => loaders.unitCountOfProgramme.load(programme.id),
      }),
    students: (programme: View<'programmes'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('students', args, cursors, {
        slice: (slice) => loaders.studentsOfProgramme(programme.id, slice),
        count: () => loaders.studentCountOfProgramme.load(programme.id),
      }),
    availableActions: ({ state }: View<'programmes'>) => availableActions(programmeLifecycle, state),
  },

  Unit: {
    id,
    programme: ({ programme }: View<'units'>, _, { loaders }) =>
      programme && loaders.programmes.byId.load(programme.id),
  },

  AcademicYear: {
    id,
    terms: (year: View<'academicYears'>, _, { loaders }) => loaders.termsOfAcademicYear.load(year.id),
  },

  Term: {
    id,
    academicYear: ({ academicYear }: View<'terms'>, _, { loaders }) => loaders.academicYears.byId.load(academicYear.id),
  },

  Intake: { id: (intake: View<'intakes'>) => id(intake) },

  GradingScale: {
    id,
    entry: ({ definition }: View<'gradingScales'>) => definition.entry,
    bands: ({ definition }: View<'gradingScales'>) => definition.bands,
    rounding: ({ definition }: View<'gradingScales'>) => definition.rounding,
    passMark: ({ definition }: View<'gradingScales'>) => definition.passMark,
    supplementaryCap: ({ definition }: View<'gradingScales'>) => definition.supplementaryCap,
    weights: ({ definition }: View<'gradingScales'>) => definition.weights,
  },
};
