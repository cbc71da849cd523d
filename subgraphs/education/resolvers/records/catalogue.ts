import { availableActions } from '#core/kernel/lifecycle.ts';
import { programmeLifecycle } from '#core/education/programme/programme.ts';
import type {
  AcademicYearView,
  GradingScaleView,
  IntakeView,
  ProgrammeView,
  TermView,
  UnitView,
} from '#platform/postgres/education/views/catalogue.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

/** What a school offers, when, and how it grades. */
export const catalogue: Resolvers<EducationContext> = {
  Programme: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.programmes.byUuid.load(reference.id),
    id,
    gradingScale: ({ gradingScale }: ProgrammeView, _, { loaders }) => loaders.gradingScales.byId.load(gradingScale.id),
    units: (programme: ProgrammeView, args: ConnectionArguments, { loaders }) =>
      connection('units', args, {
        slice: (slice) => loaders.unitsOfProgramme(programme.id, slice),
        count: () => loaders.unitCountOfProgramme.load(programme.id),
      }),
    students: (programme: ProgrammeView, args: ConnectionArguments, { loaders }) =>
      connection('students', args, {
        slice: (slice) => loaders.studentsOfProgramme(programme.id, slice),
        count: () => loaders.studentCountOfProgramme.load(programme.id),
      }),
    availableActions: ({ state }: ProgrammeView) => availableActions(programmeLifecycle, state),
  },

  Unit: {
    id,
    programme: ({ programme }: UnitView, _, { loaders }) => programme && loaders.programmes.byId.load(programme.id),
  },

  AcademicYear: {
    id,
    terms: (year: AcademicYearView, _, { loaders }) => loaders.termsOfAcademicYear.load(year.id),
  },

  Term: {
    id,
    academicYear: ({ academicYear }: TermView, _, { loaders }) => loaders.academicYears.byId.load(academicYear.id),
  },

  Intake: { id: (intake: IntakeView) => id(intake) },

  GradingScale: {
    id,
    entry: ({ definition }: GradingScaleView) => definition.entry,
    bands: ({ definition }: GradingScaleView) => definition.bands,
    rounding: ({ definition }: GradingScaleView) => definition.rounding,
    passMark: ({ definition }: GradingScaleView) => definition.passMark,
    supplementaryCap: ({ definition }: GradingScaleView) => definition.supplementaryCap,
    weights: ({ definition }: GradingScaleView) => definition.weights,
  },
};
