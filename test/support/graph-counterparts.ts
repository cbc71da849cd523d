import { programmeSteps } from '#core/education/use-cases/catalogue/define-programme.ts';
import { enrolmentSteps } from '#core/education/use-cases/enrolment/steps.ts';
import { invoiceSteps } from '#core/education/use-cases/invoice/steps.ts';
import { resultSteps } from '#core/education/use-cases/result/steps.ts';
import { studentSteps } from '#core/education/use-cases/student/steps.ts';
import type { StepTable } from '#core/kernel/steps.ts';
import { disbursementSteps } from '#core/lending/use-cases/disbursing/steps.ts';
import { proposalSteps } from '#core/approvals/use-cases/proposals.ts';
import { deathClaimSteps } from '#core/membership/use-cases/death-claim/steps.ts';
import { memberSteps } from '#core/membership/use-cases/move-member.ts';
import { loanProductSteps } from '#core/lending/use-cases/offer-product.ts';
import { loanDecisions } from '#core/lending/use-cases/decide-loan.ts';
import { loanServiceSteps } from '#core/lending/use-cases/servicing/steps.ts';
import { floatTopUpSteps } from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import { savingsAccountSteps } from '#core/savings/use-cases/move-savings-account.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import { amlAlertSteps } from '#core/aml/use-cases/review-alert.ts';

/** Of a row that takes the verbs of a table of steps: each use case is a mutation of the same name. */
const stepsOf = (operation: string, steps: StepTable) =>
  Object.fromEntries(Object.entries(steps).map(([action, { name }]) => [`${operation}.${action}`, name]));

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
  ...stepsOf('changeLoan', loanServiceSteps),
  'changeLoan.reschedule': 'rescheduleLoan',
  pledgeGuarantee: 'pledgeGuarantee',
  'withdrawGuarantee.withdraw': 'withdrawGuarantee',
  'withdrawGuarantee.substitute': 'substituteGuarantor',
  'withdrawGuarantee.discharge': 'dischargeGuarantor',

  ...stepsOf('decideProposal', proposalSteps),

  createDisbursement: 'disburseLoan',
  ...stepsOf('changeDisbursement', disbursementSteps),
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
  'changeMobileMoneyTransaction.correct': 'correctMobileMoney',
  'changeMobileMoneyTransaction.propose_return': 'proposeMobileMoneyReturn',
  'changeMobileMoneyTransaction.approve_return': 'approveMobileMoneyReturn',
  splitReceipt: 'splitReceipt',
  createPostings: 'createPostings',
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
  advanceTestClock: 'advanceTestClock',
  resetSandbox: 'resetSandbox',
  resendWebhookDelivery: 'resendWebhookDelivery',

  createStudent: 'registerStudent',
  changeStudent: 'changeStudent',
  ...stepsOf('changeStudent', studentSteps),

  createEnrolment: 'enrolStudent',
  changeEnrolment: 'changeEnrolment',
  ...stepsOf('changeEnrolment', enrolmentSteps),
  'changeEnrolment.transfer': 'transferEnrolment',

  createInvoice: 'draftInvoice',
  changeInvoice: 'changeInvoice',
  ...stepsOf('changeInvoice', invoiceSteps),
  deleteInvoice: 'discardInvoice',
  createCreditNote: 'issueCreditNote',
  createInvoicePayment: 'recordInvoicePayment',
  'changeInvoicePayment.reverse': 'reverseInvoicePayment',
  'changeInvoicePayment.return_to_lender': 'returnLoanCredit',

  createResult: 'recordResult',
  createResults: 'recordResults',
  changeResult: ['changeResult', 'changeResults'],
  ...stepsOf('changeResult', resultSteps),
  'changeResult.submit': ['submitResult', 'submitResults'],
  'changeResult.publish': ['publishResult', 'publishResults'],
  'changeResult.amend': 'amendResult',

  createProgramme: 'defineProgramme',
  changeProgramme: 'changeProgramme',
  ...stepsOf('changeProgramme', programmeSteps),
  createUnit: 'offerUnit',
  createAcademicYear: 'openAcademicYear',
  changeAcademicYear: 'changeAcademicYear',
  createTerm: 'openTerm',
  changeTerm: 'changeTerm',
  createIntake: 'openIntake',
  createFeeStructure: 'drawFeeStructure',
  createGradingScale: ['adoptGradingScale', 'defineGradingScale'],
  changeGradingScale: 'redefineGradingScale',
};

