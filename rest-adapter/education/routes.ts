import type { Route } from '../route.ts';
import { calendarRoutes } from './catalogue/calendar.ts';
import { feeStructureRoutes } from './catalogue/fee-structures.ts';
import { gradingScaleRoutes } from './catalogue/grading-scales.ts';
import { programmeRoutes } from './catalogue/programmes.ts';
import { unitRoutes } from './catalogue/units.ts';
import { bulkResultRoutes } from './bulk-results.ts';
import { creditNoteRoutes } from './credit-notes.ts';
import { enrolmentRoutes } from './enrolments.ts';
import { invoiceRoutes } from './invoices.ts';
import { paymentRoutes } from './payments.ts';
import { resultRoutes } from './results.ts';
import { studentPaperRoutes } from './student-papers.ts';
import { studentRoutes } from './students.ts';

/** The rows of the schools' surface. */
export const educationRoutes: readonly Route[] = [
  ...studentRoutes,
  ...studentPaperRoutes,
  ...enrolmentRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...creditNoteRoutes,
  ...bulkResultRoutes,
  ...resultRoutes,
  ...programmeRoutes,
  ...unitRoutes,
  ...calendarRoutes,
  ...feeStructureRoutes,
  ...gradingScaleRoutes,
];
