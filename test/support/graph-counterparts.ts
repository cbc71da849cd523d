import { proposalSteps } from '#core/approvals/use-cases/proposals.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/handle-claim.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { loanProductSteps } from '#core/lending/use-cases/offer-product.ts';
import { loanDecisions } from '#core/lending/use-cases/decide-loan.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';

/** Of a row that takes the verbs of a table of steps: each use case is a mutation of the same name. */
const stepsOf = (operation: string, steps: { readonly [action: string]: string }) =>
  Object.fromEntries(Object.entries(steps).map(([action, name]) => [`${operation}.${action}`, name]));

/**
 * What each write of REST is called in the graph: `operation` as its row is called, `operation.action` for each action
 * that its body names.
 */
export const COUNTERPARTS: { readonly [write: string]: string | readonly string[] } = {
  createMember: 'createMember',
  changeMember: 'updateMember',
  ...stepsOf('changeMember', memberSteps),

  ...stepsOf('changeDeathClaim', deathClaimSteps),

  createLoanProduct: 'createLoanProduct',
  changeLoanProduct: 'editLoanProduct',
  ...stepsOf('changeLoanProduct', loanProductSteps),

  reallocateRepayment: 'reallocateRepayment',

  createLoan: 'applyForLoan',
  changeLoan: 'editLoan',
  ...stepsOf('changeLoan', loanDecisions),
  'changeLoan.undo_disbursement': 'undoLoanDisbursement',
  'changeLoan.charge': 'chargeLoan',
  'changeLoan.waive': 'waiveLoanCharge',
  'changeLoan.reschedule': 'rescheduleLoan',
  'changeLoan.refinance': 'refinanceLoan',
  'changeLoan.charge_off': 'chargeOffLoan',
  'changeLoan.write_off': 'writeOffLoan',
  'changeLoan.undo_write_off': 'undoLoanWriteOff',
  'changeLoan.refund_overpayment': 'refundLoanOverpayment',
  'changeLoan.transfer_to_savings': 'transferLoanOverpayment',
  'changeLoan.pause_arrears': 'pauseLoanArrears',
  'changeLoan.resume_arrears': 'resumeLoanArrears',
  pledgeGuarantee: 'pledgeGuarantee',
  'withdrawGuarantee.withdraw': 'withdrawGuarantee',
  'withdrawGuarantee.substitute': 'substituteGuarantor',
  'withdrawGuarantee.discharge': 'dischargeGuarantor',

  ...stepsOf('decideProposal', proposalSteps),

  createDisbursement: 'disburseLoan',
  'changeDisbursement.confirm_by_bank': 'confirmDisbursementByBank',
  'changeDisbursement.cancel': 'cancelDisbursement',
  'changeDisbursement.propose_outcome': 'proposeDisbursementOutcome',
  'changeDisbursement.approve_outcome': 'approveDisbursementOutcome',
  'changeDisbursement.reverse': 'reverseDisbursement',
  'changeDisbursement.return_part': 'returnPartOfDisbursement',
  ...stepsOf('changeIncident', incidentSteps),
  createFloatTopUp: 'topUpFromPaybill',
  ...stepsOf('changeFloatTopUp', floatTopUpSteps),
  changeAgentFloat: 'limitFloat',
  transferAgentFloat: 'transferFloat',
  createRepayment: 'recordRepayment',
  settleLoan: 'settleLoan',
  'reverseRepayment.reverse': 'reverseRepayment',

  createSavingsAccount: 'openSavingsAccount',
  ...stepsOf('changeSavingsAccount', savingsAccountSteps),
  transferShares: 'transferShares',
  createSavingsTransaction: ['depositSavings', 'withdrawSavings'],

  createMobileMoneyTransaction: ['recordPaybillPayment', 'collectMobileMoney'],
  'changeMobileMoneyTransaction.allocate': 'allocateMobileMoney',
  'changeMobileMoneyTransaction.return': 'returnMobileMoney',
  'changeMobileMoneyTransaction.propose_return': 'proposeMobileMoneyReturn',
  'changeMobileMoneyTransaction.approve_return': 'approveMobileMoneyReturn',
  splitReceipt: 'splitReceipt',
  'reverseReceipt.reverse': 'reverseReceipt',
  reviewAppPayment: 'reviewAppPayment',
  changeAppTariff: 'changeAppTariff',
  changeAppAccountPrefix: 'changeAppAccountPrefix',
  ...stepsOf('changeReconciliationBreak', reconciliationBreakSteps),

  ...stepsOf('changeAmlAlert', amlAlertSteps),

  createWebhook: 'createWebhook',
  updateWebhook: 'updateWebhook',
  deleteWebhook: 'deleteWebhook',
  rotateWebhookSecret: 'rotateWebhookSecret',
  enableWebhook: 'enableWebhook',
  disableWebhook: 'disableWebhook',
  testWebhook: 'testWebhook',
  recoverWebhook: 'recoverWebhook',
  resendWebhookDelivery: 'resendWebhookDelivery',

  createStudent: 'registerStudent',
  changeStudent: 'changeStudent',
  'changeStudent.admit': 'admitStudent',
  'changeStudent.defer': 'deferStudent',
  'changeStudent.resume': 'resumeStudent',
  'changeStudent.suspend': 'suspendStudent',
  'changeStudent.reinstate': 'reinstateStudent',
  'changeStudent.withdraw': 'withdrawStudent',
  'changeStudent.readmit': 'readmitStudent',
  'changeStudent.discontinue': 'discontinueStudent',
  'changeStudent.complete': 'completeStudent',
  'changeStudent.graduate': 'graduateStudent',
  'changeStudent.record_death': 'recordStudentDeath',
  'changeStudent.erase': 'eraseStudent',

  createEnrolment: 'enrolStudent',
  changeEnrolment: 'changeEnrolment',
  'changeEnrolment.confirm': 'confirmEnrolment',
  'changeEnrolment.cancel': 'cancelEnrolment',
  'changeEnrolment.complete': 'completeEnrolment',
  'changeEnrolment.defer': 'deferEnrolment',
  'changeEnrolment.resume': 'resumeEnrolment',
  'changeEnrolment.transfer': 'transferEnrolment',
  'changeEnrolment.withdraw': 'withdrawEnrolment',
  'changeEnrolment.discontinue': 'discontinueEnrolment',

  createInvoice: 'draftInvoice',
  changeInvoice: 'changeInvoice',
  'changeInvoice.issue': 'issueInvoice',
  'changeInvoice.void': 'voidInvoice',
  'changeInvoice.write_off': 'writeOffInvoice',
  deleteInvoice: 'discardInvoice',
  createCreditNote: 'issueCreditNote',
  createInvoicePayment: 'recordInvoicePayment',
  'changeInvoicePayment.reverse': 'reverseInvoicePayment',
  'changeInvoicePayment.return_to_lender': 'returnLoanCredit',

  createResult: 'recordResult',
  createResults: 'recordResults',
  changeResult: 'changeResult',
  'changeResult.submit': 'submitResult',
  'changeResult.return': 'returnResult',
  'changeResult.publish': 'publishResults',
  'changeResult.amend': 'amendResult',
  'changeResult.withhold': 'withholdResult',
  'changeResult.release': 'releaseResult',
  'changeResult.void': 'voidResult',

  createProgramme: 'defineProgramme',
  changeProgramme: 'changeProgramme',
  'changeProgramme.retire': 'retireProgramme',
  'changeProgramme.reactivate': 'reactivateProgramme',
  createUnit: 'offerUnit',
  createAcademicYear: 'openAcademicYear',
  createTerm: 'openTerm',
  createIntake: 'openIntake',
  createFeeStructure: 'drawFeeStructure',
  createGradingScale: ['adoptGradingScale', 'defineGradingScale'],
  changeGradingScale: 'redefineGradingScale',
};