/** Where the graph shows what each read of REST shows: `Type.field`. */
export const READ_COUNTERPARTS: { readonly [operation: string]: string } = {
  listMembers: 'Query.members',
  getMember: 'Query.member',
  listDeathClaims: 'Query.deathClaims',
  getDeathClaim: 'Query.deathClaim',
  getEstate: 'DeathClaim.estate',
  listBranches: 'Query.branches',
  listLoanProducts: 'Query.loanProducts',
  getLoanProduct: 'Query.loanProduct',
  listLoans: 'Query.loans',
  getLoan: 'Query.loan',
  getLoanSchedule: 'Loan.schedule',
  quoteSettlement: 'Loan.settlementQuote',
  listGuarantees: 'Loan.guarantees',
  listDisbursements: 'Query.disbursements',
  getDisbursement: 'Query.disbursement',
  listIncidents: 'Query.incidents',
  getIncident: 'Query.incident',
  listProposals: 'Query.proposals',
  getProposal: 'Query.proposal',
  listApprovals: 'Query.pendingApprovals',
  listAgents: 'Query.agents',
  getAgentFloat: 'Query.agentFloat',
  getAgentFloatStatement: 'AgentFloat.statement',
  listFloatTopUps: 'Query.floatTopUps',
  getFloatTopUp: 'Query.floatTopUp',
  listRepayments: 'Query.repayments',
  getRepayment: 'Query.repayment',
  listSavingsProducts: 'Query.savingsProducts',
  listSavingsAccounts: 'Query.savingsAccounts',
  getSavingsAccount: 'Query.savingsAccount',
  listSavingsTransactions: 'SavingsAccount.transactions',
  getSavingsTransaction: 'Query.savingsTransaction',
  listMobileMoneyTransactions: 'Query.mobileMoneyTransactions',
  getMobileMoneyTransaction: 'Query.mobileMoneyTransaction',
  getReceipt: 'Query.receipt',
  listReconciliations: 'Query.reconciliations',
  getReconciliation: 'Query.reconciliation',
  listReconciliationBreaks: 'Query.reconciliationBreaks',
  getReconciliationBreak: 'Query.reconciliationBreak',
  listAmlAlerts: 'Query.amlAlerts',
  getAmlAlert: 'Query.amlAlert',
  listWebhooks: 'Query.webhooks',
  getWebhook: 'Query.webhook',
  listWebhookDeliveries: 'Webhook.deliveries',
  getWebhookDelivery: 'Query.webhookDelivery',
  getTestClock: 'Query.testClock',
  getTestReset: 'Query.testReset',
  getAppPayment: 'Query.appPayment',
  getAppTariff: 'Query.appTariff',
  readChanges: 'Query.changes',
  getEvent: 'Query.event',
  listEventTypes: 'Query.eventTypes',
  listStudents: 'Query.students',
  getStudent: 'Query.student',
  getStudentStatement: 'Student.statement',
  getStudentTranscript: 'Student.transcript',
  listEnrolments: 'Query.enrolments',
  getEnrolment: 'Query.enrolment',
  listInvoices: 'Query.invoices',
  getInvoice: 'Query.invoice',
  listInvoicePayments: 'Query.invoicePayments',
  getInvoicePayment: 'Query.invoicePayment',
  listCreditNotes: 'Invoice.creditNotes',
  listResults: 'Query.results',
  getResult: 'Query.result',
  listResultVersions: 'Result.versions',
  listProgrammes: 'Query.programmes',
  getProgramme: 'Query.programme',
  listUnits: 'Query.units',
  listAcademicYears: 'Query.academicYears',
  listTerms: 'AcademicYear.terms',
  listIntakes: 'Query.intakes',
  listFeeStructures: 'Query.feeStructures',
  listGradingScales: 'Query.gradingScales',
};
