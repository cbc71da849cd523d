import { availableActions } from '#core/kernel/lifecycle.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import type { FeeComponentView, FeeStructureView } from '#platform/postgres/education/views/catalogue.ts';
import type { InvoiceLineView, InvoiceView } from '#platform/postgres/education/views/invoices.ts';
import type { AllocationView, CreditNoteView, PaymentView } from '#platform/postgres/education/views/payments.ts';
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
    student: ({ student }: InvoiceView, _, { loaders }) => loaders.students.byId.load(student.id),
    enrolment: ({ enrolment }: InvoiceView, _, { loaders }) => enrolment && loaders.enrolments.byId.load(enrolment.id),
    term: ({ term }: InvoiceView, _, { loaders }) => term && loaders.terms.byId.load(term.id),
    feeStructure: ({ feeStructure }: InvoiceView, _, { loaders }) =>
      feeStructure && loaders.feeStructures.byId.load(feeStructure.id),
    payments: (invoice: InvoiceView, args: ConnectionArguments, { loaders }) =>
      connection('invoicePayments', args, {
        slice: (slice) => loaders.paymentsOfInvoice(invoice.id, slice),
        count: () => loaders.paymentCountOfInvoice.load(invoice.id),
      }),
    creditNotes: (invoice: InvoiceView, _, { loaders }) => loaders.creditNotesOfInvoice.load(invoice.id),
    fundedBy: (invoice: InvoiceView, _, { loaders }) => loaders.loansOfInvoice.load(invoice.id),
    availableActions: ({ state }: InvoiceView) => availableActions(invoiceLifecycle, state),
  },

  InvoiceLine: { id: (line: InvoiceLineView) => id(line) },

  CreditNote: {
    id,
    invoice: ({ invoice }: CreditNoteView, _, { loaders }) => loaders.invoices.byId.load(invoice.id),
  },

  InvoicePayment: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.payments.byUuid.load(reference.id),
    id,
    student: ({ student }: PaymentView, _, { loaders }) => loaders.students.byId.load(student.id),
    invoice: ({ invoice }: PaymentView, _, { loaders }) => invoice && loaders.invoices.byId.load(invoice.id),
    payer: ({ payerMember }: PaymentView) => payerMember,
    availableActions: ({ state }: PaymentView) => availableActions(paymentLifecycle, state),
  },

  InvoicePaymentAllocation: {
    invoice: ({ invoice }: AllocationView, _, { loaders }) => loaders.invoices.byId.load(invoice.id),
    lineId: ({ line }: AllocationView) => line.uuid,
  },

  FeeStructure: {
    id,
    programme: ({ programme }: FeeStructureView, _, { loaders }) => loaders.programmes.byId.load(programme.id),
    academicYear: ({ academicYear }: FeeStructureView, _, { loaders }) =>
      loaders.academicYears.byId.load(academicYear.id),
    term: ({ term }: FeeStructureView, _, { loaders }) => term && loaders.terms.byId.load(term.id),
  },

  FeeComponent: { id: (component: FeeComponentView) => id(component) },
};
