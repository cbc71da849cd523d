import { isForReleasers } from '#core/education/use-cases/result/move-result.ts';
import { seesClassesOnly } from '#platform/auth/caller.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

type InUnit = { readonly unitId: string; readonly attempt: number };

/** Enrolments, and what came of them. */
export const studies: Resolvers<EducationContext> = {
  Enrolment: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.enrolments.byUuid.load(reference.id),
    id,
    student: ({ student }: View<'enrolments'>, _, { loaders }) => loaders.students.byId.load(student.id),
    programme: ({ programme }: View<'enrolments'>, _, { loaders }) => loaders.programmes.byId.load(programme.id),
    academicYear: ({ academicYear }: View<'enrolments'>, _, { loaders }) =>
      loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: View<'enrolments'>, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    intake: ({ intake }: View<'enrolments'>, _, { loaders }) => intake && loaders.intakes.byId.load(intake.id),
    transferredFrom: ({ transferredFrom }: View<'enrolments'>, _, { loaders }) =>
      transferredFrom && loaders.enrolments.byId.load(transferredFrom.id),
    transferredTo: ({ transferredTo }: View<'enrolments'>, _, { loaders }) =>
      transferredTo && loaders.enrolments.byId.load(transferredTo.id),
    invoices: (enrolment: View<'enrolments'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('invoices', args, cursors, {
        slice: (slice) => loaders.invoicesOfEnrolment(enrolment.id, slice),
        count: () => loaders.invoiceCountOfEnrolment.load(enrolment.id),
      }),
    results: (enrolment: View<'enrolments'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('results', args, cursors, {
        slice: (slice) => loaders.resultsOfEnrolment(enrolment.id, slice),
        count: () => loaders.resultCountOfEnrolment.load(enrolment.id),
      }),
    result: async (enrolment: View<'enrolments'>, { unitId, attempt }: InUnit, { loaders }) => {
      const unit = await loaders.units.byUuid.load(unitId);
      return unit && loaders.resultIn(unit.id, attempt).load(enrolment.id);
    },
    availableActions: ({ state }: View<'enrolments'>) => availableActions(enrolmentLifecycle, state),
  },

  EnrolledUnit: {
    unit: ({ unit }: View<'enrolments'>['units'][number], _, { loaders }) => loaders.units.byId.load(unit.id),
  },

  Result: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.results.byUuid.load(reference.id),
    id,
    student: ({ student }: View<'results'>, _, { loaders }) => loaders.students.byId.load(student.id),
    enrolment: ({ enrolment }: View<'results'>, _, { loaders }) => loaders.enrolments.byId.load(enrolment.id),
    unit: ({ unit }: View<'results'>, _, { loaders }) => loaders.units.byId.load(unit.id),
    academicYear: ({ academicYear }: View<'results'>, _, { loaders }) =>
      loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: View<'results'>, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    gradingScale: ({ gradingScale }: View<'results'>, _, { loaders }) =>
      loaders.gradingScales.byId.load(gradingScale.id),
    scaleEdition: ({ scaleVersion }: View<'results'>) => scaleVersion,
    versions: ({ id: resultId, marksHidden }: View<'results'>, _, { loaders }) =>
      marksHidden ? [] : loaders.versionsOfResult.load(resultId),
    availableActions: ({ state }: View<'results'>, _, { caller }) => {
      const actions = availableActions(resultLifecycle, state);
      return seesClassesOnly(caller) ? actions.filter((action) => !isForReleasers(action, state)) : actions;
    },
  },

  ResultVersion: {
    id,
    scaleEdition: ({ scaleVersion }: View<'resultVersions', 'ofResults'>) => scaleVersion,
    gradingScale: ({ gradingScale }: View<'resultVersions', 'ofResults'>, _, { loaders }) =>
      loaders.gradingScales.byId.load(gradingScale.id),
  },
};
