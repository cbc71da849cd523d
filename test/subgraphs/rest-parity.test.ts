import { describe, expect, it } from '@jest/globals';
import type { DocumentNode, FieldDefinitionNode, ObjectTypeDefinitionNode } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { separateAccessRules } from '#gate/access/rules.ts';
import { routes } from '#rest/routes.ts';
import { educationTypeDefs } from '#sub/education/subgraph.ts';
import { lendingTypeDefs } from '#sub/lending/subgraph.ts';

/**
 * What each write of REST is called in the graph: `operation` as its row is called, `operation.action` for each action
 * that its body names.
 */
const COUNTERPARTS: { readonly [write: string]: string | readonly string[] } = {
  createMember: 'createMember',
  changeMember: 'updateMember',
  'changeMember.verify_kyc': 'verifyMemberKyc',
  'changeMember.reject_kyc': 'rejectMemberKyc',
  'changeMember.resubmit_kyc': 'resubmitMemberKyc',
  'changeMember.suspend': 'suspendMember',
  'changeMember.reinstate': 'reinstateMember',
  'changeMember.reactivate': 'reactivateMember',
  'changeMember.blacklist': 'blacklistMember',
  'changeMember.exit': 'exitMember',
  'changeMember.record_death': 'recordMemberDeath',

  createLoanProduct: 'createLoanProduct',
  changeLoanProduct: 'editLoanProduct',
  'changeLoanProduct.retire': 'retireLoanProduct',
  'changeLoanProduct.reactivate': 'reactivateLoanProduct',

  createLoan: 'applyForLoan',
  changeLoan: 'editLoan',
  'changeLoan.approve': 'approveLoan',
  'changeLoan.reject': 'rejectLoan',
  'changeLoan.withdraw': 'withdrawLoan',
  'changeLoan.undo_approval': 'undoLoanApproval',
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
  proposeLoss: 'proposeLoanLoss',
  'decideLoss.approve': 'approveLoanLoss',
  'decideLoss.reject': 'rejectLoanLoss',
  'decideLoss.withdraw': 'withdrawLoanLoss',

  createDisbursement: 'disburseLoan',
  'changeDisbursement.confirm_by_bank': 'confirmDisbursementByBank',
  'changeDisbursement.cancel': 'cancelDisbursement',
  'changeDisbursement.propose_outcome': 'proposeDisbursementOutcome',
  'changeDisbursement.approve_outcome': 'approveDisbursementOutcome',
  'changeDisbursement.reverse': 'reverseDisbursement',
  'changeDisbursement.return_part': 'returnPartOfDisbursement',
  'changeIncident.assign': 'assignIncident',
  'changeIncident.resolve': 'resolveIncident',
  changeAgentFloat: 'limitFloat',
  transferAgentFloat: 'transferFloat',
  createRepayment: 'recordRepayment',
  settleLoan: 'settleLoan',
  'reverseRepayment.reverse': 'reverseRepayment',

  createSavingsAccount: 'openSavingsAccount',
  'changeSavingsAccount.approve': 'approveSavingsAccount',
  'changeSavingsAccount.reject': 'rejectSavingsAccount',
  'changeSavingsAccount.freeze': 'freezeSavingsAccount',
  'changeSavingsAccount.unfreeze': 'unfreezeSavingsAccount',
  'changeSavingsAccount.reactivate': 'reactivateSavingsAccount',
  'changeSavingsAccount.close': 'closeSavingsAccount',
  createSavingsTransaction: ['depositSavings', 'withdrawSavings'],

  createMobileMoneyTransaction: ['recordPaybillPayment', 'collectMobileMoney'],
  'changeMobileMoneyTransaction.allocate': 'allocateMobileMoney',
  'changeMobileMoneyTransaction.return': 'returnMobileMoney',
  'changeReconciliationBreak.assign': 'assignReconciliationBreak',
  'changeReconciliationBreak.book': 'bookReconciliationBreak',
  'changeReconciliationBreak.resolve': 'resolveReconciliationBreak',
  'changeReconciliationBreak.reopen': 'reopenReconciliationBreak',

  'changeAmlAlert.assign': 'assignAmlAlert',
  'changeAmlAlert.escalate': 'escalateAmlAlert',
  'changeAmlAlert.file_sar': 'fileAmlAlertSar',
  'changeAmlAlert.close': 'closeAmlAlert',
  'changeAmlAlert.mark_false_positive': 'markAmlAlertFalsePositive',
  'changeAmlAlert.reopen': 'reopenAmlAlert',

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

/** Rows that send a body and change nothing, with what the graph has in their place. */
const READS_WITH_A_BODY: { readonly [operation: string]: string } = {
  previewSchedule: 'It works a schedule out and keeps nothing: the query schedulePreview.',
  previewProductSchedule: 'The same on a product’s terms: schedulePreview takes a productId.',
};

/** Surfaces without a counterpart, and why. */
const OTHER_SURFACES: { readonly [surface: string]: string } = {
  'payment-bridge': 'Its contract is for apps, which own what they asked for; the graph knows no ownership by app.',
};

/** Mutations that no row of REST has, and why. */
const ONLY_IN_THE_GRAPH: { readonly [mutation: string]: string } = {
  reverseSavingsTransaction:
    'Corrections at the counter are the society’s own; the contract gives partners movements only.',
  placeSavingsHold: 'A hold is the society’s promise to itself; the contract has no words for it.',
  releaseSavingsHold: 'As placeSavingsHold.',
  captureSavingsHold: 'As placeSavingsHold.',
  topUpFloat: 'The society pays its own agents’ float in; the contract lets partners read it, limit it and hand it on.',
  sponsorStudent: 'Sponsorships join a member and a student: two surfaces, and the contract of neither names them.',
  changeSponsorshipConsent: 'As sponsorStudent.',
  endSponsorship: 'As sponsorStudent.',
};

type Fields = readonly FieldDefinitionNode[];
const mutationsOf = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((node) => {
    if (!('name' in node) || node.name?.value !== 'Mutation') return [];
    return ((node as ObjectTypeDefinitionNode).fields as Fields).map(({ name }) => name.value);
  });
const mutations = [...mutationsOf(lendingTypeDefs), ...mutationsOf(educationTypeDefs)];
const { rules } = separateAccessRules(
  composeSupergraph([
    { name: 'lending', url: 'http://lending.invalid/graphql', typeDefs: lendingTypeDefs },
    { name: 'education', url: 'http://education.invalid/graphql', typeDefs: educationTypeDefs },
  ]),
);

type ActionBody = { properties?: { action?: { enum: readonly string[] } }; required?: readonly string[] } | undefined;

/** Each write of the surfaces that the graph covers. A row without a needed action may be asked to edit, too. */
const writes = routes
  .filter(({ method, surface }) => method !== 'GET' && OTHER_SURFACES[surface] === undefined)
  .flatMap(({ operation, scope, body }) => {
    const { properties, required = [] } = (body as ActionBody) ?? {};
    const actions = (properties?.action?.enum ?? []).map((action) => `${operation}.${action}`);
    const plain = required.includes('action') ? [] : [operation];
    return [...plain, ...actions].map((write) => ({ write, operation, scope }));
  })
  .filter(({ operation }) => READS_WITH_A_BODY[operation] === undefined);
const mutationsFor = (write: string): readonly string[] => [COUNTERPARTS[write] ?? []].flat();

describe('The writes of REST and of the graph', () => {
  it('are the same: what partners can do in one, they can do in the other', () => {
    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter(({ write }) => mutationsFor(write).length === 0)).toEqual([]);
    const known = new Set(writes.map(({ write }) => write));
    expect(Object.keys(COUNTERPARTS).filter((write) => !known.has(write))).toEqual([]);
    expect(Object.values(COUNTERPARTS).flat().toSorted()).toEqual(
      mutations.filter((name) => ONLY_IN_THE_GRAPH[name] === undefined).toSorted(),
    );
  });

  it('ask for the same scopes', () => {
    const apart = writes.flatMap(({ write, scope }) =>
      mutationsFor(write).flatMap((name) => {
        const asked = rules.fields.get(`Mutation.${name}`)?.scopes;
        return JSON.stringify(asked) === JSON.stringify([[scope]]) ? [] : [{ write, scope, name, asked }];
      }),
    );
    expect(apart).toEqual([]);
  });

  it('differ in nothing but what is explained here', () => {
    const operations = new Set(routes.map(({ operation }) => operation));
    const surfaces = new Set<string>(routes.map(({ surface }) => surface));
    expect(Object.keys(READS_WITH_A_BODY).filter((each) => !operations.has(each))).toEqual([]);
    expect(Object.keys(OTHER_SURFACES).filter((each) => !surfaces.has(each))).toEqual([]);
    expect(Object.keys(ONLY_IN_THE_GRAPH).filter((each) => !mutations.includes(each))).toEqual([]);
  });
});
