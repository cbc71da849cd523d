import { availableActions } from '#core/kernel/lifecycle.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../../connections.ts';
import type { Resolvers } from '../../../schema.ts';
import type { EducationContext } from '../../context.ts';
import { id, type Reference } from './id.ts';

type InvoiceReference = Reference | { readonly number: string | null };

/** Invoices, and the money for them. */
export const fees: Resolvers<EducationContext> = {
  Invoice: {
    __resolveReference: (reference: InvoiceReference, { loaders }) => {
      if ('id' in reference) return loaders.invoices.byUuid.load(reference.id);
      return reference.number === null ? null : loaders.invoicesByNumber.load(reference.number);
    },
    id,
    student: ({ student }: View<'invoices'>, _, { loaders }) => loaders.students.byId.load(student.id),
    enrolment: ({ enrolment }: View<'invoices'>, _, { loaders }) =>
      enrolment && loaders.enrolments.byId.load(enrolment.id),
    term: ({ term }: View<'invoices'>, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    feeStructure: ({ feeStructure }: View<'invoices'>, _, { loaders }) =>
      feeStructure && loaders.feeStructures.byId.load(feeStructure.id),
    payments: (invoice: View<'invoices'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('invoicePayments', args, cursors, {
        slice: (slice) => loaders.paymentsOfInvoice(invoice.id, slice),
        count: () => loaders.paymentCountOfInvoice.load(invoice.id),
      }),
    creditNotes: (invoice: View<'invoices'>, _, { loaders }) => loaders.creditNotesOfInvoice.load(invoice.id),
    fundedBy: (invoice: View<'invoices'>, _, { loaders }) => loaders.loansOfInvoice.load(invoice.id),
    availableActions: ({ state }: View<'invoices'>) => availableActions(invoiceLifecycle, state),
  },

  InvoiceLine: { id: (line: View<'invoices'>['lines'][number]) => id(line) },

  CreditNote: {
    id,
    invoice: ({ invoice }: View<'creditNotes'>, _, { loaders }) => loaders.invoices.byId.load(invoice.id),
  },

  InvoicePayment: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.payments.byUuid.load(reference.id),
    id,
    student: ({ student }: View<'payments'>, _, { loaders }) => loaders.students.byId.load(student.id),
    invoice: ({ invoice }: View<'payments'>, _, { loaders }) => invoice && loaders.invoices.byId.load(invoice.id),
    payer: ({ payerMember }: View<'payments'>) => payerMember,
    availableActions: ({ state }: View<'payments'>) => availableActions(paymentLifecycle, state),
  },

  InvoicePaymentAllocation: {
    invoice: ({ invoice }: View<'payments'>['allocations'][number], _, { loaders }) =>
      loaders.invoices.byId.load(invoice.id),
    lineId: ({ line }: View<'payments'>['allocations'][number]) => line.uuid,
  },

  FeeStructure: {
    id,
    programme: ({ programme }: View<'feeStructures'>, _, { loaders }) => loaders.programmes.byId.load(programme.id),
    academicYear: ({ academicYear }: View<'feeStructures'>, _, { loaders }) =>
      loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: View<'feeStructures'>, _, { loaders }) => term && loaders.terms.byId.load(term.id),
  },

  FeeComponent: { id: (component: View<'feeStructures'>['components'][number]) => id(component) },
};
