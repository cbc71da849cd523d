import {
  adoptPreset,
  defineGradingScale,
  redefineGradingScale,
} from '#core/education/use-cases/catalogue/define-grading-scale.ts';
import {
  changeProgramme,
  defineProgramme,
  reactivateProgramme,
  retireProgramme,
} from '#core/education/use-cases/catalogue/define-programme.ts';
import { drawFeeStructure } from '#core/education/use-cases/catalogue/draw-fee-structure.ts';
import { offerUnit } from '#core/education/use-cases/catalogue/offer-unit.ts';
import { openAcademicYear, openIntake, openTerm } from '#core/education/use-cases/catalogue/open-period.ts';
import { enrolStudent } from '#core/education/use-cases/enrolment/enrol-student.ts';
import {
  cancelEnrolment,
  changeEnrolment,
  completeEnrolment,
  confirmEnrolment,
  deferEnrolment,
  discontinueEnrolment,
  resumeEnrolment,
  withdrawEnrolment,
} from '#core/education/use-cases/enrolment/move-enrolment.ts';
import { transferEnrolment } from '#core/education/use-cases/enrolment/transfer-enrolment.ts';
import { changeInvoice, discardInvoice } from '#core/education/use-cases/invoice/change-invoice.ts';
import { draftInvoice } from '#core/education/use-cases/invoice/draft-invoice.ts';
import { issueCreditNote } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { issueInvoice } from '#core/education/use-cases/invoice/issue-invoice.ts';
import { tellOverdueInvoices } from '#core/education/use-cases/invoice/mark-overdue.ts';
import { voidInvoice, writeOffInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import {
  payInvoiceFromLoan,
  returnLoanSurplus,
  reverseLoanPayment,
} from '#core/education/use-cases/loan/pay-invoice-from-loan.ts';
import {
  releaseReservation,
  requireInvoicePayable,
  reserveInvoice,
} from '#core/education/use-cases/loan/reserve-invoice.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { recordReceipt } from '#core/education/use-cases/payment/record-receipt.ts';
import { reversePayment, type ReversePayment } from '#core/education/use-cases/payment/reverse-payment.ts';
import { amendResult } from '#core/education/use-cases/result/amend-result.ts';
import {
  publishResult,
  releaseResult,
  returnResult,
  submitResult,
  voidResult,
  withholdResult,
} from '#core/education/use-cases/result/move-result.ts';
import { publishResults } from '#core/education/use-cases/result/publish-results.ts';
import { recordResults } from '#core/education/use-cases/result/record-results.ts';
import { changeResult, recordResult } from '#core/education/use-cases/result/record-result.ts';
import {
  changeConsent,
  endSponsorship,
  sponsorStudent,
} from '#core/education/use-cases/sponsorship/sponsor-student.ts';
import { changeStudent } from '#core/education/use-cases/student/change-student.ts';
import { eraseStudent } from '#core/education/use-cases/student/erase-student.ts';
import {
  admitStudent,
  completeStudent,
  deferStudent,
  discontinueStudent,
  graduateStudent,
  readmitStudent,
  recordStudentDeath,
  reinstateStudent,
  resumeStudent,
  suspendStudent,
  withdrawStudent,
} from '#core/education/use-cases/student/move-student.ts';
import { registerStudent } from '#core/education/use-cases/student/register-student.ts';
import type { InvoicePayment } from '#core/education/payment/payment.ts';
import type { EducationPorts } from '#core/education/ports.ts';
import { outcome } from '#core/kernel/outcome.ts';
import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Handled, CommandRequest, CommandContext, Transact } from '../transact.ts';
import type { Handling, Running } from './bindings.ts';

type PortsOf<Ports> = (tx: TenantTransaction, context: CommandContext) => Ports;
type AllPorts = { readonly education: PortsOf<EducationPorts>; readonly mobileMoney: PortsOf<MobileMoneyPorts> };

