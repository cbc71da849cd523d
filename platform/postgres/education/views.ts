import {
  academicYearViews,
  feeStructureViews,
  gradingScaleViews,
  intakeViews,
  programmeViews,
  termViews,
  unitViews,
} from './views/catalogue.ts';
import { enrolmentViews } from './views/enrolments.ts';
import { invoiceViews } from './views/invoices.ts';
import { linkViews } from './views/links.ts';
import { creditNoteViews, paymentViews } from './views/payments.ts';
import { markbookViews, resultVersionViews, resultViews } from './views/results.ts';
import { sponsorshipViews } from './views/sponsorships.ts';
import { statementViews } from './views/statements.ts';
import { studentViews } from './views/students.ts';
import { transcriptViews } from './views/transcripts.ts';

/** Every way of showing the schools' records, by the collection that is shown. */
export const educationViews = {
  students: studentViews,
  enrolments: enrolmentViews,
  invoices: invoiceViews,
  payments: paymentViews,
  creditNotes: creditNoteViews,
  /** What partners may see of results; `markbook` shows all of them, to those who enter marks. */
  results: resultViews,
  markbook: markbookViews,
  resultVersions: resultVersionViews,
  sponsorships: sponsorshipViews,
  statements: statementViews,
  transcripts: transcriptViews,
  programmes: programmeViews,
  academicYears: academicYearViews,
  terms: termViews,
  intakes: intakeViews,
  units: unitViews,
  feeStructures: feeStructureViews,
  gradingScales: gradingScaleViews,
  educationLinks: linkViews,
};
