import { availableActions } from '#core/kernel/lifecycle.ts';
import { sponsorshipLifecycle } from '#core/education/sponsorship/sponsorship.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';
import { paperFields } from './papers.ts';

type StudentReference = Reference | { readonly admissionNo: string };

/** Students, and who pays for them. */
export const students: Resolvers<EducationContext> = {
  Student: {
    __resolveReference: (reference: StudentReference, { loaders }) =>
      'id' in reference
        ? loaders.students.byUuid.load(reference.id)
        : loaders.studentsByAdmissionNo.load(reference.admissionNo.trim().toUpperCase()),
    id,
    programme: ({ programme }: View<'students'>, _, { loaders }) => loaders.programmes.byId.load(programme.id),
    intake: ({ intake }: View<'students'>, _, { loaders }) => intake && loaders.intakes.byId.load(intake.id),
    currentEnrolment: (student: View<'students'>, _, { loaders }) => loaders.currentEnrolments.load(student.id),
    enrolments: (student: View<'students'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('enrolments', args, cursors, {
        slice: (slice) => loaders.enrolmentsOfStudent(student.id, slice),
        count: () => loaders.enrolmentCountOfStudent.load(student.id),
      }),
    invoices: (student: View<'students'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('invoices', args, cursors, {
        slice: (slice) => loaders.invoicesOfStudent(student.id, slice),
        count: () => loaders.invoiceCountOfStudent.load(student.id),
      }),
    payments: (student: View<'students'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('invoicePayments', args, cursors, {
        slice: (slice) => loaders.paymentsOfStudent(student.id, slice),
        count: () => loaders.paymentCountOfStudent.load(student.id),
      }),
    results: (student: View<'students'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('results', args, cursors, {
        slice: (slice) => loaders.resultsOfStudent(student.id, slice),
        count: () => loaders.resultCountOfStudent.load(student.id),
      }),
    sponsors: (student: View<'students'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('sponsorships', args, cursors, {
        slice: (slice) => loaders.sponsorshipsOfStudent(student.id, slice),
        count: () => loaders.sponsorshipCountOfStudent.load(student.id),
      }),
    ...paperFields,
    feeLoans: (student: View<'students'>, _, { loaders }) => loaders.loansOfStudent.load(student.id),
    availableActions: ({ state }: View<'students'>) => availableActions(studentLifecycle, state),
  },

  Sponsorship: {
    id,
    student: ({ student }: View<'sponsorships'>, _, { loaders }) => loaders.students.byId.load(student.id),
    // What follows is the sponsor's view, whatever the client may see beyond it.
    balanceDue: async ({ seesBalances, student }: View<'sponsorships'>, _, { loaders }) =>
      seesBalances ? (await loaders.students.byId.load(student.id))?.balanceDue : null,
    results: ({ seesMarks, student }: View<'sponsorships'>, args: ConnectionArguments, { loaders, cursors }) =>
      seesMarks
        ? connection('results', args, cursors, {
            slice: (slice) => loaders.publishedResultsOfStudent(student.id, slice),
            count: () => loaders.publishedResultCountOfStudent.load(student.id),
          })
        : null,
    availableActions: ({ consent, endedOn }: View<'sponsorships'>) =>
      endedOn === null ? availableActions(sponsorshipLifecycle, consent) : [],
  },
};
