import {
  adoptPreset,
  defineGradingScale,
  redefineGradingScale,
} from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import {
  changeProgramme,
  defineProgramme,
  programmeSteps,
} from '#core/education/use-cases/catalogue/define-programme.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { offerUnit } from '#core/education/use-cases/catalogue/offer-unit.ts';
import { changeAcademicYear, changeTerm } from '#core/education/use-cases/catalogue/change-period.ts';
import { openAcademicYear, openIntake, openTerm } from '#core/education/use-cases/catalogue/open-period.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import { changeEnrolment } from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { enrolmentSteps } from '#core/education/use-cases/enrolment/steps.ts';
import { transferEnrolment } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import { changeInvoice, discardInvoice } from '#core/education/use-cases/invoice/change-invoice.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { invoiceSteps } from '#core/education/use-cases/invoice/steps.ts';
import { markOverdueInvoices } from '#core/education/use-cases/invoice/mark-overdue.ts';
import {
  payInvoiceFromLoan,
  returnLoanCredit,
  returnLoanSurplus,
  reverseLoanPayment,
} from '#core/education/use-cases/loan/pay-invoice-from-loan.ts';
import {
  releaseReservation,
  requireInvoicePayable,
  reserveInvoice,
} from '#core/education/use-cases/loan/reserve-invoice.ts';
import { recordReceipt } from '#core/education/use-cases/payment/record-receipt.ts';
import { amendResult } from '#core/education/use-cases/result/amend-result.ts';
import { resultSteps } from '#core/education/use-cases/result/steps.ts';
import { changeResults } from '#core/education/use-cases/result/change-results.ts';
import { publishResults } from '#core/education/use-cases/result/publish-results.ts';
import { recordResults } from '#core/education/use-cases/result/record-results.ts';
import { submitResults } from '#core/education/use-cases/result/submit-results.ts';
import { changeResult, recordResult } from '#core/education/use-cases/result/record-result.ts';
import {
  changeConsent,
  endSponsorship,
  sponsorStudent,
} from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import { changeStudent } from '#core/education/use-cases/student/change-student.ts';
import { eraseStudentAgain } from '#core/education/use-cases/student/erase-student.ts';
import { studentSteps } from '#core/education/use-cases/student/steps.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import { forgetTombstones } from '../../postgres/education/tombstones.ts';
import type { Transact } from '../transact.ts';
import { runIn, type Handling, type Running } from './bindings.ts';

/** What a school offers, and when. */
const CATALOGUE = {
  defineGradingScale,
  adoptPreset,
  redefineGradingScale,
  defineProgramme,
  changeProgramme,
  ...runIn(programmeSteps),
  openAcademicYear,
  changeAcademicYear,
  openTerm,
  changeTerm,
  openIntake,
  offerUnit,
  drawFeeStructure,
};
const STUDENTS = {
  registerStudent,
  changeStudent,
  ...runIn(studentSteps),
};
const ENROLMENTS = {
  enrolStudent,
  changeEnrolment,
  transferEnrolment,
  ...runIn(enrolmentSteps),
};
/** Invoices, but for payments of them, and for what takes two people. */
const INVOICES = {
  draftInvoice,
  changeInvoice,
  discardInvoice,
  ...runIn(invoiceSteps),
};
const RESULTS = {
  recordResult,
  recordResults,
  changeResult,
  changeResults,
  submitResults,
  publishResults,
  amendResult,
  ...runIn(resultSteps),
};
const SPONSORSHIPS = {
  sponsorStudent,
  changeConsent,
  endSponsorship,
};

/** Lending's side of a school-fee loan: holds, and money that arrived, came back or was too much. */
const LOANS = {
  reserveInvoice,
  releaseReservation,
  requireInvoicePayable,
  payInvoiceFromLoan,
  reverseLoanPayment,
  returnLoanSurplus,
};

/** Education's use cases, bound to transactions: those that a client waits for, and those of workers. */
export function bindEducation(
  forSchools: Handling<EducationPorts>,
  forWorkers: Running<EducationPorts>,
  transact: Transact,
) {
  return {
    ...forSchools({ ...CATALOGUE, ...STUDENTS, ...ENROLMENTS, ...INVOICES, ...RESULTS, ...SPONSORSHIPS }),
    ...forSchools({ returnLoanCredit }),
    /** One batch of the day's run; again until it comes back empty. */
    ...forWorkers({ markOverdueInvoices }),
    /** Mobile money by what the payer typed, from a callback. */
    ...forWorkers({ recordReceipt }),
    ...forWorkers(LOANS),
    /** After a backup was restored that is older than an erasure. */
    ...forWorkers({ eraseStudentAgain }),
    /** For the sweep: removals that clients who sync have had enough time to read. */
    forgetTombstones: (caller: Caller) =>
      transact.run('forgetTombstones', caller, async (tx, { now }) => outcome(await forgetTombstones(tx, now))),
  };
}
