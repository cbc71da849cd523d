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
import type { ViewContext } from '../views/view.ts';

/** Every way of showing the schools' records, by the collection that is shown. */
export function educationViews(context: ViewContext) {
  return {
    students: studentViews(context),
    enrolments: enrolmentViews(context),
    invoices: invoiceViews(context),
    payments: paymentViews(context),
    creditNotes: creditNoteViews(context),
    /** What partners may see of results; `markbook` shows all of them, to those who enter marks. */
    results: resultViews(context),
    markbook: markbookViews(context),
    resultVersions: resultVersionViews(context),
    sponsorships: sponsorshipViews(context),
    statements: statementViews(context),
    transcripts: transcriptViews(context),
    programmes: programmeViews(context),
    academicYears: academicYearViews(context),
    terms: termViews(context),
    intakes: intakeViews(context),
    units: unitViews(context),
    feeStructures: feeStructureViews(context),
    gradingScales: gradingScaleViews(context),
    educationLinks: linkViews(context),
  };
}
