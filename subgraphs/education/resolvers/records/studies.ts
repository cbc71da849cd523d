import { availableActions } from '#core/kernel/lifecycle.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import type { EnrolledUnitView, EnrolmentView } from '#platform/postgres/education/views/enrolments.ts';
import type { ResultVersionView, ResultView } from '#platform/postgres/education/views/results.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

/** Enrolments, and what came of them. */
export const studies: Resolvers<EducationContext> = {
  Enrolment: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.enrolments.byUuid.load(reference.id),
    id,
    student: ({ student }: EnrolmentView, _, { loaders }) => loaders.students.byId.load(student.id),
    programme: ({ programme }: EnrolmentView, _, { loaders }) => loaders.programmes.byId.load(programme.id),
    academicYear: ({ academicYear }: EnrolmentView, _, { loaders }) => loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: EnrolmentView, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    intake: ({ intake }: EnrolmentView, _, { loaders }) => intake && loaders.intakes.byId.load(intake.id),
    transferredFrom: ({ transferredFrom }: EnrolmentView, _, { loaders }) =>
      transferredFrom && loaders.enrolments.byId.load(transferredFrom.id),
    transferredTo: ({ transferredTo }: EnrolmentView, _, { loaders }) =>
      transferredTo && loaders.enrolments.byId.load(transferredTo.id),
    invoices: (enrolment: EnrolmentView, args: ConnectionArguments, { loaders }) =>
      connection('invoices', args, {
        slice: (slice) => loaders.invoicesOfEnrolment(enrolment.id, slice),
        count: () => loaders.invoiceCountOfEnrolment.load(enrolment.id),
      }),
    results: (enrolment: EnrolmentView, args: ConnectionArguments, { loaders }) =>
      connection('results', args, {
        slice: (slice) => loaders.resultsOfEnrolment(enrolment.id, slice),
        count: () => loaders.resultCountOfEnrolment.load(enrolment.id),
      }),
    availableActions: ({ state }: EnrolmentView) => availableActions(enrolmentLifecycle, state),
  },

  EnrolledUnit: {
    unit: ({ unit }: EnrolledUnitView, _, { loaders }) => loaders.units.byId.load(unit.id),
  },

  Result: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.results.byUuid.load(reference.id),
    id,
    student: ({ student }: ResultView, _, { loaders }) => loaders.students.byId.load(student.id),
    enrolment: ({ enrolment }: ResultView, _, { loaders }) => loaders.enrolments.byId.load(enrolment.id),
    unit: ({ unit }: ResultView, _, { loaders }) => loaders.units.byId.load(unit.id),
    academicYear: ({ academicYear }: ResultView, _, { loaders }) => loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: ResultView, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    gradingScale: ({ gradingScale }: ResultView, _, { loaders }) => loaders.gradingScales.byId.load(gradingScale.id),
    scaleEdition: ({ scaleVersion }: ResultView) => scaleVersion,
    versions: ({ id: resultId, marksHidden }: ResultView, _, { loaders }) =>
      marksHidden ? [] : loaders.versionsOfResult.load(resultId),
    availableActions: ({ state }: ResultView) => availableActions(resultLifecycle, state),
  },

  ResultVersion: {
    id,
    scaleEdition: ({ scaleVersion }: ResultVersionView) => scaleVersion,
  },
};
