import {
  academicYearViews,
  feeStructureViews,
  gradingScaleViews,
  intakeViews,
  programmeViews,
  termViews,
  unitViews,
} from './education/catalogue.ts';
import { enrolmentViews } from './education/enrolments.ts';
import { invoiceViews } from './education/invoices.ts';
import { linkViews } from './education/links.ts';
import { creditNoteViews, paymentViews } from './education/payments.ts';
import { markbookViews, resultVersionViews, resultViews } from './education/results.ts';
import { sponsorshipViews } from './education/sponsorships.ts';
import { statementViews } from './education/statements.ts';
import { studentViews } from './education/students.ts';
import { transcriptViews } from './education/transcripts.ts';
import type { ViewContext } from './view.ts';

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
