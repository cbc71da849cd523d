import { listed } from '../../connections.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { EducationContext } from '../context.ts';
import { educationLists } from '../lists.ts';
import { resultsFor } from '../loaders.ts';

type One = { readonly id: string };

const { Student, Enrolment, Invoice, InvoicePayment, Result, Programme, Unit, ...others } = educationLists;
const { AcademicYear, Intake, FeeStructure, GradingScale } = others;

export const Query: TypeResolvers<EducationContext> = {
  student: (_, { id }: One, { loaders }) => loaders.students.byUuid.load(id),
  studentByAdmissionNo: (_, { admissionNo }: { admissionNo: string }, { loaders }) =>
    loaders.studentsByAdmissionNo.load(admissionNo.trim().toUpperCase()),
  students: listed('students', Student, (views) => views.students),

  enrolment: (_, { id }: One, { loaders }) => loaders.enrolments.byUuid.load(id),
  enrolments: listed('enrolments', Enrolment, (views) => views.enrolments),

  invoice: (_, { id }: One, { loaders }) => loaders.invoices.byUuid.load(id),
  invoiceByNumber: (_, { number }: { number: string }, { loaders }) => loaders.invoicesByNumber.load(number),
  invoices: listed('invoices', Invoice, (views) => views.invoices),

  invoicePayment: (_, { id }: One, { loaders }) => loaders.payments.byUuid.load(id),
  invoicePayments: listed('invoicePayments', InvoicePayment, (views) => views.payments),

  result: (_, { id }: One, { loaders }) => loaders.results.byUuid.load(id),
  results: listed('results', Result, (views, { caller }: EducationContext) => resultsFor(caller)(views)),

  sponsorship: (_, { id }: One, { loaders }) => loaders.sponsorships.byUuid.load(id),

  programme: (_, { id }: One, { loaders }) => loaders.programmes.byUuid.load(id),
  programmeByCode: (_, { code }: { code: string }, { loaders }) => loaders.programmesByCode.load(code),
  programmes: listed('programmes', Programme, (views) => views.programmes),
  units: listed('units', Unit, (views) => views.units),
  academicYears: listed('academicYears', AcademicYear, (views) => views.academicYears),
  intakes: listed('intakes', Intake, (views) => views.intakes),
  feeStructures: listed('feeStructures', FeeStructure, (views) => views.feeStructures),
  gradingScales: listed('gradingScales', GradingScale, (views) => views.gradingScales),
};