/** Education's use cases, bound to transactions: those that somebody waits for, and those of workers. */
export function bindEducation(
  forSchools: Handling<EducationPorts>,
  forWorkers: Running<EducationPorts>,
  transact: Transact,
  allPorts: AllPorts,
) {
  return {
    defineGradingScale: forSchools(defineGradingScale),
    adoptPreset: forSchools(adoptPreset),
    redefineGradingScale: forSchools(redefineGradingScale),
    defineProgramme: forSchools(defineProgramme),
    changeProgramme: forSchools(changeProgramme),
    retireProgramme: forSchools(retireProgramme),
    reactivateProgramme: forSchools(reactivateProgramme),
    openAcademicYear: forSchools(openAcademicYear),
    openTerm: forSchools(openTerm),
    openIntake: forSchools(openIntake),
    offerUnit: forSchools(offerUnit),
    drawFeeStructure: forSchools(drawFeeStructure),

    registerStudent: forSchools(registerStudent),
    changeStudent: forSchools(changeStudent),
    admitStudent: forSchools(admitStudent),
    deferStudent: forSchools(deferStudent),
    resumeStudent: forSchools(resumeStudent),
    suspendStudent: forSchools(suspendStudent),
    reinstateStudent: forSchools(reinstateStudent),
    withdrawStudent: forSchools(withdrawStudent),
    readmitStudent: forSchools(readmitStudent),
    discontinueStudent: forSchools(discontinueStudent),
    completeStudent: forSchools(completeStudent),
    graduateStudent: forSchools(graduateStudent),
    recordStudentDeath: forSchools(recordStudentDeath),
    eraseStudent: forSchools(eraseStudent),

    enrolStudent: forSchools(enrolStudent),
    changeEnrolment: forSchools(changeEnrolment),
    confirmEnrolment: forSchools(confirmEnrolment),
    cancelEnrolment: forSchools(cancelEnrolment),
    completeEnrolment: forSchools(completeEnrolment),
    deferEnrolment: forSchools(deferEnrolment),
    resumeEnrolment: forSchools(resumeEnrolment),
    transferEnrolment: forSchools(transferEnrolment),
    withdrawEnrolment: forSchools(withdrawEnrolment),
    discontinueEnrolment: forSchools(discontinueEnrolment),

    draftInvoice: forSchools(draftInvoice),
    changeInvoice: forSchools(changeInvoice),
    discardInvoice: forSchools(discardInvoice),
    issueInvoice: forSchools(issueInvoice),
    voidInvoice: forSchools(voidInvoice),
    writeOffInvoice: forSchools(writeOffInvoice),
    issueCreditNote: forSchools(issueCreditNote),
    recordPayment: forSchools(recordPayment),
    /** Undoes a payment. Money that came by mobile money goes back into suspense, in the same transaction. */
    reversePayment: (request: CommandRequest<InvoicePayment>, command: ReversePayment): Promise<Handled> =>
      transact.handle('reversePayment', request, async (tx, context) => {
        const { result, events } = await reversePayment(command, allPorts.education(tx, context));
        const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', undone: events };
        const returned = await returnToSuspense(undone, allPorts.mobileMoney(tx, context));
        return outcome(result, ...returned.events);
      }),

    recordResult: forSchools(recordResult),
    recordResults: forSchools(recordResults),
    changeResult: forSchools(changeResult),
    submitResult: forSchools(submitResult),
    returnResult: forSchools(returnResult),
    publishResult: forSchools(publishResult),
    publishResults: forSchools(publishResults),
    amendResult: forSchools(amendResult),
    withholdResult: forSchools(withholdResult),
    releaseResult: forSchools(releaseResult),
    voidResult: forSchools(voidResult),

    sponsorStudent: forSchools(sponsorStudent),
    changeConsent: forSchools(changeConsent),
    endSponsorship: forSchools(endSponsorship),

    /** One batch of the day's run; again until it comes back empty. */
    tellOverdueInvoices: forWorkers(tellOverdueInvoices),
    /** Mobile money by what the payer typed, from a callback. */
    recordReceipt: forWorkers(recordReceipt),
    /** Lending's side of a school-fee loan: holds, and money that arrived, came back or was too much. */
    reserveInvoice: forWorkers(reserveInvoice),
    releaseReservation: forWorkers(releaseReservation),
    requireInvoicePayable: forWorkers(requireInvoicePayable),
    payInvoiceFromLoan: forWorkers(payInvoiceFromLoan),
    reverseLoanPayment: forWorkers(reverseLoanPayment),
    returnLoanSurplus: forWorkers(returnLoanSurplus),
  };
}
