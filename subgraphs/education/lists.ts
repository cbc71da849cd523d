import { schoolLists } from '#platform/app/lists.ts';
import type { ListsByType } from '../lists.ts';

/** What lists.graphql is derived from. */
export const educationLists = {
  Student: schoolLists.students,
  Enrolment: schoolLists.enrolments,
  Invoice: schoolLists.invoices,
  InvoicePayment: schoolLists.payments,
  Result: schoolLists.results,
  Programme: schoolLists.programmes,
  Unit: schoolLists.units,
  AcademicYear: schoolLists.academicYears,
  Intake: schoolLists.intakes,
  FeeStructure: schoolLists.feeStructures,
  GradingScale: schoolLists.gradingScales,
} satisfies ListsByType;
