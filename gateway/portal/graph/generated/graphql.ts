/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What addClaimDocument takes. */
export type AddClaimDocumentInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
  /** What it is. */
  readonly documentKind: ClaimDocumentKind;
  /** Its number, and where it is found; at most 128 characters. */
  readonly documentReference: string;
};

/** What addClientKey takes. */
export type AddClientKeyInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** What it is for: small letters, digits, dots and hyphens, at most 63. */
  readonly name: string;
  /** When it expires, with the tokens that it minted; never where it is left out. */
  readonly expiresAt?: string | null | undefined;
};

/** What addProposalEvidence takes. */
export type AddProposalEvidenceInput = {
  /** The proposal, by id. */
  readonly proposalId: string;
  /** Where it is seen: a statement, a letter; at most 500 characters. */
  readonly evidence: string;
};

/** A home address. */
export type AddressInput = {
  /** City or town; at most 100 characters. */
  readonly city: string;
  /** County; at most 100 characters. */
  readonly county: string;
  /** Country, two capital letters (ISO 3166-1). */
  readonly country: string;
};

/** What admitStudent takes. */
export type AdmitStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** What adoptGradingScale takes. */
export type AdoptGradingScaleInput = {
  /** Which one. */
  readonly preset: GradingPreset;
};

/** What advanceTestClock takes. */
export type AdvanceTestClockInput = {
  /** The time that it is to be: later than now, by 400 days at most. */
  readonly to: string;
};

/** What allocateMobileMoney takes. */
export type AllocateMobileMoneyInput = {
  /** The payment, by id. */
  readonly mobileMoneyId: string;
  /** The loan that it repays, by id. Give one of the three. */
  readonly loanId?: string | null | undefined;
  /** The savings account that it is paid into, by id. */
  readonly savingsAccountId?: string | null | undefined;
  /** The student whose fees it pays, by id. */
  readonly studentId?: string | null | undefined;
};

/** How a payment goes through the buckets. */
export type AllocationDirection =
  /** An instalment is paid whole before the next one is begun. */
  | 'HORIZONTAL'
  /** A component is paid on all instalments before the next one is begun. */
  | 'VERTICAL';

/** What amendResult takes. */
export type AmendResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** The parts that are marked, 1 to 20; their weights sum to 10000. */
  readonly components?: ReadonlyArray<ResultComponentInput> | null | undefined;
  /** Why there is no mark; the graded ones follow from the scores. Null takes such a reason back. */
  readonly scoreStatus?: ScoreStatus | null | undefined;
  /** The grade, on scales whose grades are entered. */
  readonly grade?: string | null | undefined;
  /** Under the scale in force now, instead of the edition of the first publication. */
  readonly rescale?: boolean;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What a person may do with the aml alert. */
export type AmlAlertAction =
  /** A person looks into it. */
  | 'ASSIGN'
  /** The suspicion stands; the reporting officer decides. */
  | 'ESCALATE'
  /** A suspicious activity report went to the authority; another person than the one who escalated files it. */
  | 'FILE_SAR'
  /** The suspicion was cleared up. */
  | 'CLOSE'
  /** The pattern has an ordinary explanation. */
  | 'MARK_FALSE_POSITIVE'
  /** Something new puts it in doubt again. */
  | 'REOPEN';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type AmlAlertFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly ruleId?: string | null | undefined;
  /** What ruleId starts with, letter for letter. */
  readonly ruleIdStartsWith?: string | null | undefined;
  /** One of these as severity. */
  readonly severities?: ReadonlyArray<AmlSeverity> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<AmlAlertState> | null | undefined;
  /** Of this member, by id. */
  readonly memberId?: string | null | undefined;
  /** Whether there is any member. */
  readonly hasMember?: boolean | null | undefined;
  /** In this range. */
  readonly amount?: CentsRange | null | undefined;
  /** Exactly this. */
  readonly assignee?: string | null | undefined;
  /** What assignee starts with, letter for letter. */
  readonly assigneeStartsWith?: string | null | undefined;
  /** Whether there is any assignee. */
  readonly hasAssignee?: boolean | null | undefined;
  /** Whether holds. */
  readonly holds?: boolean | null | undefined;
  /** In this range. */
  readonly windowStart?: DateRange | null | undefined;
  /** In this range. */
  readonly dueAt?: DateTimeRange | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type AmlAlertOrder = {
  /** The key. */
  readonly by: AmlAlertOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type AmlAlertOrderField =
  /** By id. */
  | 'ID'
  /** By ruleId. */
  | 'RULE_ID'
  /** By severity. */
  | 'SEVERITY'
  /** By state. */
  | 'STATE'
  /** By amount. */
  | 'AMOUNT'
  /** By holds. */
  | 'HOLDS'
  /** By windowStart. */
  | 'WINDOW_START'
  /** By dueAt. */
  | 'DUE_AT'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the aml alert stands. */
export type AmlAlertState =
  /** A rule found its pattern. Allows ASSIGN, MARK_FALSE_POSITIVE. */
  | 'OPEN'
  /** A person looks into it. Something new puts it in doubt again. Allows ASSIGN, ESCALATE, MARK_FALSE_POSITIVE. */
  | 'UNDER_REVIEW'
  /** The suspicion stands; the reporting officer decides. Allows FILE_SAR, CLOSE. */
  | 'ESCALATED'
  /** A suspicious activity report went to the authority; another person than the one who escalated files it. Allows no action. */
  | 'SAR_FILED'
  /** The suspicion was cleared up. Allows REOPEN. */
  | 'CLOSED'
  /** The pattern has an ordinary explanation. Allows REOPEN. */
  | 'FALSE_POSITIVE';

/** How grave an alert is. */
export type AmlSeverity =
  /** Worth a look. */
  | 'LOW'
  /** Worth a decision soon. */
  | 'MEDIUM'
  /** Worth a decision now. */
  | 'HIGH';

/** What answerSimulatedPayment takes. */
export type AnswerSimulatedPaymentInput = {
  /** The payment's id, a UUID. */
  readonly simulatedPaymentId: string;
  /** What is answered: a prompt and a payment have answers of their own. */
  readonly answer: SimulatedAnswer;
  /** Of a prompt that is paid: whole shillings, 1 to 250,000, that the payer sends in place of what was requested. */
  readonly amount?: number | null | undefined;
};

/** A step of what apps are charged. */
export type AppChargeInput = {
  /** Which payments. */
  readonly direction: ChargeDirection;
  /** Payments up to this amount; null: all that are larger. */
  readonly upTo?: number | null | undefined;
  /** What is charged for one. */
  readonly fee: number;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type AppCollectionFilter = {
  /** The receipt in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Of this app, by id. */
  readonly appId?: string | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any receipt no. */
  readonly hasReceiptNo?: boolean | null | undefined;
};

/** A key of the order of the list. */
export type AppCollectionOrder = {
  /** The key. */
  readonly by: AppCollectionOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type AppCollectionOrderField =
  /** By id. */
  | 'ID'
  /** By appId. */
  | 'APP_ID';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type AppFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<AppState> | null | undefined;
};

/** What applyForLoan takes. */
export type ApplyForLoanInput = {
  /** The borrower, by id. */
  readonly memberId: string;
  /** A product on offer, by id. */
  readonly productId: string;
  /** What is requested. */
  readonly principal: number;
  /** The term in months, 1 to 600. */
  readonly termMonths: number;
  /** What the loan is for; at most 500 characters. */
  readonly purpose?: string | null | undefined;
  /** The level instalment where it is agreed; a product of the method FIXED_INSTALMENT needs it. */
  readonly instalmentAmount?: number | null | undefined;
  /** Your own reference, unique for ever; at most 128 characters. */
  readonly clientReference?: string | null | undefined;
  /** Makes it a school-fee loan: it holds the invoice's balance, and its disbursement pays the invoice. */
  readonly schoolFee?: SchoolFeeInput | null | undefined;
};

/** What appointRepresentative takes. */
export type AppointRepresentativeInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
  /** The full name of who the court names; at most 200 characters. */
  readonly name: string;
  /** Administrator, executor; at most 50 characters. */
  readonly relationship: string;
  /** The number of a document of identity; at most 32 characters. */
  readonly idNumber?: string | null | undefined;
  /** Where the representative is called. */
  readonly phone?: string | null | undefined;
  /** The number of the beneficiary; left out where the member named none; 1 to 20. */
  readonly inPlaceOf?: number | null | undefined;
};

/** A key of the order of the list. */
export type AppOrder = {
  /** The key. */
  readonly by: AppOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type AppOrderField =
  /** By id. */
  | 'ID'
  /** By name. */
  | 'NAME'
  /** By state. */
  | 'STATE';

/** Where a payment of an app stands. */
export type AppPaymentState =
  /** Of a payout: The money is held for it; nothing has left. Nothing has left, for certain, and no request waits for the reply: it is tried again while there is time. Of a collection: It is recorded; the payer has not been prompted. The provider could not be reached, so no prompt was sent; it is tried again while there is time. */
  | 'PENDING'
  /** Of a payout: The request to the provider is written down; it may leave from now on. Of a collection: The request to the provider is recorded; the payer may be prompted from now on. */
  | 'SENDING'
  /** Of a payout: The provider took the request; the money is in transit. Of a collection: The payer is prompted on the phone. */
  | 'SENT'
  /** Of a payout: It is unknown whether it was paid. The status is queried; it is never sent again. Of a collection: It is unknown whether the payer was prompted, or has paid. The status is queried. */
  | 'UNKNOWN'
  /** Of a payout: What the provider says does not settle it; two people have to, with evidence. A first person says what became of it, with evidence; a second one has to find the same. Of a collection: What the provider says does not settle it; two people have to, with evidence. A first person says what became of it, with evidence; a second one has to find the same. */
  | 'REVIEW'
  /** Of a payout: The recipient has the money. The provider had declined it and turns out to have paid: its receipt is the evidence. Of a collection: The money has come in. It was paid at the paybill under the app’s prefix, without a prompt. Money came after all: it is booked whenever it comes. */
  | 'SUCCEEDED'
  /** Of a payout: The recipient was not paid; the money is available again. Compliance looks at the recipient by now: nothing was sent, and the money is available again. Of a collection: No money came: the payer could not pay, did not answer in time, or did not want to. */
  | 'FAILED'
  /** Of a payout: It was called off before anything left. Of a collection: It was called off before the payer was prompted. */
  | 'CANCELLED'
  /** Of a payout: The provider took the money back from the recipient. Of a collection: The provider took the payment back, whole: the money is the payer’s again. */
  | 'REVERSED'
  /** Of a collection: No money came: the payer could not pay, did not answer in time, or did not want to. Its time was over before the provider could be reached: no prompt was sent. */
  | 'EXPIRED'
  /** Of a collection: No money came: the payer could not pay, did not answer in time, or did not want to. */
  | 'CANCELLED_BY_PAYER';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type AppPayoutFilter = {
  /** The receipt in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Of this app, by id. */
  readonly appId?: string | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any receipt no. */
  readonly hasReceiptNo?: boolean | null | undefined;
};

/** A key of the order of the list. */
export type AppPayoutOrder = {
  /** The key. */
  readonly by: AppPayoutOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type AppPayoutOrderField =
  /** By id. */
  | 'ID'
  /** By appId. */
  | 'APP_ID';

/** What money does once something is agreed. */
export type ApprovalMoves =
  /** Money leaves the institution. */
  | 'OUT'
  /** Money that came in is booked. */
  | 'IN'
  /** What was booked is taken back. */
  | 'BACK'
  /** What a member owes, or the books expect of it, changes; no money moves. */
  | 'OWED'
  /** Nothing moves yet: the amount may be paid out, or paid in, from then on. */
  | 'PERMITS'
  /** No money moves. */
  | 'NOTHING';

/** Why you can’t agree to what waits. */
export type ApprovalObstacle =
  /** You have proposed, requested or changed it yourself, or the person who has is responsible for your client. */
  | 'OWN'
  /** Your scopes don’t include what deciding it takes. */
  | 'SCOPE'
  /** It is more than your roles approve in one step. */
  | 'LIMIT'
  /** It takes a person, or a client for which a person is named. */
  | 'NO_PERSON';

/** What approveDisbursementOutcome takes. */
export type ApproveDisbursementOutcomeInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
};

/** What approveLoan takes. */
export type ApproveLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What approveMobileMoneyReturn takes. */
export type ApproveMobileMoneyReturnInput = {
  /** The payment, by id. */
  readonly mobileMoneyId: string;
};

/** What approveProposal takes. */
export type ApproveProposalInput = {
  /** The proposal, by id. */
  readonly proposalId: string;
};

/** What approveSavingsAccount takes. */
export type ApproveSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** Whether an app may call. */
export type AppState =
  /** It may. */
  | 'ACTIVE'
  /** It is switched off. */
  | 'DISABLED';

/** What assignAmlAlert takes. */
export type AssignAmlAlertInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** Who looks into it; at most 200 characters. */
  readonly assignee: string;
};

/** What assignBranches takes. */
export type AssignBranchesInput = {
  /** The person, by id. */
  readonly personId: string;
  /** The branches, by id; 1 to 100, or null for all. */
  readonly branchIds?: ReadonlyArray<string> | null | undefined;
};

/** What assignClients takes. */
export type AssignClientsInput = {
  /** The person, by id. */
  readonly personId: string;
  /** All of their clients from now on, by id; at most 100. */
  readonly clientIds: ReadonlyArray<string>;
};

/** What assignIncident takes. */
export type AssignIncidentInput = {
  /** The incident, by id. */
  readonly incidentId: string;
  /** Who takes it on; at most 200 characters. */
  readonly assignee: string;
};

/** What assignReconciliationBreak takes. */
export type AssignReconciliationBreakInput = {
  /** The break, by id. */
  readonly breakId: string;
  /** Who looks into it; at most 200 characters. */
  readonly owner: string;
};

/** What assignRoles takes. */
export type AssignRolesInput = {
  /** The person, by id. */
  readonly personId: string;
  /** All of their roles from now on. */
  readonly roles: ReadonlyArray<PersonRole>;
};

/** What assignUnits takes. */
export type AssignUnitsInput = {
  /** The person, by id. */
  readonly personId: string;
  /** All of their units from now on, by id; at most 100, and none for a lecturer without a class. */
  readonly unitIds: ReadonlyArray<string>;
};

/** What becomes of a fixed deposit that matures. */
export type AtMaturity =
  /** It is bound again, on the terms that it had. */
  | 'ROLL_OVER'
  /** It is bound again, on the terms that its product has by then. */
  | 'ROLL_OVER_NEW_TERMS'
  /** It is paid out to another account of the member, and closes. */
  | 'PAY_OUT'
  /** It waits, at the rate for money that is not bound. */
  | 'WAIT';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type AuditFilter = {
  /** Exactly this. */
  readonly actor?: string | null | undefined;
  /** What actor starts with, letter for letter. */
  readonly actorStartsWith?: string | null | undefined;
  /** Exactly this. */
  readonly command?: string | null | undefined;
  /** What command starts with, letter for letter. */
  readonly commandStartsWith?: string | null | undefined;
  /** In this range. */
  readonly at?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type AuditOrder = {
  /** The key. */
  readonly by: AuditOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type AuditOrderField =
  /** By at. */
  | 'AT';

/** What blacklistMember takes. */
export type BlacklistMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What bookReconciliationBreak takes. */
export type BookReconciliationBreakInput = {
  /** The break, by id. */
  readonly breakId: string;
};

/** What breakFixedDeposit takes. */
export type BreakFixedDepositInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** A business that is to be paid. */
export type BusinessInput = {
  /** What it is paid at. */
  readonly type: BusinessType;
  /** The shortcode of the paybill, or the number of the till. */
  readonly number: string;
  /** The account at the paybill; the pay code of the invoice where it is left out. */
  readonly account?: string | null | undefined;
};

/** At what a business is paid. */
export type BusinessType =
  /** A paybill, with an account. */
  | 'PAYBILL'
  /** A till. */
  | 'TILL';

/** Days without business, and where a due date goes that falls on one. */
export type CalendarInput = {
  /** Where a due date goes that falls on a day off. */
  readonly policy: NonWorkingDayPolicy;
  /** Weekdays from 1 (Monday) to 7 (Sunday). */
  readonly weeklyDaysOff?: ReadonlyArray<number> | null | undefined;
  /** Days without business. */
  readonly holidays?: ReadonlyArray<string> | null | undefined;
};

/** What cancelDisbursement takes. */
export type CancelDisbursementInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What cancelEnrolment takes. */
export type CancelEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What cancelFloatTopUp takes. */
export type CancelFloatTopUpInput = {
  /** The float top-up, by id. */
  readonly floatTopUpId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What captureSavingsHold takes. */
export type CaptureSavingsHoldInput = {
  /** The hold, by id. */
  readonly savingsTransactionId: string;
  /** How it goes. */
  readonly channel: SavingsPayoutChannel;
  /** The bank’s reference of the payment, or the voucher of the counter; at most 128 characters. A payment by bank has one. */
  readonly reference?: string | null | undefined;
};

/** A range: every bound that is present has to hold. */
export type CentsRange = {
  /** More, or later, than this. */
  readonly gt?: number | null | undefined;
  /** This, or more or later. */
  readonly gte?: number | null | undefined;
  /** Less, or earlier, than this. */
  readonly lt?: number | null | undefined;
  /** This, or less or earlier. */
  readonly lte?: number | null | undefined;
};

/** What changeAcademicYear takes. */
export type ChangeAcademicYearInput = {
  /** The academic year, by id. */
  readonly academicYearId: string;
  /** The first day. */
  readonly startDate?: string | null | undefined;
  /** The last day, at most two years later. */
  readonly endDate?: string | null | undefined;
};

/** What changeAppAccountPrefix takes. */
export type ChangeAppAccountPrefixInput = {
  /** The app's public key, pk_.... */
  readonly clientId: string;
  /** Four letters, in any spelling; null: none. */
  readonly accountPrefix?: string | null | undefined;
};

/** What changeAppTariff takes. */
export type ChangeAppTariffInput = {
  /** The app's public key, pk_.... */
  readonly clientId: string;
  /** What a payout is charged; null: what everybody is charged. */
  readonly payout?: ReadonlyArray<TariffStepInput> | null | undefined;
  /** What a collection is charged; null: what everybody is charged. */
  readonly collection?: ReadonlyArray<TariffStepInput> | null | undefined;
};

/** What changeClient takes. */
export type ChangeClientInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** The name of the partner or the system, 1 to 100 characters. */
  readonly name?: string | null | undefined;
  /** All that it may do from now on. */
  readonly scopes?: ReadonlyArray<string> | null | undefined;
  /** All addresses and networks that it calls from, such as 203.0.113.0/24; none: any. At most 50. */
  readonly allowedNetworks?: ReadonlyArray<string> | null | undefined;
  /** How it wants ids. */
  readonly idFormat?: ClientIdFormat | null | undefined;
  /** Whether it sees personal data of minors unmasked. */
  readonly pii?: boolean | null | undefined;
};

/** What changeClientQuotas takes. */
export type ChangeClientQuotasInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** What it has for a minute, by bucket; a bucket that is left out stays. */
  readonly quotas: ReadonlyArray<ClientQuotaInput>;
};

/** What changeClientResponsible takes. */
export type ChangeClientResponsibleInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** The person, by id. */
  readonly responsibleId: string;
};

/** One of the results that changeResults takes. */
export type ChangedResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** The version that you decided on; the row is refused where the result has changed since. */
  readonly version?: number | null | undefined;
  /** The parts that are marked, 1 to 20; their weights sum to 10000. */
  readonly components?: ReadonlyArray<ResultComponentInput> | null | undefined;
  /** Why there is no mark; the graded ones follow from the scores. Null takes such a reason back. */
  readonly scoreStatus?: ScoreStatus | null | undefined;
  /** The grade, on scales whose grades are entered. */
  readonly grade?: string | null | undefined;
};

/** What changeEnrolment takes. */
export type ChangeEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** The units that the student takes, all of them. */
  readonly units?: ReadonlyArray<EnrolledUnitInput> | null | undefined;
  /** The student lives at the school. */
  readonly boarding?: boolean | null | undefined;
};

/** What changeInvoice takes. */
export type ChangeInvoiceInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
  /** The enrolment that it is for, by id. */
  readonly enrolmentId?: string | null | undefined;
  /** The term that it is for, by id. */
  readonly termId?: string | null | undefined;
  /** The fee structure, by id. */
  readonly feeStructureId?: string | null | undefined;
  /** When it falls due; today or later. */
  readonly dueDate?: string | null | undefined;
  /** Who is expected to pay. */
  readonly payer?: PayerInput | null | undefined;
  /** The charges, all of them. */
  readonly lines?: ReadonlyArray<InvoiceLineInput> | null | undefined;
};

/** What changePolicies takes: the policies that change, and why. Null: as where the institution has decided nothing. */
export type ChangePoliciesInput = {
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
  /** Application, approval and settlement are by different people. */
  readonly fourEyes?: boolean | null | undefined;
  /** Loans are paid only to the number or the bank account on the member's record. */
  readonly verifiedNumbersOnly?: boolean | null | undefined;
  /** For so many days who changed a member's number does not pay out to it: 0 to 365. */
  readonly phoneChangeDays?: number | null | undefined;
  /** Payouts of apps wait while the provider accepts none, and are not refused. */
  readonly queuesPayouts?: boolean | null | undefined;
  /** How many days back people may date a payment: 0 to 3650. */
  readonly backdateDays?: number | null | undefined;
  /** What may be paid on a loan beyond what is owed. */
  readonly overpaymentLimit?: number | null | undefined;
  /** What people may charge on a loan, in percent of what was lent: 0 to 1000. */
  readonly chargeLimitPercent?: number | null | undefined;
  /** Interest and penalties of a non-performing loan stop at its principal. */
  readonly inDuplum?: boolean | null | undefined;
  /** The most of one payment that one person reverses. */
  readonly reversalLimit?: number | null | undefined;
  /** The most that one person charges on a loan in all. */
  readonly chargeLimit?: number | null | undefined;
  /** The most that one person waives of a loan, or gives up of an invoice, in all. */
  readonly waiverLimit?: number | null | undefined;
  /** The most that a line of the bank's statement books as its charge automatically. */
  readonly bankChargeLimit?: number | null | undefined;
  /** Loans are rescheduled by two people. */
  readonly reschedulesByTwo?: boolean | null | undefined;
  /** For so many days a proposal can be approved: 1 to 90. */
  readonly proposalDays?: number | null | undefined;
  /** Another person approves a new savings account. */
  readonly savingsNeedApproval?: boolean | null | undefined;
  /** After how many days without activity accounts are dormant; null: never. */
  readonly dormancyDays?: number | null | undefined;
  /** Who takes over shares of a member who leaves. */
  readonly shareBuyer?: ShareBuyer | null | undefined;
  /** How long before their redemption notice is given, in days. */
  readonly shareNoticeDays?: number | null | undefined;
  /** The paybill to which school-fee loans are paid, 5 to 7 digits; null where each disbursement names it. */
  readonly schoolPaybill?: string | null | undefined;
  /** The format of admission numbers, such as {programme}/{seq:4}/{year}. */
  readonly admissionPattern?: string | null | undefined;
  /** Marks are published by another person than the one who entered them. */
  readonly fourEyesOnResults?: boolean | null | undefined;
  /** Enrolments after the term's deadline. */
  readonly lateRegistration?: LateRegistration | null | undefined;
  /** The most that an app is charged for one payment. */
  readonly appFeeLimit?: number | null | undefined;
  /** For so many days it is stored who was shown personal data: 30 to 3650. */
  readonly personalReadingDays?: number | null | undefined;
  /** Members can be erased so many years after the last business with them: 0 to 30. */
  readonly retentionYears?: number | null | undefined;
  /** Students can be erased so many years after the last business with them: 0 to 30. */
  readonly studentRetentionYears?: number | null | undefined;
  /** All classes of lateness, in their order; the first begins at day 0. Null: the usual ones. */
  readonly arrearsBands?: ReadonlyArray<LatenessClassInput> | null | undefined;
  /** All steps of what apps are charged; the last one of a direction has no upper bound. Null: nothing. */
  readonly appTariff?: ReadonlyArray<AppChargeInput> | null | undefined;
};

/** What changeProgramme takes. */
export type ChangeProgrammeInput = {
  /** The programme, by id. */
  readonly programmeId: string;
  /** The name; 1 to 200 characters. */
  readonly name?: string | null | undefined;
  /** What it leads to. */
  readonly level?: ProgrammeLevel | null | undefined;
  /** The department; null clears it. */
  readonly department?: string | null | undefined;
  /** How it is studied. */
  readonly mode?: StudyMode | null | undefined;
  /** How many terms it takes, 1 to 40. */
  readonly durationTerms?: number | null | undefined;
  /** The scale by which it is graded from now on, by id. */
  readonly gradingScaleId?: string | null | undefined;
  /** Its code at the placement service (KUCCPS); null clears it. */
  readonly kuccpsCode?: string | null | undefined;
};

/** What changeResult takes. */
export type ChangeResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** The parts that are marked, 1 to 20; their weights sum to 10000. */
  readonly components?: ReadonlyArray<ResultComponentInput> | null | undefined;
  /** Why there is no mark; the graded ones follow from the scores. Null takes such a reason back. */
  readonly scoreStatus?: ScoreStatus | null | undefined;
  /** The grade, on scales whose grades are entered. */
  readonly grade?: string | null | undefined;
};

/** What changeResults takes. */
export type ChangeResultsInput = {
  /** The results, each once; 1 to 500. */
  readonly results: ReadonlyArray<ChangedResultInput>;
};

/** What changeRoleLimit takes. */
export type ChangeRoleLimitInput = {
  /** Whose limit. */
  readonly role: PersonRole;
  /** Which amount. */
  readonly step: LimitedStep;
  /** How it is limited. */
  readonly kind: RoleLimitKind;
  /** The largest amount, where it is limited by one. */
  readonly amount?: number | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What changeSponsorshipConsent takes. */
export type ChangeSponsorshipConsentInput = {
  /** The sponsorship, by id. */
  readonly sponsorshipId: string;
  /** What the sponsor may see. */
  readonly consent: SponsorConsent;
};

/** What changeStudent takes. */
export type ChangeStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** First name; 1 to 100 characters. */
  readonly firstName?: string | null | undefined;
  /** Last name; 1 to 100 characters. */
  readonly lastName?: string | null | undefined;
  /** The programme, by id; until the studies begin. Afterwards a transfer changes it. */
  readonly programmeId?: string | null | undefined;
  /** The admission number. */
  readonly admissionNo?: string | null | undefined;
  /** Middle name; 1 to 100 characters. */
  readonly middleName?: string | null | undefined;
  /** Gender. */
  readonly gender?: Gender | null | undefined;
  /** Date of birth; students are 3 to 100 years old. */
  readonly dateOfBirth?: string | null | undefined;
  /** The number of the national identity card; unique. */
  readonly nationalId?: string | null | undefined;
  /** The number of the birth certificate; unique. */
  readonly birthCertificateNo?: string | null | undefined;
  /** The number of the passport; unique. */
  readonly passportNo?: string | null | undefined;
  /** The student's own telephone. */
  readonly phone?: string | null | undefined;
  /** The student's own email address. */
  readonly email?: string | null | undefined;
  /** County of residence. */
  readonly county?: string | null | undefined;
  /** Country, two capital letters (ISO 3166-1). */
  readonly country?: string | null | undefined;
  /** The group that the student begins with, by id. */
  readonly intakeId?: string | null | undefined;
  /** The year of study, 1 to 10. */
  readonly yearOfStudy?: number | null | undefined;
  /** How the student studies. */
  readonly studyMode?: StudyMode | null | undefined;
  /** Who carries the fees. */
  readonly sponsorshipType?: SponsorshipType | null | undefined;
  /** Reference of the national placement service (KUCCPS). */
  readonly kuccpsRef?: string | null | undefined;
  /** Index number in the national school examination (KCSE), eleven digits; send kcseYear too. */
  readonly kcseIndexNo?: string | null | undefined;
  /** The year of that examination. */
  readonly kcseYear?: number | null | undefined;
  /** Reference of the Higher Education Loans Board (HELB). */
  readonly helbRef?: string | null | undefined;
  /** Who answers for the student, all of them; at most 10. */
  readonly guardians?: ReadonlyArray<GuardianInput> | null | undefined;
};

/** What changeTerm takes. */
export type ChangeTermInput = {
  /** The term, by id. */
  readonly termId: string;
  /** The name, such as Semester 1; 1 to 60 characters. */
  readonly name?: string | null | undefined;
  /** What the institution calls such a part. */
  readonly kind?: TermKind | null | undefined;
  /** The first day, inside the year. */
  readonly startDate?: string | null | undefined;
  /** The last day, inside the year. */
  readonly endDate?: string | null | undefined;
  /** Until when students may enrol; null for no limit. */
  readonly registrationDeadline?: string | null | undefined;
};

/** What can be charged on an instalment. */
export type ChargeablePart =
  /** A fee. */
  | 'FEES'
  /** A penalty. */
  | 'PENALTIES';

/** What a percentage is taken of. */
export type ChargeBase =
  /** Principal. */
  | 'PRINCIPAL'
  /** Interest. */
  | 'INTEREST'
  /** Principal and interest. */
  | 'PRINCIPAL_AND_INTEREST';

/** The payments of an app, by where the money goes. */
export type ChargeDirection =
  /** Money that the app pays out. */
  | 'PAYOUT'
  /** Money that the app collects. */
  | 'COLLECTION';

/** What chargeLoan takes. */
export type ChargeLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What it is charged as. */
  readonly part: ChargeablePart;
  /** How much. */
  readonly amount: number;
  /** On which instalment; the next one that falls due where it is left out; 1 to 1200. */
  readonly instalment?: number | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What chargeOffLoan takes. */
export type ChargeOffLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** How a beneficiary is paid. */
export type ClaimChannel =
  /** Cash at the counter. */
  | 'CASH'
  /** A transfer from the society’s bank. */
  | 'BANK';

/** What a claim after a death is proven by. */
export type ClaimDocumentKind =
  /** What the death was recorded with. */
  | 'PROOF_OF_DEATH'
  /** The certificate of the registrar of deaths. */
  | 'DEATH_CERTIFICATE'
  /** The permit that a burial takes. */
  | 'BURIAL_PERMIT'
  /** A court names who administers the estate of one who left no will. */
  | 'LETTERS_OF_ADMINISTRATION'
  /** A court confirms the executor of a will. */
  | 'GRANT_OF_PROBATE'
  /** The identity of a nominee, or of who receives the share in their place. */
  | 'BENEFICIARY_IDENTITY'
  /** Who receives the share of a minor. */
  | 'GUARDIANSHIP'
  /** The insurer says what it pays. */
  | 'INSURER_LETTER'
  /** Anything else. */
  | 'OTHER';

/** What a person may do with the client. */
export type ClientAction =
  /** The client gets a new secret; every token minted before is void. */
  | 'ROTATE_SECRET'
  /** The client gets a further key by name, beside those that it has. */
  | 'ADD_KEY'
  /** One key of the client, and every token that it minted, is void. */
  | 'REVOKE_KEY'
  /** What the client may do or see, or how it wants ids, is changed; where it loses a right its tokens are void. */
  | 'EDIT'
  /** The client may make more, or fewer, requests a minute. */
  | 'CHANGE_QUOTAS'
  /** The app is charged another tariff for payments that it requests from now on. */
  | 'CHANGE_TARIFF'
  /** Payers type another prefix at the paybill for the app. */
  | 'CHANGE_ACCOUNT_PREFIX'
  /** Another person answers for the client, and counts as its maker where two people are needed. */
  | 'CHANGE_RESPONSIBLE'
  /** The client may no longer mint tokens or call; its tokens are void. */
  | 'DISABLE'
  /** The client may mint tokens again. */
  | 'ENABLE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type ClientFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<ClientState> | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** How a client wants the ids of records in replies and events. */
export type ClientIdFormat =
  /** As integers. */
  | 'INTEGER'
  /** As uuids. */
  | 'UUID';

/** Whether a key mints tokens. */
export type ClientKeyState =
  /** It does. */
  | 'VALID'
  /** It still does: a rotation lets it run out. */
  | 'RUNNING_OUT'
  /** It was replaced by a rotation. */
  | 'REPLACED'
  /** Its time is over. */
  | 'EXPIRED'
  /** It was revoked, with its tokens. */
  | 'REVOKED';

/** A key of the order of the list. */
export type ClientOrder = {
  /** The key. */
  readonly by: ClientOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type ClientOrderField =
  /** By id. */
  | 'ID'
  /** By name. */
  | 'NAME'
  /** By state. */
  | 'STATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** A quota of one bucket. */
export type ClientQuotaInput = {
  /** The bucket, such as B.money. */
  readonly bucket: string;
  /** How much the client has for a minute; null for what every client has. */
  readonly perMinute?: number | null | undefined;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type ClientRequestFilter = {
  /** Exactly this. */
  readonly requestId?: string | null | undefined;
  /** What requestId starts with, letter for letter. */
  readonly requestIdStartsWith?: string | null | undefined;
  /** In this range. */
  readonly status?: IntRange | null | undefined;
};

/** Where the client stands. */
export type ClientState =
  /** An api client is registered in the settings. The client gets a new secret; every token minted before is void. The client gets a further key by name, beside those that it has. One key of the client, and every token that it minted, is void. What the client may do or see, or how it wants ids, is changed; where it loses a right its tokens are void. The client may make more, or fewer, requests a minute. The app is charged another tariff for payments that it requests from now on. Payers type another prefix at the paybill for the app. Another person answers for the client, and counts as its maker where two people are needed. The client may mint tokens again. Allows ROTATE_SECRET, ADD_KEY, REVOKE_KEY, EDIT, CHANGE_QUOTAS, CHANGE_TARIFF, CHANGE_ACCOUNT_PREFIX, CHANGE_RESPONSIBLE, DISABLE. */
  | 'ACTIVE'
  /** The client gets a new secret; every token minted before is void. The client gets a further key by name, beside those that it has. One key of the client, and every token that it minted, is void. What the client may do or see, or how it wants ids, is changed; where it loses a right its tokens are void. The client may make more, or fewer, requests a minute. The app is charged another tariff for payments that it requests from now on. Payers type another prefix at the paybill for the app. Another person answers for the client, and counts as its maker where two people are needed. The client may no longer mint tokens or call; its tokens are void. Allows ROTATE_SECRET, ADD_KEY, REVOKE_KEY, EDIT, CHANGE_QUOTAS, CHANGE_TARIFF, CHANGE_ACCOUNT_PREFIX, CHANGE_RESPONSIBLE, ENABLE. */
  | 'DISABLED';

/** What closeAmlAlert takes. */
export type CloseAmlAlertInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What closeDeathClaim takes. */
export type CloseDeathClaimInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
};

/** What closeSavingsAccount takes. */
export type CloseSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What collectMobileMoney takes. */
export type CollectMobileMoneyInput = {
  /** By whom the payer is prompted; the number has to be one of its own. M-Pesa where it is left out. */
  readonly channel?: PromptChannel | null | undefined;
  /** The amount, in whole shillings. */
  readonly amount: number;
  /** The payer's number. */
  readonly msisdn: string;
  /** What it is for: L-000012, SA-000034, an admission number; at most 64 characters. */
  readonly accountReference: string;
};

/** What completeEnrolment takes. */
export type CompleteEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
};

/** What completeStudent takes. */
export type CompleteStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** A kind of component of a result. */
export type ComponentKind =
  /** A continuous assessment test. */
  | 'CAT'
  /** An assignment. */
  | 'ASSIGNMENT'
  /** A practical. */
  | 'PRACTICAL'
  /** A project. */
  | 'PROJECT'
  /** The examination. */
  | 'EXAM';

/** What a kind of component usually weighs. */
export type ComponentWeightInput = {
  /** The kind. */
  readonly kind: ComponentKind;
  /** Basis points of the whole. */
  readonly weightBp: number;
};

/** What confirmDisbursementByBank takes. */
export type ConfirmDisbursementByBankInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
  /** The bank’s own reference; at most 64 characters. */
  readonly providerRef: string;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
};

/** What confirmEnrolment takes. */
export type ConfirmEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
};

/** What confirmInvitation takes. */
export type ConfirmInvitationInput = {
  /** The person, by id. */
  readonly personId: string;
};

/** What confirmPerson takes. */
export type ConfirmPersonInput = {
  /** The person, by id. */
  readonly personId: string;
};

/** What correctMemberDeath takes. */
export type CorrectMemberDeathInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What correctMobileMoney takes. */
export type CorrectMobileMoneyInput = {
  /** The payment, by id. */
  readonly mobileMoneyId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What createClient takes. */
export type CreateClientInput = {
  /** The name of the partner or the system, 1 to 100 characters. */
  readonly name: string;
  /** The person who answers for it, by id. */
  readonly responsibleId: string;
  /** What it may do. */
  readonly scopes: ReadonlyArray<string>;
  /** How it wants ids; integers where it is left out. */
  readonly idFormat?: ClientIdFormat | null | undefined;
  /** Whether it sees personal data of minors unmasked. */
  readonly pii?: boolean;
};

/** What createLoanProduct takes. */
export type CreateLoanProductInput = {
  /** The short name, unique in the society: capital letters, digits, _ and -; at most 20. */
  readonly code: string;
  /** The name; at most 100 characters. */
  readonly name: string;
  /** How interest spreads over the instalments. */
  readonly method: InterestMethod;
  /** Percent a year, a decimal number as text. */
  readonly interestRate: string;
  /** The least that is lent. */
  readonly minPrincipal: number;
  /** The most that is lent. */
  readonly maxPrincipal: number;
  /** The shortest term, in months. */
  readonly minTermMonths: number;
  /** The longest term, in months. */
  readonly maxTermMonths: number;
  /** All other terms. */
  readonly terms?: LoanTermsInput | null | undefined;
};

/** What createMember takes. */
export type CreateMemberInput = {
  /** Full name; at most 200 characters. */
  readonly name: string;
  /** The number of the national identity card; at most 32 characters. */
  readonly nationalId: string;
  /** Where the member is called and paid. */
  readonly phone: string;
  /** The branch, by id. */
  readonly branchId: string;
  /** What is known of the member's identity. Verification asks for it. */
  readonly kyc?: KycInput | null | undefined;
  /** Your own reference, unique for ever; at most 128 characters. */
  readonly clientReference?: string | null | undefined;
};

/** What createWebhook takes. */
export type CreateWebhookInput = {
  /** Whose it is, for people: the client, by id. Clients leave it out. */
  readonly clientId?: string | null | undefined;
  /** Where deliveries go, at most 2048 characters; https, in a sandbox http too. */
  readonly url: string;
  /** Event types and patterns: loan.disbursed, loan.*, or * for all that you may read. */
  readonly events: ReadonlyArray<string>;
  /** What it is for, in your own words; at most 500 characters. */
  readonly description?: string | null | undefined;
  /** One subject's events come one after the other: a later one waits for an earlier one. */
  readonly ordered?: boolean;
  /** The most posts a second, 1 to 500; left out for as fast as they come. */
  readonly rateLimitPerSecond?: number | null | undefined;
  /** Your own notes, at most 20. */
  readonly metadata?: ReadonlyArray<WebhookMetadataInput> | null | undefined;
  /** How much a delivery carries; all of it where it is left out. */
  readonly payload?: WebhookPayloadStyle | null | undefined;
  /** Several deliveries in one post; each has its own where it is left out. */
  readonly batch?: WebhookBatchInput | null | undefined;
};

/** A range: every bound that is present has to hold. */
export type DateRange = {
  /** More, or later, than this. */
  readonly gt?: string | null | undefined;
  /** This, or more or later. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier, than this. */
  readonly lt?: string | null | undefined;
  /** This, or less or earlier. */
  readonly lte?: string | null | undefined;
};

/** A range: every bound that is present has to hold. */
export type DateTimeRange = {
  /** More, or later, than this. */
  readonly gt?: string | null | undefined;
  /** This, or more or later. */
  readonly gte?: string | null | undefined;
  /** Less, or earlier, than this. */
  readonly lt?: string | null | undefined;
  /** This, or less or earlier. */
  readonly lte?: string | null | undefined;
};

/** How many days, of how long a year, interest runs for. */
export type DayCount =
  /** Months of 30 days, years of 360. */
  | 'THIRTY_360'
  /** The days there are, over 365. */
  | 'ACTUAL_365'
  /** The days there are, over 360. */
  | 'ACTUAL_360'
  /** The days there are, over 365 or 366, split at the year. */
  | 'ACTUAL_ACTUAL'
  /** The days there are, over 364: for weekly loans. */
  | 'ACTUAL_364';

/** What a person may do with the death claim. */
export type DeathClaimAction =
  /** A document of the claim is recorded by its reference. */
  | 'ADD_DOCUMENT'
  /** A court’s grant says who receives what is left: of a member without nominees, or in the place of one of them. */
  | 'APPOINT'
  /** The documents are complete; loans may be settled and beneficiaries paid. */
  | 'VERIFY'
  /** A loan of the member is paid by the insurer, or set off against what the member saved. */
  | 'SETTLE_LOAN'
  /** What is left on the accounts leaves them and is owed to the beneficiaries by their shares. */
  | 'DISTRIBUTE'
  /** A beneficiary is paid what is due. */
  | 'PAY'
  /** A settlement, distribution or payment that was wrong is undone. */
  | 'REVERSE_PART'
  /** Nothing is owed and nothing is left. Money that arrives later is distributed all the same. */
  | 'CLOSE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type DeathClaimFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these, each in full. */
  readonly claimNos?: ReadonlyArray<string> | null | undefined;
  /** Of this member, by id. */
  readonly memberId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<DeathClaimState> | null | undefined;
  /** In this range. */
  readonly diedOn?: DateRange | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type DeathClaimOrder = {
  /** The key. */
  readonly by: DeathClaimOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type DeathClaimOrderField =
  /** By id. */
  | 'ID'
  /** By claimNo. */
  | 'CLAIM_NO'
  /** By state. */
  | 'STATE'
  /** By diedOn. */
  | 'DIED_ON'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** What a claim after a death consists of. */
export type DeathClaimPartKind =
  /** The insurer paid on a loan. */
  | 'INSURANCE'
  /** What the member saved paid on a loan. */
  | 'SET_OFF'
  /** Money left an account of the member, to be distributed. */
  | 'TAKEN'
  /** It is due to a beneficiary. */
  | 'SHARE'
  /** A beneficiary was paid. */
  | 'PAYOUT';

/** Whether a part of a claim stands. */
export type DeathClaimPartState =
  /** It stands. */
  | 'BOOKED'
  /** It was undone. */
  | 'REVERSED';

/** Where the death claim stands. */
export type DeathClaimState =
  /** A death was recorded: what the member left and owed is to be settled. A document of the claim is recorded by its reference. A court’s grant says who receives what is left: of a member without nominees, or in the place of one of them. Allows ADD_DOCUMENT, APPOINT, VERIFY. */
  | 'OPEN'
  /** A document of the claim is recorded by its reference. A court’s grant says who receives what is left: of a member without nominees, or in the place of one of them. The documents are complete; loans may be settled and beneficiaries paid. A loan of the member is paid by the insurer, or set off against what the member saved. What is left on the accounts leaves them and is owed to the beneficiaries by their shares. A beneficiary is paid what is due. A settlement, distribution or payment that was wrong is undone. Allows ADD_DOCUMENT, APPOINT, SETTLE_LOAN, DISTRIBUTE, PAY, REVERSE_PART, CLOSE. */
  | 'DOCUMENTED'
  /** A document of the claim is recorded by its reference. Nothing is owed and nothing is left. Money that arrives later is distributed all the same. Allows ADD_DOCUMENT, SETTLE_LOAN, DISTRIBUTE, REVERSE_PART. */
  | 'SETTLED'
  /** The death was recorded by mistake, and nothing was settled yet. Allows no action. */
  | 'CANCELLED';

/** What deferEnrolment takes. */
export type DeferEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** Until when; after today. */
  readonly until: string;
};

/** What deferStudent takes. */
export type DeferStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Until when; after today. */
  readonly until: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What defineGradingScale takes. */
export type DefineGradingScaleInput = {
  /** The short name that is unique in the institution: 2 to 20 of A-Z, 0-9 and _. */
  readonly code: string;
  /** The name; 1 to 100 characters. */
  readonly name: string;
  /** How marks become grades. */
  readonly definition: GradingScaleDefinitionInput;
};

/** What defineProgramme takes. */
export type DefineProgrammeInput = {
  /** The short name that is unique in the institution: 2 to 20 of A-Z, 0-9, / and -. */
  readonly code: string;
  /** The name; 1 to 200 characters. */
  readonly name: string;
  /** What it leads to. */
  readonly level: ProgrammeLevel;
  /** The department; at most 100 characters. */
  readonly department?: string | null | undefined;
  /** How it is studied; FULL_TIME where it is left out. */
  readonly mode?: StudyMode | null | undefined;
  /** How many terms it takes, 1 to 40. */
  readonly durationTerms: number;
  /** The scale by which it is graded, by id. */
  readonly gradingScaleId: string;
  /** Its code at the placement service (KUCCPS); at most 20 characters. */
  readonly kuccpsCode?: string | null | undefined;
};

/** What deleteWebhook takes. */
export type DeleteWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
};

/** What depositSavings takes. */
export type DepositSavingsInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** How much. */
  readonly amount: number;
  /** How it came. */
  readonly channel: SavingsChannel;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The payer's or provider's reference, unique for its channel; at most 128 characters. */
  readonly reference?: string | null | undefined;
  /** The payer's number. */
  readonly msisdn?: string | null | undefined;
  /** The branch at whose counter it happens, by id; the member's where it is left out. */
  readonly branchId?: string | null | undefined;
};

/** What disableClient takes. */
export type DisableClientInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What disableWebhook takes. */
export type DisableWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
};

/** What disburseLoan takes. */
export type DisburseLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What is paid; the channel may ask for whole shillings. */
  readonly amount: number;
  /** The way on which it is paid. */
  readonly channel: DisbursementChannel;
  /** MPESA_B2C: who is paid. */
  readonly msisdn?: string | null | undefined;
  /** BANK: the recipient's bank and account; at most 100 characters. Those on the member's record where it is left out. */
  readonly bankAccount?: string | null | undefined;
  /** MPESA_B2B: the school; the paybill of the institution's policies where it is left out. */
  readonly business?: BusinessInput | null | undefined;
  /** The agent whose float pays, such as AG-000001; the one of the member's branch where it is left out. */
  readonly agentNo?: string | null | undefined;
};

/** What a person may do with the disbursement. */
export type DisbursementAction =
  /** The bank made the transfer and gave its own reference. */
  | 'CONFIRM_BY_BANK'
  /** The transfer was not made and will not be. */
  | 'CANCEL'
  /** A person says what became of it, with the evidence; another one has to agree. */
  | 'PROPOSE_OUTCOME'
  /** A second person agrees with what was proposed, and it is booked. */
  | 'APPROVE_OUTCOME'
  /** The money came back whole. Where the loan was repaid or changed since, it is for review: people may undo that first; what stands when they approve the return stays, and what was paid becomes the member’s. */
  | 'REVERSE'
  /** Part of the money came back: so much less was lent, and the schedule is recalculated. */
  | 'RETURN_PART';

/** A way of paying money out. */
export type DisbursementChannel =
  /** M-Pesa, from business to customer. */
  | 'MPESA_B2C'
  /** Airtel Money, from business to customer. */
  | 'AIRTEL_B2C'
  /** M-Pesa, from the institution's paybill to a school's paybill or till. For school-fee loans. */
  | 'MPESA_B2B'
  /** A transfer that people ask a bank for. */
  | 'BANK'
  /** To a school whose fees are collected in the lender's own books: paid immediately. For school-fee loans. */
  | 'INTERNAL';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type DisbursementFilter = {
  /** The receipt or the provider’s reference in full; or the loan or its borrower, as loans are searched. Needs members:read as well. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<DisbursementState> | null | undefined;
  /** One of these as channel. */
  readonly channels?: ReadonlyArray<DisbursementChannel> | null | undefined;
  /** In this range. */
  readonly amount?: CentsRange | null | undefined;
  /** Exactly this. */
  readonly providerRef?: string | null | undefined;
  /** What providerRef starts with, letter for letter. */
  readonly providerRefStartsWith?: string | null | undefined;
  /** Whether there is any provider ref. */
  readonly hasProviderRef?: boolean | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any receipt no. */
  readonly hasReceiptNo?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type DisbursementOrder = {
  /** The key. */
  readonly by: DisbursementOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type DisbursementOrderField =
  /** By id. */
  | 'ID'
  /** By state. */
  | 'STATE'
  /** By channel. */
  | 'CHANNEL'
  /** By amount. */
  | 'AMOUNT'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the disbursement stands. */
export type DisbursementState =
  /** On mobile money float is held and the request to the provider is written down before anything leaves; by bank it waits for the transfer, or is written into the file of payments where the bank’s rail is set up. Allows CONFIRM_BY_BANK, CANCEL. */
  | 'PENDING'
  /** On mobile money float is held and the request to the provider is written down before anything leaves; by bank it waits for the transfer, or is written into the file of payments where the bank’s rail is set up. Allows no action. */
  | 'SENDING'
  /** The provider accepted the request; the money is in transit. Allows no action. */
  | 'SENT'
  /** No reply came; the money may be gone. The status is queried; it is never sent again. Allows no action. */
  | 'UNKNOWN'
  /** The bank made the transfer and gave its own reference. The school’s fees are collected in the lender’s own books: the money is the school’s immediately. The provider paid the recipient. A second person agrees with what was proposed, and it is booked. Part of the money came back: so much less was lent, and the schedule is recalculated. Allows REVERSE, RETURN_PART. */
  | 'CONFIRMED'
  /** The provider did not pay; the float is free again. A second person agrees with what was proposed, and it is booked. Allows no action. */
  | 'FAILED'
  /** The provider’s answers do not settle it; people have to, with evidence. A person says what became of it, with the evidence; another one has to agree. The money came back whole. Where the loan was repaid or changed since, it is for review: people may undo that first; what stands when they approve the return stays, and what was paid becomes the member’s. Allows PROPOSE_OUTCOME, APPROVE_OUTCOME. */
  | 'REVIEW'
  /** The provider paid although it had said that it had not, and the loan takes it no more: the recipient owes it back. Allows REVERSE. */
  | 'IN_RECOVERY'
  /** A second person agrees with what was proposed, and it is booked. The money came back whole. Where the loan was repaid or changed since, it is for review: people may undo that first; what stands when they approve the return stays, and what was paid becomes the member’s. Allows no action. */
  | 'REVERSED'
  /** The transfer was not made and will not be. Allows no action. */
  | 'CANCELLED';

/** What discardInvoice takes. */
export type DiscardInvoiceInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
};

/** What dischargeGuarantor takes. */
export type DischargeGuarantorInput = {
  /** The guarantee of the guarantor who died, by id. */
  readonly guaranteeId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What discontinueEnrolment takes. */
export type DiscontinueEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What discontinueStudent takes. */
export type DiscontinueStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What dismissPerson takes. */
export type DismissPersonInput = {
  /** The person, by id. */
  readonly personId: string;
  /** Why; at most 500 characters. */
  readonly reason: string;
};

/** What distributeEstate takes. */
export type DistributeEstateInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
};

/** What draftInvoice takes. */
export type DraftInvoiceInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** The enrolment that it is for, by id. */
  readonly enrolmentId?: string | null | undefined;
  /** The term that it is for, by id. */
  readonly termId?: string | null | undefined;
  /** A fee structure, by id: its charges are taken where lines are left out. */
  readonly feeStructureId?: string | null | undefined;
  /** When it falls due; today or later. */
  readonly dueDate: string;
  /** Who is expected to pay; the student where it is left out. */
  readonly payer?: PayerInput | null | undefined;
  /** The charges, 1 to 200. */
  readonly lines?: ReadonlyArray<InvoiceLineInput> | null | undefined;
  /** Issues the invoice in the same step. */
  readonly issue?: boolean;
};

/** What drawFeeStructure takes. */
export type DrawFeeStructureInput = {
  /** The name; 1 to 100 characters. */
  readonly name: string;
  /** The programme, by id. */
  readonly programmeId: string;
  /** The academic year, by id. */
  readonly academicYearId: string;
  /** A term of the year, by id; every term where it is left out. */
  readonly termId?: string | null | undefined;
  /** The year of study; every one where it is left out. */
  readonly yearOfStudy?: number | null | undefined;
  /** For students whose fees are carried so; all where it is left out. */
  readonly sponsorshipType?: SponsorshipType | null | undefined;
  /** The charges, in their order. */
  readonly components: ReadonlyArray<FeeComponentInput>;
};

/** What money before a due date pays of the running row. */
export type EarlyPayment =
  /** The interest accrued until then, and after it principal. */
  | 'INTEREST_FIRST'
  /** Principal alone. */
  | 'PRINCIPAL_FIRST';

/** What editLoan takes. */
export type EditLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What is requested. */
  readonly principal?: number | null | undefined;
  /** The term in months, 1 to 600. */
  readonly termMonths?: number | null | undefined;
  /** What the loan is for; at most 500 characters, null for nothing. */
  readonly purpose?: string | null | undefined;
};

/** What editLoanProduct takes. What is left out stays as it was. */
export type EditLoanProductInput = {
  /** The product, by id. */
  readonly productId: string;
  /** The name; at most 100 characters. */
  readonly name?: string | null | undefined;
  /** How interest spreads over the instalments. */
  readonly method?: InterestMethod | null | undefined;
  /** Percent a year, a decimal number as text. */
  readonly interestRate?: string | null | undefined;
  /** The least that is lent. */
  readonly minPrincipal?: number | null | undefined;
  /** The most that is lent. */
  readonly maxPrincipal?: number | null | undefined;
  /** The shortest term, in months. */
  readonly minTermMonths?: number | null | undefined;
  /** The longest term, in months. */
  readonly maxTermMonths?: number | null | undefined;
  /** All other terms. */
  readonly terms?: LoanTermsInput | null | undefined;
};

/** What enableClient takes. */
export type EnableClientInput = {
  /** The client, by id. */
  readonly clientId: string;
};

/** What enableWebhook takes. */
export type EnableWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
};

/** What endSession takes. */
export type EndSessionInput = {
  /** The session, by id. */
  readonly sessionId: string;
};

/** What endSessions takes. */
export type EndSessionsInput = {
  /** The person, by id. */
  readonly personId: string;
};

/** What endSponsorship takes. */
export type EndSponsorshipInput = {
  /** The sponsorship, by id. */
  readonly sponsorshipId: string;
};

/** A unit that a student takes. */
export type EnrolledUnitInput = {
  /** The unit, by id. */
  readonly unitId: string;
  /** How the student stands in it; REGISTERED where it is left out. */
  readonly status?: UnitStatus | null | undefined;
};

/** What a person may do with the enrolment. */
export type EnrolmentAction =
  /** Units or boarding are changed; the state stays. */
  | 'EDIT'
  /** The school takes the student in; an admitted student becomes active. */
  | 'CONFIRM'
  /** The enrolment is dropped before it was confirmed. */
  | 'CANCEL'
  /** The period was studied to its end. */
  | 'COMPLETE'
  /** The period rests until a date. */
  | 'DEFER'
  /** A deferred period goes on. */
  | 'RESUME'
  /** The student moves to another programme; a new enrolment continues this one. */
  | 'TRANSFER'
  /** The student leaves the period. */
  | 'WITHDRAW'
  /** The school ends the period for the student. */
  | 'DISCONTINUE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type EnrolmentFilter = {
  /** The programme, by id. */
  readonly programmeId?: string | null | undefined;
  /** Of this student, by id. */
  readonly studentId?: string | null | undefined;
  /** Of the student with this admission number, in upper or lower case. */
  readonly admissionNo?: string | null | undefined;
  /** The year, by id. */
  readonly academicYearId?: string | null | undefined;
  /** In this term, by id. */
  readonly termId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<EnrolmentState> | null | undefined;
  /** Who takes this unit, and has not dropped it, by id. */
  readonly unitId?: string | null | undefined;
};

/** Where the enrolment stands. */
export type EnrolmentState =
  /** A student asks for a place in a period. Units or boarding are changed; the state stays. Allows EDIT, CONFIRM, CANCEL. */
  | 'PENDING'
  /** Units or boarding are changed; the state stays. The school takes the student in; an admitted student becomes active. A deferred period goes on. Allows EDIT, COMPLETE, DEFER, TRANSFER, WITHDRAW, DISCONTINUE. */
  | 'ENROLLED'
  /** The period rests until a date. Allows RESUME, WITHDRAW, DISCONTINUE. */
  | 'DEFERRED'
  /** The period was studied to its end. Allows no action. */
  | 'COMPLETED'
  /** The enrolment is dropped before it was confirmed. Allows no action. */
  | 'CANCELLED'
  /** The student moves to another programme; a new enrolment continues this one. Allows no action. */
  | 'TRANSFERRED'
  /** The student leaves the period. Allows no action. */
  | 'WITHDRAWN'
  /** The school ends the period for the student. Allows no action. */
  | 'DISCONTINUED';

/** What enrolStudent takes. */
export type EnrolStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** The programme, by id. */
  readonly programmeId: string;
  /** The academic year, by id. */
  readonly academicYearId: string;
  /** A term of that year, by id; left out for the whole year. */
  readonly termId?: string | null | undefined;
  /** The group that the student begins with, by id. */
  readonly intakeId?: string | null | undefined;
  /** The year of study, 1 to 10. */
  readonly yearOfStudy: number;
  /** The units that the student takes. */
  readonly units?: ReadonlyArray<EnrolledUnitInput> | null | undefined;
  /** The day of the enrolment, inside the academic year and at most 30 days ahead. */
  readonly enrolledOn: string;
  /** The student lives at the school. */
  readonly boarding?: boolean;
};

/** What eraseMember takes. */
export type EraseMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What eraseStudent takes. */
export type EraseStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What escalateAmlAlert takes. */
export type EscalateAmlAlertInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What exitMember takes. */
export type ExitMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What a charge is for. */
export type FeeCategory =
  /** Tuition. */
  | 'TUITION'
  /** Registration. */
  | 'REGISTRATION'
  /** Examination. */
  | 'EXAMINATION'
  /** Library. */
  | 'LIBRARY'
  /** Medical care. */
  | 'MEDICAL'
  /** Activities. */
  | 'ACTIVITY'
  /** Caution money. */
  | 'CAUTION'
  /** Accommodation. */
  | 'ACCOMMODATION'
  /** Transport. */
  | 'TRANSPORT'
  /** Anything else. */
  | 'OTHER';

/** A charge of a fee structure. */
export type FeeComponentInput = {
  /** The school's own code for the charge; at most 40 characters. */
  readonly code?: string | null | undefined;
  /** What it is for, in words; 1 to 200 characters. */
  readonly description: string;
  /** What it is for. */
  readonly feeCategory: FeeCategory;
  /** How much. */
  readonly amount: number;
  /** Which charge takes money first, lowest first; the usual order of categories where it is left out. */
  readonly priority?: number | null | undefined;
};

/** A fee: a flat amount, or a percentage of something. */
export type FeeInput = {
  /** What the fee is called. */
  readonly name: string;
  /** When it falls due. */
  readonly when: FeeTime;
  /** The date of a fee that falls due on a date. */
  readonly on?: string | null | undefined;
  /** A flat fee; or send percent. */
  readonly amount?: number | null | undefined;
  /** A percentage, a decimal number as text; or send amount. */
  readonly percent?: string | null | undefined;
  /** What the percentage is taken of; PRINCIPAL where it is left out. */
  readonly of?: ChargeBase | null | undefined;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type FeeStructureFilter = {
  /** The programme, by id. */
  readonly programmeId?: string | null | undefined;
  /** The year, by id. */
  readonly academicYearId?: string | null | undefined;
  /** For this term, by id. */
  readonly termId?: string | null | undefined;
};

/** What becomes of a school-fee loan's money that its invoice did not take. It is never paid to the student in cash. */
export type FeeSurplus =
  /** It goes back to the lender, which prepays the loan with it. */
  | 'TO_LENDER'
  /** It is the student's credit at the school. */
  | 'STUDENT_CREDIT';

/** When a fee falls due. */
export type FeeTime =
  /** Kept back from the money paid out. */
  | 'DISBURSEMENT'
  /** In every row. */
  | 'INSTALMENT'
  /** In the row whose period holds the date. */
  | 'DATE';

/** What fileAmlAlertSar takes. */
export type FileAmlAlertSarInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** The authority’s reference of the report; at most 128 characters. */
  readonly reportReference?: string | null | undefined;
};

/** What a broken first period bears. */
export type FirstPeriod =
  /** Interest for its days. */
  | 'BY_DAYS'
  /** Interest for a whole period. */
  | 'WHOLE';

/** What a person may do with the float top up. */
export type FloatTopUpAction =
  /** It was called off before anything left. */
  | 'CANCEL'
  /** One person says what became of it, with evidence, and another agrees. */
  | 'SETTLE'
  /** The provider moved the money back to the paybill’s account. */
  | 'REVERSE';

/** Where the float top up stands. */
export type FloatTopUpState =
  /** It is agreed that money of the paybill becomes float of an agent; nothing has left. Nothing has left, for certain: it is tried again while there is time. Allows CANCEL. */
  | 'PENDING'
  /** The request to the provider is written down; it may leave from now on. Allows no action. */
  | 'SENDING'
  /** The provider took the request; nothing is booked yet. Allows no action. */
  | 'SENT'
  /** It is unknown whether the money was moved. The status is queried; it is never sent again. Allows no action. */
  | 'UNKNOWN'
  /** What the provider says does not settle it; two people have to, with evidence. Allows SETTLE. */
  | 'REVIEW'
  /** The provider moved the money: it is float from now on. One person says what became of it, with evidence, and another agrees. Allows REVERSE. */
  | 'CONFIRMED'
  /** The provider did not move the money. One person says what became of it, with evidence, and another agrees. Allows no action. */
  | 'FAILED'
  /** It was called off before anything left. Allows no action. */
  | 'CANCELLED'
  /** The provider moved the money back to the paybill’s account. Allows no action. */
  | 'REVERSED';

/** What freezeSavingsAccount takes. */
export type FreezeSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** How often something happens. */
export type FrequencyInput = {
  /** What is counted. */
  readonly unit: FrequencyUnit;
  /** How many of them lie between. */
  readonly every: number;
};

/** What a frequency counts. */
export type FrequencyUnit =
  /** Months. */
  | 'MONTHS'
  /** Weeks. */
  | 'WEEKS'
  /** Days. */
  | 'DAYS';

/** Which instalment money in advance goes to. */
export type FutureAllocation =
  /** The next one. */
  | 'NEXT'
  /** The last one. */
  | 'LAST'
  /** All of them alike. */
  | 'REAMORTIZE';

/** Gender, as far as it was said. */
export type Gender =
  /** Female. */
  | 'FEMALE'
  /** Male. */
  | 'MALE'
  /** Another. */
  | 'OTHER'
  /** Not said. */
  | 'UNDISCLOSED';

/** What giveNoticeOnShares takes. */
export type GiveNoticeOnSharesInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** A grade and the least mark that earns it. */
export type GradeBandInput = {
  /** The grade; 1 to 40 characters. */
  readonly grade: string;
  /** The least mark, a decimal number as text; left out where grades are entered. */
  readonly minMark?: string | null | undefined;
  /** Grade points, a decimal number as text. */
  readonly points?: string | null | undefined;
  /** Whether it passes. */
  readonly passes: boolean;
};

/** Whether a grade follows from the mark. */
export type GradeEntry =
  /** The grade follows from the mark. */
  | 'MARKS'
  /** An examiner enters the grade. */
  | 'GRADE';

/** A grading scale that is in use in Kenya. */
export type GradingPreset =
  /** Universities that grade A to E, such as the University of Nairobi. */
  | 'KE_UNI5'
  /** Universities with eight grades and a GPA of four points. */
  | 'KE_UNI8'
  /** Health sciences: 50 passes. */
  | 'KE_HEALTH'
  /** Postgraduate studies: 50 passes. */
  | 'KE_POSTGRAD'
  /** The school certificate (KCSE): grades are entered. */
  | 'KCSE'
  /** Technical training: competent, or not yet. */
  | 'TVET_CDACC';

/** How marks become grades. */
export type GradingScaleDefinitionInput = {
  /** Whether the grade follows from the mark. */
  readonly entry: GradeEntry;
  /** The grades, best first; the last one begins at 0. 1 to 30 of them. */
  readonly bands: ReadonlyArray<GradeBandInput>;
  /** How a mark is rounded before its grade is read; NONE where it is left out. */
  readonly rounding?: MarkRounding | null | undefined;
  /** The least mark that passes, a decimal number as text. */
  readonly passMark?: string | null | undefined;
  /** The most that a supplementary examination brings. */
  readonly supplementaryCap?: string | null | undefined;
  /** The usual weights, offered to a screen; at most 20 of them. */
  readonly weights?: ReadonlyArray<ComponentWeightInput> | null | undefined;
};

/** What graduateStudent takes. */
export type GraduateStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Why the award is conferred in spite of a debt; at most 500 characters. */
  readonly overrideReason?: string | null | undefined;
};

/** What a person may do with the guarantee. */
export type GuaranteeAction =
  /** The guarantor steps back before the loan is approved. */
  | 'WITHDRAW'
  /** The guarantor died, and another member took the place. */
  | 'SUBSTITUTE'
  /** The guarantor died, and the society lets the estate go. */
  | 'DISCHARGE';

/** Where the guarantee stands. */
export type GuaranteeState =
  /** A member stands for part of a loan. A repayment was taken back and the loan runs again; so does the guarantee. Allows WITHDRAW, SUBSTITUTE, DISCHARGE. */
  | 'LIVE'
  /** The loan came to its end; the guarantor is free. Allows no action. */
  | 'RELEASED'
  /** The guarantor steps back before the loan is approved. Allows no action. */
  | 'WITHDRAWN'
  /** The guarantor died, and another member took the place. Allows no action. */
  | 'SUBSTITUTED'
  /** The guarantor died, and the society lets the estate go. Allows no action. */
  | 'DISCHARGED';

/** A person who answers for a student. */
export type GuardianInput = {
  /** Full name; 1 to 200 characters. */
  readonly name: string;
  /** What the person is to the student, such as mother; at most 100 characters. */
  readonly relationship?: string | null | undefined;
  /** Telephone. */
  readonly phone?: string | null | undefined;
  /** Email address. */
  readonly email?: string | null | undefined;
  /** The one to turn to first; at most one is. */
  readonly primary?: boolean;
  /** The same person as a member of the society, by id. */
  readonly memberId?: string | null | undefined;
};

/** What a person may do with the incident. */
export type IncidentAction =
  /** A person takes it on. */
  | 'ASSIGN'
  /** It was looked into; the reason says what was found and done. */
  | 'RESOLVE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type IncidentFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these as kind. */
  readonly kinds?: ReadonlyArray<IncidentKind> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<IncidentState> | null | undefined;
  /** Of this disbursement, by id. */
  readonly disbursementId?: string | null | undefined;
  /** Whether there is any disbursement. */
  readonly hasDisbursement?: boolean | null | undefined;
  /** Exactly this. */
  readonly assignee?: string | null | undefined;
  /** What assignee starts with, letter for letter. */
  readonly assigneeStartsWith?: string | null | undefined;
  /** Whether there is any assignee. */
  readonly hasAssignee?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** What a person has to look at. */
export type IncidentKind =
  /** The provider said that it had not paid, and then that it had. It was booked; see why the story changed. */
  | 'LATE_SUCCESS'
  /** The provider paid after it had said that it had not, and the float does not cover it: top it up, and it is booked. */
  | 'FLOAT_SHORT'
  /** The recipient was paid twice. The second payment is a claim: recover it, then reverse the disbursement. */
  | 'PAID_TWICE'
  /** The provider said that it had paid, and then that it had not. Its books are queried. */
  | 'FAILURE_AFTER_SUCCESS'
  /** The provider paid another amount than was requested. */
  | 'AMOUNT_MISMATCH'
  /** The provider says that it paid another person. */
  | 'RECIPIENT_MISMATCH'
  /** The provider dates the payment before it was requested, or ahead: find it in its statement. */
  | 'IMPLAUSIBLE_TIME'
  /** The provider has not said for a day what became of it: find it in its statement. */
  | 'NO_ANSWER'
  /** The money came back, but the loan was repaid or changed since. Undo what should not stand, then approve the return: nothing was lent with it, and what was paid is the member’s. */
  | 'RETURNED_AFTER_USE'
  /** A payment was taken back after what was too much of it had gone to the member. The loan owes that, too: collect it. */
  | 'TAKEN_BACK_AFTER_REFUND'
  /** The account at the provider is empty: nothing more is sent until it is filled. */
  | 'PROVIDER_FLOAT_INSUFFICIENT'
  /** The account at the provider that pays does not hold what the books say, and what is in transit does not explain it. */
  | 'FLOAT_DIFFERENCE'
  /** The account at the provider that collects does not hold what the books say, and what came since does not explain it. */
  | 'COLLECTED_DIFFERENCE'
  /** What the provider has charged is not what the books owe it, and payments in transit do not explain it. */
  | 'CHARGES_DIFFERENCE'
  /** A provider reports a payment under a receipt that is booked as another one. It was not booked again. */
  | 'RECEIPT_USED_TWICE'
  /** The same receipt is booked on another account, or in the other direction. */
  | 'RECEIPT_ELSEWHERE'
  /** A provider reports another receipt, or another amount, for a payment that is settled. */
  | 'RECEIPT_DIFFERS'
  /** A collection was paid late, and two payments in suspense may be it. Nothing was booked: find out which of them, by its receipt. */
  | 'RECEIPT_UNCERTAIN'
  /** A person entered the payment of a prompt, and its provider says that the prompt was not paid: find out whether the money came. */
  | 'ENTERED_NOT_PAID'
  /** A provider notified of a payment in a message that can’t be read. It is not booked: read the message that is stored. */
  | 'NOTIFICATION_UNREADABLE'
  /** A provider notified of another payment, or another shortcode, than the address belongs to. It is not booked. */
  | 'NOTIFICATION_ELSEWHERE'
  /** A provider notified of a payment that the books do not know. What came in waits in suspense. */
  | 'NOTIFICATION_UNKNOWN'
  /** A high payment to the paybill was notified, and its provider says otherwise when it is asked. It waits in suspense: find out who notified it. */
  | 'PAYMENT_UNCONFIRMED'
  /** Money came at the paybill under the prefix of an app that is disabled, or for an account that one of ours is named like. It waits in suspense: find out whose it is. */
  | 'APP_NOT_CREDITED'
  /** A provider notified of a payment that the books refuse. It is not booked. */
  | 'NOTIFICATION_CONTRADICTS'
  /** A credit at the bank repeats the reference of a payment, and the bank does not mark it as a return of these days. It is booked as money received: find out what it is for. */
  | 'CREDIT_NAMES_PAYMENT'
  /** The account at Airtel Money does not hold what the books say, and what is on its way or owed to it does not explain it. */
  | 'AIRTEL_DIFFERENCE'
  /** The provider declines to say what our account holds, or has not said it for hours, although it is asked: it is compared with the books no more. See the provider’s settings. */
  | 'BALANCE_UNKNOWN'
  /** The provider refuses our credential, or our account: nothing more is sent to it. Replace it or have it unlocked, then resume the rail. */
  | 'CREDENTIAL_REFUSED'
  /** What a paybill collected in some hours was never compared with the provider’s list, which keeps two days: compare the statement of these days. */
  | 'LIST_GAP'
  /** A payment stays out of the bank’s files because of its member: decide about the member, or take the payment back. */
  | 'PAYMENT_HELD_BACK'
  /** A threshold of money laundering control has no rate of exchange for the day of the money: record one, then look at that time again. */
  | 'EXCHANGE_RATE_MISSING'
  /** The names of a member and the nominees could not be compared with the lists of sanctions and exposed persons: correct the particulars, which compares them again. */
  | 'MEMBER_NOT_SCREENED';

/** A key of the order of the list. */
export type IncidentOrder = {
  /** The key. */
  readonly by: IncidentOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type IncidentOrderField =
  /** By id. */
  | 'ID'
  /** By kind. */
  | 'KIND'
  /** By state. */
  | 'STATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the incident stands. */
export type IncidentState =
  /** Something about money on its way does not fit, and a person has to review it. A person takes it on. Allows ASSIGN, RESOLVE. */
  | 'OPEN'
  /** It was looked into; the reason says what was found and done. Allows no action. */
  | 'RESOLVED';

/** Whether an instalment is paid. */
export type InstalmentState =
  /** Nothing was paid, and it is not late. */
  | 'PENDING'
  /** Part of it was paid, and it is not late. */
  | 'PARTIALLY_PAID'
  /** All of it was paid. */
  | 'PAID'
  /** Something is open after the due date. */
  | 'OVERDUE';

/** Whether money is real. */
export type InstitutionMode =
  /** Providers are simulated. */
  | 'SANDBOX'
  /** Money is real. */
  | 'LIVE';

/** How the interest of a period is worked out. */
export type InterestCalculation =
  /** A month is a twelfth of a year whatever its days. */
  | 'SAME_AS_REPAYMENT_PERIOD'
  /** By the days, as the day count has it. */
  | 'DAILY';

/** How interest spreads over the instalments. */
export type InterestMethod =
  /** Level instalments; interest on what is left of the principal (EMI). */
  | 'DECLINING_EQUAL_INSTALMENTS'
  /** Interest on the whole principal for the whole term, spread evenly. */
  | 'FLAT'
  /** Equal parts of the principal; interest on what is left of it. */
  | 'DECLINING_EQUAL_PRINCIPAL'
  /** An instalment that is agreed; the last row takes what is left. */
  | 'FIXED_INSTALMENT'
  /** Interest alone; the principal falls due at the end. */
  | 'INTEREST_ONLY';

/** Where interest is rounded. */
export type InterestRounding =
  /** Once a row. */
  | 'ROW'
  /** Once for each stretch of unchanged balance. */
  | 'SEGMENT';

/** Up to when a borrower who settles early pays interest. */
export type InterestUntil =
  /** To the day of the settlement. */
  | 'PAY_OFF_DATE'
  /** To the next due date. */
  | 'NEXT_DUE_DATE';

/** A range: every bound that is present has to hold. */
export type IntRange = {
  /** More, or later, than this. */
  readonly gt?: number | null | undefined;
  /** This, or more or later. */
  readonly gte?: number | null | undefined;
  /** Less, or earlier, than this. */
  readonly lt?: number | null | undefined;
  /** This, or less or earlier. */
  readonly lte?: number | null | undefined;
};

/** What invitePersonAgain takes. */
export type InvitePersonAgainInput = {
  /** The person, by id. */
  readonly personId: string;
};

/** What invitePerson takes. */
export type InvitePersonInput = {
  /** The name, 1 to 100 characters. */
  readonly name: string;
  /** The e-mail address, unique among those who work here. */
  readonly email: string;
  /** What they may do. */
  readonly roles: ReadonlyArray<PersonRole>;
};

/** What a person may do with the invoice. */
export type InvoiceAction =
  /** Lines, payer or due date are changed. */
  | 'EDIT'
  /** The invoice takes its number and is owed. */
  | 'ISSUE'
  /** The invoice was a mistake; nothing was paid or credited. */
  | 'VOID'
  /** The school gives up the rest. */
  | 'WRITE_OFF';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type InvoiceFilter = {
  /** The student’s programme, by id. */
  readonly programmeId?: string | null | undefined;
  /** Of this student, by id. */
  readonly studentId?: string | null | undefined;
  /** Of the student with this admission number. */
  readonly admissionNo?: string | null | undefined;
  /** Of students whom this member sponsors now, and who let the member see balances, by id. */
  readonly sponsorMemberId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<InvoiceState> | null | undefined;
  /** Due before today with something owed, or not. */
  readonly overdue?: boolean | null | undefined;
  /** Due before this day. */
  readonly dueBefore?: string | null | undefined;
  /** Due after this day. */
  readonly dueAfter?: string | null | undefined;
};

/** A charge. Send a discount as an amount or as a percentage, not both. */
export type InvoiceLineInput = {
  /** The school's own code for the charge; at most 40 characters. */
  readonly code?: string | null | undefined;
  /** What it is for, in words; 1 to 200 characters. */
  readonly description: string;
  /** What it is for. */
  readonly feeCategory: FeeCategory;
  /** How much, before the discount. */
  readonly amount: number;
  /** What is taken off; at most the amount. */
  readonly discount?: number | null | undefined;
  /** What is taken off, as percent of the amount: a decimal number as text, from 0 to 100. Rounded half up, once. */
  readonly discountPercent?: string | null | undefined;
  /** Which line takes money first, lowest first, 0 to 1000; by its category where it is left out. */
  readonly priority?: number | null | undefined;
};

/** What a person may do with the payment. */
export type InvoicePaymentAction =
  /** The money did not stay; its own allocations are unwound. */
  | 'REVERSE';

/** Where the payment stands. */
export type InvoicePaymentState =
  /** Money for a student arrived. The invoice that the money was meant for takes none of it: it goes back to the loan, or waits restricted to it. Allows REVERSE. */
  | 'RECEIVED'
  /** The money, or a part of it, was put on invoices. Allows REVERSE. */
  | 'PARTLY_ALLOCATED'
  /** The money, or a part of it, was put on invoices. A loan paid more than its invoice takes; the rest is held for the lender. The surplus went back to the lender as a prepayment of principal. Allows REVERSE. */
  | 'ALLOCATED'
  /** The money did not stay; its own allocations are unwound. Allows no action. */
  | 'REVERSED';

/** Where the invoice stands. */
export type InvoiceState =
  /** Charges are put together; nothing is owed yet. Lines, payer or due date are changed. A draft is deleted; a tombstone stays for readers. Allows EDIT, ISSUE, VOID. */
  | 'DRAFT'
  /** The invoice takes its number and is owed. A credit note lowers what is owed. A payment was reversed; its part is owed again, and what was given up because it had been paid. The due date passed with a balance; emitted once. Allows VOID, WRITE_OFF. */
  | 'ISSUED'
  /** Money was allocated to the invoice, or credit took its last balance. A credit note lowers what is owed. A payment was reversed; its part is owed again, and what was given up because it had been paid. The due date passed with a balance; emitted once. Allows WRITE_OFF. */
  | 'PARTIALLY_PAID'
  /** Money was allocated to the invoice, or credit took its last balance. Allows no action. */
  | 'PAID'
  /** The invoice was a mistake; nothing was paid or credited. Allows no action. */
  | 'VOID'
  /** The school gives up the rest. Allows no action. */
  | 'WRITTEN_OFF';

/** What issueCreditNote takes. */
export type IssueCreditNoteInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
  /** How much less is owed; at most the balance. */
  readonly amount: number;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What issueInvoice takes. */
export type IssueInvoiceInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
};

/** A kind of identity document. */
export type KycIdType =
  /** The national identity card. */
  | 'NATIONAL_ID';

/** What is known of a member's identity. */
export type KycInput = {
  /** The kind of document. */
  readonly idType: KycIdType;
  /** The number on the document; at most 32 characters. Verification asks that it agrees with nationalId. */
  readonly idNumber: string;
  /** The date of birth on the document; members are 18 or older. */
  readonly dateOfBirth: string;
  /** Where the member lives. Verification asks for it. */
  readonly address?: AddressInput | null | undefined;
};

/** What bears late interest. */
export type LateInterestBase =
  /** Overdue principal. */
  | 'PRINCIPAL'
  /** Overdue principal and interest. */
  | 'PRINCIPAL_AND_INTEREST';

/** A class of lateness. */
export type LatenessClassInput = {
  /** Its name, in small letters. */
  readonly name: string;
  /** It begins at so many days past due. */
  readonly fromDays: number;
  /** What is set aside of the principal, in percent. */
  readonly provisionRate: string;
};

/** Enrolments after the term's deadline. */
export type LateRegistration =
  /** They are taken. */
  | 'ACCEPTED'
  /** They are refused. */
  | 'REFUSED';

/** Which rate the level instalment follows from. */
export type LevelRate =
  /** The exact rate of every period. */
  | 'EACH_PERIOD'
  /** Thirty days a month over the year of the day count. */
  | 'NOMINAL_MONTH';

/** An amount of a role's one step. */
export type LimitedStep =
  /** What the role approves. */
  | 'APPROVE'
  /** What the role pays out. */
  | 'DISBURSE';

/** What limitFloat takes. */
export type LimitFloatInput = {
  /** The agent, such as AG-000001. */
  readonly agentNo: string;
  /** Below this much of available float the event float.low is sent; null: it is not. */
  readonly lowFloat?: number | null | undefined;
  /** What may be paid out from it in a business day; null: no more than there is. */
  readonly dailyLimit?: number | null | undefined;
};

/** What a person may do with the loan. */
export type LoanAction =
  /** The application is changed. */
  | 'EDIT'
  /** The lender accepts the application; money may leave. */
  | 'APPROVE'
  /** The lender declines the application. */
  | 'REJECT'
  /** The member takes the application back. */
  | 'WITHDRAW'
  /** An approval is taken back before money left. */
  | 'UNDO_APPROVAL'
  /** The provider took money back before anything else was booked; it may be paid out again. */
  | 'UNDO_DISBURSEMENT'
  /** A fee or penalty is charged on an instalment. */
  | 'CHARGE'
  /** Interest, fees or penalties are waived; the loan closes when nothing is owed. */
  | 'WAIVE'
  /** The rows still to come are agreed again, as a new version of the schedule. */
  | 'RESCHEDULE'
  /** A new loan pays this one off. */
  | 'REFINANCE'
  /** The books take the loss; the member still owes, and what comes in is recovery. */
  | 'CHARGE_OFF'
  /** The debt is written off. */
  | 'WRITE_OFF'
  /** The debt is owed again as before its write-off. */
  | 'UNDO_WRITE_OFF'
  /** What was paid too much went back to the member. */
  | 'REFUND_OVERPAYMENT'
  /** What was paid too much was saved for the member. */
  | 'TRANSFER_TO_SAVINGS'
  /** Days of lateness are not counted for a while; what is owed stays owed. */
  | 'PAUSE_ARREARS'
  /** Days of lateness count again. */
  | 'RESUME_ARREARS';

/** Where a payment goes. */
export type LoanAllocationInput = {
  /** The twelve buckets, each once, in the order in which money pays them, such as past_due_interest. */
  readonly order: ReadonlyArray<string>;
  /** Instalment by instalment, or component by component. */
  readonly direction: AllocationDirection;
  /** Which instalment money in advance goes to. */
  readonly future: FutureAllocation;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type LoanFilter = {
  /** The loan’s number in full; or the borrower: words, or beginnings of words, of the name, or the number, phone or national id in full. Needs members:read as well. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these, each in full. */
  readonly loanNos?: ReadonlyArray<string> | null | undefined;
  /** Of this member, by id. */
  readonly memberId?: string | null | undefined;
  /** Of this product, by id. */
  readonly productId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<LoanState> | null | undefined;
  /** In this range. */
  readonly principal?: CentsRange | null | undefined;
  /** In this range. */
  readonly termMonths?: IntRange | null | undefined;
  /** Exactly this. */
  readonly clientReference?: string | null | undefined;
  /** What clientReference starts with, letter for letter. */
  readonly clientReferenceStartsWith?: string | null | undefined;
  /** Whether there is any client reference. */
  readonly hasClientReference?: boolean | null | undefined;
  /** In this range. */
  readonly disbursedAt?: DateRange | null | undefined;
  /** Whether there is any disbursed at. */
  readonly hasDisbursedAt?: boolean | null | undefined;
  /** In this range. */
  readonly maturityDate?: DateRange | null | undefined;
  /** Whether there is any maturity date. */
  readonly hasMaturityDate?: boolean | null | undefined;
  /** Of this branch, by id. */
  readonly branchId?: string | null | undefined;
  /** In this range. */
  readonly nextDueDate?: DateRange | null | undefined;
  /** Whether there is any next due date. */
  readonly hasNextDueDate?: boolean | null | undefined;
  /** In this range. */
  readonly daysPastDue?: IntRange | null | undefined;
  /** In this range. */
  readonly arrearsAmount?: CentsRange | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** Interest on what is overdue. */
export type LoanLateInterestInput = {
  /** Percent a year, a decimal number as text. */
  readonly annualRate: string;
  /** How many days, of how long a year. */
  readonly dayCount: DayCount;
  /** What bears it. */
  readonly of: LateInterestBase;
  /** Days after the due date in which nothing accrues. */
  readonly graceDays: number;
  /** How it is rounded. */
  readonly rounding: Rounding;
};

/** A key of the order of the list. */
export type LoanOrder = {
  /** The key. */
  readonly by: LoanOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type LoanOrderField =
  /** By id. */
  | 'ID'
  /** By loanNo. */
  | 'LOAN_NO'
  /** By state. */
  | 'STATE'
  /** By principal. */
  | 'PRINCIPAL'
  /** By termMonths. */
  | 'TERM_MONTHS'
  /** By nextDueDate. */
  | 'NEXT_DUE_DATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** What an instalment costs that is not paid in time. */
export type LoanPenaltyInput = {
  /** A flat penalty; or send percent. */
  readonly amount?: number | null | undefined;
  /** A percentage, a decimal number as text; or send amount. */
  readonly percent?: string | null | undefined;
  /** What the percentage is taken of; PRINCIPAL where it is left out. */
  readonly of?: ChargeBase | null | undefined;
  /** Days after the due date in which nothing is charged. */
  readonly graceDays: number;
  /** Once for an overdue instalment, or for every day. */
  readonly every: PenaltyEvery;
  /** How it is rounded; HALF_EVEN where it is left out. */
  readonly rounding?: Rounding | null | undefined;
};

/** What a person may do with the loan product. */
export type LoanProductAction =
  /** Its terms are changed: new loans start with the new ones, those of before keep theirs. */
  | 'EDIT'
  /** The product takes no new loans; those of it go on. */
  | 'RETIRE'
  /** The product is on offer again. */
  | 'REACTIVATE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type LoanProductFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly code?: string | null | undefined;
  /** What code starts with, letter for letter. */
  readonly codeStartsWith?: string | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<LoanProductState> | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** Where the loan product stands. */
export type LoanProductState =
  /** The society puts a product on offer. Its terms are changed: new loans start with the new ones, those of before keep theirs. The product is on offer again. Allows EDIT, RETIRE. */
  | 'ACTIVE'
  /** Its terms are changed: new loans start with the new ones, those of before keep theirs. The product takes no new loans; those of it go on. Allows EDIT, REACTIVATE. */
  | 'RETIRED';

/** By whose money a loan is settled after the borrower’s death. */
export type LoanSettlementMethod =
  /** The insurer paid into the bank. */
  | 'INSURANCE'
  /** It is taken from an account of the member. */
  | 'SET_OFF';

/** Where the loan stands. */
export type LoanState =
  /** A member applies for a loan of a product. The application is changed. An approval is taken back before money left. Allows EDIT, APPROVE, REJECT, WITHDRAW. */
  | 'DRAFT'
  /** The lender accepts the application; money may leave. The provider took money back before anything else was booked; it may be paid out again. Allows WITHDRAW, UNDO_APPROVAL. */
  | 'READY_TO_DISBURSE'
  /** A disbursement was confirmed; the repayment schedule runs. The provider took money back before anything else was booked; it may be paid out again. A disbursement, or part of it, came back: so much less was lent, and the schedule was cut again. A repayment was booked; the loan closes when nothing is owed. A repayment was taken back, and those after it were allocated again. A payment was taken back after what was too much of it had gone to the member, who owes that now. A fee or penalty is charged on an instalment. Interest, fees or penalties are waived; the loan closes when nothing is owed. The rows still to come are agreed again, as a new version of the schedule. A payment of a refinanced loan was taken back: the loan in its place is owed more or less. The books take the loss; the member still owes, and what comes in is recovery. The debt is owed again as before its write-off. Days of lateness are not counted for a while; what is owed stays owed. Days of lateness count again. Allows UNDO_DISBURSEMENT, CHARGE, WAIVE, RESCHEDULE, REFINANCE, CHARGE_OFF, WRITE_OFF, PAUSE_ARREARS, RESUME_ARREARS. */
  | 'ACTIVE'
  /** The provider took money back before anything else was booked; it may be paid out again. A disbursement, or part of it, came back: so much less was lent, and the schedule was cut again. A repayment was booked; the loan closes when nothing is owed. A repayment was taken back, and those after it were allocated again. Interest, fees or penalties are waived; the loan closes when nothing is owed. A new loan pays this one off. A payment of a refinanced loan was taken back: the loan in its place is owed more or less. What was paid too much went back to the member. What was paid too much was saved for the member. Allows no action. */
  | 'CLOSED'
  /** The provider took money back before anything else was booked; it may be paid out again. A disbursement, or part of it, came back: so much less was lent, and the schedule was cut again. A repayment was booked; the loan closes when nothing is owed. A repayment was taken back, and those after it were allocated again. Interest, fees or penalties are waived; the loan closes when nothing is owed. A payment of a refinanced loan was taken back: the loan in its place is owed more or less. Allows REFUND_OVERPAYMENT, TRANSFER_TO_SAVINGS. */
  | 'OVERPAID'
  /** The lender declines the application. Allows no action. */
  | 'REJECTED'
  /** The member takes the application back. Allows no action. */
  | 'WITHDRAWN'
  /** A payment was taken back after what was too much of it had gone to the member, who owes that now. The debt is written off. Money came in on a debt that was written off. Money that came in on a debt that was written off is reversed. What was paid too much went back to the member. What was paid too much was saved for the member. Allows UNDO_WRITE_OFF, REFUND_OVERPAYMENT, TRANSFER_TO_SAVINGS. */
  | 'WRITTEN_OFF';

/** Terms of a product. Whatever is left out has its usual value. */
export type LoanTermsInput = {
  /** How many days, of how long a year, interest runs for. */
  readonly dayCount?: DayCount | null | undefined;
  /** How the interest of a period is worked out. */
  readonly interestCalculation?: InterestCalculation | null | undefined;
  /** How often instalments fall due; every month where it is left out. */
  readonly frequency?: FrequencyInput | null | undefined;
  /** How amounts are rounded; HALF_EVEN where it is left out. */
  readonly rounding?: Rounding | null | undefined;
  /** Whether a row's interest is rounded once, or for each stretch of unchanged balance. */
  readonly interestRounding?: InterestRounding | null | undefined;
  /** The level instalment is rounded to this many cents. */
  readonly instalmentMultiple?: number | null | undefined;
  /** Every amount is rounded to this many cents. */
  readonly amountMultiple?: number | null | undefined;
  /** Which rate the level instalment follows from. */
  readonly levelRate?: LevelRate | null | undefined;
  /** Shifts the level instalment where that narrows the last row's difference. */
  readonly progressiveAdjustment?: boolean | null | undefined;
  /** First rows in which interest is due but no principal. */
  readonly graceOnPrincipal?: number | null | undefined;
  /** First rows whose interest falls due together in the row after them. */
  readonly graceOnInterest?: number | null | undefined;
  /** First rows in which no interest accrues. */
  readonly interestFree?: number | null | undefined;
  /** Whether a broken first period bears interest for its days or for a whole one. */
  readonly firstPeriod?: FirstPeriod | null | undefined;
  /** Days without business. */
  readonly calendar?: CalendarInput | null | undefined;
  /** Fees of a loan, deducted or in every row. */
  readonly fees?: ReadonlyArray<FeeInput> | null | undefined;
  /** What an instalment costs that is not paid in time; null: nothing. */
  readonly penalty?: LoanPenaltyInput | null | undefined;
  /** Interest on what is overdue; null: none, or what the prepayment strategy says. */
  readonly lateInterest?: LoanLateInterestInput | null | undefined;
  /** Where a payment goes; all of it is sent, or nothing. */
  readonly allocation?: LoanAllocationInput | null | undefined;
  /** What becomes of money that comes early; null: it pays the next instalments as they were agreed. */
  readonly prepayment?: PrepaymentStrategy | null | undefined;
  /** What money before a due date pays of the running row, where there is a prepayment strategy. */
  readonly earlyPayment?: EarlyPayment | null | undefined;
  /** Overdue principal goes on bearing interest, where there is a prepayment strategy. */
  readonly lateAccrues?: boolean | null | undefined;
  /** Up to when interest is owed where a loan is settled early. */
  readonly settlementInterest?: InterestUntil | null | undefined;
  /** Days after a due date in which an instalment does not count as late. */
  readonly arrearsGraceDays?: number | null | undefined;
  /** Guarantors that a loan needs before it is approved. */
  readonly guarantorsRequired?: number | null | undefined;
  /** How much of the principal guarantees have to cover, in percent. */
  readonly guaranteePercent?: string | null | undefined;
  /** A loan is of at most so many times what its member has saved, a decimal number as text. */
  readonly depositMultiple?: string | null | undefined;
  /** How many disbursements a loan may have. */
  readonly mostTranches?: number | null | undefined;
  /** Days past due that a loan must have before it is charged off. */
  readonly chargeOffAfterDays?: number | null | undefined;
  /** Days past due that a loan must have before it is written off. */
  readonly writeOffAfterDays?: number | null | undefined;
  /** What becomes of a school-fee loan's money that its invoice did not take; TO_LENDER where it is left out. */
  readonly feeSurplus?: FeeSurplus | null | undefined;
};

/** What markAmlAlertFalsePositive takes. */
export type MarkAmlAlertFalsePositiveInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** How a mark is rounded before its grade is read. */
export type MarkRounding =
  /** Not at all, beyond its two places. */
  | 'NONE'
  /** To a whole mark, half up. */
  | 'HALF_UP_0DP';

/** What a person may do with the member. */
export type MemberAction =
  /** The identity was checked; the member may borrow and save. */
  | 'VERIFY_KYC'
  /** The identity could not be confirmed. */
  | 'REJECT_KYC'
  /** The member sends corrected particulars. */
  | 'RESUBMIT_KYC'
  /** The identity was checked again, on fresh particulars. */
  | 'RENEW_KYC'
  /** The society stops the member from new business. */
  | 'SUSPEND'
  /** A suspension ends. */
  | 'REINSTATE'
  /** A dormant member returns: the identity was checked again, on fresh particulars. */
  | 'REACTIVATE'
  /** Compliance ends the relationship. */
  | 'BLACKLIST'
  /** The member leaves, owing nothing and owed nothing. */
  | 'EXIT'
  /** The member died. */
  | 'RECORD_DEATH'
  /** The member lives: the death was recorded by mistake. */
  | 'CORRECT_DEATH'
  /** Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. */
  | 'ERASE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type MemberFilter = {
  /** Words, or beginnings of words, of the name, in any order, without case, accents and punctuation; or the member’s number, phone or national id in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these, each in full. */
  readonly memberNos?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** Exactly this. */
  readonly nationalId?: string | null | undefined;
  /** Exactly this. */
  readonly phone?: string | null | undefined;
  /** Of this branch, by id. */
  readonly branchId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<MemberState> | null | undefined;
  /** Exactly this. */
  readonly clientReference?: string | null | undefined;
  /** What clientReference starts with, letter for letter. */
  readonly clientReferenceStartsWith?: string | null | undefined;
  /** Whether there is any client reference. */
  readonly hasClientReference?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type MemberOrder = {
  /** The key. */
  readonly by: MemberOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type MemberOrderField =
  /** By id. */
  | 'ID'
  /** By memberNo. */
  | 'MEMBER_NO'
  /** By name. */
  | 'NAME'
  /** By state. */
  | 'STATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the member stands. */
export type MemberState =
  /** A person applies for membership. The member sends corrected particulars. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows VERIFY_KYC, REJECT_KYC, ERASE. */
  | 'PENDING_KYC'
  /** The identity could not be confirmed. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows RESUBMIT_KYC, ERASE. */
  | 'KYC_REJECTED'
  /** The identity was checked; the member may borrow and save. The identity was checked again, on fresh particulars. A suspension ends. A dormant member returns: the identity was checked again, on fresh particulars. The member lives: the death was recorded by mistake. Allows RENEW_KYC, SUSPEND, BLACKLIST, EXIT, RECORD_DEATH. */
  | 'ACTIVE'
  /** The society stops the member from new business. The member lives: the death was recorded by mistake. Allows REINSTATE, BLACKLIST, RECORD_DEATH. */
  | 'SUSPENDED'
  /** Close of business found no activity for the tenant’s dormancy period. The member lives: the death was recorded by mistake. Allows REACTIVATE, BLACKLIST, EXIT, RECORD_DEATH. */
  | 'DORMANT'
  /** Compliance ends the relationship. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows ERASE. */
  | 'BLACKLISTED'
  /** The member leaves, owing nothing and owed nothing. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows ERASE. */
  | 'EXITED'
  /** The member died. Personal data are cleared on a request under the Data Protection Act 2019; the ids and the books stay. Allows CORRECT_DEATH, ERASE. */
  | 'DECEASED';

/** How money of a payer comes in. */
export type MobileMoneyChannel =
  /** The payer pays of his own accord. */
  | 'MPESA_PAYBILL'
  /** The payer is prompted on the phone. */
  | 'MPESA_STK'
  /** The same by Airtel Money. */
  | 'AIRTEL'
  /** A credit on the statement of the institution’s bank. */
  | 'BANK';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type MobileMoneyFilter = {
  /** The receipt, what the payer typed, or the payer’s number, each in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these as channel. */
  readonly channels?: ReadonlyArray<MobileMoneyChannel> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<MobileMoneyTransactionState> | null | undefined;
  /** In this range. */
  readonly amount?: CentsRange | null | undefined;
  /** Exactly this. */
  readonly msisdn?: string | null | undefined;
  /** Exactly this. */
  readonly accountReference?: string | null | undefined;
  /** What accountReference starts with, letter for letter. */
  readonly accountReferenceStartsWith?: string | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any receipt no. */
  readonly hasReceiptNo?: boolean | null | undefined;
  /** One of these as destination type. */
  readonly destinationTypes?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any destination type. */
  readonly hasDestinationType?: boolean | null | undefined;
  /** In this range. */
  readonly paidAt?: DateTimeRange | null | undefined;
  /** Whether there is any paid at. */
  readonly hasPaidAt?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type MobileMoneyOrder = {
  /** The key. */
  readonly by: MobileMoneyOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type MobileMoneyOrderField =
  /** By id. */
  | 'ID'
  /** By channel. */
  | 'CHANNEL'
  /** By state. */
  | 'STATE'
  /** By amount. */
  | 'AMOUNT'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Who carries payments of mobile money. */
export type MobileMoneyProvider =
  /** M-Pesa. */
  | 'MPESA'
  /** Airtel Money. */
  | 'AIRTEL';

/** What a person may do with the mobile money transaction. */
export type MobileMoneyTransactionAction =
  /** The money was booked to a loan, a savings account or a student. */
  | 'ALLOCATE'
  /** A person says that it has to go back to its payer; another one has to approve it. */
  | 'PROPOSE_RETURN'
  /** A second person agrees: the provider may be requested to return it. */
  | 'APPROVE_RETURN'
  /** The money went back to the payer: it was reversed at the provider. One person proposes it, another does it. */
  | 'RETURN'
  /** A person entered it wrongly, and it never came so: its receipt is free for the payment that has it. What the provider has reported, or a statement shows, is not corrected. */
  | 'CORRECT';

/** Where the mobile money transaction stands. */
export type MobileMoneyTransactionState =
  /** Money is requested of a payer on the phone. Allows no action. */
  | 'PENDING'
  /** The provider prompts the payer on the phone. Allows no action. */
  | 'SENT'
  /** It is unknown whether the payer was prompted, or has paid. The payer is not prompted again; the status is queried. Allows no action. */
  | 'UNKNOWN'
  /** Money came in. It is in suspense until it is booked where it belongs; an unrequested payment begins here. A payment was more than its place may take: the rest of it waits in suspense under the same receipt. What it was booked as was undone; it waits for its right place again. A person says that it has to go back to its payer; another one has to approve it. The provider did not return it; it waits in suspense again. Allows ALLOCATE, PROPOSE_RETURN, APPROVE_RETURN, RETURN, CORRECT. */
  | 'UNALLOCATED'
  /** The money was booked to a loan, a savings account or a student. It was booked in the wrong place; it stands in the right one now. Allows no action. */
  | 'ALLOCATED'
  /** The rest of a payment is one with the payment again, so that all of it can be booked by one command. The money that was requested came in as a payment under the same receipt; that one counts. It turned out to be the payment of an app’s collection, which has its receipt; that one counts. Allows no action. */
  | 'MERGED'
  /** A second person agrees: the provider may be requested to return it. Allows RETURN. */
  | 'RETURNING'
  /** The payer could not pay, did not answer in time, or did not want to. Allows no action. */
  | 'FAILED'
  /** The payer could not pay, did not answer in time, or did not want to. No status came in time. Allows no action. */
  | 'EXPIRED'
  /** The payer could not pay, did not answer in time, or did not want to. Allows no action. */
  | 'CANCELLED_BY_PAYER'
  /** The money went back to the payer: it was reversed at the provider. One person proposes it, another does it. Allows no action. */
  | 'REVERSED'
  /** A person entered it wrongly, and it never came so: its receipt is free for the payment that has it. What the provider has reported, or a statement shows, is not corrected. Allows no action. */
  | 'CORRECTED';

/** Who receives the share of a nominee who is a minor. */
export type NomineeGuardianInput = {
  /** Full name; at most 200 characters. */
  readonly name: string;
  /** Where the guardian is called and paid. */
  readonly phone?: string | null | undefined;
};

/** Who receives what a member leaves. */
export type NomineeInput = {
  /** Full name; at most 200 characters. */
  readonly name: string;
  /** What the nominee is to the member; at most 50 characters. */
  readonly relationship: string;
  /** The share of what the member leaves, in hundredths of a per cent; all of them sum to 10000. */
  readonly shareBasisPoints: number;
  /** Birth date; under 18 a guardian is needed. */
  readonly dateOfBirth?: string | null | undefined;
  /** The number of a document of identity; at most 32 characters. */
  readonly idNumber?: string | null | undefined;
  /** Where the nominee is called and paid. */
  readonly phone?: string | null | undefined;
  /** Who receives the share of a minor. */
  readonly guardian?: NomineeGuardianInput | null | undefined;
};

/** Where a due date goes that falls on a day off. */
export type NonWorkingDayPolicy =
  /** It stays. */
  | 'UNCHANGED'
  /** To the next working day. */
  | 'NEXT_WORKING_DAY'
  /** To the working day before. */
  | 'PREVIOUS_WORKING_DAY';

/** What offerUnit takes. */
export type OfferUnitInput = {
  /** The programme, by id; all programmes where it is left out. */
  readonly programmeId?: string | null | undefined;
  /** The code, such as CSC101; unique in the programme. */
  readonly code: string;
  /** The title; 1 to 200 characters. */
  readonly title: string;
  /** Credit hours, a decimal number as text. */
  readonly creditHours: string;
  /** The year of study that it belongs to, 1 to 10. */
  readonly yearOfStudy: number;
  /** Whether the programme can't be completed without it; false where it is left out. */
  readonly core?: boolean | null | undefined;
};

/** What openAcademicYear takes. */
export type OpenAcademicYearInput = {
  /** The name, such as 2025/2026; 1 to 40 characters. */
  readonly name: string;
  /** The first day. */
  readonly startDate: string;
  /** The last day, at most two years later. */
  readonly endDate: string;
};

/** What openIntake takes. */
export type OpenIntakeInput = {
  /** The name, such as SEP2025; 1 to 40 characters. */
  readonly name: string;
  /** The month, 1 to 12. */
  readonly month: number;
  /** The year. */
  readonly year: number;
};

/** What openSavingsAccount takes. */
export type OpenSavingsAccountInput = {
  /** Whose savings they are, by id. */
  readonly memberId: string;
  /** One of savingsProducts, by id. */
  readonly productId: string;
  /** Your own reference, unique for ever; at most 128 characters. */
  readonly clientReference?: string | null | undefined;
  /** What becomes of a fixed deposit that matures; as its product has it where it is left out. */
  readonly atMaturity?: AtMaturity | null | undefined;
  /** Of one that is to be paid out: the ordinary account of the member, by id. */
  readonly payoutAccountId?: string | null | undefined;
};

/** What openTerm takes. */
export type OpenTermInput = {
  /** The year that it is a part of, by id. */
  readonly academicYearId: string;
  /** The name, such as Semester 1; 1 to 40 characters. */
  readonly name: string;
  /** What the institution calls such a part. */
  readonly kind: TermKind;
  /** The first day, inside the year. */
  readonly startDate: string;
  /** The last day, inside the year. */
  readonly endDate: string;
  /** Until when students may enrol; no limit where it is left out. */
  readonly registrationDeadline?: string | null | undefined;
};

/** Which end comes first. */
export type OrderDirection =
  /** The least, or the earliest, comes first. */
  | 'ASCENDING'
  /** The most, or the latest, comes first. */
  | 'DESCENDING';

/** What pauseLoanArrears takes. */
export type PauseLoanArrearsInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** The last day on which lateness is not counted; until it is resumed where it is left out. */
  readonly until?: string | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What payBeneficiary takes. */
export type PayBeneficiaryInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
  /** The number of the beneficiary; 1 to 20. */
  readonly beneficiary: number;
  /** How. */
  readonly channel: ClaimChannel;
  /** The receipt of the bank; required of it; at most 64 characters. */
  readonly reference?: string | null | undefined;
};

/** Who is expected to pay. */
export type PayerInput = {
  /** The kind of payer. */
  readonly type: PayerType;
  /** The payer's own reference; at most 100 characters. */
  readonly ref?: string | null | undefined;
};

/** A kind of payer. */
export type PayerType =
  /** The student. */
  | 'SELF'
  /** A guardian. */
  | 'GUARDIAN'
  /** The Higher Education Loans Board. */
  | 'HELB'
  /** A scholarship. */
  | 'SCHOLARSHIP'
  /** An employer. */
  | 'EMPLOYER'
  /** A member of the society. */
  | 'MEMBER'
  /** A school-fee loan. */
  | 'LOAN';

/** Where a part of a payment is to go. */
export type PaymentAllocationInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
  /** A line of the invoice, by id; left out, the lines are filled in their order. */
  readonly lineId?: string | null | undefined;
  /** How much. */
  readonly amount: number;
};

/** The way on which money for a student came. */
export type PaymentMethod =
  /** M-Pesa, to the school's paybill. */
  | 'MPESA_PAYBILL'
  /** M-Pesa, prompted on the payer's telephone. */
  | 'MPESA_STK'
  /** Airtel Money, prompted on the payer's telephone. */
  | 'AIRTEL'
  /** A transfer to the school's bank. */
  | 'BANK'
  /** The Higher Education Loans Board. */
  | 'HELB'
  /** A bursary. */
  | 'BURSARY'
  /** A school-fee loan of the society; such payments follow from disbursements, they are not booked by hand. */
  | 'LOAN'
  /** A cheque. */
  | 'CHEQUE'
  /** A correction by hand. */
  | 'ADJUSTMENT';

/** What became of a payment. */
export type PaymentOutcome =
  /** The recipient has the money. */
  | 'PAID'
  /** The recipient has not got it; the float is free again. */
  | 'NOT_PAID';

/** What payPaybill takes. */
export type PayPaybillInput = {
  /** How much comes, in whole shillings, 1 to 250,000. */
  readonly amount: number;
  /** The payer's number. */
  readonly msisdn: string;
  /** What the payer types as the account: L-000012, SA-000034, an admission number; at most 64 characters. */
  readonly accountReference: string;
};

/** How often a penalty is charged. */
export type PenaltyEvery =
  /** Once for an overdue instalment. */
  | 'INSTALMENT'
  /** For every day that it stays overdue. */
  | 'DAY';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type PendingApprovalFilter = {
  /** One of these as kind. */
  readonly kinds?: ReadonlyArray<WaitingKind> | null | undefined;
  /** Exactly this. */
  readonly subjectType?: string | null | undefined;
  /** What subjectType starts with, letter for letter. */
  readonly subjectTypeStartsWith?: string | null | undefined;
  /** Exactly this. */
  readonly proposedBy?: string | null | undefined;
  /** What proposedBy starts with, letter for letter. */
  readonly proposedByStartsWith?: string | null | undefined;
  /** In this range. */
  readonly proposedAt?: DateTimeRange | null | undefined;
};

/** What a person may do with the person. */
export type PersonAction =
  /** The person gets a new link: the first was lost or has expired, or a key is lost. */
  | 'INVITE_AGAIN'
  /** A second administrator agrees that the person registers a new key in the place of a lost one. */
  | 'CONFIRM_INVITATION'
  /** A second administrator, or an operator, says that the person holds the key, and not who made the link to it. */
  | 'CONFIRM'
  /** The person has these roles from now on, in every session. */
  | 'ASSIGN_ROLES'
  /** The person reads and changes records of these branches alone from now on, or of all. */
  | 'ASSIGN_BRANCHES'
  /** A developer maintains these clients from now on, and sees nothing of others. */
  | 'ASSIGN_CLIENTS'
  /** A lecturer reads and marks the classes of these units from now on, and sees nothing of others. */
  | 'ASSIGN_UNITS'
  /** The person may not sign in; their sessions have ended. */
  | 'SUSPEND'
  /** The person may sign in again. */
  | 'RESUME'
  /** The person works here no more: sessions, links and keys are void for good. */
  | 'LEAVE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type PersonFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** Exactly this. */
  readonly name?: string | null | undefined;
  /** What name starts with, letter for letter. */
  readonly nameStartsWith?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<PersonState> | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type PersonOrder = {
  /** The key. */
  readonly by: PersonOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type PersonOrderField =
  /** By id. */
  | 'ID'
  /** By name. */
  | 'NAME'
  /** By state. */
  | 'STATE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** What a person may do, by the work that they do. */
export type PersonRole =
  /** Takes applications of members and follows their loans and savings. Approves nothing. */
  | 'OFFICER'
  /** Takes money in and pays out what others have approved, up to a limit. */
  | 'TELLER'
  /** Approves what others have made or proposed, up to a limit. */
  | 'APPROVER'
  /** Keeps a school: students, enrolments, invoices and the fees that come in. Approves what another bursar proposes of these, up to a limit. */
  | 'BURSAR'
  /** Enters the marks of the units that were assigned to them, and sees who takes these, and nothing else. */
  | 'LECTURER'
  /** Keeps students and their enrolments, and publishes the marks that lecturers hand in. */
  | 'REGISTRAR'
  /** Decides about alerts of money laundering, about who is a member, and about personal data. */
  | 'COMPLIANCE'
  /** Reads everything, and changes nothing. */
  | 'AUDITOR'
  /** Invites people and gives them their roles, keeps clients, loan products and settings, approves what other administrators change. Moves no money. */
  | 'ADMINISTRATOR'
  /** Maintains one client or a few: keeps their webhooks, and sees their keys, events and requests, and nothing else. Administrators rotate the keys. */
  | 'DEVELOPER';

/** Where the person stands. */
export type PersonState =
  /** A person is to work here: a link, valid once, lets them register how they sign in. The person gets a new link: the first was lost or has expired, or a key is lost. The person has these roles from now on, in every session. The person reads and changes records of these branches alone from now on, or of all. A developer maintains these clients from now on, and sees nothing of others. A lecturer reads and marks the classes of these units from now on, and sees nothing of others. Allows INVITE_AGAIN, ASSIGN_ROLES, ASSIGN_BRANCHES, ASSIGN_CLIENTS, ASSIGN_UNITS, LEAVE. */
  | 'INVITED'
  /** The person gets a new link: the first was lost or has expired, or a key is lost. A second administrator agrees that the person registers a new key in the place of a lost one. The person has opened the link and registered how they sign in; what was registered before is void. A second administrator, or an operator, says that the person holds the key, and not who made the link to it. The person has these roles from now on, in every session. The person reads and changes records of these branches alone from now on, or of all. A developer maintains these clients from now on, and sees nothing of others. A lecturer reads and marks the classes of these units from now on, and sees nothing of others. A key or an account of the person was shown, and they were not signed in: it did not verify, or they are suspended. The person may sign in again. Allows INVITE_AGAIN, CONFIRM_INVITATION, CONFIRM, ASSIGN_ROLES, ASSIGN_BRANCHES, ASSIGN_CLIENTS, ASSIGN_UNITS, SUSPEND, LEAVE. */
  | 'ACTIVE'
  /** The person has these roles from now on, in every session. The person reads and changes records of these branches alone from now on, or of all. A developer maintains these clients from now on, and sees nothing of others. A lecturer reads and marks the classes of these units from now on, and sees nothing of others. A key or an account of the person was shown, and they were not signed in: it did not verify, or they are suspended. The person may not sign in; their sessions have ended. Allows ASSIGN_ROLES, ASSIGN_BRANCHES, ASSIGN_CLIENTS, ASSIGN_UNITS, RESUME, LEAVE. */
  | 'SUSPENDED'
  /** The person works here no more: sessions, links and keys are void for good. Allows no action. */
  | 'LEFT';

/** What placeSavingsHold takes. */
export type PlaceSavingsHoldInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** How much. */
  readonly amount: number;
  /** What it is promised to; at most 500 characters. */
  readonly reason: string;
  /** Until when; without an end where it is left out. */
  readonly expiresAt?: string | null | undefined;
};

/** What pledgeGuarantee takes. */
export type PledgeGuaranteeInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** The guarantor, by id. */
  readonly memberId: string;
  /** What the guarantor stands for. */
  readonly amount: number;
};

/** What postInterestEarly takes. */
export type PostInterestEarlyInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What becomes of principal that is paid before it is due. */
export type PrepaymentStrategy =
  /** The instalment stays, the loan ends sooner. */
  | 'REDUCE_NUMBER'
  /** The number stays, the instalment is recalculated. */
  | 'REDUCE_INSTALMENT'
  /** The next rows ask for less principal, or none. */
  | 'RESCHEDULE_NEXT'
  /** Each row keeps its principal and the last ones are spared. */
  | 'ADJUST_LAST';

/** What a person may do with the programme. */
export type ProgrammeAction =
  /** The programme’s particulars are changed. */
  | 'EDIT'
  /** No new students are admitted. */
  | 'RETIRE'
  /** The programme is offered again. */
  | 'REACTIVATE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type ProgrammeFilter = {
  /** The code. */
  readonly code?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<ProgrammeState> | null | undefined;
};

/** What kind of award a programme leads to. */
export type ProgrammeLevel =
  /** A short course. */
  | 'SHORT_COURSE'
  /** Artisan certificate. */
  | 'ARTISAN'
  /** Craft certificate. */
  | 'CRAFT_CERTIFICATE'
  /** Diploma. */
  | 'DIPLOMA'
  /** Higher diploma. */
  | 'HIGHER_DIPLOMA'
  /** Bachelor's degree. */
  | 'BACHELORS'
  /** Master's degree. */
  | 'MASTERS'
  /** Doctorate. */
  | 'PHD'
  /** Secondary school. */
  | 'SECONDARY';

/** Where the programme stands. */
export type ProgrammeState =
  /** The school offers a programme. The programme’s particulars are changed. The programme is offered again. Allows EDIT, RETIRE. */
  | 'ACTIVE'
  /** The programme’s particulars are changed. No new students are admitted. Allows EDIT, REACTIVATE. */
  | 'RETIRED';

/** How a payer is prompted. */
export type PromptChannel =
  /** By M-Pesa. */
  | 'MPESA_STK'
  /** By Airtel Money. */
  | 'AIRTEL';

/** A command that takes two people. */
export type ProposedCommand =
  /** A death was recorded by mistake: the member lives. */
  | 'CORRECT_DEATH'
  /** What is known of a person is cleared everywhere, for good. */
  | 'ERASE_MEMBER'
  /** What is known of a student is cleared everywhere, for good. */
  | 'ERASE_STUDENT'
  /** A loan of a member who died is settled. */
  | 'SETTLE_CLAIM_LOAN'
  /** What a member who died left is shared out among the beneficiaries. */
  | 'DISTRIBUTE_ESTATE'
  /** A beneficiary of a member who died is paid. */
  | 'PAY_BENEFICIARY'
  /** A settlement, distribution or payment after a death is undone. */
  | 'REVERSE_CLAIM_PART'
  /** Another member takes the place of a guarantor who died. */
  | 'SUBSTITUTE_GUARANTOR'
  /** The estate of a guarantor who died is bound no longer. */
  | 'DISCHARGE_GUARANTOR'
  /** A repayment is taken back. */
  | 'REVERSE_REPAYMENT'
  /** A repayment is moved to the loan that it belongs to. */
  | 'REALLOCATE_REPAYMENT'
  /** A repayment of long ago is booked. */
  | 'RECORD_REPAYMENT'
  /** A loan was settled long ago: it is booked. */
  | 'SETTLE_LOAN'
  /** All that a split receipt was booked as is taken back. */
  | 'REVERSE_SPLIT'
  /** A fee or penalty is put on a loan. */
  | 'CHARGE_LOAN'
  /** Interest, fees or penalties of a loan are waived. */
  | 'WAIVE_CHARGE'
  /** The rows of a schedule that are still to come are cut again. */
  | 'RESCHEDULE_LOAN'
  /** A loan is paid off with a new one, which is approved by it. */
  | 'REFINANCE_LOAN'
  /** The books take the loss of a loan; the member still owes it. */
  | 'CHARGE_OFF_LOAN'
  /** The debt of a loan is given up. */
  | 'WRITE_OFF_LOAN'
  /** A debt that was written off is owed again. */
  | 'UNDO_WRITE_OFF'
  /** The provider took the money of a loan back: it is owed no more. */
  | 'UNDO_DISBURSEMENT'
  /** The money of a disbursement came back whole. */
  | 'REVERSE_DISBURSEMENT'
  /** Part of the money of a disbursement came back: so much less was lent. */
  | 'RETURN_PART_OF_DISBURSEMENT'
  /** A deposit of long ago is booked. */
  | 'DEPOSIT_SAVINGS'
  /** A withdrawal of long ago is booked. */
  | 'WITHDRAW_SAVINGS'
  /** A movement on a savings account is taken back. */
  | 'REVERSE_SAVINGS_TRANSACTION'
  /** A payment of long ago is booked for a student. */
  | 'RECORD_PAYMENT'
  /** A payment of a student is taken back. */
  | 'REVERSE_PAYMENT'
  /** What an invoice asks for is lowered. */
  | 'CREDIT_INVOICE'
  /** An invoice is declared a mistake: it is owed no more. */
  | 'VOID_INVOICE'
  /** What is left of an invoice is given up. */
  | 'WRITE_OFF_INVOICE'
  /** Float of an agent grows by money that came from the bank. */
  | 'TOP_UP_FLOAT'
  /** Money of the paybill is moved to the account that pays people, as float of an agent. */
  | 'TOP_UP_FROM_PAYBILL'
  /** People have found out what became of a top-up in review: it is booked. */
  | 'SETTLE_FLOAT_TOP_UP'
  /** The provider moved a top-up back to the paybill: it is no float any more. */
  | 'REVERSE_FLOAT_TOP_UP'
  /** Float of an agent was moved to the account of the provider’s charges. */
  | 'PAY_PROVIDER_CHARGES'
  /** Money in suspense was entered wrongly: it never came so, and its receipt is free. */
  | 'CORRECT_MOBILE_MONEY'
  /** A line of the bank’s statement is its charge: it is booked as one. */
  | 'BOOK_BANK_CHARGE'
  /** A number is known to be at a provider, whatever its range: it is paid there from now on. */
  | 'CONFIRM_WALLET'
  /** A top-up of an app has arrived: its balance grows. */
  | 'CONFIRM_TOPUP'
  /** Money of apps was moved from the bank to the provider that pays for them. */
  | 'TOP_UP_APP_FLOAT'
  /** What the institution has decided is changed. */
  | 'CHANGE_POLICIES'
  /** The most that a role approves or pays out in one step is changed. */
  | 'CHANGE_ROLE_LIMIT'
  /** The provider took a payout of an app back: it is the app’s again. */
  | 'REVERSE_PAYOUT'
  /** The provider took a collection of an app back: the money is the app’s no more. */
  | 'REVERSE_COLLECTION'
  /** The bank took a top-up of an app back: the money is the app’s no more. */
  | 'REVERSE_TOPUP';

/** What proposeDisbursementOutcome takes. */
export type ProposeDisbursementOutcomeInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
  /** What became of it. */
  readonly outcome: PaymentOutcome;
  /** Where it is seen, such as a line of the provider’s statement; at most 500 characters. */
  readonly evidence: string;
  /** The provider’s receipt, where it was paid; at most 64 characters. */
  readonly receiptNo?: string | null | undefined;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** What was paid, where it is less than was requested. */
  readonly amount?: number | null | undefined;
};

/** How a value of a command is read. */
export type ProposedValueKind =
  /** An amount in minor units. */
  | 'MONEY'
  /** A day. */
  | 'DAY'
  /** A moment. */
  | 'TIME'
  /** `true` or `false`. */
  | 'YES_NO'
  /** A number. */
  | 'NUMBER'
  /** A text. */
  | 'TEXT'
  /** The id of another record. */
  | 'RECORD'
  /** Nothing stands there: what that means, the command says. */
  | 'NONE';

/** What proposeMobileMoneyReturn takes. */
export type ProposeMobileMoneyReturnInput = {
  /** The payment, by id. */
  readonly mobileMoneyId: string;
  /** Why; at most 500 characters. */
  readonly reason: string;
  /** Where it can be seen, such as a letter of the payer; at most 500 characters. */
  readonly evidence: string;
};

/** Particulars that the law protects of a minor. */
export type ProtectedField =
  /** The number of the national identity card. */
  | 'NATIONAL_ID'
  /** The number of the birth certificate. */
  | 'BIRTH_CERTIFICATE_NO'
  /** The number of the passport. */
  | 'PASSPORT_NO'
  /** The date of birth. */
  | 'DATE_OF_BIRTH'
  /** The guardians. */
  | 'GUARDIANS';

/** What publishResult takes. */
export type PublishResultInput = {
  /** The result, by id. */
  readonly resultId: string;
};

/** What publishResults takes. */
export type PublishResultsInput = {
  /** The results, by id; 1 to 100. */
  readonly resultIds: ReadonlyArray<string>;
  /**
   * The version of each that you decided on, in the order of resultIds; the mutation is refused where one of the results has
   * changed since.
   */
  readonly versions?: ReadonlyArray<number> | null | undefined;
};

/** What reactivateLoanProduct takes. */
export type ReactivateLoanProductInput = {
  /** The product, by id. */
  readonly productId: string;
};

/** What reactivateMember takes. */
export type ReactivateMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Fresh particulars of identity, all of them. */
  readonly kyc: KycInput;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What reactivateProgramme takes. */
export type ReactivateProgrammeInput = {
  /** The programme, by id. */
  readonly programmeId: string;
};

/** What reactivateSavingsAccount takes. */
export type ReactivateSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What readmitStudent takes. */
export type ReadmitStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** What reallocateRepayment takes. */
export type ReallocateRepaymentInput = {
  /** The repayment, by id. */
  readonly repaymentId: string;
  /** The loan that it belongs to, by id. */
  readonly toLoanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** How a payment comes in that one command splits. */
export type ReceiptChannel =
  /** To the paybill. */
  | 'MPESA_PAYBILL'
  /** To the account at the bank. */
  | 'BANK'
  /** By cheque. */
  | 'CHEQUE'
  /** At the counter. */
  | 'CASH'
  /** From the Higher Education Loans Board. */
  | 'HELB'
  /** From a bursary fund. */
  | 'BURSARY';

/** A part of a payment. Give one of the four ids. */
export type ReceiptPartInput = {
  /** How much of the payment it is. */
  readonly amount: number;
  /** The loan that it repays, by id. */
  readonly loanId?: string | null | undefined;
  /** The savings account that it is paid into, by id. */
  readonly savingsAccountId?: string | null | undefined;
  /** The invoice that it pays, by id; what is more is the student's. */
  readonly invoiceId?: string | null | undefined;
  /** The student whose oldest invoices it pays, by id. */
  readonly studentId?: string | null | undefined;
};

/** Where money of a part stands. */
export type ReceiptPartState =
  /** Where it was booked. */
  | 'LIVE'
  /** In another record now. */
  | 'MOVED'
  /** It was taken back as wrong, and may be booked again. */
  | 'CORRECTED'
  /** The payer has it again. */
  | 'TAKEN_BACK';

/** What becomes of what the parts leave of a payment. */
export type ReceiptRest =
  /** Nothing is left: the parts come to all of it. */
  | 'NONE'
  /** It waits in suspense; for payments to the paybill. */
  | 'SUSPENSE';

/** What a person may do with the reconciliation break. */
export type ReconciliationBreakAction =
  /** A person owns it and looks into it. */
  | 'ASSIGN'
  /** The payment that was missing here was booked, by its receipt. */
  | 'BOOK'
  /** It was explained, or put right elsewhere. Nothing is booked by it. */
  | 'RESOLVE'
  /** The explanation does not hold. */
  | 'REOPEN';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type ReconciliationBreakFilter = {
  /** The receipt, or the owner’s name, in full. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these as type. */
  readonly types?: ReadonlyArray<ReconciliationBreakType> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<ReconciliationBreakState> | null | undefined;
  /** Of this reconciliation, by id. */
  readonly reconciliationId?: string | null | undefined;
  /** Exactly this. */
  readonly account?: string | null | undefined;
  /** What account starts with, letter for letter. */
  readonly accountStartsWith?: string | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** Whether there is any receipt no. */
  readonly hasReceiptNo?: boolean | null | undefined;
  /** Exactly this. */
  readonly owner?: string | null | undefined;
  /** What owner starts with, letter for letter. */
  readonly ownerStartsWith?: string | null | undefined;
  /** Whether there is any owner. */
  readonly hasOwner?: boolean | null | undefined;
  /** In this range. */
  readonly occurredAt?: DateTimeRange | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type ReconciliationBreakOrder = {
  /** The key. */
  readonly by: ReconciliationBreakOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type ReconciliationBreakOrderField =
  /** By id. */
  | 'ID'
  /** By type. */
  | 'TYPE'
  /** By state. */
  | 'STATE'
  /** By reconciliationId. */
  | 'RECONCILIATION_ID'
  /** By account. */
  | 'ACCOUNT'
  /** By occurredAt. */
  | 'OCCURRED_AT'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the reconciliation break stands. */
export type ReconciliationBreakState =
  /** The provider’s statement and the books disagree. Allows ASSIGN, BOOK, RESOLVE. */
  | 'OPEN'
  /** A person owns it and looks into it. The explanation does not hold. Allows ASSIGN, BOOK, RESOLVE. */
  | 'UNDER_REVIEW'
  /** The payment that was missing here was booked, by its receipt. It was explained, or put right elsewhere. Nothing is booked by it. Allows REOPEN. */
  | 'RESOLVED'
  /** A later comparison found that both sides agree now. Allows REOPEN. */
  | 'CLEARED';

/** What two sets of books disagree on. */
export type ReconciliationBreakType =
  /** Only the provider has it. */
  | 'MISSING_HERE'
  /** Only we have it. */
  | 'MISSING_THERE'
  /** Both have it, with other amounts. */
  | 'AMOUNT_DIFFERS'
  /** One side has it once too often. */
  | 'DUPLICATE'
  /** We booked it on a later day than the one on which the provider completed it. */
  | 'LATE';

/** What a person is advised to do about a break. */
export type ReconciliationProposal =
  /** Book the payment that is missing here. */
  | 'BOOK_PAYMENT'
  /** See whether it is the same as the record or receipt that is named. */
  | 'SAME_AS_RECORD'
  /** Ask the provider. */
  | 'ASK_PROVIDER'
  /** Find out which amount is right. */
  | 'CORRECT_AMOUNT'
  /** Undo what is there twice. */
  | 'UNDO_DUPLICATE'
  /** Accept that it came late. */
  | 'ACCEPT_TIMING';

/** What recordInvoicePayment takes. */
export type RecordInvoicePaymentInput = {
  /** The student, by id; the invoice's where it is left out. */
  readonly studentId?: string | null | undefined;
  /** The invoice that takes the money first, by id. */
  readonly invoiceId?: string | null | undefined;
  /** What was paid. */
  readonly amount: number;
  /** The way on which it came; not LOAN. */
  readonly method: PaymentMethod;
  /** M-Pesa receipt or bank reference, at most 64 characters; the same money is booked once. */
  readonly reference: string;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The member who paid, by id. */
  readonly payerMemberId?: string | null | undefined;
  /** Where the payer allocated the money; sums to the amount. */
  readonly allocations?: ReadonlyArray<PaymentAllocationInput> | null | undefined;
  /** Charges that the giver named; the money goes to nothing else. */
  readonly categories?: ReadonlyArray<FeeCategory> | null | undefined;
  /** False: money beyond what is owed is refused instead of stored as credit. */
  readonly allowCredit?: boolean;
};

/** What recordMemberDeath takes. */
export type RecordMemberDeathInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** The day of the death. */
  readonly diedOn: string;
  /** What proves it: the number of a certificate or permit; at most 128 characters. */
  readonly documentReference: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What recordPaybillPayment takes. */
export type RecordPaybillPaymentInput = {
  /** The provider's receipt; at most 64 characters. */
  readonly receiptNo: string;
  /** How much came. */
  readonly amount: number;
  /** The payer's number. */
  readonly msisdn: string;
  /** What the payer typed as the account: L-000012, SA-000034, an admission number; at most 64 characters. */
  readonly accountReference: string;
  /** When the payer paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
};

/** What recordRepayment takes. */
export type RecordRepaymentInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What was paid. */
  readonly amount: number;
  /** Where the money came from. */
  readonly channel: RepaymentChannel;
  /** When the money was received; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The payer's or provider's reference, unique for the channel; at most 128 characters. */
  readonly reference?: string | null | undefined;
  /** Who paid. */
  readonly msisdn?: string | null | undefined;
};

/** What recordResult takes. */
export type RecordResultInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** The unit, by id. */
  readonly unitId: string;
  /** A term of the enrolment's year, by id; the enrolment's where it is left out. */
  readonly termId?: string | null | undefined;
  /** 1 first, 2 supplementary, 3 retake. */
  readonly attempt?: number;
  /** The parts that are marked, 1 to 20; their weights sum to 10000. */
  readonly components: ReadonlyArray<ResultComponentInput>;
  /** Why there is no mark; the graded ones follow from the scores. Null takes such a reason back. */
  readonly scoreStatus?: ScoreStatus | null | undefined;
  /** The grade, on scales whose grades are entered. */
  readonly grade?: string | null | undefined;
};

/** What recordResults takes. */
export type RecordResultsInput = {
  /** The results, as recordResult takes them; 1 to 500. */
  readonly results: ReadonlyArray<RecordResultInput>;
};

/** What recordStudentDeath takes. */
export type RecordStudentDeathInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** What recoverWebhook takes. */
export type RecoverWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
  /** The beginning of the span, at most 30 days ago. */
  readonly since: string;
  /** Its end, not included; now where it is left out. */
  readonly until?: string | null | undefined;
  /** Which deliveries of the span; MISSING where it is left out, FAILED where error classes are named. */
  readonly only?: WebhookRecoveryOnly | null | undefined;
  /** Only events of these types and patterns, such as loan.*; all where it is left out. At most 100. */
  readonly types?: ReadonlyArray<string> | null | undefined;
  /** Only deliveries whose last attempt failed like one of these, such as timeout; all where it is left out. */
  readonly errorClasses?: ReadonlyArray<string> | null | undefined;
};

/** What redefineGradingScale takes. */
export type RedefineGradingScaleInput = {
  /** The scale, by id. */
  readonly gradingScaleId: string;
  /** How marks become grades from now on. */
  readonly definition: GradingScaleDefinitionInput;
};

/** What refinanceLoan takes. */
export type RefinanceLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** The product of the new loan. */
  readonly productId: string;
  /** The new loan’s term in months; 1 to 600. */
  readonly termMonths: number;
  /** Lent beyond what pays the old loan off; disbursed like any other money. */
  readonly topUp?: number | null | undefined;
};

/** Where money that was paid too much is given back from. */
export type RefundChannel =
  /** Cash at the counter. */
  | 'CASH'
  /** A transfer from the society’s bank. */
  | 'BANK';

/** What refundLoanOverpayment takes. */
export type RefundLoanOverpaymentInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Where it is paid from. */
  readonly channel: RefundChannel;
  /** Of the payment. One by bank or a provider has one; at most 128 characters. */
  readonly reference?: string | null | undefined;
};

/** What registerStudent takes. */
export type RegisterStudentInput = {
  /** First name; 1 to 100 characters. */
  readonly firstName: string;
  /** Last name; 1 to 100 characters. */
  readonly lastName: string;
  /** The programme, by id. */
  readonly programmeId: string;
  /** The admission number; made from the institution's pattern where it is left out. */
  readonly admissionNo?: string | null | undefined;
  /** Middle name; 1 to 100 characters. */
  readonly middleName?: string | null | undefined;
  /** Gender. */
  readonly gender?: Gender | null | undefined;
  /** Date of birth; students are 3 to 100 years old. */
  readonly dateOfBirth?: string | null | undefined;
  /** The number of the national identity card; unique. */
  readonly nationalId?: string | null | undefined;
  /** The number of the birth certificate; unique. */
  readonly birthCertificateNo?: string | null | undefined;
  /** The number of the passport; unique. */
  readonly passportNo?: string | null | undefined;
  /** The student's own telephone. */
  readonly phone?: string | null | undefined;
  /** The student's own email address. */
  readonly email?: string | null | undefined;
  /** County of residence. */
  readonly county?: string | null | undefined;
  /** Country, two capital letters (ISO 3166-1). */
  readonly country?: string | null | undefined;
  /** The group that the student begins with, by id. */
  readonly intakeId?: string | null | undefined;
  /** The year of study, 1 to 10. */
  readonly yearOfStudy?: number | null | undefined;
  /** How the student studies. */
  readonly studyMode?: StudyMode | null | undefined;
  /** Who carries the fees. */
  readonly sponsorshipType?: SponsorshipType | null | undefined;
  /** Reference of the national placement service (KUCCPS). */
  readonly kuccpsRef?: string | null | undefined;
  /** Index number in the national school examination (KCSE), eleven digits; send kcseYear too. */
  readonly kcseIndexNo?: string | null | undefined;
  /** The year of that examination. */
  readonly kcseYear?: number | null | undefined;
  /** Reference of the Higher Education Loans Board (HELB). */
  readonly helbRef?: string | null | undefined;
  /** Who answers for the student, all of them; at most 10. */
  readonly guardians?: ReadonlyArray<GuardianInput> | null | undefined;
};

/** What reinstateMember takes. */
export type ReinstateMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What reinstateStudent takes. */
export type ReinstateStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** What rejectLoan takes. */
export type RejectLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What rejectMemberKyc takes. */
export type RejectMemberKycInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What rejectProposal takes. */
export type RejectProposalInput = {
  /** The proposal, by id. */
  readonly proposalId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What rejectSavingsAccount takes. */
export type RejectSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What releaseResult takes. */
export type ReleaseResultInput = {
  /** The result, by id. */
  readonly resultId: string;
};

/** What releaseSavingsHold takes. */
export type ReleaseSavingsHoldInput = {
  /** The hold, by id. */
  readonly savingsTransactionId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What renewMemberKyc takes. */
export type RenewMemberKycInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Fresh particulars of identity, all of them. */
  readonly kyc: KycInput;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What reopenAmlAlert takes. */
export type ReopenAmlAlertInput = {
  /** The alert, by id. */
  readonly alertId: string;
  /** Who looks into it; needed where it was never assigned; at most 200 characters. */
  readonly assignee?: string | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What reopenReconciliationBreak takes. */
export type ReopenReconciliationBreakInput = {
  /** The break, by id. */
  readonly breakId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What a person may do with the repayment. */
export type RepaymentAction =
  /** The money did not come, or was another’s; what came after it is allocated again. */
  | 'REVERSE';

/** Where the money of a repayment came from. */
export type RepaymentChannel =
  /** Cash at the counter. */
  | 'CASH'
  /** A transfer to the society's bank. */
  | 'BANK'
  /** M-Pesa, to the society's paybill. */
  | 'MPESA_PAYBILL'
  /** Airtel Money, to the society's account. */
  | 'AIRTEL'
  /** A school gave back what its invoice did not take of a loan's money. It comes automatically; no mutation takes it. */
  | 'SCHOOL'
  /** What a member who died had saved, by the claim after the death. */
  | 'SAVINGS';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type RepaymentFilter = {
  /** Our receipt or the payer’s reference in full; or the loan or its borrower, as loans are searched. Needs members:read as well. */
  readonly search?: string | null | undefined;
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<RepaymentState> | null | undefined;
  /** One of these as channel. */
  readonly channels?: ReadonlyArray<RepaymentChannel> | null | undefined;
  /** In this range. */
  readonly amount?: CentsRange | null | undefined;
  /** Exactly this. */
  readonly reference?: string | null | undefined;
  /** What reference starts with, letter for letter. */
  readonly referenceStartsWith?: string | null | undefined;
  /** Whether there is any reference. */
  readonly hasReference?: boolean | null | undefined;
  /** One of these, each in full. */
  readonly receiptNos?: ReadonlyArray<string> | null | undefined;
  /** In this range. */
  readonly paidAt?: DateTimeRange | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type RepaymentOrder = {
  /** The key. */
  readonly by: RepaymentOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type RepaymentOrderField =
  /** By id. */
  | 'ID'
  /** By state. */
  | 'STATE'
  /** By channel. */
  | 'CHANNEL'
  /** By amount. */
  | 'AMOUNT'
  /** By receiptNo. */
  | 'RECEIPT_NO'
  /** By paidAt. */
  | 'PAID_AT'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the repayment stands. */
export type RepaymentState =
  /** Money of a member was booked to a loan. An earlier repayment was taken back, so the money of this one went elsewhere. Allows REVERSE. */
  | 'BOOKED'
  /** The money did not come, or was another’s; what came after it is allocated again. Allows no action. */
  | 'REVERSED';

/** What a provider says became of a payment. */
export type ReportedPayment =
  /** It was paid. */
  | 'PAID'
  /** It was not paid. */
  | 'NOT_PAID'
  /** Money moved, but not as it was requested. */
  | 'MISMATCH';

/** How a provider's report arrived. */
export type ReportSource =
  /** The provider notified it. */
  | 'NOTIFICATION'
  /** It is the reply to a status query. */
  | 'QUERY';

/** A change of the rows still to come; what is left out stays as it is. */
export type RescheduleChangeInput = {
  /** Rows due on this day or later are recalculated. */
  readonly from: string;
  /** Percent a year, a decimal number as text. */
  readonly annualRate?: string | null | undefined;
  /** The first day at the new rate. */
  readonly rateFrom?: string | null | undefined;
  /** How many rows are still to come. */
  readonly instalments?: number | null | undefined;
  /** Where the first of them falls due. */
  readonly firstDueOn?: string | null | undefined;
  /** The new level instalment. */
  readonly instalmentAmount?: number | null | undefined;
  /** Grace on principal over the rows still to come. */
  readonly graceOnPrincipal?: number | null | undefined;
  /** Grace on interest over the rows still to come. */
  readonly graceOnInterest?: number | null | undefined;
  /** Interest-free rows among those still to come. */
  readonly interestFree?: number | null | undefined;
};

/** What rescheduleLoan takes. */
export type RescheduleLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What changes. */
  readonly change: RescheduleChangeInput;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What resendWebhookDelivery takes. */
export type ResendWebhookDeliveryInput = {
  /** The delivery, by id. */
  readonly deliveryId: string;
};

/** What resetSandbox takes. */
export type ResetSandboxInput = {
  /** empty, demo, loan_in_arrears or school_term: docs/test-clock.md says what each holds. */
  readonly fixture: string;
};

/** What resolveIncident takes. */
export type ResolveIncidentInput = {
  /** The incident, by id. */
  readonly incidentId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What resolveReconciliationBreak takes. */
export type ResolveReconciliationBreakInput = {
  /** The break, by id. */
  readonly breakId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What resubmitMemberKyc takes. */
export type ResubmitMemberKycInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Corrected particulars; left out where others were at fault. */
  readonly kyc?: KycInput | null | undefined;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What a person may do with the result. */
export type ResultAction =
  /** Scores are entered; the state stays. */
  | 'EDIT'
  /** The lecturer hands the marks in. */
  | 'SUBMIT'
  /** The examiner sends the marks back. */
  | 'RETURN'
  /** Another person releases complete marks; the scale’s edition is frozen. */
  | 'PUBLISH'
  /** Published marks are corrected; the old version stays readable. */
  | 'AMEND'
  /** The school keeps the marks back. */
  | 'WITHHOLD'
  /** Withheld marks are shown again. */
  | 'RELEASE'
  /** The result was a mistake. */
  | 'VOID';

/** A part of a result that is marked. */
export type ResultComponentInput = {
  /** The kind. */
  readonly kind: ComponentKind;
  /** The name, such as CAT 1; 1 to 100 characters. */
  readonly label: string;
  /** The most that can be scored, a decimal number as text. */
  readonly maxScore: string;
  /** What was scored, a decimal number of at most two places as text; null while it is missing. */
  readonly score?: string | null | undefined;
  /** Basis points of the whole. */
  readonly weightBp: number;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type ResultFilter = {
  /** The enrolment’s programme, by id. */
  readonly programmeId?: string | null | undefined;
  /** Of this student, by id. */
  readonly studentId?: string | null | undefined;
  /** Of the student with this admission number, in upper or lower case. */
  readonly admissionNo?: string | null | undefined;
  /** The unit, by id. */
  readonly unitId?: string | null | undefined;
  /** The year, by id. */
  readonly academicYearId?: string | null | undefined;
  /** In this term, by id. */
  readonly termId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<ResultState> | null | undefined;
};

/** What follows from a mark. */
export type ResultRemark =
  /** Passed. */
  | 'PASS'
  /** Failed. */
  | 'FAIL'
  /** To be examined again. */
  | 'SUPPLEMENTARY'
  /** To be taken again. */
  | 'RETAKE'
  /** A special case, such as an absence. */
  | 'SPECIAL';

/** Where the result stands. */
export type ResultState =
  /** A lecturer opens a result. Scores are entered; the state stays. The examiner sends the marks back. Allows EDIT, SUBMIT, VOID. */
  | 'DRAFT'
  /** Scores are entered; the state stays. The lecturer hands the marks in. Allows EDIT, RETURN, PUBLISH, VOID. */
  | 'SUBMITTED'
  /** Another person releases complete marks; the scale’s edition is frozen. Published marks are corrected; the old version stays readable. Withheld marks are shown again. Allows AMEND, WITHHOLD, VOID. */
  | 'PUBLISHED'
  /** The school keeps the marks back. Allows RELEASE. */
  | 'WITHHELD'
  /** The result was a mistake. Allows no action. */
  | 'VOID';

/** What resumeEnrolment takes. */
export type ResumeEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
};

/** What resumeLoanArrears takes. */
export type ResumeLoanArrearsInput = {
  /** The loan, by id. */
  readonly loanId: string;
};

/** What resumePerson takes. */
export type ResumePersonInput = {
  /** The person, by id. */
  readonly personId: string;
};

/** What resumeStudent takes. */
export type ResumeStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
};

/** What retireLoanProduct takes. */
export type RetireLoanProductInput = {
  /** The product, by id. */
  readonly productId: string;
};

/** What retireProgramme takes. */
export type RetireProgrammeInput = {
  /** The programme, by id. */
  readonly programmeId: string;
};

/** What returnLoanCredit takes. */
export type ReturnLoanCreditInput = {
  /** The payment, by id. */
  readonly paymentId: string;
};

/** What returnMobileMoney takes. */
export type ReturnMobileMoneyInput = {
  /** The payment, by id. */
  readonly mobileMoneyId: string;
  /** Why; at most 500 characters. */
  readonly reason: string;
};

/** What returnPartOfDisbursement takes. */
export type ReturnPartOfDisbursementInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
  /** The provider’s receipt of the reversal, or the bank’s reference of the return; at most 64 characters. */
  readonly reversalReceiptNo: string;
  /** How much came back. */
  readonly amount: number;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What returnResult takes. */
export type ReturnResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** Why a booking is reversed: it decides whether its receipt may be booked again. */
export type ReversalCause =
  /** The booking was wrong; its receipt may be booked again. */
  | 'CORRECTED'
  /** The provider or the bank has the money again; its receipt is never booked again. */
  | 'TAKEN_BACK';

/** What reverseClaimPart takes. */
export type ReverseClaimPartInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
  /** Its number in the claim; 1 to 1000000. */
  readonly part: number;
  /** Why its receipt is free again, or is not. */
  readonly cause?: ReversalCause | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What reverseDisbursement takes. */
export type ReverseDisbursementInput = {
  /** The disbursement, by id. */
  readonly disbursementId: string;
  /** The provider’s receipt of the reversal, or the bank’s reference of the return; at most 64 characters. */
  readonly reversalReceiptNo: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What reverseFloatTopUp takes. */
export type ReverseFloatTopUpInput = {
  /** The float top-up, by id. */
  readonly floatTopUpId: string;
  /** The provider’s receipt of the reversal; at most 64 characters. */
  readonly reversalReceiptNo: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What reverseInvoicePayment takes. */
export type ReverseInvoicePaymentInput = {
  /** The payment, by id. */
  readonly paymentId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
  /** CORRECTED, by default: the booking was wrong, and its receipt may be booked again. */
  readonly cause?: ReversalCause | null | undefined;
};

/** What reverseReceipt takes. */
export type ReverseReceiptInput = {
  /** The payment, by id. */
  readonly receiptId: string;
  /** Why; at most 500 characters. */
  readonly reason: string;
  /** Whether it was a mistake, or the money is the payer's again; a mistake where it is left out. */
  readonly cause?: ReversalCause | null | undefined;
};

/** What reverseRepayment takes. */
export type ReverseRepaymentInput = {
  /** The repayment, by id. */
  readonly repaymentId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
  /** CORRECTED, by default: the booking was wrong, and its receipt may be booked again. */
  readonly cause?: ReversalCause | null | undefined;
};

/** What reverseSavingsTransaction takes. */
export type ReverseSavingsTransactionInput = {
  /** The movement, by id. */
  readonly savingsTransactionId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
  /** CORRECTED, by default: the booking was wrong, and its receipt may be booked again. */
  readonly cause?: ReversalCause | null | undefined;
};

/** What reviewAppPayment takes. */
export type ReviewAppPaymentInput = {
  /** The payment, by the id that its app knows: po_... or col_.... */
  readonly paymentId: string;
  /** What became of it. */
  readonly outcome: PaymentOutcome;
  /** Where it can be seen; at most 500 characters. */
  readonly evidence: string;
  /** The provider's receipt, where it was paid; at most 64 characters. */
  readonly receiptNo?: string | null | undefined;
  /** What was paid; by default what the provider says, else what was requested. */
  readonly amount?: number | null | undefined;
};

/** What revokeClientKey takes. */
export type RevokeClientKeyInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** The name of the key. */
  readonly name: string;
};

/** How a role's step is limited. */
export type RoleLimitKind =
  /** By the amount. */
  | 'AMOUNT'
  /** Not at all. */
  | 'NO_LIMIT'
  /** As where the institution has decided nothing. */
  | 'USUAL';

/** What rotateClientSecret takes. */
export type RotateClientSecretInput = {
  /** The client, by id. */
  readonly clientId: string;
  /** How long the old secrets can still mint tokens, at most 86400 seconds; 0 ends them immediately. */
  readonly overlapSeconds?: number;
};

/** What rotateWebhookSecret takes. */
export type RotateWebhookSecretInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
  /** How long the old secret signs beside the new one, at most 86400 seconds; 0 ends it immediately. */
  readonly overlapSeconds?: number;
};

/** How an amount becomes a whole number. */
export type Rounding =
  /** To the nearest; a half to the even one. */
  | 'HALF_EVEN'
  /** To the nearest; a half away from zero. */
  | 'HALF_UP'
  /** To the nearest; a half towards zero. */
  | 'HALF_DOWN'
  /** Away from zero. */
  | 'UP'
  /** Towards zero. */
  | 'DOWN'
  /** To the larger one. */
  | 'CEILING'
  /** To the smaller one. */
  | 'FLOOR';

/** What a person may do with the savings account. */
export type SavingsAccountAction =
  /** The society accepts the account; money may come in. */
  | 'APPROVE'
  /** The society declines the account. */
  | 'REJECT'
  /** Nothing moves in or out until the account is unfrozen. */
  | 'FREEZE'
  /** The account may be used again. */
  | 'UNFREEZE'
  /** A fixed deposit is broken before its maturity, and costs the agreed part of its interest. */
  | 'BREAK_DEPOSIT'
  /** A member who leaves gives notice that the share capital is to be redeemed. */
  | 'GIVE_NOTICE'
  /** What the account has earned so far is posted before the end of its period, for a member who leaves. */
  | 'POST_INTEREST'
  /** The member uses the account again, identified afresh. */
  | 'REACTIVATE'
  /** An account without money and without holds ends. */
  | 'CLOSE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type SavingsAccountFilter = {
  /** One of these, by id. */
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of these, each in full. */
  readonly accountNos?: ReadonlyArray<string> | null | undefined;
  /** Of this member, by id. */
  readonly memberId?: string | null | undefined;
  /** Of this product, by id. */
  readonly productId?: string | null | undefined;
  /** One of these as kind. */
  readonly kinds?: ReadonlyArray<SavingsKind> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<SavingsAccountState> | null | undefined;
  /** In this range. */
  readonly balance?: CentsRange | null | undefined;
  /** Exactly this. */
  readonly clientReference?: string | null | undefined;
  /** What clientReference starts with, letter for letter. */
  readonly clientReferenceStartsWith?: string | null | undefined;
  /** Whether there is any client reference. */
  readonly hasClientReference?: boolean | null | undefined;
  /** In this range. */
  readonly openedOn?: DateRange | null | undefined;
  /** Whether there is any opened on. */
  readonly hasOpenedOn?: boolean | null | undefined;
  /** In this range. */
  readonly maturesOn?: DateRange | null | undefined;
  /** Whether there is any matures on. */
  readonly hasMaturesOn?: boolean | null | undefined;
  /** In this range. */
  readonly createdAt?: DateTimeRange | null | undefined;
  /** In this range. With gt or gte, and without orderBy, the list is in the order of the changes, and its pages end where the first one was read. */
  readonly updatedAt?: DateTimeRange | null | undefined;
};

/** A key of the order of the list. */
export type SavingsAccountOrder = {
  /** The key. */
  readonly by: SavingsAccountOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type SavingsAccountOrderField =
  /** By id. */
  | 'ID'
  /** By accountNo. */
  | 'ACCOUNT_NO'
  /** By kind. */
  | 'KIND'
  /** By state. */
  | 'STATE'
  /** By balance. */
  | 'BALANCE'
  /** By createdAt. */
  | 'CREATED_AT'
  /** By updatedAt. */
  | 'UPDATED_AT';

/** Where the savings account stands. */
export type SavingsAccountState =
  /** A member opens an account; where the tenant asks for approval, it waits for that. Allows APPROVE, REJECT. */
  | 'PENDING_APPROVAL'
  /** A member opens an account; where the tenant asks for approval, it waits for that. The society accepts the account; money may come in. The account may be used again. Close of business does with a fixed deposit that matured what was agreed at its opening. A fixed deposit is broken before its maturity, and costs the agreed part of its interest. A member who leaves gives notice that the share capital is to be redeemed. What the account has earned so far is posted before the end of its period, for a member who leaves. The member uses the account again, identified afresh. Allows FREEZE, BREAK_DEPOSIT, GIVE_NOTICE, POST_INTEREST, CLOSE. */
  | 'ACTIVE'
  /** Nothing moves in or out until the account is unfrozen. Close of business does with a fixed deposit that matured what was agreed at its opening. Allows UNFREEZE. */
  | 'FROZEN'
  /** Close of business found no movement for the tenant’s dormancy period. Allows REACTIVATE. */
  | 'DORMANT'
  /** Close of business does with a fixed deposit that matured what was agreed at its opening. An account without money and without holds ends. Allows no action. */
  | 'CLOSED'
  /** The society declines the account. Allows no action. */
  | 'REJECTED';

/** How money comes to a savings account, or leaves it. */
export type SavingsChannel =
  /** Over the counter. */
  | 'CASH'
  /** By bank transfer. */
  | 'BANK'
  /** By the payer's phone to the paybill. */
  | 'MPESA_PAYBILL'
  /** By the payer's phone to the account at Airtel Money. */
  | 'AIRTEL';

/** What kind of savings an account holds. */
export type SavingsKind =
  /** Savings that come and go. */
  | 'ORDINARY'
  /** A sum that stays until a day. */
  | 'FIXED_DEPOSIT'
  /** The member's share in the society. */
  | 'SHARES';

/** How money leaves a savings account. Nothing is paid from the paybill. */
export type SavingsPayoutChannel =
  /** Over the counter. */
  | 'CASH'
  /** By bank transfer. */
  | 'BANK';

/** What a person may do with the savings transaction. */
export type SavingsTransactionAction =
  /** A movement that was wrong, or money of a hold that came back, is undone by the opposite one. */
  | 'REVERSE'
  /** The promise falls; the money is the member’s to use again. */
  | 'RELEASE'
  /** The promise is fulfilled: the money goes out. */
  | 'CAPTURE';

/** Where the savings transaction stands. */
export type SavingsTransactionState =
  /** A movement waits for a provider. Allows no action. */
  | 'PENDING'
  /** The money moved: the balance has changed. What needs no approval begins here. Close of business credits the interest of a period. Close of business takes the tax off the interest of a period. Allows REVERSE. */
  | 'POSTED'
  /** The provider did not move the money. Allows no action. */
  | 'FAILED'
  /** A movement that was wrong, or money of a hold that came back, is undone by the opposite one. Allows no action. */
  | 'REVERSED'
  /** Part of the balance is promised to something else. Allows RELEASE, CAPTURE. */
  | 'HELD'
  /** The promise falls; the money is the member’s to use again. Allows no action. */
  | 'RELEASED'
  /** The promise is fulfilled: the money goes out. Allows REVERSE. */
  | 'CAPTURED'
  /** The hold was not used in time. Allows no action. */
  | 'EXPIRED';

/** What moves on a savings account. */
export type SavingsTransactionType =
  /** Money that the member pays in. */
  | 'DEPOSIT'
  /** Money that the member takes out. */
  | 'WITHDRAWAL'
  /** Money from another account of the society, such as what was overpaid on a loan. */
  | 'TRANSFER_IN'
  /** Money to another account of the society. */
  | 'TRANSFER_OUT'
  /** Interest of a period. */
  | 'INTEREST'
  /** Tax on the interest of a period. */
  | 'WITHHOLDING_TAX'
  /** What the society charges. */
  | 'FEE'
  /** The member's part in the society's surplus. */
  | 'DIVIDEND'
  /** Part of the balance that is promised to something else. */
  | 'HOLD';

/** What a school-fee loan is to pay. */
export type SchoolFeeInput = {
  /** The invoice, by id. It takes at most what is still owed on it. */
  readonly invoiceId: string;
};

/** How complete the marks of a result are, or why there are none. */
export type ScoreStatus =
  /** Every component is scored. */
  | 'FULLY_GRADED'
  /** A component is missing. */
  | 'PARTIALLY_GRADED'
  /** The student was absent: no grade, which is not zero. */
  | 'ABSENT'
  /** The student need not take the unit. */
  | 'EXEMPT'
  /** The student has work to hand in. */
  | 'INCOMPLETE'
  /** The examination was put off. */
  | 'DEFERRED'
  /** The examination was not honest. */
  | 'MALPRACTICE';

/** How long the time is that one point of a series stands for. */
export type SeriesStep =
  /** A point for each day. */
  | 'DAY'
  /** A point for each week, which begins on Monday. */
  | 'WEEK'
  /** A point for each month. */
  | 'MONTH';

/** What settleClaimLoan takes. */
export type SettleClaimLoanInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
  /** The loan of the member. */
  readonly loanId: string;
  /** By whose money. */
  readonly method: LoanSettlementMethod;
  /** The account that a set-off takes it from. */
  readonly savingsAccountId?: string | null | undefined;
  /** How much; by set-off all that is owed by default, as far as the account has it. */
  readonly amount?: number | null | undefined;
  /** When the insurer paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The receipt of the bank, of what the insurer paid; at most 64 characters. */
  readonly reference?: string | null | undefined;
};

/** What settleFloatTopUp takes. */
export type SettleFloatTopUpInput = {
  /** The float top-up, by id. */
  readonly floatTopUpId: string;
  /** What became of it. */
  readonly outcome: PaymentOutcome;
  /** Where it is seen, such as a line of the provider’s statement; at most 500 characters. */
  readonly evidence: string;
  /** The provider’s receipt, where it was moved; at most 64 characters. */
  readonly receiptNo?: string | null | undefined;
  /** When it was moved; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** What was moved, where it is another amount than was requested. */
  readonly amount?: number | null | undefined;
};

/** What settleLoan takes. */
export type SettleLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What is paid. */
  readonly amount: number;
  /** Where the money comes from. */
  readonly channel: RepaymentChannel;
  /** When it was received; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The payer's or provider's reference, unique for the channel; at most 128 characters. */
  readonly reference?: string | null | undefined;
  /** The payer's number. */
  readonly msisdn?: string | null | undefined;
};

/** Who takes over shares of a member who leaves. */
export type ShareBuyer =
  /** The society redeems them. */
  | 'SOCIETY'
  /** Another member buys them. */
  | 'MEMBER';

/** How a person signed in. */
export type SignInMethod =
  /** With a key that they have registered. */
  | 'PASSKEY'
  /** At the identity provider of the institution. */
  | 'OPENID'
  /** Into the planted demo, without a key. */
  | 'SANDBOX'
  /** At a command line, which the person has confirmed in another session. */
  | 'COMMAND_LINE';

/** What a person answers in the provider's place. */
export type SimulatedAnswer =
  /** The money has moved. */
  | 'PAID'
  /** Of a prompt: the payer has too little money. */
  | 'INSUFFICIENT_FUNDS'
  /** Of a prompt: the payer typed a wrong PIN. */
  | 'WRONG_PIN'
  /** Of a prompt: the payer said no. */
  | 'CANCELLED'
  /** Of a prompt: the payer let it lie. */
  | 'EXPIRED'
  /** Of a prompt: the phone was off. */
  | 'UNREACHABLE'
  /** Of a payment: too little money at the provider. */
  | 'FLOAT_INSUFFICIENT'
  /** Of a payment: the number is registered to no person. */
  | 'RECIPIENT_UNREGISTERED'
  /** Of a payment: the wallet would hold more than it may. */
  | 'RECIPIENT_LIMIT'
  /** Of a payment: the provider's own queue has timed out, and what became of it stays open. */
  | 'TIMED_OUT';

/** What the sandbox's own provider has on its books. */
export type SimulatedKind =
  /** A prompt to a payer. */
  | 'PROMPT'
  /** A payment to a person or a business. */
  | 'PAYOUT';

/** What splitReceipt takes. */
export type SplitReceiptInput = {
  /** How the payment came in. */
  readonly channel: ReceiptChannel;
  /** The receipt of the provider, bank or drawer; at most 64 characters. */
  readonly reference: string;
  /** All of the payment. */
  readonly amount: number;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The payer's number; required of a payment to the paybill that is new. */
  readonly msisdn?: string | null | undefined;
  /** What becomes of what the parts leave; nothing may be left where it is left out. */
  readonly rest?: ReceiptRest | null | undefined;
  /** 1 to 500 parts, each of another record. */
  readonly parts: ReadonlyArray<ReceiptPartInput>;
};

/** What a student lets a sponsor see. */
export type SponsorConsent =
  /** Invoices and what is owed on them. */
  | 'BALANCE'
  /** Marks, too. */
  | 'MARKS'
  /** Nothing any more. */
  | 'REVOKED';

/** What a person may do with the sponsorship. */
export type SponsorshipAction =
  /** The student lets the sponsor see invoice balances, or marks as well. */
  | 'GRANT'
  /** The sponsor sees nothing any more; the sponsorship itself goes on. */
  | 'REVOKE'
  /** The member no longer sponsors the student. */
  | 'END';

/** Where the sponsorship stands. */
export type SponsorshipState =
  /** A member offers to pay for a student. Allows GRANT, REVOKE, END. */
  | 'PENDING'
  /** The student lets the sponsor see invoice balances, or marks as well. Allows GRANT, REVOKE, END. */
  | 'BALANCE'
  /** The student lets the sponsor see invoice balances, or marks as well. Allows GRANT, REVOKE, END. */
  | 'MARKS'
  /** The sponsor sees nothing any more; the sponsorship itself goes on. The member no longer sponsors the student. Allows GRANT, END. */
  | 'REVOKED';

/** Who carries a student's fees. */
export type SponsorshipType =
  /** The government. */
  | 'GOVERNMENT'
  /** The student or the family. */
  | 'SELF'
  /** An employer. */
  | 'EMPLOYER'
  /** A scholarship. */
  | 'SCHOLARSHIP'
  /** A member of the society. */
  | 'SPONSOR_MEMBER';

/** What sponsorStudent takes. */
export type SponsorStudentInput = {
  /** The sponsor, by id; give this or memberNo. */
  readonly memberId?: string | null | undefined;
  /** The sponsor, by the number of the member, such as M-000001: for who reads no members. */
  readonly memberNo?: string | null | undefined;
  /** The student, by id. */
  readonly studentId: string;
  /** What the sponsor is to the student, such as uncle; at most 100 characters. */
  readonly relationship?: string | null | undefined;
  /** The part of the fees in basis points; all sponsors of a student carry 10000 at most. */
  readonly shareBp?: number | null | undefined;
  /** The first day; today where it is left out. */
  readonly startedOn?: string | null | undefined;
};

/** What changes what a student owes. */
export type StatementLineType =
  /** An invoice was issued. */
  | 'INVOICE'
  /** A credit note was issued. */
  | 'CREDIT_NOTE'
  /** Money came. */
  | 'PAYMENT'
  /** Money did not stay. */
  | 'REVERSAL'
  /** An invoice was declared a mistake. */
  | 'VOID'
  /** The school gave up what was left of an invoice. */
  | 'WRITE_OFF';

/** What a person may do with the student. */
export type StudentAction =
  /** The particulars are changed; the state stays. */
  | 'EDIT'
  /** The school offers a place and the applicant takes it. */
  | 'ADMIT'
  /** The studies rest until a date. */
  | 'DEFER'
  /** Deferred studies go on. */
  | 'RESUME'
  /** The school excludes the student for a time. */
  | 'SUSPEND'
  /** A suspension ends. */
  | 'REINSTATE'
  /** The student leaves before the end. */
  | 'WITHDRAW'
  /** A student who had left is offered a place again. */
  | 'READMIT'
  /** The school ends the studies for good. */
  | 'DISCONTINUE'
  /** Every required unit is passed. */
  | 'COMPLETE'
  /** The award is conferred; fees are settled or an override says why not. */
  | 'GRADUATE'
  /** The student died. */
  | 'RECORD_DEATH'
  /** Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. */
  | 'ERASE';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type StudentFilter = {
  /** The programme, by id. */
  readonly programmeId?: string | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<StudentState> | null | undefined;
  /** The intake, by id. */
  readonly intakeId?: string | null | undefined;
  /** The admission number, in upper or lower case. */
  readonly admissionNo?: string | null | undefined;
  /** Words, or beginnings of words, of the name or of the admission number, in any order. Case, accents and punctuation don’t count. */
  readonly search?: string | null | undefined;
  /** Students whom this member sponsors now, by id. */
  readonly sponsorMemberId?: string | null | undefined;
};

/** Where the student stands. */
export type StudentState =
  /** A person applies for a programme. The particulars are changed; the state stays. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, ADMIT, RECORD_DEATH, ERASE. */
  | 'APPLICANT'
  /** The particulars are changed; the state stays. The school offers a place and the applicant takes it. A student who had left is offered a place again. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, RECORD_DEATH, ERASE. */
  | 'ADMITTED'
  /** The particulars are changed; the state stays. The first enrolment was confirmed. Deferred studies go on. A suspension ends. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, DEFER, SUSPEND, WITHDRAW, DISCONTINUE, COMPLETE, RECORD_DEATH, ERASE. */
  | 'ACTIVE'
  /** The particulars are changed; the state stays. The studies rest until a date. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, RESUME, WITHDRAW, RECORD_DEATH, ERASE. */
  | 'DEFERRED'
  /** The particulars are changed; the state stays. The school excludes the student for a time. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, REINSTATE, WITHDRAW, RECORD_DEATH, ERASE. */
  | 'SUSPENDED'
  /** The particulars are changed; the state stays. The student leaves before the end. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, READMIT, RECORD_DEATH, ERASE. */
  | 'WITHDRAWN'
  /** The particulars are changed; the state stays. The school ends the studies for good. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, RECORD_DEATH, ERASE. */
  | 'DISCONTINUED'
  /** The particulars are changed; the state stays. Every required unit is passed. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, GRADUATE, RECORD_DEATH, ERASE. */
  | 'COMPLETED'
  /** The particulars are changed; the state stays. The award is conferred; fees are settled or an override says why not. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, RECORD_DEATH, ERASE. */
  | 'GRADUATED'
  /** The particulars are changed; the state stays. The student died. Personal particulars are cleared on a request under the Data Protection Act 2019; the id stays. Allows EDIT, ERASE. */
  | 'DECEASED';

/** The mode of study. */
export type StudyMode =
  /** By day, all week. */
  | 'FULL_TIME'
  /** A part of the week. */
  | 'PART_TIME'
  /** In the evening. */
  | 'EVENING'
  /** Open, distance and e-learning. */
  | 'ODEL';

/** What submitResult takes. */
export type SubmitResultInput = {
  /** The result, by id. */
  readonly resultId: string;
};

/** What submitResults takes. */
export type SubmitResultsInput = {
  /** The results, by id; 1 to 100. */
  readonly resultIds: ReadonlyArray<string>;
  /**
   * The version of each that you decided on, in the order of resultIds; the mutation is refused where one of the results has
   * changed since.
   */
  readonly versions?: ReadonlyArray<number> | null | undefined;
};

/** What substituteGuarantor takes. */
export type SubstituteGuarantorInput = {
  /** The guarantee of the guarantor who died, by id. */
  readonly guaranteeId: string;
  /** Who takes the place. */
  readonly memberId: string;
};

/** What suspendMember takes. */
export type SuspendMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What suspendPerson takes. */
export type SuspendPersonInput = {
  /** The person, by id. */
  readonly personId: string;
  /** Why; at most 500 characters. */
  readonly reason: string;
};

/** What suspendStudent takes. */
export type SuspendStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What a fee is charged for. */
export type TariffDirection =
  /** Money that the app pays out. */
  | 'PAYOUT'
  /** Money that the app collects. */
  | 'COLLECTION';

/** The fee of payments up to an amount. */
export type TariffStepInput = {
  /** Up to which amount, inclusive; null for the last step, which reaches every larger amount. */
  readonly upTo?: number | null | undefined;
  /** The fee of one payment. */
  readonly fee: number;
};

/** What an institution calls a part of its year. */
export type TermKind =
  /** One of two. */
  | 'SEMESTER'
  /** One of three. */
  | 'TRIMESTER'
  /** A school term. */
  | 'TERM';

/** Whether a test clock is on its way. */
export type TestClockState =
  /** It goes on like any clock. */
  | 'READY'
  /** A worker moves it. */
  | 'ADVANCING';

/** Whether a sandbox is being reset. */
export type TestResetState =
  /** It is used. */
  | 'READY'
  /** A worker erases it and plants its fixture. */
  | 'RESETTING';

/** What testWebhook takes. */
export type TestWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
  /** Sends an example of this event type instead of webhook.test; in a sandbox only. */
  readonly type?: string | null | undefined;
};

/** What topUpFloat takes. */
export type TopUpFloatInput = {
  /** The agent, such as AG-000001. */
  readonly agentNo: string;
  /** How much arrived. */
  readonly amount: number;
  /** The bank's reference; at most 128 characters. */
  readonly reference: string;
};

/** What topUpFromPaybill takes. */
export type TopUpFromPaybillInput = {
  /** The agent, such as AG-000001. */
  readonly agentNo: string;
  /** How much; whole shillings. */
  readonly amount: number;
};

/** What transferEnrolment takes. */
export type TransferEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** The new programme, by id. */
  readonly programmeId: string;
  /** Why, in a sentence; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What transferFloat takes. */
export type TransferFloatInput = {
  /** The agent who gives it, such as AG-000001. */
  readonly agentNo: string;
  /** The agent who gets it. */
  readonly toAgentNo: string;
  /** How much. */
  readonly amount: number;
  /** Why, in a sentence that an auditor understands; at most 200 characters. */
  readonly reason: string;
};

/** What transferLoanOverpayment takes. */
export type TransferLoanOverpaymentInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** A savings account of the same member. */
  readonly savingsAccountId: string;
};

/** What transferShares takes. */
export type TransferSharesInput = {
  /** The share account that they leave, by id. */
  readonly savingsAccountId: string;
  /** The share account of the member who takes them over, by id. */
  readonly toSavingsAccountId: string;
  /** How much. */
  readonly amount: number;
};

/** What undoLoanApproval takes. */
export type UndoLoanApprovalInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What undoLoanDisbursement takes. */
export type UndoLoanDisbursementInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** The provider’s receipt for the reversal; at most 64 characters. */
  readonly reversalReceiptNo: string;
  /** Which disbursement; the last one where it is left out. */
  readonly disbursementId?: string | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What undoLoanWriteOff takes. */
export type UndoLoanWriteOffInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What unfreezeSavingsAccount takes. */
export type UnfreezeSavingsAccountInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type UnitFilter = {
  /** The code. */
  readonly code?: string | null | undefined;
  /** The programme, by id. */
  readonly programmeId?: string | null | undefined;
};

/** How a student stands in a unit. */
export type UnitStatus =
  /** The student takes it. */
  | 'REGISTERED'
  /** The student gave it up. */
  | 'DROPPED'
  /** It was taken to its end. */
  | 'COMPLETED'
  /** It is taken again. */
  | 'RETAKE'
  /** It is examined again. */
  | 'SUPPLEMENTARY'
  /** The student need not take it. */
  | 'EXEMPT';

/** Which records of the list: those that meet every member that is present. A member takes at most 100 values, of 255 characters each. */
export type UnsettledPaymentFilter = {
  /** One of these as kind. */
  readonly kinds?: ReadonlyArray<UnsettledPaymentKind> | null | undefined;
  /** One of these as state. */
  readonly states?: ReadonlyArray<UnsettledPaymentState> | null | undefined;
  /** In this range. */
  readonly amount?: CentsRange | null | undefined;
  /** In this range. */
  readonly since?: DateTimeRange | null | undefined;
};

/** What a payment is whose outcome is open. */
export type UnsettledPaymentKind =
  /** Money of a loan, to who borrows. */
  | 'DISBURSEMENT'
  /** Money of the paybill, to the float of an agent. */
  | 'FLOAT_TOP_UP'
  /** Money of an app, to a person. */
  | 'PAYOUT'
  /** Money that an app requested of a payer. */
  | 'COLLECTION';

/** A key of the order of the list. */
export type UnsettledPaymentOrder = {
  /** The key. */
  readonly by: UnsettledPaymentOrderField;
  /** Ascending where it is left out. */
  readonly direction?: OrderDirection | null | undefined;
};

/** What the list is ordered by. */
export type UnsettledPaymentOrderField =
  /** By kind. */
  | 'KIND'
  /** By state. */
  | 'STATE'
  /** By amount. */
  | 'AMOUNT'
  /** By since. */
  | 'SINCE';

/** How the outcome of a payment is open. */
export type UnsettledPaymentState =
  /** The provider’s status is queried, until it is conclusive. */
  | 'UNKNOWN'
  /** What the provider says does not settle it: two people do, with evidence. */
  | 'REVIEW';

/** What updateMember takes. */
export type UpdateMemberInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Full name; at most 200 characters. */
  readonly name?: string | null | undefined;
  /** Where the member is called and paid. */
  readonly phone?: string | null | undefined;
  /** The member's bank and account, as the bank needs them; at most 100 characters. Null takes it off the record. */
  readonly bankAccount?: string | null | undefined;
  /** The branch, by id. */
  readonly branchId?: string | null | undefined;
  /** What is known of the member's identity, all of it. */
  readonly kyc?: KycInput | null | undefined;
  /** Who receives what the member leaves: all of them, in the place of those of before; at most 20. */
  readonly nominees?: ReadonlyArray<NomineeInput> | null | undefined;
};

/** What updateWebhook takes. */
export type UpdateWebhookInput = {
  /** The webhook, by id. */
  readonly webhookId: string;
  /** Where deliveries go, at most 2048 characters; https, in a sandbox http too. */
  readonly url?: string | null | undefined;
  /** Event types and patterns: loan.disbursed, loan.*, or * for all that you may read. */
  readonly events?: ReadonlyArray<string> | null | undefined;
  /** What it is for, in your own words; at most 500 characters. Null takes it away. */
  readonly description?: string | null | undefined;
  /** One subject's events come one after the other: a later one waits for an earlier one. */
  readonly ordered?: boolean | null | undefined;
  /** The most posts a second, 1 to 500; null for as fast as they come. */
  readonly rateLimitPerSecond?: number | null | undefined;
  /** Your own notes, at most 20; they take the place of those that there are. */
  readonly metadata?: ReadonlyArray<WebhookMetadataInput> | null | undefined;
  /** How much a delivery carries. */
  readonly payload?: WebhookPayloadStyle | null | undefined;
  /** Several deliveries in one post; null gives each a post of its own again. */
  readonly batch?: WebhookBatchInput | null | undefined;
};

/** What verifyDeathClaim takes. */
export type VerifyDeathClaimInput = {
  /** The claim, by id. */
  readonly deathClaimId: string;
};

/** What verifyMemberKyc takes. */
export type VerifyMemberKycInput = {
  /** The member, by id. */
  readonly memberId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What voidInvoice takes. */
export type VoidInvoiceInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What voidResult takes. */
export type VoidResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What waits for a second person, by how it is decided. */
export type WaitingKind =
  /** A command was proposed: it is carried out once another person approves it. */
  | 'PROPOSAL'
  /** A member has applied for a loan: a person approves it, where two are wanted another one than took the application. */
  | 'LOAN_APPLICATION'
  /** A savings account was opened: a person approves it, where two are wanted another one than opened it. */
  | 'SAVINGS_ACCOUNT_OPENING'
  /** A person says what became of a disbursement in review: another one has to agree. */
  | 'DISBURSEMENT_OUTCOME'
  /** A person says what became of a payout of an app in review: another one has to find the same. */
  | 'PAYOUT_FINDING'
  /** A person says what became of a collection of an app in review: another one has to find the same. */
  | 'COLLECTION_FINDING'
  /** A person says that money in suspense has to go back to its payer: another one has to agree. */
  | 'MOBILE_MONEY_RETURN'
  /** A person has escalated an alert: another one files the report with the authority, or closes the alert. */
  | 'ALERT_REPORT'
  /** An administrator has made a link that replaces the key of a person: another one has to agree. */
  | 'KEY_REPLACEMENT'
  /** A person has joined by a link that one administrator made: another one says that they are who holds the key. */
  | 'INTRODUCTION'
  /** Marks of a class were handed in: a person publishes them, where two are wanted another one than entered or submitted them. */
  | 'CLASS_RESULTS';

/** What can be forgiven. */
export type WaivablePart =
  /** Interest. */
  | 'INTEREST'
  /** Fees. */
  | 'FEES'
  /** Penalties. */
  | 'PENALTIES';

/** What waiveLoanCharge takes. */
export type WaiveLoanChargeInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** What is forgiven. */
  readonly part: WaivablePart;
  /** How much; all that is open where it is left out. */
  readonly amount?: number | null | undefined;
  /** On which instalment; the oldest first where it is left out; 1 to 1200. */
  readonly instalment?: number | null | undefined;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What a person may do with the webhook. */
export type WebhookAction =
  /** Its address, its events or its delivery settings are changed. */
  | 'EDIT'
  /** A test event goes to this webhook alone. */
  | 'TEST'
  /** Deliveries are signed with a new secret, during the overlap with the old one as well. */
  | 'ROTATE_SECRET'
  /** What failed or was missed in a span of time is delivered again. */
  | 'RECOVER'
  /** The client wants no deliveries now. */
  | 'DISABLE'
  /** Deliveries start again. */
  | 'ENABLE'
  /** The webhook is gone for good. */
  | 'DELETE';

/** How a webhook is to take several deliveries in one post. */
export type WebhookBatchInput = {
  /** Deliveries in one post at most, 1 to 100. */
  readonly max: number;
  /** How long the first waits for others while there are fewer, in milliseconds, at most 60000. */
  readonly waitMs?: number;
};

/** What a person may do with the delivery. */
export type WebhookDeliveryAction =
  /** A person requests it again, now; the schedule restarts. */
  | 'RESEND';

/** Where the delivery stands. */
export type WebhookDeliveryState =
  /** An event is to be sent to a webhook; held from the start where the webhook is disabled. A person requests it again, now; the schedule restarts. A recovery of the webhook covers it; the schedule restarts. Allows no action. */
  | 'PENDING'
  /** A worker takes it and sends. Allows no action. */
  | 'DELIVERING'
  /** The attempt failed or its worker died; the schedule has another. Allows RESEND. */
  | 'RETRYING'
  /** An event is to be sent to a webhook; held from the start where the webhook is disabled. The webhook is disabled, or may not receive such events any more; recover brings it. Allows RESEND. */
  | 'HELD'
  /** The receiver answered 2xx; also when the answer came late. Allows RESEND. */
  | 'SUCCEEDED'
  /** The last attempt of the schedule failed. Allows RESEND. */
  | 'EXHAUSTED'
  /** The webhook was deleted. Allows no action. */
  | 'CANCELLED';

/** A note on a webhook. */
export type WebhookMetadataInput = {
  /** The name of the note; at most 40 characters. */
  readonly key: string;
  /** The note; at most 500 characters. */
  readonly value: string;
};

/** How much a delivery carries. */
export type WebhookPayloadStyle =
  /** The event with its data. */
  | 'FULL'
  /** Only what the event is about, to be read over the API. */
  | 'THIN';

/** Which deliveries of a span of time a recovery brings. */
export type WebhookRecoveryOnly =
  /** Those that were abandoned after their last attempt. */
  | 'FAILED'
  /** Those that were held while the webhook was disabled, and events that were never sent to it. */
  | 'MISSING'
  /** These, and those that succeeded. */
  | 'ALL';

/** Where the webhook stands. */
export type WebhookState =
  /** A client registers to receive events. Its address, its events or its delivery settings are changed. A test event goes to this webhook alone. Deliveries are signed with a new secret, during the overlap with the old one as well. What failed or was missed in a span of time is delivered again. Deliveries start again. Nothing has been delivered for 24, 72 or 120 hours. Allows EDIT, TEST, ROTATE_SECRET, RECOVER, DISABLE, DELETE. */
  | 'ACTIVE'
  /** Its address, its events or its delivery settings are changed. Deliveries are signed with a new secret, during the overlap with the old one as well. The client wants no deliveries now. The receiver answered 410, or has failed for 120 hours and 10 events. Allows EDIT, ROTATE_SECRET, ENABLE, DELETE. */
  | 'DISABLED'
  /** The webhook is gone for good. Allows no action. */
  | 'DELETED';

/** What withdrawEnrolment takes. */
export type WithdrawEnrolmentInput = {
  /** The enrolment, by id. */
  readonly enrolmentId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What withdrawGuarantee takes. */
export type WithdrawGuaranteeInput = {
  /** The guarantee, by id. */
  readonly guaranteeId: string;
};

/** What withdrawLoan takes. */
export type WithdrawLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What withdrawProposal takes. */
export type WithdrawProposalInput = {
  /** The proposal, by id. */
  readonly proposalId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** What withdrawSavings takes. */
export type WithdrawSavingsInput = {
  /** The account, by id. */
  readonly savingsAccountId: string;
  /** How much. */
  readonly amount: number;
  /** How it goes. */
  readonly channel: SavingsPayoutChannel;
  /** When it was paid; now where it is left out. */
  readonly paidAt?: string | null | undefined;
  /** The payer's or provider's reference, unique for its channel; at most 128 characters. */
  readonly reference?: string | null | undefined;
  /** The payer's number. */
  readonly msisdn?: string | null | undefined;
  /** The branch at whose counter it happens, by id; the member's where it is left out. */
  readonly branchId?: string | null | undefined;
};

/** What withdrawStudent takes. */
export type WithdrawStudentInput = {
  /** The student, by id. */
  readonly studentId: string;
  /** Why; at most 500 characters. */
  readonly reason?: string | null | undefined;
};

/** Why marks are withheld. */
export type WithholdReason =
  /** Fees are owed. */
  | 'FEES'
  /** A matter of discipline. */
  | 'DISCIPLINE'
  /** Other marks are missing. */
  | 'MISSING_MARKS';

/** What withholdResult takes. */
export type WithholdResultInput = {
  /** The result, by id. */
  readonly resultId: string;
  /** Why. */
  readonly reason: WithholdReason;
};

/** What writeOffInvoice takes. */
export type WriteOffInvoiceInput = {
  /** The invoice, by id. */
  readonly invoiceId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

/** What writeOffLoan takes. */
export type WriteOffLoanInput = {
  /** The loan, by id. */
  readonly loanId: string;
  /** Why, in a sentence that an auditor understands; at most 500 characters. */
  readonly reason: string;
};

export type LifeQueryVariables = Exact<{
  recordId: string;
  first: number;
}>;


export type LifeQuery = { readonly __typename: 'Query', readonly life: { readonly __typename: 'LifeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'LifeEntry', readonly id: string, readonly at: string, readonly actor: string | null, readonly name: string | null, readonly command: string, readonly kind: string, readonly requestId: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type RecordChangesSubscriptionVariables = Exact<{
  after?: number | null | undefined;
}>;


export type RecordChangesSubscription = { readonly recordChanged: { readonly __typename: 'RecordChange', readonly sequence: number, readonly type: string } | null };

export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly person: { readonly __typename: 'Person', readonly id: string, readonly sessions: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly method: SignInMethod, readonly agent: string, readonly openedAt: string, readonly lastUsedAt: string, readonly isThisOne: boolean }> } | null } };

export type FindQueryVariables = Exact<{
  search: string;
  receiptNo: string;
  members: boolean;
  loans: boolean;
  students: boolean;
  receipts: boolean;
}>;


export type FindQuery = { readonly __typename: 'Query', readonly members?: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string }> } | null, readonly loans?: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly name: string } | null }> } | null, readonly students?: { readonly __typename: 'StudentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string }> } | null, readonly repayments?: { readonly __typename: 'RepaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string, readonly amount: number }> } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly actor: string, readonly mode: InstitutionMode, readonly institution: string, readonly scopes: ReadonlyArray<string>, readonly sessionId: string | null, readonly steppedUp: boolean | null, readonly changesThrough: number | null, readonly limits: { readonly __typename: 'RoleLimits', readonly approve: number | null, readonly disburse: number | null }, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string, readonly roles: ReadonlyArray<PersonRole> } | null } };

export type EndSessionMutationVariables = Exact<{
  input: EndSessionInput;
  idempotencyKey?: string | null | undefined;
}>;


export type EndSessionMutation = { readonly __typename: 'Mutation', readonly endSession: { readonly __typename: 'EndSessionPayload', readonly sessionId: string | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AgentQueryVariables = Exact<{
  agentNo: string;
  withApprovals: boolean;
}>;


export type AgentQuery = { readonly __typename: 'Query', readonly agent: { readonly __typename: 'Agent', readonly id: string, readonly version: number, readonly agentNo: string, readonly name: string, readonly floatAt: MobileMoneyProvider, readonly float: number, readonly held: number, readonly available: number, readonly lowFloat: number | null, readonly dailyLimit: number | null, readonly pendingApprovals?: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly branch: { readonly __typename: 'Branch', readonly name: string }, readonly floatSeries: ReadonlyArray<{ readonly __typename: 'FloatPoint', readonly from: string, readonly to: string, readonly in: number, readonly out: number, readonly closing: number }> | null } | null };

export type AgentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AgentsQuery = { readonly __typename: 'Query', readonly agents: { readonly __typename: 'AgentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Agent', readonly id: string, readonly agentNo: string, readonly name: string, readonly floatAt: MobileMoneyProvider, readonly float: number, readonly held: number, readonly available: number, readonly lowFloat: number | null, readonly dailyLimit: number | null, readonly branch: { readonly __typename: 'Branch', readonly name: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type TopUpFloatMutationVariables = Exact<{
  input: TopUpFloatInput;
  idempotencyKey?: string | null | undefined;
}>;


export type TopUpFloatMutation = { readonly __typename: 'Mutation', readonly topUpFloat: { readonly __typename: 'TopUpFloatPayload', readonly agent: { readonly __typename: 'Agent', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TopUpFromPaybillMutationVariables = Exact<{
  input: TopUpFromPaybillInput;
  idempotencyKey?: string | null | undefined;
}>;


export type TopUpFromPaybillMutation = { readonly __typename: 'Mutation', readonly topUpFromPaybill: { readonly __typename: 'TopUpFromPaybillPayload', readonly floatTopUp: { readonly __typename: 'FloatTopUp', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type LimitFloatMutationVariables = Exact<{
  input: LimitFloatInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type LimitFloatMutation = { readonly __typename: 'Mutation', readonly limitFloat: { readonly __typename: 'LimitFloatPayload', readonly agent: { readonly __typename: 'Agent', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TransferFloatMutationVariables = Exact<{
  input: TransferFloatInput;
  idempotencyKey?: string | null | undefined;
}>;


export type TransferFloatMutation = { readonly __typename: 'Mutation', readonly transferFloat: { readonly __typename: 'TransferFloatPayload', readonly agent: { readonly __typename: 'Agent', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type OtherAgentsQueryVariables = Exact<{ [key: string]: never; }>;


export type OtherAgentsQuery = { readonly __typename: 'Query', readonly agents: { readonly __typename: 'AgentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Agent', readonly id: string, readonly agentNo: string, readonly name: string, readonly floatAt: MobileMoneyProvider }> } | null };

export type AmlAlertQueryVariables = Exact<{
  id: string;
}>;


export type AmlAlertQuery = { readonly __typename: 'Query', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly ruleId: string, readonly severity: AmlSeverity, readonly state: AmlAlertState, readonly stateReason: string | null, readonly windowStart: string, readonly windowEnd: string, readonly amount: number, readonly threshold: number, readonly exchangeRate: string | null, readonly holds: boolean, readonly assignee: string | null, readonly dueAt: string, readonly overdue: boolean, readonly escalatedBy: string | null, readonly filedBy: string | null, readonly reportReference: string | null, readonly availableActions: ReadonlyArray<AmlAlertAction>, readonly version: number, readonly createdAt: string, readonly msisdn: string | null, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly evidence: ReadonlyArray<{ readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null }>, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null };

export type AmlAlertsQueryVariables = Exact<{
  filter?: AmlAlertFilter | null | undefined;
  orderBy?: ReadonlyArray<AmlAlertOrder> | AmlAlertOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AmlAlertsQuery = { readonly __typename: 'Query', readonly amlAlerts: { readonly __typename: 'AmlAlertConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AmlAlert', readonly id: string, readonly ruleId: string, readonly severity: AmlSeverity, readonly state: AmlAlertState, readonly amount: number, readonly assignee: string | null, readonly dueAt: string, readonly overdue: boolean, readonly createdAt: string, readonly msisdn: string | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AssignAmlAlertMutationVariables = Exact<{
  input: AssignAmlAlertInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignAmlAlertMutation = { readonly __typename: 'Mutation', readonly assignAmlAlert: { readonly __typename: 'AssignAmlAlertPayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EscalateAmlAlertMutationVariables = Exact<{
  input: EscalateAmlAlertInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EscalateAmlAlertMutation = { readonly __typename: 'Mutation', readonly escalateAmlAlert: { readonly __typename: 'EscalateAmlAlertPayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type FileAmlAlertSarMutationVariables = Exact<{
  input: FileAmlAlertSarInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type FileAmlAlertSarMutation = { readonly __typename: 'Mutation', readonly fileAmlAlertSar: { readonly __typename: 'FileAmlAlertSarPayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CloseAmlAlertMutationVariables = Exact<{
  input: CloseAmlAlertInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CloseAmlAlertMutation = { readonly __typename: 'Mutation', readonly closeAmlAlert: { readonly __typename: 'CloseAmlAlertPayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type MarkAmlAlertFalsePositiveMutationVariables = Exact<{
  input: MarkAmlAlertFalsePositiveInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type MarkAmlAlertFalsePositiveMutation = { readonly __typename: 'Mutation', readonly markAmlAlertFalsePositive: { readonly __typename: 'MarkAmlAlertFalsePositivePayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReopenAmlAlertMutationVariables = Exact<{
  input: ReopenAmlAlertInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReopenAmlAlertMutation = { readonly __typename: 'Mutation', readonly reopenAmlAlert: { readonly __typename: 'ReopenAmlAlertPayload', readonly amlAlert: { readonly __typename: 'AmlAlert', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApprovalsQueryVariables = Exact<{
  filter?: PendingApprovalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  withMembers: boolean;
  withLoans: boolean;
  withPayments: boolean;
  withResults: boolean;
}>;


export type ApprovalsQuery = { readonly __typename: 'Query', readonly pendingApprovals: { readonly __typename: 'PendingApprovalConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly loan?: { readonly __typename: 'Loan', readonly loanNo: string } | null, readonly member?: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } & { readonly __typename: 'PendingApproval', readonly agent?: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement?: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null } & { readonly __typename: 'PendingApproval', readonly result?: { readonly __typename: 'Result', readonly attempt: number, readonly unit: { readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly id: string, readonly name: string } | null, readonly enrolment: { readonly __typename: 'Enrolment', readonly programme: { readonly __typename: 'Programme', readonly id: string } | null } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type WithdrawWaitingProposalMutationVariables = Exact<{
  input: WithdrawProposalInput;
  idempotencyKey?: string | null | undefined;
}>;


export type WithdrawWaitingProposalMutation = { readonly __typename: 'Mutation', readonly withdrawProposal: { readonly __typename: 'WithdrawProposalPayload', readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AddEvidenceToProposalMutationVariables = Exact<{
  input: AddProposalEvidenceInput;
  idempotencyKey?: string | null | undefined;
}>;


export type AddEvidenceToProposalMutation = { readonly __typename: 'Mutation', readonly addProposalEvidence: { readonly __typename: 'AddProposalEvidencePayload', readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveWaitingLoanMutationVariables = Exact<{
  input: ApproveLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveWaitingLoanMutation = { readonly __typename: 'Mutation', readonly approveLoan: { readonly __typename: 'ApproveLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectWaitingLoanMutationVariables = Exact<{
  input: RejectLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectWaitingLoanMutation = { readonly __typename: 'Mutation', readonly rejectLoan: { readonly __typename: 'RejectLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveWaitingProposalMutationVariables = Exact<{
  input: ApproveProposalInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveWaitingProposalMutation = { readonly __typename: 'Mutation', readonly approveProposal: { readonly __typename: 'ApproveProposalPayload', readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectWaitingProposalMutationVariables = Exact<{
  input: RejectProposalInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectWaitingProposalMutation = { readonly __typename: 'Mutation', readonly rejectProposal: { readonly __typename: 'RejectProposalPayload', readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveWaitingAccountMutationVariables = Exact<{
  input: ApproveSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveWaitingAccountMutation = { readonly __typename: 'Mutation', readonly approveSavingsAccount: { readonly __typename: 'ApproveSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectWaitingAccountMutationVariables = Exact<{
  input: RejectSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectWaitingAccountMutation = { readonly __typename: 'Mutation', readonly rejectSavingsAccount: { readonly __typename: 'RejectSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveWaitingOutcomeMutationVariables = Exact<{
  input: ApproveDisbursementOutcomeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveWaitingOutcomeMutation = { readonly __typename: 'Mutation', readonly approveDisbursementOutcome: { readonly __typename: 'ApproveDisbursementOutcomePayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveWaitingReturnMutationVariables = Exact<{
  input: ApproveMobileMoneyReturnInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveWaitingReturnMutation = { readonly __typename: 'Mutation', readonly approveMobileMoneyReturn: { readonly __typename: 'ApproveMobileMoneyReturnPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ConfirmWaitingKeyMutationVariables = Exact<{
  input: ConfirmInvitationInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmWaitingKeyMutation = { readonly __typename: 'Mutation', readonly confirmInvitation: { readonly __typename: 'ConfirmInvitationPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ConfirmWaitingPersonMutationVariables = Exact<{
  input: ConfirmPersonInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmWaitingPersonMutation = { readonly __typename: 'Mutation', readonly confirmPerson: { readonly __typename: 'ConfirmPersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WaitingFragment = { readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null };

export type WaitingPaymentFragment = { readonly __typename: 'PendingApproval', readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null };

export type WaitingClassFragment = { readonly __typename: 'PendingApproval', readonly result: { readonly __typename: 'Result', readonly attempt: number, readonly unit: { readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly id: string, readonly name: string } | null, readonly enrolment: { readonly __typename: 'Enrolment', readonly programme: { readonly __typename: 'Programme', readonly id: string } | null } | null } | null };

export type ProposalDetailsQueryVariables = Exact<{
  id: string;
}>;


export type ProposalDetailsQuery = { readonly __typename: 'Query', readonly proposal: { readonly __typename: 'Proposal', readonly id: string, readonly command: ProposedCommand, readonly details: ReadonlyArray<{ readonly __typename: 'ProposedDetail', readonly path: ReadonlyArray<string>, readonly kind: ProposedValueKind, readonly cents: number | null, readonly text: string | null }>, readonly evidence: ReadonlyArray<{ readonly __typename: 'ProposalEvidence', readonly text: string, readonly at: string }> } | null };

export type ArrearsQueryVariables = Exact<{
  filter?: LoanFilter | null | undefined;
  orderBy?: ReadonlyArray<LoanOrder> | LoanOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ArrearsQuery = { readonly __typename: 'Query', readonly loans: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly outstanding: { readonly __typename: 'Outstanding', readonly principal: number, readonly total: number }, readonly arrears: { readonly __typename: 'Arrears', readonly daysPastDue: number, readonly amount: number, readonly classification: string, readonly pausedFrom: string | null }, readonly nextInstalment: { readonly __typename: 'NextInstalment', readonly dueDate: string } | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string, readonly phone: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AuditQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  subjectId?: string | null | undefined;
  orderBy?: ReadonlyArray<AuditOrder> | AuditOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  withPeople: boolean;
}>;


export type AuditQuery = { readonly __typename: 'Query', readonly audit: { readonly __typename: 'AuditConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AuditEntry', readonly id: string, readonly at: string, readonly actor: string, readonly actorName: string | null, readonly command: string, readonly eventType: string, readonly subjectType: string, readonly subjectId: string, readonly requestId: string, readonly person?: { readonly __typename: 'Person', readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AccountStatementQueryVariables = Exact<{
  account: string;
  subAccount?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AccountStatementQuery = { readonly __typename: 'Query', readonly accountStatement: { readonly __typename: 'AccountStatement', readonly account: string, readonly subAccount: string | null, readonly subAccountName: string | null, readonly type: string, readonly normal: string, readonly from: string, readonly to: string, readonly opening: number, readonly debit: number, readonly credit: number, readonly closing: number, readonly entries: { readonly __typename: 'StatementEntryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'StatementEntry', readonly debit: number, readonly credit: number, readonly balance: number, readonly journal: { readonly __typename: 'Journal', readonly id: string, readonly bookedOn: string, readonly kind: string, readonly subject: { readonly __typename: 'BookedRecord', readonly type: string, readonly id: string | null, readonly number: string | null, readonly ownerNumber: string | null }, readonly cause: { readonly __typename: 'LifeEntry', readonly actor: string | null, readonly name: string | null } | null } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type ClosesQueryVariables = Exact<{
  through?: string | null | undefined;
}>;


export type ClosesQuery = { readonly __typename: 'Query', readonly closesOfBusiness: ReadonlyArray<{ readonly __typename: 'CloseOfBusiness', readonly id: string, readonly businessDate: string, readonly finished: boolean, readonly loansDone: number, readonly loansTotal: number, readonly interest: number, readonly penalties: number, readonly provisioned: number, readonly fellOverdue: number, readonly savingsInterest: number, readonly portfolio: { readonly __typename: 'PortfolioAtRisk', readonly gross: number, readonly par: ReadonlyArray<{ readonly __typename: 'ParFigure', readonly days: number, readonly percent: string }> } | null }> | null };

export type JournalQueryVariables = Exact<{
  id: string;
}>;


export type JournalQuery = { readonly __typename: 'Query', readonly journal: { readonly __typename: 'Journal', readonly id: string, readonly bookedOn: string, readonly valueDate: string, readonly kind: string, readonly currency: string, readonly amount: number, readonly createdAt: string, readonly subject: { readonly __typename: 'BookedRecord', readonly type: string, readonly id: string | null, readonly number: string | null, readonly ownerNumber: string | null }, readonly cause: { readonly __typename: 'LifeEntry', readonly id: string, readonly actor: string | null, readonly name: string | null, readonly command: string, readonly at: string, readonly requestId: string } | null, readonly lines: ReadonlyArray<{ readonly __typename: 'JournalLine', readonly account: string, readonly subAccount: string | null, readonly subAccountName: string | null, readonly debit: number, readonly credit: number }>, readonly reversalOf: { readonly __typename: 'Journal', readonly id: string, readonly bookedOn: string } | null, readonly reversedBy: ReadonlyArray<{ readonly __typename: 'Journal', readonly id: string, readonly bookedOn: string }> } | null };

export type JournalsQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  account?: string | null | undefined;
  subAccount?: string | null | undefined;
  kind?: string | null | undefined;
  record?: string | null | undefined;
  reference?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type JournalsQuery = { readonly __typename: 'Query', readonly journals: { readonly __typename: 'JournalConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Journal', readonly id: string, readonly bookedOn: string, readonly kind: string, readonly amount: number, readonly subject: { readonly __typename: 'BookedRecord', readonly type: string, readonly id: string | null, readonly number: string | null, readonly ownerNumber: string | null }, readonly cause: { readonly __typename: 'LifeEntry', readonly actor: string | null, readonly name: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly chartOfAccounts: { readonly __typename: 'ChartOfAccounts', readonly kinds: ReadonlyArray<string>, readonly accounts: ReadonlyArray<{ readonly __typename: 'LedgerAccount', readonly account: string }> } | null };

export type LedgerProofsQueryVariables = Exact<{
  behind?: string | null | undefined;
}>;


export type LedgerProofsQuery = { readonly __typename: 'Query', readonly ledgerProofs: ReadonlyArray<{ readonly __typename: 'LedgerProof', readonly id: string, readonly provenAt: string, readonly provenBy: string, readonly provenByPerson: string | null, readonly isSound: boolean, readonly checkCount: number, readonly brokenCount: number, readonly checks: ReadonlyArray<{ readonly __typename: 'LedgerCheck', readonly name: string, readonly means: string, readonly violations: number }> }> | null };

export type TrialBalanceQueryVariables = Exact<{
  on?: string | null | undefined;
}>;


export type TrialBalanceQuery = { readonly __typename: 'Query', readonly trialBalance: { readonly __typename: 'TrialBalance', readonly on: string, readonly debit: number, readonly credit: number, readonly balances: boolean, readonly accounts: ReadonlyArray<{ readonly __typename: 'TrialBalanceAccount', readonly account: string, readonly subAccount: string | null, readonly subAccountName: string | null, readonly type: string, readonly debit: number, readonly credit: number }> } | null, readonly ledgerProofs: ReadonlyArray<{ readonly __typename: 'LedgerProof', readonly id: string, readonly provenAt: string, readonly isSound: boolean, readonly checkCount: number, readonly brokenCount: number }> | null };

export type DeathClaimQueryVariables = Exact<{
  claimNo: string;
  withApprovals: boolean;
}>;


export type DeathClaimQuery = { readonly __typename: 'Query', readonly deathClaims: { readonly __typename: 'DeathClaimConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'DeathClaim', readonly id: string, readonly claimNo: string, readonly version: number, readonly state: DeathClaimState, readonly stateReason: string | null, readonly diedOn: string, readonly distributed: number, readonly paid: number, readonly settledOn: string | null, readonly availableActions: ReadonlyArray<DeathClaimAction>, readonly pendingApprovals?: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null, readonly documents: ReadonlyArray<{ readonly __typename: 'ClaimDocument', readonly kind: ClaimDocumentKind, readonly reference: string, readonly at: string }>, readonly beneficiaries: ReadonlyArray<{ readonly __typename: 'Beneficiary', readonly number: number, readonly name: string, readonly relationship: string, readonly shareBasisPoints: number, readonly inPlaceOf: string | null, readonly due: number, readonly guardian: { readonly __typename: 'NomineeGuardian', readonly name: string } | null }>, readonly parts: ReadonlyArray<{ readonly __typename: 'DeathClaimPart', readonly number: number, readonly id: string, readonly kind: DeathClaimPartKind, readonly state: DeathClaimPartState, readonly amount: number, readonly bookedOn: string, readonly payee: string | null }>, readonly estate: { readonly __typename: 'Estate', readonly retained: number, readonly free: number, readonly obstacles: ReadonlyArray<string>, readonly accounts: ReadonlyArray<{ readonly __typename: 'EstateAccount', readonly id: string, readonly accountNo: string, readonly balance: number, readonly held: number, readonly interestAccrued: number }>, readonly loans: ReadonlyArray<{ readonly __typename: 'EstateLoan', readonly id: string, readonly loanNo: string, readonly owed: number, readonly paidTwice: number }>, readonly suspense: ReadonlyArray<{ readonly __typename: 'EstateSuspense', readonly receiptNo: string, readonly amount: number }>, readonly guarantees: ReadonlyArray<{ readonly __typename: 'EstateGuarantee', readonly id: string, readonly loanNo: string, readonly liable: number }> } | null }> } | null };

export type DeathClaimsQueryVariables = Exact<{
  filter?: DeathClaimFilter | null | undefined;
  orderBy?: ReadonlyArray<DeathClaimOrder> | DeathClaimOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DeathClaimsQuery = { readonly __typename: 'Query', readonly deathClaims: { readonly __typename: 'DeathClaimConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'DeathClaim', readonly id: string, readonly claimNo: string, readonly state: DeathClaimState, readonly diedOn: string, readonly createdAt: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AddClaimDocumentMutationVariables = Exact<{
  input: AddClaimDocumentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AddClaimDocumentMutation = { readonly __typename: 'Mutation', readonly addClaimDocument: { readonly __typename: 'AddClaimDocumentPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AppointRepresentativeMutationVariables = Exact<{
  input: AppointRepresentativeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AppointRepresentativeMutation = { readonly __typename: 'Mutation', readonly appointRepresentative: { readonly __typename: 'AppointRepresentativePayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type VerifyDeathClaimMutationVariables = Exact<{
  input: VerifyDeathClaimInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type VerifyDeathClaimMutation = { readonly __typename: 'Mutation', readonly verifyDeathClaim: { readonly __typename: 'VerifyDeathClaimPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SettleClaimLoanMutationVariables = Exact<{
  input: SettleClaimLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SettleClaimLoanMutation = { readonly __typename: 'Mutation', readonly settleClaimLoan: { readonly __typename: 'SettleClaimLoanPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DistributeEstateMutationVariables = Exact<{
  input: DistributeEstateInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DistributeEstateMutation = { readonly __typename: 'Mutation', readonly distributeEstate: { readonly __typename: 'DistributeEstatePayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PayBeneficiaryMutationVariables = Exact<{
  input: PayBeneficiaryInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PayBeneficiaryMutation = { readonly __typename: 'Mutation', readonly payBeneficiary: { readonly __typename: 'PayBeneficiaryPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseClaimPartMutationVariables = Exact<{
  input: ReverseClaimPartInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReverseClaimPartMutation = { readonly __typename: 'Mutation', readonly reverseClaimPart: { readonly __typename: 'ReverseClaimPartPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CloseDeathClaimMutationVariables = Exact<{
  input: CloseDeathClaimInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CloseDeathClaimMutation = { readonly __typename: 'Mutation', readonly closeDeathClaim: { readonly __typename: 'CloseDeathClaimPayload', readonly deathClaim: { readonly __typename: 'DeathClaim', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ClientLogQueryVariables = Exact<{
  id: string;
  filter?: ClientRequestFilter | null | undefined;
  after?: string | null | undefined;
  before?: number | null | undefined;
}>;


export type ClientLogQuery = { readonly __typename: 'Query', readonly clientRequests: { readonly __typename: 'ClientRequestPage', readonly endCursor: string | null, readonly hasMore: boolean, readonly requests: ReadonlyArray<{ readonly __typename: 'ClientRequest', readonly requestId: string, readonly method: string, readonly path: string, readonly status: number, readonly durationMs: number, readonly errorCode: string | null, readonly requestBody: string | null, readonly responseBody: string | null, readonly at: string }> } | null, readonly clientChanges: { readonly __typename: 'ChangePage', readonly through: number, readonly hasMore: boolean, readonly changes: ReadonlyArray<{ readonly __typename: 'Change', readonly sequence: number, readonly event: { readonly __typename: 'Event', readonly id: string, readonly type: string, readonly timestamp: string, readonly subjectType: string, readonly subjectId: string, readonly body: string } | null }> } | null };

export type ClientQueryVariables = Exact<{
  id: string;
  withPeople: boolean;
}>;


export type ClientQuery = { readonly __typename: 'Query', readonly clientScopes: ReadonlyArray<string>, readonly client: { readonly __typename: 'Client', readonly id: string, readonly version: number, readonly name: string, readonly clientKey: string, readonly responsible: string | null, readonly scopes: ReadonlyArray<string>, readonly allowedNetworks: ReadonlyArray<string>, readonly pii: boolean, readonly idFormat: ClientIdFormat, readonly state: ClientState, readonly availableActions: ReadonlyArray<ClientAction>, readonly lastUsedAt: string | null, readonly createdAt: string, readonly responsiblePerson?: { readonly __typename: 'Person', readonly id: string, readonly name: string } | null, readonly quotas: ReadonlyArray<{ readonly __typename: 'ClientQuota', readonly bucket: string, readonly perMinute: number, readonly isAgreed: boolean }>, readonly keys: ReadonlyArray<{ readonly __typename: 'ClientKey', readonly name: string, readonly state: ClientKeyState, readonly shownTo: string, readonly createdAt: string, readonly expiresAt: string | null, readonly validUntil: string | null, readonly lastUsedAt: string | null }>, readonly use: ReadonlyArray<{ readonly __typename: 'ClientUse', readonly from: string, readonly requests: number, readonly refused: number, readonly failed: number }>, readonly webhooks: ReadonlyArray<{ readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly state: WebhookState }> } | null };

export type CreateClientMutationVariables = Exact<{
  input: CreateClientInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateClientMutation = { readonly __typename: 'Mutation', readonly createClient: { readonly __typename: 'CreateClientPayload', readonly secret: string | null, readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RotateClientSecretMutationVariables = Exact<{
  input: RotateClientSecretInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RotateClientSecretMutation = { readonly __typename: 'Mutation', readonly rotateClientSecret: { readonly __typename: 'RotateClientSecretPayload', readonly secret: string | null, readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AddClientKeyMutationVariables = Exact<{
  input: AddClientKeyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AddClientKeyMutation = { readonly __typename: 'Mutation', readonly addClientKey: { readonly __typename: 'AddClientKeyPayload', readonly secret: string | null, readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RevokeClientKeyMutationVariables = Exact<{
  input: RevokeClientKeyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RevokeClientKeyMutation = { readonly __typename: 'Mutation', readonly revokeClientKey: { readonly __typename: 'RevokeClientKeyPayload', readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeClientMutationVariables = Exact<{
  input: ChangeClientInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeClientMutation = { readonly __typename: 'Mutation', readonly changeClient: { readonly __typename: 'ChangeClientPayload', readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DisableClientMutationVariables = Exact<{
  input: DisableClientInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DisableClientMutation = { readonly __typename: 'Mutation', readonly disableClient: { readonly __typename: 'DisableClientPayload', readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EnableClientMutationVariables = Exact<{
  input: EnableClientInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EnableClientMutation = { readonly __typename: 'Mutation', readonly enableClient: { readonly __typename: 'EnableClientPayload', readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ClientsQueryVariables = Exact<{
  filter?: ClientFilter | null | undefined;
  orderBy?: ReadonlyArray<ClientOrder> | ClientOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  withPeople: boolean;
  toRegister: boolean;
}>;


export type ClientsQuery = { readonly __typename: 'Query', readonly clientScopes: ReadonlyArray<string>, readonly clients: { readonly __typename: 'ClientConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Client', readonly id: string, readonly name: string, readonly clientKey: string, readonly responsible: string | null, readonly scopes: ReadonlyArray<string>, readonly state: ClientState, readonly lastUsedAt: string | null, readonly createdAt: string, readonly responsiblePerson?: { readonly __typename: 'Person', readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly people?: { readonly __typename: 'PersonConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Person', readonly id: string, readonly name: string }> } | null };

export type GraphUseQueryVariables = Exact<{
  startsWith?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type GraphUseQuery = { readonly __typename: 'Query', readonly graphFieldUse: { readonly __typename: 'GraphFieldUsePage', readonly hasMore: boolean, readonly fields: ReadonlyArray<{ readonly __typename: 'GraphFieldUse', readonly field: string, readonly operations: number, readonly clients: ReadonlyArray<string>, readonly clientCount: number, readonly byPeople: boolean, readonly lastSeenAt: string }> } | null };

export type ChangeClientQuotasMutationVariables = Exact<{
  input: ChangeClientQuotasInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeClientQuotasMutation = { readonly __typename: 'Mutation', readonly changeClientQuotas: { readonly __typename: 'ChangeClientQuotasPayload', readonly client: { readonly __typename: 'Client', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PeopleWhoMayAnswerQueryVariables = Exact<{ [key: string]: never; }>;


export type PeopleWhoMayAnswerQuery = { readonly __typename: 'Query', readonly people: { readonly __typename: 'PersonConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Person', readonly id: string, readonly name: string }> } | null };

export type ChangeClientResponsibleMutationVariables = Exact<{
  input: ChangeClientResponsibleInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeClientResponsibleMutation = { readonly __typename: 'Mutation', readonly changeClientResponsible: { readonly __typename: 'ChangeClientResponsiblePayload', readonly client: { readonly __typename: 'Client', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TestResetQueryVariables = Exact<{ [key: string]: never; }>;


export type TestResetQuery = { readonly __typename: 'Query', readonly testReset: { readonly __typename: 'TestReset', readonly state: TestResetState, readonly fixture: string | null, readonly requestedAt: string | null, readonly finishedAt: string | null, readonly rowsErased: number, readonly problem: string | null } | null };

export type ResetSandboxMutationVariables = Exact<{
  input: ResetSandboxInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ResetSandboxMutation = { readonly __typename: 'Mutation', readonly resetSandbox: { readonly __typename: 'ResetSandboxPayload', readonly testReset: { readonly __typename: 'TestReset', readonly state: TestResetState } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SimulatedRowFragment = { readonly __typename: 'SimulatedPayment', readonly id: string, readonly kind: SimulatedKind, readonly amount: number, readonly party: string, readonly acceptedAt: string, readonly notificationsSent: number, readonly isDue: boolean, readonly answered: SimulatedAnswer | null };

export type SimulatorQueryVariables = Exact<{ [key: string]: never; }>;


export type SimulatorQuery = { readonly __typename: 'Query', readonly prompts: ReadonlyArray<{ readonly __typename: 'SimulatedPayment', readonly id: string, readonly kind: SimulatedKind, readonly amount: number, readonly party: string, readonly acceptedAt: string, readonly notificationsSent: number, readonly isDue: boolean, readonly answered: SimulatedAnswer | null }> | null, readonly payouts: ReadonlyArray<{ readonly __typename: 'SimulatedPayment', readonly id: string, readonly kind: SimulatedKind, readonly amount: number, readonly party: string, readonly acceptedAt: string, readonly notificationsSent: number, readonly isDue: boolean, readonly answered: SimulatedAnswer | null }> | null, readonly promptNumbers: ReadonlyArray<{ readonly __typename: 'SimulatedNumber', readonly suffix: string, readonly means: string }> | null, readonly payoutNumbers: ReadonlyArray<{ readonly __typename: 'SimulatedNumber', readonly suffix: string, readonly means: string }> | null };

export type AnswerSimulatedPaymentMutationVariables = Exact<{
  input: AnswerSimulatedPaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type AnswerSimulatedPaymentMutation = { readonly __typename: 'Mutation', readonly answerSimulatedPayment: { readonly __typename: 'AnswerSimulatedPaymentPayload', readonly simulatedPayment: { readonly __typename: 'SimulatedPayment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PayPaybillMutationVariables = Exact<{
  input: PayPaybillInput;
  idempotencyKey?: string | null | undefined;
}>;


export type PayPaybillMutation = { readonly __typename: 'Mutation', readonly payPaybill: { readonly __typename: 'PayPaybillPayload', readonly receiptNo: string | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TestClockQueryVariables = Exact<{ [key: string]: never; }>;


export type TestClockQuery = { readonly __typename: 'Query', readonly testClock: { readonly __typename: 'TestClock', readonly state: TestClockState, readonly now: string, readonly to: string | null, readonly offsetSeconds: number, readonly problem: string | null } | null };

export type AdvanceTestClockMutationVariables = Exact<{
  input: AdvanceTestClockInput;
  idempotencyKey?: string | null | undefined;
}>;


export type AdvanceTestClockMutation = { readonly __typename: 'Mutation', readonly advanceTestClock: { readonly __typename: 'AdvanceTestClockPayload', readonly testClock: { readonly __typename: 'TestClock', readonly state: TestClockState } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DeliveryQueryVariables = Exact<{
  id: string;
}>;


export type DeliveryQuery = { readonly __typename: 'Query', readonly webhookDelivery: { readonly __typename: 'WebhookDelivery', readonly id: string, readonly attempts: ReadonlyArray<{ readonly __typename: 'WebhookAttempt', readonly number: number, readonly startedAt: string, readonly durationMs: number, readonly resolvedAddress: string | null, readonly status: number | null, readonly errorClass: string | null, readonly problem: string | null, readonly replyBody: string | null, readonly batchId: string | null }> } | null };

export type WebhookQueryVariables = Exact<{
  id: string;
  states?: ReadonlyArray<WebhookDeliveryState> | WebhookDeliveryState | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type WebhookQuery = { readonly __typename: 'Query', readonly webhook: { readonly __typename: 'Webhook', readonly id: string, readonly version: number, readonly url: string, readonly events: ReadonlyArray<string>, readonly scopes: ReadonlyArray<string>, readonly description: string | null, readonly ordered: boolean, readonly payload: WebhookPayloadStyle, readonly rateLimitPerSecond: number | null, readonly state: WebhookState, readonly disabledReason: string | null, readonly availableActions: ReadonlyArray<WebhookAction>, readonly createdAt: string, readonly batch: { readonly __typename: 'WebhookBatch', readonly max: number, readonly waitMs: number } | null, readonly client: { readonly __typename: 'Client', readonly id: string, readonly name: string } | null, readonly deliveries: { readonly __typename: 'WebhookDeliveryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'WebhookDelivery', readonly id: string, readonly version: number, readonly sequence: number, readonly eventType: string, readonly eventId: string, readonly state: WebhookDeliveryState, readonly attemptCount: number, readonly lastStatus: number | null, readonly lastErrorClass: string | null, readonly nextAttemptAt: string | null, readonly createdAt: string, readonly availableActions: ReadonlyArray<WebhookDeliveryAction> }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateWebhookMutation = { readonly __typename: 'Mutation', readonly createWebhook: { readonly __typename: 'CreateWebhookPayload', readonly secret: string | null, readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UpdateWebhookMutation = { readonly __typename: 'Mutation', readonly updateWebhook: { readonly __typename: 'UpdateWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DeleteWebhookMutation = { readonly __typename: 'Mutation', readonly deleteWebhook: { readonly __typename: 'DeleteWebhookPayload', readonly deletedWebhookId: string | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type TestWebhookMutation = { readonly __typename: 'Mutation', readonly testWebhook: { readonly __typename: 'TestWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RotateWebhookSecretMutation = { readonly __typename: 'Mutation', readonly rotateWebhookSecret: { readonly __typename: 'RotateWebhookSecretPayload', readonly secret: string | null, readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecoverWebhookMutationVariables = Exact<{
  input: RecoverWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RecoverWebhookMutation = { readonly __typename: 'Mutation', readonly recoverWebhook: { readonly __typename: 'RecoverWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DisableWebhookMutationVariables = Exact<{
  input: DisableWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DisableWebhookMutation = { readonly __typename: 'Mutation', readonly disableWebhook: { readonly __typename: 'DisableWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EnableWebhookMutationVariables = Exact<{
  input: EnableWebhookInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EnableWebhookMutation = { readonly __typename: 'Mutation', readonly enableWebhook: { readonly __typename: 'EnableWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResendDeliveryMutationVariables = Exact<{
  input: ResendWebhookDeliveryInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResendDeliveryMutation = { readonly __typename: 'Mutation', readonly resendWebhookDelivery: { readonly __typename: 'ResendWebhookDeliveryPayload', readonly delivery: { readonly __typename: 'WebhookDelivery', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveLoanMutationVariables = Exact<{
  input: ApproveLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveLoanMutation = { readonly __typename: 'Mutation', readonly approveLoan: { readonly __typename: 'ApproveLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectLoanMutationVariables = Exact<{
  input: RejectLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectLoanMutation = { readonly __typename: 'Mutation', readonly rejectLoan: { readonly __typename: 'RejectLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithdrawLoanMutationVariables = Exact<{
  input: WithdrawLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WithdrawLoanMutation = { readonly __typename: 'Mutation', readonly withdrawLoan: { readonly __typename: 'WithdrawLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type UndoLoanApprovalMutationVariables = Exact<{
  input: UndoLoanApprovalInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UndoLoanApprovalMutation = { readonly __typename: 'Mutation', readonly undoLoanApproval: { readonly __typename: 'UndoLoanApprovalPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PauseLoanArrearsMutationVariables = Exact<{
  input: PauseLoanArrearsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PauseLoanArrearsMutation = { readonly __typename: 'Mutation', readonly pauseLoanArrears: { readonly __typename: 'PauseLoanArrearsPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResumeLoanArrearsMutationVariables = Exact<{
  input: ResumeLoanArrearsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResumeLoanArrearsMutation = { readonly __typename: 'Mutation', readonly resumeLoanArrears: { readonly __typename: 'ResumeLoanArrearsPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PledgeGuaranteeMutationVariables = Exact<{
  input: PledgeGuaranteeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PledgeGuaranteeMutation = { readonly __typename: 'Mutation', readonly pledgeGuarantee: { readonly __typename: 'PledgeGuaranteePayload', readonly guarantee: { readonly __typename: 'Guarantee', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithdrawGuaranteeMutationVariables = Exact<{
  input: WithdrawGuaranteeInput;
  idempotencyKey?: string | null | undefined;
}>;


export type WithdrawGuaranteeMutation = { readonly __typename: 'Mutation', readonly withdrawGuarantee: { readonly __typename: 'WithdrawGuaranteePayload', readonly guarantee: { readonly __typename: 'Guarantee', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SubstituteGuarantorMutationVariables = Exact<{
  input: SubstituteGuarantorInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SubstituteGuarantorMutation = { readonly __typename: 'Mutation', readonly substituteGuarantor: { readonly __typename: 'SubstituteGuarantorPayload', readonly guarantee: { readonly __typename: 'Guarantee', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DischargeGuarantorMutationVariables = Exact<{
  input: DischargeGuarantorInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DischargeGuarantorMutation = { readonly __typename: 'Mutation', readonly dischargeGuarantor: { readonly __typename: 'DischargeGuarantorPayload', readonly guarantee: { readonly __typename: 'Guarantee', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type GuarantorsFoundQueryVariables = Exact<{
  search: string;
}>;


export type GuarantorsFoundQuery = { readonly __typename: 'Query', readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string }> } | null };

export type LoanQueryVariables = Exact<{
  loanNo: string;
}>;


export type LoanQuery = { readonly __typename: 'Query', readonly loanByNumber: { readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly version: number, readonly state: LoanState, readonly stateReason: string | null, readonly closeReason: string | null, readonly availableActions: ReadonlyArray<LoanAction>, readonly principal: number, readonly approvedPrincipal: number | null, readonly disbursedPrincipal: number, readonly termMonths: number, readonly interestRate: string, readonly purpose: string | null, readonly disbursedAt: string | null, readonly maturityDate: string | null, readonly writtenOffOn: string | null, readonly writtenOff: number, readonly overpaid: number, readonly createdAt: string, readonly updatedAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly member: { readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string, readonly phone: string } | null, readonly product: { readonly __typename: 'LoanProduct', readonly code: string, readonly name: string } | null, readonly outstanding: { readonly __typename: 'Outstanding', readonly principal: number, readonly interest: number, readonly fees: number, readonly penalties: number, readonly total: number }, readonly arrears: { readonly __typename: 'Arrears', readonly daysPastDue: number, readonly amount: number, readonly classification: string, readonly pausedFrom: string | null }, readonly nextInstalment: { readonly __typename: 'NextInstalment', readonly number: number, readonly dueDate: string, readonly amount: number } | null, readonly schedule: ReadonlyArray<{ readonly __typename: 'Instalment', readonly number: number, readonly dueDate: string, readonly principal: number, readonly interest: number, readonly fees: number, readonly penalties: number, readonly total: number, readonly outstanding: number, readonly balanceAfter: number, readonly state: InstalmentState, readonly paid: { readonly __typename: 'InstalmentPaid', readonly principal: number, readonly interest: number, readonly fees: number, readonly penalties: number, readonly total: number } }>, readonly terms: { readonly __typename: 'LoanTerms', readonly guarantorsRequired: number, readonly guaranteePercent: string }, readonly guarantees: ReadonlyArray<{ readonly __typename: 'Guarantee', readonly id: string, readonly version: number, readonly amount: number, readonly liable: number, readonly state: GuaranteeState, readonly substitutionDue: boolean, readonly availableActions: ReadonlyArray<GuaranteeAction>, readonly guarantor: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }> | null, readonly disbursements: { readonly __typename: 'DisbursementConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Disbursement', readonly id: string, readonly amount: number, readonly channel: DisbursementChannel, readonly msisdn: string | null, readonly bankAccount: string | null, readonly state: DisbursementState, readonly receiptNo: string | null, readonly failureCode: string | null, readonly failureMessage: string | null, readonly createdAt: string, readonly origin: { readonly __typename: 'LifeEntry', readonly actor: string | null, readonly name: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly repayments: { readonly __typename: 'RepaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string, readonly amount: number, readonly channel: RepaymentChannel, readonly reference: string | null, readonly state: RepaymentState, readonly stateReason: string | null, readonly paidAt: string, readonly origin: { readonly __typename: 'LifeEntry', readonly actor: string | null, readonly name: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null };

export type LoansQueryVariables = Exact<{
  filter?: LoanFilter | null | undefined;
  orderBy?: ReadonlyArray<LoanOrder> | LoanOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type LoansQuery = { readonly __typename: 'Query', readonly loans: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly state: LoanState, readonly principal: number, readonly createdAt: string, readonly outstanding: { readonly __typename: 'Outstanding', readonly total: number }, readonly arrears: { readonly __typename: 'Arrears', readonly daysPastDue: number }, readonly nextInstalment: { readonly __typename: 'NextInstalment', readonly dueDate: string } | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type DisburseLoanMutationVariables = Exact<{
  input: DisburseLoanInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DisburseLoanMutation = { readonly __typename: 'Mutation', readonly disburseLoan: { readonly __typename: 'DisburseLoanPayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly state: DisbursementState } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecordRepaymentMutationVariables = Exact<{
  input: RecordRepaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RecordRepaymentMutation = { readonly __typename: 'Mutation', readonly recordRepayment: { readonly __typename: 'RecordRepaymentPayload', readonly repayment: { readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SettleLoanMutationVariables = Exact<{
  input: SettleLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SettleLoanMutation = { readonly __typename: 'Mutation', readonly settleLoan: { readonly __typename: 'SettleLoanPayload', readonly repayment: { readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RefinanceLoanMutationVariables = Exact<{
  input: RefinanceLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RefinanceLoanMutation = { readonly __typename: 'Mutation', readonly refinanceLoan: { readonly __typename: 'RefinanceLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly loanNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RefundLoanOverpaymentMutationVariables = Exact<{
  input: RefundLoanOverpaymentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RefundLoanOverpaymentMutation = { readonly __typename: 'Mutation', readonly refundLoanOverpayment: { readonly __typename: 'RefundLoanOverpaymentPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TransferLoanOverpaymentMutationVariables = Exact<{
  input: TransferLoanOverpaymentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type TransferLoanOverpaymentMutation = { readonly __typename: 'Mutation', readonly transferLoanOverpayment: { readonly __typename: 'TransferLoanOverpaymentPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type LoanSettlementQueryVariables = Exact<{
  id: string;
}>;


export type LoanSettlementQuery = { readonly __typename: 'Query', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly settlementQuote: { readonly __typename: 'SettlementQuote', readonly principal: number, readonly interest: number, readonly fees: number, readonly penalties: number, readonly total: number } | null } | null };

export type LoanRefinancingQueryVariables = Exact<{
  id: string;
}>;


export type LoanRefinancingQuery = { readonly __typename: 'Query', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly settlementQuote: { readonly __typename: 'SettlementQuote', readonly total: number } | null } | null, readonly loanProducts: { readonly __typename: 'LoanProductConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'LoanProduct', readonly id: string, readonly name: string }> } | null };

export type AccountsForOverpaymentQueryVariables = Exact<{
  id: string;
}>;


export type AccountsForOverpaymentQuery = { readonly __typename: 'Query', readonly member: { readonly __typename: 'Member', readonly id: string, readonly savingsAccounts: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string, readonly state: SavingsAccountState, readonly balance: number, readonly product: { readonly __typename: 'SavingsProduct', readonly name: string } | null }> } | null } | null };

export type EditLoanMutationVariables = Exact<{
  input: EditLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EditLoanMutation = { readonly __typename: 'Mutation', readonly editLoan: { readonly __typename: 'EditLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChargeLoanMutationVariables = Exact<{
  input: ChargeLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChargeLoanMutation = { readonly __typename: 'Mutation', readonly chargeLoan: { readonly __typename: 'ChargeLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WaiveLoanChargeMutationVariables = Exact<{
  input: WaiveLoanChargeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WaiveLoanChargeMutation = { readonly __typename: 'Mutation', readonly waiveLoanCharge: { readonly __typename: 'WaiveLoanChargePayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RescheduleLoanMutationVariables = Exact<{
  input: RescheduleLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RescheduleLoanMutation = { readonly __typename: 'Mutation', readonly rescheduleLoan: { readonly __typename: 'RescheduleLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChargeOffLoanMutationVariables = Exact<{
  input: ChargeOffLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChargeOffLoanMutation = { readonly __typename: 'Mutation', readonly chargeOffLoan: { readonly __typename: 'ChargeOffLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WriteOffLoanMutationVariables = Exact<{
  input: WriteOffLoanInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WriteOffLoanMutation = { readonly __typename: 'Mutation', readonly writeOffLoan: { readonly __typename: 'WriteOffLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type UndoLoanWriteOffMutationVariables = Exact<{
  input: UndoLoanWriteOffInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UndoLoanWriteOffMutation = { readonly __typename: 'Mutation', readonly undoLoanWriteOff: { readonly __typename: 'UndoLoanWriteOffPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type UndoLoanDisbursementMutationVariables = Exact<{
  input: UndoLoanDisbursementInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UndoLoanDisbursementMutation = { readonly __typename: 'Mutation', readonly undoLoanDisbursement: { readonly __typename: 'UndoLoanDisbursementPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApplyForLoanMutationVariables = Exact<{
  input: ApplyForLoanInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ApplyForLoanMutation = { readonly __typename: 'Mutation', readonly applyForLoan: { readonly __typename: 'ApplyForLoanPayload', readonly loan: { readonly __typename: 'Loan', readonly id: string, readonly loanNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type MemberQueryVariables = Exact<{
  memberNo: string;
}>;


export type MemberQuery = { readonly __typename: 'Query', readonly memberByNumber: { readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly version: number, readonly name: string, readonly nationalId: string, readonly phone: string, readonly bankAccount: string | null, readonly erased: boolean, readonly diedOn: string | null, readonly state: MemberState, readonly stateReason: string | null, readonly availableActions: ReadonlyArray<MemberAction>, readonly kycConfirmedOn: string | null, readonly enhancedDueDiligence: boolean, readonly clientReference: string | null, readonly createdAt: string, readonly updatedAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly branch: { readonly __typename: 'Branch', readonly id: string, readonly name: string }, readonly kyc: { readonly __typename: 'Kyc', readonly idNumber: string, readonly dateOfBirth: string, readonly address: { readonly __typename: 'Address', readonly city: string, readonly county: string, readonly country: string } | null } | null, readonly nominees: ReadonlyArray<{ readonly __typename: 'Nominee', readonly name: string, readonly relationship: string, readonly shareBasisPoints: number, readonly dateOfBirth: string | null, readonly idNumber: string | null, readonly phone: string | null, readonly guardian: { readonly __typename: 'NomineeGuardian', readonly name: string, readonly phone: string | null } | null }>, readonly loans: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly state: LoanState, readonly principal: number, readonly outstanding: { readonly __typename: 'Outstanding', readonly total: number }, readonly arrears: { readonly __typename: 'Arrears', readonly daysPastDue: number }, readonly nextInstalment: { readonly __typename: 'NextInstalment', readonly dueDate: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly savingsAccounts: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string, readonly kind: SavingsKind, readonly state: SavingsAccountState, readonly balance: number, readonly availableBalance: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null, readonly loanProducts: { readonly __typename: 'LoanProductConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'LoanProduct', readonly id: string, readonly name: string }> } | null };

export type MembersQueryVariables = Exact<{
  filter?: MemberFilter | null | undefined;
  orderBy?: ReadonlyArray<MemberOrder> | MemberOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MembersQuery = { readonly __typename: 'Query', readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string, readonly phone: string, readonly state: MemberState, readonly createdAt: string, readonly branch: { readonly __typename: 'Branch', readonly name: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type UpdateMemberMutationVariables = Exact<{
  input: UpdateMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UpdateMemberMutation = { readonly __typename: 'Mutation', readonly updateMember: { readonly __typename: 'UpdateMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CreateMemberMutationVariables = Exact<{
  input: CreateMemberInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateMemberMutation = { readonly __typename: 'Mutation', readonly createMember: { readonly __typename: 'CreateMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly memberNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type MemberRepaymentsQueryVariables = Exact<{
  memberNo: string;
}>;


export type MemberRepaymentsQuery = { readonly __typename: 'Query', readonly repayments: { readonly __typename: 'RepaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string, readonly amount: number, readonly channel: RepaymentChannel, readonly state: RepaymentState, readonly paidAt: string, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type MemberGuaranteesQueryVariables = Exact<{
  memberNo: string;
}>;


export type MemberGuaranteesQuery = { readonly __typename: 'Query', readonly memberByNumber: { readonly __typename: 'Member', readonly id: string, readonly guarantees: ReadonlyArray<{ readonly __typename: 'Guarantee', readonly id: string, readonly amount: number, readonly liable: number, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null }> | null, readonly loans: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly guarantees: ReadonlyArray<{ readonly __typename: 'Guarantee', readonly id: string, readonly amount: number, readonly liable: number, readonly state: GuaranteeState, readonly guarantor: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }> | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null };

export type MemberSchoolQueryVariables = Exact<{
  memberId: string;
  memberNo: string;
  withInvoices: boolean;
}>;


export type MemberSchoolQuery = { readonly __typename: 'Query', readonly memberByNumber: { readonly __typename: 'Member', readonly id: string, readonly sponsorships: { readonly __typename: 'SponsorshipConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Sponsorship', readonly id: string, readonly relationship: string | null, readonly consent: SponsorshipState, readonly startedOn: string, readonly endedOn: string | null, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null, readonly invoices?: { readonly __typename: 'InvoiceConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Invoice', readonly id: string, readonly number: string | null, readonly state: InvoiceState, readonly overdue: boolean, readonly dueDate: string, readonly balance: number, readonly total: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type MemberAlertsQueryVariables = Exact<{
  memberId: string;
}>;


export type MemberAlertsQuery = { readonly __typename: 'Query', readonly amlAlerts: { readonly __typename: 'AmlAlertConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AmlAlert', readonly id: string, readonly ruleId: string, readonly state: AmlAlertState, readonly amount: number, readonly createdAt: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type BranchesOfMembersQueryVariables = Exact<{ [key: string]: never; }>;


export type BranchesOfMembersQuery = { readonly __typename: 'Query', readonly branches: ReadonlyArray<{ readonly __typename: 'Branch', readonly id: string, readonly name: string }> | null };

export type VerifyMemberKycMutationVariables = Exact<{
  input: VerifyMemberKycInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type VerifyMemberKycMutation = { readonly __typename: 'Mutation', readonly verifyMemberKyc: { readonly __typename: 'VerifyMemberKycPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectMemberKycMutationVariables = Exact<{
  input: RejectMemberKycInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectMemberKycMutation = { readonly __typename: 'Mutation', readonly rejectMemberKyc: { readonly __typename: 'RejectMemberKycPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResubmitMemberKycMutationVariables = Exact<{
  input: ResubmitMemberKycInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResubmitMemberKycMutation = { readonly __typename: 'Mutation', readonly resubmitMemberKyc: { readonly __typename: 'ResubmitMemberKycPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RenewMemberKycMutationVariables = Exact<{
  input: RenewMemberKycInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RenewMemberKycMutation = { readonly __typename: 'Mutation', readonly renewMemberKyc: { readonly __typename: 'RenewMemberKycPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SuspendMemberMutationVariables = Exact<{
  input: SuspendMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SuspendMemberMutation = { readonly __typename: 'Mutation', readonly suspendMember: { readonly __typename: 'SuspendMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReinstateMemberMutationVariables = Exact<{
  input: ReinstateMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReinstateMemberMutation = { readonly __typename: 'Mutation', readonly reinstateMember: { readonly __typename: 'ReinstateMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReactivateMemberMutationVariables = Exact<{
  input: ReactivateMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReactivateMemberMutation = { readonly __typename: 'Mutation', readonly reactivateMember: { readonly __typename: 'ReactivateMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type BlacklistMemberMutationVariables = Exact<{
  input: BlacklistMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type BlacklistMemberMutation = { readonly __typename: 'Mutation', readonly blacklistMember: { readonly __typename: 'BlacklistMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ExitMemberMutationVariables = Exact<{
  input: ExitMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ExitMemberMutation = { readonly __typename: 'Mutation', readonly exitMember: { readonly __typename: 'ExitMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecordMemberDeathMutationVariables = Exact<{
  input: RecordMemberDeathInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RecordMemberDeathMutation = { readonly __typename: 'Mutation', readonly recordMemberDeath: { readonly __typename: 'RecordMemberDeathPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CorrectMemberDeathMutationVariables = Exact<{
  input: CorrectMemberDeathInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CorrectMemberDeathMutation = { readonly __typename: 'Mutation', readonly correctMemberDeath: { readonly __typename: 'CorrectMemberDeathPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EraseMemberMutationVariables = Exact<{
  input: EraseMemberInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EraseMemberMutation = { readonly __typename: 'Mutation', readonly eraseMember: { readonly __typename: 'EraseMemberPayload', readonly member: { readonly __typename: 'Member', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AppOfBridgeQueryVariables = Exact<{
  clientId: string;
}>;


export type AppOfBridgeQuery = { readonly __typename: 'Query', readonly app: { readonly __typename: 'App', readonly id: string, readonly clientId: string, readonly name: string, readonly state: AppState, readonly version: number, readonly accountPrefix: string | null, readonly lastUsedAt: string | null, readonly createdAt: string, readonly floats: ReadonlyArray<{ readonly __typename: 'AppFloat', readonly currency: string, readonly balance: number, readonly held: number, readonly inTransit: number, readonly available: number }> } | null, readonly appTariff: { readonly __typename: 'AppTariff', readonly id: string, readonly agreed: ReadonlyArray<TariffDirection>, readonly payout: ReadonlyArray<{ readonly __typename: 'TariffStep', readonly upTo: number | null, readonly fee: number }>, readonly collection: ReadonlyArray<{ readonly __typename: 'TariffStep', readonly upTo: number | null, readonly fee: number }> } | null };

export type ChangeAppAccountPrefixMutationVariables = Exact<{
  input: ChangeAppAccountPrefixInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeAppAccountPrefixMutation = { readonly __typename: 'Mutation', readonly changeAppAccountPrefix: { readonly __typename: 'ChangeAppAccountPrefixPayload', readonly appTariff: { readonly __typename: 'AppTariff', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AppPaymentQueryVariables = Exact<{
  id: string;
}>;


export type AppPaymentQuery = { readonly __typename: 'Query', readonly appPayment: { readonly __typename: 'AppPayment', readonly id: string, readonly version: number, readonly direction: TariffDirection, readonly state: AppPaymentState, readonly amount: number, readonly amountReported: number | null, readonly fee: number, readonly provider: string, readonly otherParty: string | null, readonly reference: string, readonly narration: string | null, readonly accountReference: string | null, readonly providerRef: string | null, readonly receiptNo: string | null, readonly sentAt: string | null, readonly settledAt: string | null, readonly createdAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly app: { readonly __typename: 'AppNamed', readonly name: string, readonly clientId: string }, readonly failure: { readonly __typename: 'AppPaymentFailure', readonly code: string, readonly message: string, readonly providerCode: string | null } | null, readonly findings: ReadonlyArray<{ readonly __typename: 'PaymentFinding', readonly outcome: PaymentOutcome, readonly receiptNo: string | null, readonly amount: number | null, readonly evidence: string, readonly by: string, readonly finder: string | null }>, readonly evidence: ReadonlyArray<{ readonly __typename: 'PaymentEvidence', readonly reported: ReportedPayment, readonly source: ReportSource, readonly receiptNo: string | null, readonly amount: number | null, readonly message: string | null, readonly at: string }> } | null };

export type ReviewAppPaymentMutationVariables = Exact<{
  input: ReviewAppPaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ReviewAppPaymentMutation = { readonly __typename: 'Mutation', readonly reviewAppPayment: { readonly __typename: 'ReviewAppPaymentPayload', readonly appPayment: { readonly __typename: 'AppPayment', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AppsQueryVariables = Exact<{
  filter?: AppFilter | null | undefined;
  orderBy?: ReadonlyArray<AppOrder> | AppOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AppsQuery = { readonly __typename: 'Query', readonly apps: { readonly __typename: 'AppConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'App', readonly id: string, readonly clientId: string, readonly name: string, readonly state: AppState, readonly accountPrefix: string | null, readonly lastUsedAt: string | null, readonly floats: ReadonlyArray<{ readonly __typename: 'AppFloat', readonly currency: string, readonly available: number, readonly held: number, readonly inTransit: number }> }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type ReconciliationBreakQueryVariables = Exact<{
  id: string;
}>;


export type ReconciliationBreakQuery = { readonly __typename: 'Query', readonly reconciliationBreak: { readonly __typename: 'ReconciliationBreak', readonly id: string, readonly version: number, readonly account: string, readonly subAccount: string | null, readonly type: ReconciliationBreakType, readonly state: ReconciliationBreakState, readonly amountThere: number | null, readonly amountHere: number | null, readonly receiptNo: string | null, readonly occurredAt: string, readonly proposal: ReconciliationProposal, readonly proposedReceiptNo: string | null, readonly owner: string | null, readonly ageDays: number, readonly resolution: string | null, readonly availableActions: ReadonlyArray<ReconciliationBreakAction>, readonly createdAt: string, readonly line: { readonly __typename: 'ProviderStatementLine', readonly lineNo: number, readonly msisdnMasked: string | null, readonly accountReference: string | null } | null, readonly record: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } | null, readonly proposedRecord: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } | null, readonly bookedAs: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } | null, readonly journal: ReadonlyArray<{ readonly __typename: 'ReconciliationStep', readonly at: string, readonly by: string, readonly person: string | null, readonly action: string, readonly note: string | null }>, readonly reconciliation: { readonly __typename: 'Reconciliation', readonly coversFrom: string, readonly coversThrough: string, readonly lines: number, readonly matched: number, readonly comparedAt: string } | null } | null };

export type ReconciliationBreaksQueryVariables = Exact<{
  filter?: ReconciliationBreakFilter | null | undefined;
  orderBy?: ReadonlyArray<ReconciliationBreakOrder> | ReconciliationBreakOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ReconciliationBreaksQuery = { readonly __typename: 'Query', readonly reconciliationBreaks: { readonly __typename: 'ReconciliationBreakConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ReconciliationBreak', readonly id: string, readonly account: string, readonly subAccount: string | null, readonly type: ReconciliationBreakType, readonly state: ReconciliationBreakState, readonly amountThere: number | null, readonly amountHere: number | null, readonly receiptNo: string | null, readonly occurredAt: string, readonly owner: string | null, readonly ageDays: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type DisbursementQueryVariables = Exact<{
  id: string;
}>;


export type DisbursementQuery = { readonly __typename: 'Query', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number, readonly amount: number, readonly netted: number, readonly returned: number, readonly charge: number | null, readonly channel: DisbursementChannel, readonly state: DisbursementState, readonly availableActions: ReadonlyArray<DisbursementAction>, readonly msisdnMasked: string | null, readonly bankAccount: string | null, readonly providerRef: string | null, readonly receiptNo: string | null, readonly failureCode: string | null, readonly failureMessage: string | null, readonly providerCode: string | null, readonly sentAt: string | null, readonly settledAt: string | null, readonly createdAt: string, readonly updatedAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly name: string, readonly available: number } | null, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null, readonly proposal: { readonly __typename: 'ProposedOutcome', readonly outcome: PaymentOutcome, readonly receiptNo: string | null, readonly amount: number | null, readonly evidence: string, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly approvedBy: string | null, readonly approver: string | null } | null, readonly evidence: ReadonlyArray<{ readonly __typename: 'PaymentEvidence', readonly reported: ReportedPayment, readonly source: ReportSource, readonly receiptNo: string | null, readonly amount: number | null, readonly message: string | null, readonly at: string }> } | null };

export type ProposeDisbursementOutcomeMutationVariables = Exact<{
  input: ProposeDisbursementOutcomeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ProposeDisbursementOutcomeMutation = { readonly __typename: 'Mutation', readonly proposeDisbursementOutcome: { readonly __typename: 'ProposeDisbursementOutcomePayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveDisbursementOutcomeMutationVariables = Exact<{
  input: ApproveDisbursementOutcomeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveDisbursementOutcomeMutation = { readonly __typename: 'Mutation', readonly approveDisbursementOutcome: { readonly __typename: 'ApproveDisbursementOutcomePayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ConfirmDisbursementByBankMutationVariables = Exact<{
  input: ConfirmDisbursementByBankInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmDisbursementByBankMutation = { readonly __typename: 'Mutation', readonly confirmDisbursementByBank: { readonly __typename: 'ConfirmDisbursementByBankPayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CancelDisbursementMutationVariables = Exact<{
  input: CancelDisbursementInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CancelDisbursementMutation = { readonly __typename: 'Mutation', readonly cancelDisbursement: { readonly __typename: 'CancelDisbursementPayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseDisbursementMutationVariables = Exact<{
  input: ReverseDisbursementInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReverseDisbursementMutation = { readonly __typename: 'Mutation', readonly reverseDisbursement: { readonly __typename: 'ReverseDisbursementPayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReturnPartOfDisbursementMutationVariables = Exact<{
  input: ReturnPartOfDisbursementInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReturnPartOfDisbursementMutation = { readonly __typename: 'Mutation', readonly returnPartOfDisbursement: { readonly __typename: 'ReturnPartOfDisbursementPayload', readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DisbursementsQueryVariables = Exact<{
  filter?: DisbursementFilter | null | undefined;
  orderBy?: ReadonlyArray<DisbursementOrder> | DisbursementOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type DisbursementsQuery = { readonly __typename: 'Query', readonly disbursements: { readonly __typename: 'DisbursementConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Disbursement', readonly id: string, readonly amount: number, readonly channel: DisbursementChannel, readonly state: DisbursementState, readonly receiptNo: string | null, readonly msisdnMasked: string | null, readonly bankAccount: string | null, readonly failureMessage: string | null, readonly createdAt: string, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string } | null, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type IncidentQueryVariables = Exact<{
  id: string;
}>;


export type IncidentQuery = { readonly __typename: 'Query', readonly incident: { readonly __typename: 'Incident', readonly id: string, readonly version: number, readonly kind: IncidentKind, readonly state: IncidentState, readonly availableActions: ReadonlyArray<IncidentAction>, readonly amount: number | null, readonly summary: string, readonly assignee: string | null, readonly resolution: string | null, readonly resolvedBy: string | null, readonly resolver: string | null, readonly resolvedAt: string | null, readonly createdAt: string, readonly subject: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly id: string, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null, readonly evidence: ReadonlyArray<{ readonly __typename: 'PaymentEvidence', readonly reported: ReportedPayment, readonly source: ReportSource, readonly receiptNo: string | null, readonly amount: number | null, readonly message: string | null, readonly at: string }> } | null } | null };

export type IncidentsQueryVariables = Exact<{
  filter?: IncidentFilter | null | undefined;
  orderBy?: ReadonlyArray<IncidentOrder> | IncidentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type IncidentsQuery = { readonly __typename: 'Query', readonly incidents: { readonly __typename: 'IncidentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Incident', readonly id: string, readonly kind: IncidentKind, readonly state: IncidentState, readonly amount: number | null, readonly summary: string, readonly assignee: string | null, readonly createdAt: string, readonly disbursement: { readonly __typename: 'Disbursement', readonly loan: { readonly __typename: 'Loan', readonly loanNo: string } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AppPayoutsQueryVariables = Exact<{
  filter?: AppPayoutFilter | null | undefined;
  orderBy?: ReadonlyArray<AppPayoutOrder> | AppPayoutOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AppPayoutsQuery = { readonly __typename: 'Query', readonly appPayouts: { readonly __typename: 'AppPaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AppPayment', readonly id: string, readonly state: AppPaymentState, readonly amount: number, readonly otherParty: string | null, readonly reference: string, readonly receiptNo: string | null, readonly createdAt: string, readonly app: { readonly __typename: 'AppNamed', readonly name: string, readonly clientId: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type AppCollectionsQueryVariables = Exact<{
  filter?: AppCollectionFilter | null | undefined;
  orderBy?: ReadonlyArray<AppCollectionOrder> | AppCollectionOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AppCollectionsQuery = { readonly __typename: 'Query', readonly appCollections: { readonly __typename: 'AppPaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AppPayment', readonly id: string, readonly state: AppPaymentState, readonly amount: number, readonly otherParty: string | null, readonly reference: string, readonly receiptNo: string | null, readonly createdAt: string, readonly app: { readonly __typename: 'AppNamed', readonly name: string, readonly clientId: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type PlacesOfMoneyQueryVariables = Exact<{
  search: string;
  members: boolean;
  accounts: boolean;
  students: boolean;
}>;


export type PlacesOfMoneyQuery = { readonly __typename: 'Query', readonly members?: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly id: string, readonly memberNo: string, readonly name: string, readonly loans: { readonly __typename: 'LoanConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly state: LoanState, readonly outstanding: { readonly __typename: 'Outstanding', readonly total: number } }> } | null, readonly savingsAccounts?: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string, readonly state: SavingsAccountState, readonly balance: number }> } | null }> } | null, readonly students?: { readonly __typename: 'StudentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string, readonly balanceDue: number }> } | null };

export type SplitPaymentQueryVariables = Exact<{
  id: string;
}>;


export type SplitPaymentQuery = { readonly __typename: 'Query', readonly receipt: { readonly __typename: 'Receipt', readonly id: string, readonly version: number, readonly channel: ReceiptChannel, readonly reference: string, readonly amount: number, readonly restAmount: number, readonly paidAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly parts: ReadonlyArray<{ readonly __typename: 'ReceiptPart', readonly number: number, readonly amount: number, readonly state: ReceiptPartState, readonly destination: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null }, readonly bookedAs: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } }> } | null };

export type ReceivedQueryVariables = Exact<{
  filter?: MobileMoneyFilter | null | undefined;
  orderBy?: ReadonlyArray<MobileMoneyOrder> | MobileMoneyOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ReceivedQuery = { readonly __typename: 'Query', readonly mobileMoneyTransactions: { readonly __typename: 'MobileMoneyTransactionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly channel: MobileMoneyChannel, readonly amount: number, readonly msisdnMasked: string, readonly accountReference: string, readonly state: MobileMoneyTransactionState, readonly stateReason: string | null, readonly receiptNo: string | null, readonly paidAt: string | null, readonly createdAt: string, readonly returnProposal: { readonly __typename: 'ReturnProposal', readonly approvedBy: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type ReceivedRecordQueryVariables = Exact<{
  id: string;
}>;


export type ReceivedRecordQuery = { readonly __typename: 'Query', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number, readonly channel: MobileMoneyChannel, readonly amount: number, readonly msisdnMasked: string, readonly accountReference: string, readonly state: MobileMoneyTransactionState, readonly stateReason: string | null, readonly receiptNo: string | null, readonly providerRef: string | null, readonly paidAt: string | null, readonly expiresAt: string | null, readonly createdAt: string, readonly updatedAt: string, readonly availableActions: ReadonlyArray<MobileMoneyTransactionAction>, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly bookedAs: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null } | null, readonly destination: { readonly __typename: 'RecordReference', readonly type: string, readonly id: string } | null, readonly mergedInto: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly accountReference: string } | null, readonly restOf: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly accountReference: string } | null, readonly returnProposal: { readonly __typename: 'ReturnProposal', readonly reason: string, readonly evidence: string, readonly proposedBy: string, readonly proposer: string | null, readonly approvedBy: string | null, readonly approver: string | null } | null } | null };

export type AllocateMobileMoneyMutationVariables = Exact<{
  input: AllocateMobileMoneyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AllocateMobileMoneyMutation = { readonly __typename: 'Mutation', readonly allocateMobileMoney: { readonly __typename: 'AllocateMobileMoneyPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ProposeMobileMoneyReturnMutationVariables = Exact<{
  input: ProposeMobileMoneyReturnInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ProposeMobileMoneyReturnMutation = { readonly __typename: 'Mutation', readonly proposeMobileMoneyReturn: { readonly __typename: 'ProposeMobileMoneyReturnPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ApproveMobileMoneyReturnMutationVariables = Exact<{
  input: ApproveMobileMoneyReturnInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveMobileMoneyReturnMutation = { readonly __typename: 'Mutation', readonly approveMobileMoneyReturn: { readonly __typename: 'ApproveMobileMoneyReturnPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReturnMobileMoneyMutationVariables = Exact<{
  input: ReturnMobileMoneyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReturnMobileMoneyMutation = { readonly __typename: 'Mutation', readonly returnMobileMoney: { readonly __typename: 'ReturnMobileMoneyPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CorrectMobileMoneyMutationVariables = Exact<{
  input: CorrectMobileMoneyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CorrectMobileMoneyMutation = { readonly __typename: 'Mutation', readonly correctMobileMoney: { readonly __typename: 'CorrectMobileMoneyPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CollectMobileMoneyMutationVariables = Exact<{
  input: CollectMobileMoneyInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CollectMobileMoneyMutation = { readonly __typename: 'Mutation', readonly collectMobileMoney: { readonly __typename: 'CollectMobileMoneyPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecordPaybillPaymentMutationVariables = Exact<{
  input: RecordPaybillPaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RecordPaybillPaymentMutation = { readonly __typename: 'Mutation', readonly recordPaybillPayment: { readonly __typename: 'RecordPaybillPaymentPayload', readonly mobileMoneyTransaction: { readonly __typename: 'MobileMoneyTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type NamedFragment = { readonly __typename: 'RecordReference', readonly type: string, readonly id: string, readonly number: string | null, readonly ownerNumber: string | null, readonly amount: number | null, readonly at: string | null };

export type RepaymentQueryVariables = Exact<{
  id: string;
}>;


export type RepaymentQuery = { readonly __typename: 'Query', readonly repayment: { readonly __typename: 'Repayment', readonly id: string, readonly version: number, readonly receiptNo: string, readonly amount: number, readonly channel: RepaymentChannel, readonly reference: string | null, readonly state: RepaymentState, readonly stateReason: string | null, readonly availableActions: ReadonlyArray<RepaymentAction>, readonly paidAt: string, readonly reversedAt: string | null, readonly createdAt: string, readonly recovered: number, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly allocation: { readonly __typename: 'Allocation', readonly principal: number, readonly interest: number, readonly fees: number, readonly penalties: number, readonly overpayment: number }, readonly movedFrom: { readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string } | null, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly state: LoanState, readonly outstanding: { readonly __typename: 'Outstanding', readonly total: number }, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null } | null };

export type ReverseRepaymentMutationVariables = Exact<{
  input: ReverseRepaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ReverseRepaymentMutation = { readonly __typename: 'Mutation', readonly reverseRepayment: { readonly __typename: 'ReverseRepaymentPayload', readonly repayment: { readonly __typename: 'Repayment', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReallocateRepaymentMutationVariables = Exact<{
  input: ReallocateRepaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ReallocateRepaymentMutation = { readonly __typename: 'Mutation', readonly reallocateRepayment: { readonly __typename: 'ReallocateRepaymentPayload', readonly repayment: { readonly __typename: 'Repayment', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RepaymentsQueryVariables = Exact<{
  filter?: RepaymentFilter | null | undefined;
  orderBy?: ReadonlyArray<RepaymentOrder> | RepaymentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type RepaymentsQuery = { readonly __typename: 'Query', readonly repayments: { readonly __typename: 'RepaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Repayment', readonly id: string, readonly receiptNo: string, readonly amount: number, readonly channel: RepaymentChannel, readonly reference: string | null, readonly state: RepaymentState, readonly paidAt: string, readonly loan: { readonly __typename: 'Loan', readonly loanNo: string, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type UnsettledPaymentsQueryVariables = Exact<{
  filter?: UnsettledPaymentFilter | null | undefined;
  orderBy?: ReadonlyArray<UnsettledPaymentOrder> | UnsettledPaymentOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type UnsettledPaymentsQuery = { readonly __typename: 'Query', readonly unsettledPayments: { readonly __typename: 'UnsettledPaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'UnsettledPayment', readonly id: string, readonly kind: UnsettledPaymentKind, readonly state: UnsettledPaymentState, readonly amount: number, readonly receiptNo: string | null, readonly since: string, readonly of: string, readonly proposed: boolean, readonly loan: { readonly __typename: 'Loan', readonly member: { readonly __typename: 'Member', readonly name: string } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type SplitReceiptMutationVariables = Exact<{
  input: SplitReceiptInput;
  idempotencyKey?: string | null | undefined;
}>;


export type SplitReceiptMutation = { readonly __typename: 'Mutation', readonly splitReceipt: { readonly __typename: 'SplitReceiptPayload', readonly receipt: { readonly __typename: 'Receipt', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseReceiptMutationVariables = Exact<{
  input: ReverseReceiptInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ReverseReceiptMutation = { readonly __typename: 'Mutation', readonly reverseReceipt: { readonly __typename: 'ReverseReceiptPayload', readonly receipt: { readonly __typename: 'Receipt', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeAppTariffMutationVariables = Exact<{
  input: ChangeAppTariffInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeAppTariffMutation = { readonly __typename: 'Mutation', readonly changeAppTariff: { readonly __typename: 'ChangeAppTariffPayload', readonly appTariff: { readonly __typename: 'AppTariff', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type FloatTopUpQueryVariables = Exact<{
  id: string;
}>;


export type FloatTopUpQuery = { readonly __typename: 'Query', readonly floatTopUp: { readonly __typename: 'FloatTopUp', readonly id: string, readonly version: number, readonly amount: number, readonly moved: number | null, readonly state: FloatTopUpState, readonly availableActions: ReadonlyArray<FloatTopUpAction>, readonly providerRef: string | null, readonly receiptNo: string | null, readonly charge: number | null, readonly failureCode: string | null, readonly failureMessage: string | null, readonly providerCode: string | null, readonly sentAt: string | null, readonly settledAt: string | null, readonly createdAt: string, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly name: string, readonly available: number } | null, readonly evidence: ReadonlyArray<{ readonly __typename: 'PaymentEvidence', readonly reported: ReportedPayment, readonly source: ReportSource, readonly receiptNo: string | null, readonly amount: number | null, readonly message: string | null, readonly at: string }> } | null };

export type CancelFloatTopUpMutationVariables = Exact<{
  input: CancelFloatTopUpInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CancelFloatTopUpMutation = { readonly __typename: 'Mutation', readonly cancelFloatTopUp: { readonly __typename: 'CancelFloatTopUpPayload', readonly floatTopUp: { readonly __typename: 'FloatTopUp', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SettleFloatTopUpMutationVariables = Exact<{
  input: SettleFloatTopUpInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SettleFloatTopUpMutation = { readonly __typename: 'Mutation', readonly settleFloatTopUp: { readonly __typename: 'SettleFloatTopUpPayload', readonly floatTopUp: { readonly __typename: 'FloatTopUp', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseFloatTopUpMutationVariables = Exact<{
  input: ReverseFloatTopUpInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReverseFloatTopUpMutation = { readonly __typename: 'Mutation', readonly reverseFloatTopUp: { readonly __typename: 'ReverseFloatTopUpPayload', readonly floatTopUp: { readonly __typename: 'FloatTopUp', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AssignReconciliationBreakMutationVariables = Exact<{
  input: AssignReconciliationBreakInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignReconciliationBreakMutation = { readonly __typename: 'Mutation', readonly assignReconciliationBreak: { readonly __typename: 'AssignReconciliationBreakPayload', readonly reconciliationBreak: { readonly __typename: 'ReconciliationBreak', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type BookReconciliationBreakMutationVariables = Exact<{
  input: BookReconciliationBreakInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type BookReconciliationBreakMutation = { readonly __typename: 'Mutation', readonly bookReconciliationBreak: { readonly __typename: 'BookReconciliationBreakPayload', readonly reconciliationBreak: { readonly __typename: 'ReconciliationBreak', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResolveReconciliationBreakMutationVariables = Exact<{
  input: ResolveReconciliationBreakInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResolveReconciliationBreakMutation = { readonly __typename: 'Mutation', readonly resolveReconciliationBreak: { readonly __typename: 'ResolveReconciliationBreakPayload', readonly reconciliationBreak: { readonly __typename: 'ReconciliationBreak', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReopenReconciliationBreakMutationVariables = Exact<{
  input: ReopenReconciliationBreakInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReopenReconciliationBreakMutation = { readonly __typename: 'Mutation', readonly reopenReconciliationBreak: { readonly __typename: 'ReopenReconciliationBreakPayload', readonly reconciliationBreak: { readonly __typename: 'ReconciliationBreak', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AssignIncidentMutationVariables = Exact<{
  input: AssignIncidentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignIncidentMutation = { readonly __typename: 'Mutation', readonly assignIncident: { readonly __typename: 'AssignIncidentPayload', readonly incident: { readonly __typename: 'Incident', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResolveIncidentMutationVariables = Exact<{
  input: ResolveIncidentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResolveIncidentMutation = { readonly __typename: 'Mutation', readonly resolveIncident: { readonly __typename: 'ResolveIncidentPayload', readonly incident: { readonly __typename: 'Incident', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type LoanProductQueryVariables = Exact<{
  id: string;
}>;


export type LoanProductQuery = { readonly __typename: 'Query', readonly loanProduct: { readonly __typename: 'LoanProduct', readonly id: string, readonly version: number, readonly code: string, readonly name: string, readonly state: LoanProductState, readonly availableActions: ReadonlyArray<LoanProductAction>, readonly method: InterestMethod, readonly interestRate: string, readonly minPrincipal: number, readonly maxPrincipal: number, readonly minTermMonths: number, readonly maxTermMonths: number, readonly terms: { readonly __typename: 'LoanTerms', readonly graceOnPrincipal: number, readonly graceOnInterest: number, readonly interestFree: number, readonly arrearsGraceDays: number, readonly mostTranches: number, readonly guarantorsRequired: number, readonly guaranteePercent: string, readonly depositMultiple: string, readonly chargeOffAfterDays: number, readonly writeOffAfterDays: number } } | null };

export type CreateLoanProductMutationVariables = Exact<{
  input: CreateLoanProductInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateLoanProductMutation = { readonly __typename: 'Mutation', readonly createLoanProduct: { readonly __typename: 'CreateLoanProductPayload', readonly loanProduct: { readonly __typename: 'LoanProduct', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EditLoanProductMutationVariables = Exact<{
  input: EditLoanProductInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EditLoanProductMutation = { readonly __typename: 'Mutation', readonly editLoanProduct: { readonly __typename: 'EditLoanProductPayload', readonly loanProduct: { readonly __typename: 'LoanProduct', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RetireLoanProductMutationVariables = Exact<{
  input: RetireLoanProductInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RetireLoanProductMutation = { readonly __typename: 'Mutation', readonly retireLoanProduct: { readonly __typename: 'RetireLoanProductPayload', readonly loanProduct: { readonly __typename: 'LoanProduct', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReactivateLoanProductMutationVariables = Exact<{
  input: ReactivateLoanProductInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReactivateLoanProductMutation = { readonly __typename: 'Mutation', readonly reactivateLoanProduct: { readonly __typename: 'ReactivateLoanProductPayload', readonly loanProduct: { readonly __typename: 'LoanProduct', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type LoanProductsQueryVariables = Exact<{
  filter?: LoanProductFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type LoanProductsQuery = { readonly __typename: 'Query', readonly loanProducts: { readonly __typename: 'LoanProductConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'LoanProduct', readonly id: string, readonly code: string, readonly name: string, readonly state: LoanProductState, readonly interestRate: string, readonly minPrincipal: number, readonly maxPrincipal: number, readonly maxTermMonths: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type SavingsAccountQueryVariables = Exact<{
  accountNo: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SavingsAccountQuery = { readonly __typename: 'Query', readonly savingsAccounts: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string, readonly version: number, readonly kind: SavingsKind, readonly state: SavingsAccountState, readonly stateReason: string | null, readonly balance: number, readonly held: number, readonly availableBalance: number, readonly openedOn: string | null, readonly maturesOn: string | null, readonly maturedOn: string | null, readonly atMaturity: AtMaturity | null, readonly redeemableFrom: string | null, readonly dormantSince: string | null, readonly clientReference: string | null, readonly availableActions: ReadonlyArray<SavingsAccountAction>, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly agent: { readonly __typename: 'Agent', readonly agentNo: string, readonly available: number } | null, readonly disbursement: { readonly __typename: 'Disbursement', readonly msisdnMasked: string | null, readonly bankAccount: string | null } | null }> | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null, readonly product: { readonly __typename: 'SavingsProduct', readonly code: string, readonly name: string, readonly interestRate: string, readonly termMonths: number | null, readonly breakCost: string } | null, readonly transactions: { readonly __typename: 'SavingsTransactionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number, readonly type: SavingsTransactionType, readonly amount: number, readonly state: SavingsTransactionState, readonly stateReason: string | null, readonly reference: string | null, readonly receiptNo: string | null, readonly paidAt: string, readonly bookedOn: string | null, readonly balanceAfter: number | null, readonly expiresAt: string | null, readonly availableActions: ReadonlyArray<SavingsTransactionAction>, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string }> | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null }> } | null };

export type MemberNamedQueryVariables = Exact<{
  no: string;
}>;


export type MemberNamedQuery = { readonly __typename: 'Query', readonly memberByNumber: { readonly __typename: 'Member', readonly id: string, readonly name: string } | null };

export type ShareAccountNamedQueryVariables = Exact<{
  no: string;
}>;


export type ShareAccountNamedQuery = { readonly __typename: 'Query', readonly savingsAccounts: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly member: { readonly __typename: 'Member', readonly name: string } | null }> } | null };

export type OpenSavingsAccountMutationVariables = Exact<{
  input: OpenSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
}>;


export type OpenSavingsAccountMutation = { readonly __typename: 'Mutation', readonly openSavingsAccount: { readonly __typename: 'OpenSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ProductsToOpenQueryVariables = Exact<{ [key: string]: never; }>;


export type ProductsToOpenQuery = { readonly __typename: 'Query', readonly savingsProducts: { readonly __typename: 'SavingsProductConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsProduct', readonly id: string, readonly name: string, readonly kind: SavingsKind, readonly termMonths: number | null }> } | null };

export type SavingsQueryVariables = Exact<{
  filter?: SavingsAccountFilter | null | undefined;
  orderBy?: ReadonlyArray<SavingsAccountOrder> | SavingsAccountOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SavingsQuery = { readonly __typename: 'Query', readonly savingsAccounts: { readonly __typename: 'SavingsAccountConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SavingsAccount', readonly id: string, readonly accountNo: string, readonly kind: SavingsKind, readonly state: SavingsAccountState, readonly balance: number, readonly held: number, readonly availableBalance: number, readonly openedOn: string | null, readonly maturesOn: string | null, readonly member: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null, readonly product: { readonly __typename: 'SavingsProduct', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type ApproveSavingsAccountMutationVariables = Exact<{
  input: ApproveSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ApproveSavingsAccountMutation = { readonly __typename: 'Mutation', readonly approveSavingsAccount: { readonly __typename: 'ApproveSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RejectSavingsAccountMutationVariables = Exact<{
  input: RejectSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RejectSavingsAccountMutation = { readonly __typename: 'Mutation', readonly rejectSavingsAccount: { readonly __typename: 'RejectSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type FreezeSavingsAccountMutationVariables = Exact<{
  input: FreezeSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type FreezeSavingsAccountMutation = { readonly __typename: 'Mutation', readonly freezeSavingsAccount: { readonly __typename: 'FreezeSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type UnfreezeSavingsAccountMutationVariables = Exact<{
  input: UnfreezeSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type UnfreezeSavingsAccountMutation = { readonly __typename: 'Mutation', readonly unfreezeSavingsAccount: { readonly __typename: 'UnfreezeSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type BreakFixedDepositMutationVariables = Exact<{
  input: BreakFixedDepositInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type BreakFixedDepositMutation = { readonly __typename: 'Mutation', readonly breakFixedDeposit: { readonly __typename: 'BreakFixedDepositPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type GiveNoticeOnSharesMutationVariables = Exact<{
  input: GiveNoticeOnSharesInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type GiveNoticeOnSharesMutation = { readonly __typename: 'Mutation', readonly giveNoticeOnShares: { readonly __typename: 'GiveNoticeOnSharesPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReactivateSavingsAccountMutationVariables = Exact<{
  input: ReactivateSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReactivateSavingsAccountMutation = { readonly __typename: 'Mutation', readonly reactivateSavingsAccount: { readonly __typename: 'ReactivateSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CloseSavingsAccountMutationVariables = Exact<{
  input: CloseSavingsAccountInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CloseSavingsAccountMutation = { readonly __typename: 'Mutation', readonly closeSavingsAccount: { readonly __typename: 'CloseSavingsAccountPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DepositSavingsMutationVariables = Exact<{
  input: DepositSavingsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DepositSavingsMutation = { readonly __typename: 'Mutation', readonly depositSavings: { readonly __typename: 'DepositSavingsPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithdrawSavingsMutationVariables = Exact<{
  input: WithdrawSavingsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WithdrawSavingsMutation = { readonly __typename: 'Mutation', readonly withdrawSavings: { readonly __typename: 'WithdrawSavingsPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PlaceSavingsHoldMutationVariables = Exact<{
  input: PlaceSavingsHoldInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PlaceSavingsHoldMutation = { readonly __typename: 'Mutation', readonly placeSavingsHold: { readonly __typename: 'PlaceSavingsHoldPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReleaseSavingsHoldMutationVariables = Exact<{
  input: ReleaseSavingsHoldInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReleaseSavingsHoldMutation = { readonly __typename: 'Mutation', readonly releaseSavingsHold: { readonly __typename: 'ReleaseSavingsHoldPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseSavingsTransactionMutationVariables = Exact<{
  input: ReverseSavingsTransactionInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReverseSavingsTransactionMutation = { readonly __typename: 'Mutation', readonly reverseSavingsTransaction: { readonly __typename: 'ReverseSavingsTransactionPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PostInterestEarlyMutationVariables = Exact<{
  input: PostInterestEarlyInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PostInterestEarlyMutation = { readonly __typename: 'Mutation', readonly postInterestEarly: { readonly __typename: 'PostInterestEarlyPayload', readonly savingsAccount: { readonly __typename: 'SavingsAccount', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CaptureSavingsHoldMutationVariables = Exact<{
  input: CaptureSavingsHoldInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CaptureSavingsHoldMutation = { readonly __typename: 'Mutation', readonly captureSavingsHold: { readonly __typename: 'CaptureSavingsHoldPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TransferSharesMutationVariables = Exact<{
  input: TransferSharesInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type TransferSharesMutation = { readonly __typename: 'Mutation', readonly transferShares: { readonly __typename: 'TransferSharesPayload', readonly savingsTransaction: { readonly __typename: 'SavingsTransaction', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AdoptGradingScaleMutationVariables = Exact<{
  input: AdoptGradingScaleInput;
  idempotencyKey?: string | null | undefined;
}>;


export type AdoptGradingScaleMutation = { readonly __typename: 'Mutation', readonly adoptGradingScale: { readonly __typename: 'AdoptGradingScalePayload', readonly gradingScale: { readonly __typename: 'GradingScale', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DefineGradingScaleMutationVariables = Exact<{
  input: DefineGradingScaleInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DefineGradingScaleMutation = { readonly __typename: 'Mutation', readonly defineGradingScale: { readonly __typename: 'DefineGradingScalePayload', readonly gradingScale: { readonly __typename: 'GradingScale', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RedefineGradingScaleMutationVariables = Exact<{
  input: RedefineGradingScaleInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RedefineGradingScaleMutation = { readonly __typename: 'Mutation', readonly redefineGradingScale: { readonly __typename: 'RedefineGradingScalePayload', readonly gradingScale: { readonly __typename: 'GradingScale', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DefineProgrammeMutationVariables = Exact<{
  input: DefineProgrammeInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DefineProgrammeMutation = { readonly __typename: 'Mutation', readonly defineProgramme: { readonly __typename: 'DefineProgrammePayload', readonly programme: { readonly __typename: 'Programme', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeProgrammeMutationVariables = Exact<{
  input: ChangeProgrammeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeProgrammeMutation = { readonly __typename: 'Mutation', readonly changeProgramme: { readonly __typename: 'ChangeProgrammePayload', readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RetireProgrammeMutationVariables = Exact<{
  input: RetireProgrammeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RetireProgrammeMutation = { readonly __typename: 'Mutation', readonly retireProgramme: { readonly __typename: 'RetireProgrammePayload', readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReactivateProgrammeMutationVariables = Exact<{
  input: ReactivateProgrammeInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReactivateProgrammeMutation = { readonly __typename: 'Mutation', readonly reactivateProgramme: { readonly __typename: 'ReactivateProgrammePayload', readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type OpenAcademicYearMutationVariables = Exact<{
  input: OpenAcademicYearInput;
  idempotencyKey?: string | null | undefined;
}>;


export type OpenAcademicYearMutation = { readonly __typename: 'Mutation', readonly openAcademicYear: { readonly __typename: 'OpenAcademicYearPayload', readonly academicYear: { readonly __typename: 'AcademicYear', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeAcademicYearMutationVariables = Exact<{
  input: ChangeAcademicYearInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeAcademicYearMutation = { readonly __typename: 'Mutation', readonly changeAcademicYear: { readonly __typename: 'ChangeAcademicYearPayload', readonly academicYear: { readonly __typename: 'AcademicYear', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeTermMutationVariables = Exact<{
  input: ChangeTermInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeTermMutation = { readonly __typename: 'Mutation', readonly changeTerm: { readonly __typename: 'ChangeTermPayload', readonly term: { readonly __typename: 'Term', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type OpenTermMutationVariables = Exact<{
  input: OpenTermInput;
  idempotencyKey?: string | null | undefined;
}>;


export type OpenTermMutation = { readonly __typename: 'Mutation', readonly openTerm: { readonly __typename: 'OpenTermPayload', readonly term: { readonly __typename: 'Term', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type OpenIntakeMutationVariables = Exact<{
  input: OpenIntakeInput;
  idempotencyKey?: string | null | undefined;
}>;


export type OpenIntakeMutation = { readonly __typename: 'Mutation', readonly openIntake: { readonly __typename: 'OpenIntakePayload', readonly intake: { readonly __typename: 'Intake', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type OfferUnitMutationVariables = Exact<{
  input: OfferUnitInput;
  idempotencyKey?: string | null | undefined;
}>;


export type OfferUnitMutation = { readonly __typename: 'Mutation', readonly offerUnit: { readonly __typename: 'OfferUnitPayload', readonly unit: { readonly __typename: 'Unit', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DrawFeeStructureMutationVariables = Exact<{
  input: DrawFeeStructureInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DrawFeeStructureMutation = { readonly __typename: 'Mutation', readonly drawFeeStructure: { readonly __typename: 'DrawFeeStructurePayload', readonly feeStructure: { readonly __typename: 'FeeStructure', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CatalogueFeesQueryVariables = Exact<{
  filter?: FeeStructureFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueFeesQuery = { readonly __typename: 'Query', readonly feeStructures: { readonly __typename: 'FeeStructureConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'FeeStructure', readonly id: string, readonly name: string, readonly yearOfStudy: number | null, readonly total: number, readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly code: string } | null, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string }> } | null, readonly academicYears: { readonly __typename: 'AcademicYearConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AcademicYear', readonly id: string, readonly name: string, readonly terms: ReadonlyArray<{ readonly __typename: 'Term', readonly id: string, readonly name: string }> }> } | null };

export type CatalogueIntakesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueIntakesQuery = { readonly __typename: 'Query', readonly intakes: { readonly __typename: 'IntakeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Intake', readonly id: string, readonly name: string, readonly month: number, readonly year: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type CatalogueProgrammesQueryVariables = Exact<{
  filter?: ProgrammeFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueProgrammesQuery = { readonly __typename: 'Query', readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly version: number, readonly code: string, readonly name: string, readonly level: ProgrammeLevel, readonly department: string | null, readonly mode: StudyMode, readonly durationTerms: number, readonly kuccpsCode: string | null, readonly state: ProgrammeState, readonly availableActions: ReadonlyArray<ProgrammeAction>, readonly gradingScale: { readonly __typename: 'GradingScale', readonly id: string, readonly code: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly gradingScales: { readonly __typename: 'GradingScaleConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'GradingScale', readonly id: string, readonly code: string, readonly name: string }> } | null };

export type CatalogueScalesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueScalesQuery = { readonly __typename: 'Query', readonly gradingScales: { readonly __typename: 'GradingScaleConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'GradingScale', readonly id: string, readonly version: number, readonly code: string, readonly name: string, readonly edition: number, readonly entry: GradeEntry, readonly rounding: MarkRounding, readonly passMark: string | null, readonly supplementaryCap: string | null, readonly bands: ReadonlyArray<{ readonly __typename: 'GradeBand', readonly grade: string, readonly minMark: string | null, readonly points: string | null, readonly remark: ResultRemark }>, readonly weights: ReadonlyArray<{ readonly __typename: 'ComponentWeight', readonly kind: ComponentKind, readonly weightBp: number }> }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type CatalogueUnitsQueryVariables = Exact<{
  filter?: UnitFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueUnitsQuery = { readonly __typename: 'Query', readonly units: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string, readonly creditHours: string, readonly yearOfStudy: number, readonly core: boolean, readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly code: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string }> } | null };

export type CatalogueYearsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CatalogueYearsQuery = { readonly __typename: 'Query', readonly academicYears: { readonly __typename: 'AcademicYearConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AcademicYear', readonly id: string, readonly version: number, readonly name: string, readonly startDate: string, readonly endDate: string, readonly terms: ReadonlyArray<{ readonly __typename: 'Term', readonly id: string, readonly version: number, readonly name: string, readonly kind: TermKind, readonly startDate: string, readonly endDate: string, readonly registrationDeadline: string | null }> }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type EnrolmentQueryVariables = Exact<{
  id: string;
  withInvoices: boolean;
}>;


export type EnrolmentQuery = { readonly __typename: 'Query', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string, readonly version: number, readonly state: EnrolmentState, readonly yearOfStudy: number, readonly enrolledOn: string, readonly boarding: boolean, readonly deferredUntil: string | null, readonly endedOn: string | null, readonly endReason: string | null, readonly availableActions: ReadonlyArray<EnrolmentAction>, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string } | null, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null, readonly intake: { readonly __typename: 'Intake', readonly name: string } | null, readonly units: ReadonlyArray<{ readonly __typename: 'EnrolledUnit', readonly status: UnitStatus, readonly unit: { readonly __typename: 'Unit', readonly code: string, readonly title: string } }>, readonly invoices?: { readonly __typename: 'InvoiceConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Invoice', readonly id: string, readonly number: string | null, readonly state: InvoiceState, readonly overdue: boolean, readonly total: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null };

export type EnrolmentsQueryVariables = Exact<{
  filter?: EnrolmentFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type EnrolmentsQuery = { readonly __typename: 'Query', readonly enrolments: { readonly __typename: 'EnrolmentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Enrolment', readonly id: string, readonly state: EnrolmentState, readonly yearOfStudy: number, readonly enrolledOn: string, readonly boarding: boolean, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly programme: { readonly __typename: 'Programme', readonly code: string, readonly name: string } | null, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type EnrolmentToChangeQueryVariables = Exact<{
  id: string;
}>;


export type EnrolmentToChangeQuery = { readonly __typename: 'Query', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string, readonly version: number, readonly boarding: boolean, readonly units: ReadonlyArray<{ readonly __typename: 'EnrolledUnit', readonly status: UnitStatus, readonly unit: { readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string } }>, readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly units: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string }> } | null } | null } | null };

export type ChangeEnrolmentMutationVariables = Exact<{
  input: ChangeEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeEnrolmentMutation = { readonly __typename: 'Mutation', readonly changeEnrolment: { readonly __typename: 'ChangeEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type InvoiceToChangeQueryVariables = Exact<{
  id: string;
}>;


export type InvoiceToChangeQuery = { readonly __typename: 'Query', readonly invoice: { readonly __typename: 'Invoice', readonly id: string, readonly version: number, readonly dueDate: string, readonly payer: { readonly __typename: 'Payer', readonly type: PayerType, readonly ref: string | null }, readonly lines: ReadonlyArray<{ readonly __typename: 'InvoiceLine', readonly id: string, readonly code: string | null, readonly description: string, readonly feeCategory: FeeCategory, readonly amount: number, readonly discount: number, readonly priority: number }> } | null };

export type ChangeInvoiceMutationVariables = Exact<{
  input: ChangeInvoiceInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeInvoiceMutation = { readonly __typename: 'Mutation', readonly changeInvoice: { readonly __typename: 'ChangeInvoicePayload', readonly invoice: { readonly __typename: 'Invoice', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResultToChangeQueryVariables = Exact<{
  id: string;
}>;


export type ResultToChangeQuery = { readonly __typename: 'Query', readonly result: { readonly __typename: 'Result', readonly id: string, readonly version: number, readonly scoreStatus: ScoreStatus | null, readonly grade: string | null, readonly components: ReadonlyArray<{ readonly __typename: 'ResultComponent', readonly kind: ComponentKind, readonly label: string, readonly maxScore: string, readonly score: string | null, readonly weightBp: number }> } | null };

export type ChangeResultMutationVariables = Exact<{
  input: ChangeResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeResultMutation = { readonly __typename: 'Mutation', readonly changeResult: { readonly __typename: 'ChangeResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type StudentToChangeQueryVariables = Exact<{
  id: string;
  withMembers: boolean;
}>;


export type StudentToChangeQuery = { readonly __typename: 'Query', readonly student: { readonly __typename: 'Student', readonly id: string, readonly version: number, readonly firstName: string, readonly middleName: string | null, readonly lastName: string, readonly admissionNo: string, readonly gender: Gender, readonly dateOfBirth: string | null, readonly nationalId: string | null, readonly birthCertificateNo: string | null, readonly passportNo: string | null, readonly masked: ReadonlyArray<ProtectedField>, readonly phone: string | null, readonly email: string | null, readonly county: string | null, readonly country: string | null, readonly yearOfStudy: number, readonly studyMode: StudyMode, readonly sponsorshipType: SponsorshipType, readonly kuccpsRef: string | null, readonly kcseIndexNo: string | null, readonly kcseYear: number | null, readonly helbRef: string | null, readonly programme: { readonly __typename: 'Programme', readonly id: string } | null, readonly intake: { readonly __typename: 'Intake', readonly id: string } | null, readonly guardians: ReadonlyArray<{ readonly __typename: 'Guardian', readonly name: string, readonly relationship: string | null, readonly phone: string | null, readonly email: string | null, readonly primary: boolean, readonly member?: { readonly __typename: 'Member', readonly id: string } | null }> } | null, readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string, readonly state: ProgrammeState }> } | null, readonly intakes: { readonly __typename: 'IntakeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Intake', readonly id: string, readonly name: string }> } | null };

export type ChangeStudentMutationVariables = Exact<{
  input: ChangeStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeStudentMutation = { readonly __typename: 'Mutation', readonly changeStudent: { readonly __typename: 'ChangeStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type InvoiceFormQueryVariables = Exact<{
  studentId: string;
  ofProgramme?: FeeStructureFilter | null | undefined;
  withFees: boolean;
  withEnrolments: boolean;
}>;


export type InvoiceFormQuery = { readonly __typename: 'Query', readonly student: { readonly __typename: 'Student', readonly id: string, readonly enrolments?: { readonly __typename: 'EnrolmentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Enrolment', readonly id: string, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly id: string, readonly name: string } | null }> } | null } | null, readonly feeStructures?: { readonly __typename: 'FeeStructureConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'FeeStructure', readonly id: string, readonly name: string, readonly total: number, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string } }> } | null };

export type DraftInvoiceMutationVariables = Exact<{
  input: DraftInvoiceInput;
  idempotencyKey?: string | null | undefined;
}>;


export type DraftInvoiceMutation = { readonly __typename: 'Mutation', readonly draftInvoice: { readonly __typename: 'DraftInvoicePayload', readonly invoice: { readonly __typename: 'Invoice', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EnrolmentFormQueryVariables = Exact<{
  id: string;
}>;


export type EnrolmentFormQuery = { readonly __typename: 'Query', readonly student: { readonly __typename: 'Student', readonly id: string, readonly yearOfStudy: number, readonly intake: { readonly __typename: 'Intake', readonly id: string } | null, readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string, readonly units: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string, readonly yearOfStudy: number }> } | null } | null } | null, readonly academicYears: { readonly __typename: 'AcademicYearConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AcademicYear', readonly id: string, readonly name: string, readonly startDate: string, readonly endDate: string, readonly terms: ReadonlyArray<{ readonly __typename: 'Term', readonly id: string, readonly name: string }> }> } | null, readonly intakes: { readonly __typename: 'IntakeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Intake', readonly id: string, readonly name: string }> } | null };

export type EnrolStudentMutationVariables = Exact<{
  input: EnrolStudentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type EnrolStudentMutation = { readonly __typename: 'Mutation', readonly enrolStudent: { readonly __typename: 'EnrolStudentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type StudentFormQueryVariables = Exact<{ [key: string]: never; }>;


export type StudentFormQuery = { readonly __typename: 'Query', readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string, readonly state: ProgrammeState }> } | null, readonly intakes: { readonly __typename: 'IntakeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Intake', readonly id: string, readonly name: string }> } | null };

export type RegisterStudentMutationVariables = Exact<{
  input: RegisterStudentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RegisterStudentMutation = { readonly __typename: 'Mutation', readonly registerStudent: { readonly __typename: 'RegisterStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type TransferFormQueryVariables = Exact<{ [key: string]: never; }>;


export type TransferFormQuery = { readonly __typename: 'Query', readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string }> } | null };

export type TransferEnrolmentMutationVariables = Exact<{
  input: TransferEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type TransferEnrolmentMutation = { readonly __typename: 'Mutation', readonly transferEnrolment: { readonly __typename: 'TransferEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type InvoiceQueryVariables = Exact<{
  id: string;
  withPayments: boolean;
  withLoans: boolean;
  withDisbursements: boolean;
}>;


export type InvoiceQuery = { readonly __typename: 'Query', readonly invoice: { readonly __typename: 'Invoice', readonly id: string, readonly version: number, readonly availableActions: ReadonlyArray<InvoiceAction>, readonly number: string | null, readonly payCode: string | null, readonly state: InvoiceState, readonly issueDate: string | null, readonly dueDate: string, readonly total: number, readonly paid: number, readonly credited: number, readonly balance: number, readonly promised: number, readonly overdue: boolean, readonly pendingApprovals: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly lines: ReadonlyArray<{ readonly __typename: 'InvoiceLine', readonly id: string, readonly description: string, readonly amount: number, readonly discount: number, readonly paid: number }>, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly fundedBy?: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string }> | null, readonly creditNotes: ReadonlyArray<{ readonly __typename: 'CreditNote', readonly id: string, readonly number: string, readonly amount: number, readonly reason: string, readonly issuedOn: string }>, readonly payments?: { readonly __typename: 'InvoicePaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'InvoicePayment', readonly id: string, readonly amount: number, readonly method: PaymentMethod, readonly reference: string, readonly paidAt: string, readonly state: InvoicePaymentState, readonly allocations: ReadonlyArray<{ readonly __typename: 'InvoicePaymentAllocation', readonly amount: number, readonly invoice: { readonly __typename: 'Invoice', readonly id: string } | null }>, readonly loan?: { readonly __typename: 'Loan', readonly id: string, readonly loanNo: string } | null, readonly disbursement?: { readonly __typename: 'Disbursement', readonly id: string, readonly amount: number, readonly state: DisbursementState, readonly createdAt: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null } | null };

export type InvoicesQueryVariables = Exact<{
  filter?: InvoiceFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type InvoicesQuery = { readonly __typename: 'Query', readonly invoices: { readonly __typename: 'InvoiceConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Invoice', readonly id: string, readonly number: string | null, readonly state: InvoiceState, readonly dueDate: string, readonly total: number, readonly paid: number, readonly balance: number, readonly overdue: boolean, readonly student: { readonly __typename: 'Student', readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type MarksChoicesQueryVariables = Exact<{
  programmeId?: string | null | undefined;
  hasProgramme: boolean;
}>;


export type MarksChoicesQuery = { readonly __typename: 'Query', readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string }> } | null, readonly academicYears: { readonly __typename: 'AcademicYearConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AcademicYear', readonly id: string, readonly name: string, readonly terms: ReadonlyArray<{ readonly __typename: 'Term', readonly id: string, readonly name: string }> }> } | null, readonly units?: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string }> } | null };

export type MarksClassQueryVariables = Exact<{
  programmeId: string;
  filter: EnrolmentFilter;
  unitId: string;
  attempt: number;
  ofClass: ResultFilter;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MarksClassQuery = { readonly __typename: 'Query', readonly programme: { readonly __typename: 'Programme', readonly id: string, readonly gradingScale: { readonly __typename: 'GradingScale', readonly weights: ReadonlyArray<{ readonly __typename: 'ComponentWeight', readonly kind: ComponentKind, readonly weightBp: number }> } } | null, readonly results: { readonly __typename: 'ResultConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Result', readonly components: ReadonlyArray<{ readonly __typename: 'ResultComponent', readonly kind: ComponentKind, readonly label: string, readonly maxScore: string, readonly weightBp: number }> }> } | null, readonly enrolments: { readonly __typename: 'EnrolmentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Enrolment', readonly id: string, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly result: { readonly __typename: 'Result', readonly id: string, readonly version: number, readonly state: ResultState, readonly availableActions: ReadonlyArray<ResultAction>, readonly scoreStatus: ScoreStatus | null, readonly totalMark: string | null, readonly grade: string | null, readonly returnReason: string | null, readonly components: ReadonlyArray<{ readonly __typename: 'ResultComponent', readonly kind: ComponentKind, readonly label: string, readonly maxScore: string, readonly score: string | null, readonly weightBp: number }> } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type RecordMarksMutationVariables = Exact<{
  input: RecordResultsInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RecordMarksMutation = { readonly __typename: 'Mutation', readonly recordResults: { readonly __typename: 'RecordResultsPayload', readonly results: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string } | null> | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeMarksMutationVariables = Exact<{
  input: ChangeResultsInput;
  idempotencyKey?: string | null | undefined;
}>;


export type ChangeMarksMutation = { readonly __typename: 'Mutation', readonly changeResults: { readonly __typename: 'ChangeResultsPayload', readonly results: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string } | null> | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SubmitMarksMutationVariables = Exact<{
  input: SubmitResultsInput;
  idempotencyKey?: string | null | undefined;
}>;


export type SubmitMarksMutation = { readonly __typename: 'Mutation', readonly submitResults: { readonly __typename: 'SubmitResultsPayload', readonly results: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string }> | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PublishMarksMutationVariables = Exact<{
  input: PublishResultsInput;
  idempotencyKey?: string | null | undefined;
}>;


export type PublishMarksMutation = { readonly __typename: 'Mutation', readonly publishResults: { readonly __typename: 'PublishResultsPayload', readonly results: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string }> | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type StudiesQueryVariables = Exact<{ [key: string]: never; }>;


export type StudiesQuery = { readonly __typename: 'Query', readonly programmes: { readonly __typename: 'ProgrammeConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string }> } | null, readonly academicYears: { readonly __typename: 'AcademicYearConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AcademicYear', readonly id: string, readonly name: string, readonly terms: ReadonlyArray<{ readonly __typename: 'Term', readonly id: string, readonly name: string }> }> } | null };

export type SchoolPaymentQueryVariables = Exact<{
  id: string;
  withStudent: boolean;
  withPayer: boolean;
  withLoan: boolean;
}>;


export type SchoolPaymentQuery = { readonly __typename: 'Query', readonly invoicePayment: { readonly __typename: 'InvoicePayment', readonly id: string, readonly version: number, readonly amount: number, readonly method: PaymentMethod, readonly reference: string, readonly paidAt: string, readonly state: InvoicePaymentState, readonly unapplied: number, readonly surplus: number, readonly reversedAt: string | null, readonly reversalReason: string | null, readonly availableActions: ReadonlyArray<InvoicePaymentAction>, readonly student?: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly payer?: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null, readonly loan?: { readonly __typename: 'Loan', readonly loanNo: string } | null, readonly allocations: ReadonlyArray<{ readonly __typename: 'InvoicePaymentAllocation', readonly lineId: string, readonly amount: number, readonly invoice: { readonly __typename: 'Invoice', readonly id: string, readonly number: string | null, readonly state: InvoiceState, readonly balance: number } | null }> } | null };

export type ResultQueryVariables = Exact<{
  id: string;
  withApprovals: boolean;
}>;


export type ResultQuery = { readonly __typename: 'Query', readonly result: { readonly __typename: 'Result', readonly id: string, readonly version: number, readonly state: ResultState, readonly attempt: number, readonly scoreStatus: ScoreStatus | null, readonly totalMark: string | null, readonly grade: string | null, readonly marksHidden: boolean, readonly withheldReason: WithholdReason | null, readonly returnReason: string | null, readonly voidReason: string | null, readonly publishedAt: string | null, readonly availableActions: ReadonlyArray<ResultAction>, readonly pendingApprovals?: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null, readonly result: { readonly __typename: 'Result', readonly attempt: number, readonly unit: { readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly id: string, readonly name: string } | null, readonly enrolment: { readonly __typename: 'Enrolment', readonly programme: { readonly __typename: 'Programme', readonly id: string } | null } | null } | null }> | null, readonly components: ReadonlyArray<{ readonly __typename: 'ResultComponent', readonly kind: ComponentKind, readonly label: string, readonly maxScore: string, readonly score: string | null, readonly weightBp: number }>, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly unit: { readonly __typename: 'Unit', readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null, readonly versions: ReadonlyArray<{ readonly __typename: 'ResultVersion', readonly id: string, readonly number: number, readonly totalMark: string | null, readonly grade: string | null, readonly reason: string | null, readonly publishedAt: string }> } | null };

export type AmendResultMutationVariables = Exact<{
  input: AmendResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AmendResultMutation = { readonly __typename: 'Mutation', readonly amendResult: { readonly __typename: 'AmendResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResultsQueryVariables = Exact<{
  filter?: ResultFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  unitsOf?: string | null | undefined;
  hasProgramme: boolean;
}>;


export type ResultsQuery = { readonly __typename: 'Query', readonly results: { readonly __typename: 'ResultConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string, readonly state: ResultState, readonly attempt: number, readonly totalMark: string | null, readonly grade: string | null, readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string } | null, readonly unit: { readonly __typename: 'Unit', readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly units?: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string }> } | null };

export type FeeStatementQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
  withInvoices: boolean;
}>;


export type FeeStatementQuery = { readonly __typename: 'Query', readonly student: { readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly middleName: string | null, readonly lastName: string, readonly statement?: { readonly __typename: 'StudentStatement', readonly openingBalance: number, readonly closingBalance: number, readonly cut: boolean, readonly lines: ReadonlyArray<{ readonly __typename: 'StatementLine', readonly on: string, readonly type: StatementLineType, readonly recordId: string, readonly reference: string | null, readonly debit: number, readonly credit: number, readonly balance: number }> } | null } | null };

export type ConfirmEnrolmentMutationVariables = Exact<{
  input: ConfirmEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmEnrolmentMutation = { readonly __typename: 'Mutation', readonly confirmEnrolment: { readonly __typename: 'ConfirmEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CancelEnrolmentMutationVariables = Exact<{
  input: CancelEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CancelEnrolmentMutation = { readonly __typename: 'Mutation', readonly cancelEnrolment: { readonly __typename: 'CancelEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CompleteEnrolmentMutationVariables = Exact<{
  input: CompleteEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CompleteEnrolmentMutation = { readonly __typename: 'Mutation', readonly completeEnrolment: { readonly __typename: 'CompleteEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DeferEnrolmentMutationVariables = Exact<{
  input: DeferEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DeferEnrolmentMutation = { readonly __typename: 'Mutation', readonly deferEnrolment: { readonly __typename: 'DeferEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResumeEnrolmentMutationVariables = Exact<{
  input: ResumeEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResumeEnrolmentMutation = { readonly __typename: 'Mutation', readonly resumeEnrolment: { readonly __typename: 'ResumeEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithdrawEnrolmentMutationVariables = Exact<{
  input: WithdrawEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WithdrawEnrolmentMutation = { readonly __typename: 'Mutation', readonly withdrawEnrolment: { readonly __typename: 'WithdrawEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DiscontinueEnrolmentMutationVariables = Exact<{
  input: DiscontinueEnrolmentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DiscontinueEnrolmentMutation = { readonly __typename: 'Mutation', readonly discontinueEnrolment: { readonly __typename: 'DiscontinueEnrolmentPayload', readonly enrolment: { readonly __typename: 'Enrolment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecordInvoicePaymentMutationVariables = Exact<{
  input: RecordInvoicePaymentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RecordInvoicePaymentMutation = { readonly __typename: 'Mutation', readonly recordInvoicePayment: { readonly __typename: 'RecordInvoicePaymentPayload', readonly invoicePayment: { readonly __typename: 'InvoicePayment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type IssueCreditNoteMutationVariables = Exact<{
  input: IssueCreditNoteInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type IssueCreditNoteMutation = { readonly __typename: 'Mutation', readonly issueCreditNote: { readonly __typename: 'IssueCreditNotePayload', readonly creditNote: { readonly __typename: 'CreditNote', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type IssueInvoiceMutationVariables = Exact<{
  input: IssueInvoiceInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type IssueInvoiceMutation = { readonly __typename: 'Mutation', readonly issueInvoice: { readonly __typename: 'IssueInvoicePayload', readonly invoice: { readonly __typename: 'Invoice', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type VoidInvoiceMutationVariables = Exact<{
  input: VoidInvoiceInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type VoidInvoiceMutation = { readonly __typename: 'Mutation', readonly voidInvoice: { readonly __typename: 'VoidInvoicePayload', readonly invoice: { readonly __typename: 'Invoice', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WriteOffInvoiceMutationVariables = Exact<{
  input: WriteOffInvoiceInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WriteOffInvoiceMutation = { readonly __typename: 'Mutation', readonly writeOffInvoice: { readonly __typename: 'WriteOffInvoicePayload', readonly invoice: { readonly __typename: 'Invoice', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DiscardInvoiceMutationVariables = Exact<{
  input: DiscardInvoiceInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DiscardInvoiceMutation = { readonly __typename: 'Mutation', readonly discardInvoice: { readonly __typename: 'DiscardInvoicePayload', readonly discardedInvoiceId: string | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReverseInvoicePaymentMutationVariables = Exact<{
  input: ReverseInvoicePaymentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReverseInvoicePaymentMutation = { readonly __typename: 'Mutation', readonly reverseInvoicePayment: { readonly __typename: 'ReverseInvoicePaymentPayload', readonly invoicePayment: { readonly __typename: 'InvoicePayment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReturnLoanCreditMutationVariables = Exact<{
  input: ReturnLoanCreditInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReturnLoanCreditMutation = { readonly __typename: 'Mutation', readonly returnLoanCredit: { readonly __typename: 'ReturnLoanCreditPayload', readonly invoicePayment: { readonly __typename: 'InvoicePayment', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SubmitResultMutationVariables = Exact<{
  input: SubmitResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SubmitResultMutation = { readonly __typename: 'Mutation', readonly submitResult: { readonly __typename: 'SubmitResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReturnResultMutationVariables = Exact<{
  input: ReturnResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReturnResultMutation = { readonly __typename: 'Mutation', readonly returnResult: { readonly __typename: 'ReturnResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type PublishResultMutationVariables = Exact<{
  input: PublishResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type PublishResultMutation = { readonly __typename: 'Mutation', readonly publishResult: { readonly __typename: 'PublishResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithholdResultMutationVariables = Exact<{
  input: WithholdResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WithholdResultMutation = { readonly __typename: 'Mutation', readonly withholdResult: { readonly __typename: 'WithholdResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReleaseResultMutationVariables = Exact<{
  input: ReleaseResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReleaseResultMutation = { readonly __typename: 'Mutation', readonly releaseResult: { readonly __typename: 'ReleaseResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type VoidResultMutationVariables = Exact<{
  input: VoidResultInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type VoidResultMutation = { readonly __typename: 'Mutation', readonly voidResult: { readonly __typename: 'VoidResultPayload', readonly result: { readonly __typename: 'Result', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SponsorStudentMutationVariables = Exact<{
  input: SponsorStudentInput;
  idempotencyKey?: string | null | undefined;
}>;


export type SponsorStudentMutation = { readonly __typename: 'Mutation', readonly sponsorStudent: { readonly __typename: 'SponsorStudentPayload', readonly sponsorship: { readonly __typename: 'Sponsorship', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeSponsorshipConsentMutationVariables = Exact<{
  input: ChangeSponsorshipConsentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeSponsorshipConsentMutation = { readonly __typename: 'Mutation', readonly changeSponsorshipConsent: { readonly __typename: 'ChangeSponsorshipConsentPayload', readonly sponsorship: { readonly __typename: 'Sponsorship', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EndSponsorshipMutationVariables = Exact<{
  input: EndSponsorshipInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EndSponsorshipMutation = { readonly __typename: 'Mutation', readonly endSponsorship: { readonly __typename: 'EndSponsorshipPayload', readonly sponsorship: { readonly __typename: 'Sponsorship', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AdmitStudentMutationVariables = Exact<{
  input: AdmitStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AdmitStudentMutation = { readonly __typename: 'Mutation', readonly admitStudent: { readonly __typename: 'AdmitStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DeferStudentMutationVariables = Exact<{
  input: DeferStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DeferStudentMutation = { readonly __typename: 'Mutation', readonly deferStudent: { readonly __typename: 'DeferStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResumeStudentMutationVariables = Exact<{
  input: ResumeStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResumeStudentMutation = { readonly __typename: 'Mutation', readonly resumeStudent: { readonly __typename: 'ResumeStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SuspendStudentMutationVariables = Exact<{
  input: SuspendStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SuspendStudentMutation = { readonly __typename: 'Mutation', readonly suspendStudent: { readonly __typename: 'SuspendStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReinstateStudentMutationVariables = Exact<{
  input: ReinstateStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReinstateStudentMutation = { readonly __typename: 'Mutation', readonly reinstateStudent: { readonly __typename: 'ReinstateStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type WithdrawStudentMutationVariables = Exact<{
  input: WithdrawStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type WithdrawStudentMutation = { readonly __typename: 'Mutation', readonly withdrawStudent: { readonly __typename: 'WithdrawStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ReadmitStudentMutationVariables = Exact<{
  input: ReadmitStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ReadmitStudentMutation = { readonly __typename: 'Mutation', readonly readmitStudent: { readonly __typename: 'ReadmitStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type CompleteStudentMutationVariables = Exact<{
  input: CompleteStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type CompleteStudentMutation = { readonly __typename: 'Mutation', readonly completeStudent: { readonly __typename: 'CompleteStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type GraduateStudentMutationVariables = Exact<{
  input: GraduateStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type GraduateStudentMutation = { readonly __typename: 'Mutation', readonly graduateStudent: { readonly __typename: 'GraduateStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DiscontinueStudentMutationVariables = Exact<{
  input: DiscontinueStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DiscontinueStudentMutation = { readonly __typename: 'Mutation', readonly discontinueStudent: { readonly __typename: 'DiscontinueStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type RecordStudentDeathMutationVariables = Exact<{
  input: RecordStudentDeathInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type RecordStudentDeathMutation = { readonly __typename: 'Mutation', readonly recordStudentDeath: { readonly __typename: 'RecordStudentDeathPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EraseStudentMutationVariables = Exact<{
  input: EraseStudentInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EraseStudentMutation = { readonly __typename: 'Mutation', readonly eraseStudent: { readonly __typename: 'EraseStudentPayload', readonly student: { readonly __typename: 'Student', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type StudentQueryVariables = Exact<{
  id: string;
  withProgramme: boolean;
  withEnrolments: boolean;
  withInvoices: boolean;
  withPayments: boolean;
  withResults: boolean;
  withMembers: boolean;
  withLoans: boolean;
  withApprovals: boolean;
}>;


export type StudentQuery = { readonly __typename: 'Query', readonly student: { readonly __typename: 'Student', readonly id: string, readonly version: number, readonly admissionNo: string, readonly payCode: string, readonly firstName: string, readonly middleName: string | null, readonly lastName: string, readonly dateOfBirth: string | null, readonly phone: string | null, readonly email: string | null, readonly county: string | null, readonly yearOfStudy: number, readonly state: StudentState, readonly stateReason: string | null, readonly admittedOn: string | null, readonly balanceDue: number, readonly creditBalance: number, readonly availableActions: ReadonlyArray<StudentAction>, readonly pendingApprovals?: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly kind: WaitingKind, readonly command: ProposedCommand | null, readonly rule: string | null, readonly amount: number | null, readonly moves: ApprovalMoves, readonly evidence: string | null, readonly proposedBy: string, readonly proposer: string | null, readonly proposedAt: string, readonly expiresAt: string | null, readonly version: number | null, readonly obstacle: ApprovalObstacle | null, readonly subjectType: string, readonly subjectId: string, readonly subjectName: string | null, readonly resultCount: number | null }> | null, readonly guardians: ReadonlyArray<{ readonly __typename: 'Guardian', readonly name: string, readonly relationship: string | null, readonly phone: string | null }>, readonly programme?: { readonly __typename: 'Programme', readonly id: string, readonly code: string, readonly name: string } | null, readonly currentEnrolment?: { readonly __typename: 'Enrolment', readonly yearOfStudy: number } | null, readonly enrolments?: { readonly __typename: 'EnrolmentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Enrolment', readonly id: string, readonly version: number, readonly state: EnrolmentState, readonly yearOfStudy: number, readonly boarding: boolean, readonly enrolledOn: string, readonly availableActions: ReadonlyArray<EnrolmentAction>, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly invoices?: { readonly __typename: 'InvoiceConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Invoice', readonly id: string, readonly number: string | null, readonly state: InvoiceState, readonly overdue: boolean, readonly dueDate: string, readonly total: number, readonly balance: number }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly payments?: { readonly __typename: 'InvoicePaymentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'InvoicePayment', readonly id: string, readonly version: number, readonly amount: number, readonly method: PaymentMethod, readonly reference: string, readonly paidAt: string, readonly state: InvoicePaymentState, readonly unapplied: number, readonly availableActions: ReadonlyArray<InvoicePaymentAction> }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly results?: { readonly __typename: 'ResultConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Result', readonly id: string, readonly state: ResultState, readonly totalMark: string | null, readonly grade: string | null, readonly attempt: number, readonly unit: { readonly __typename: 'Unit', readonly code: string, readonly title: string }, readonly academicYear: { readonly __typename: 'AcademicYear', readonly name: string }, readonly term: { readonly __typename: 'Term', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly sponsors: { readonly __typename: 'SponsorshipConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Sponsorship', readonly id: string, readonly version: number, readonly relationship: string | null, readonly shareBp: number | null, readonly consent: SponsorshipState, readonly endedOn: string | null, readonly availableActions: ReadonlyArray<SponsorshipAction>, readonly member?: { readonly __typename: 'Member', readonly memberNo: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null, readonly feeLoans?: ReadonlyArray<{ readonly __typename: 'Loan', readonly id: string, readonly loanNo: string, readonly state: LoanState }> | null } | null };

export type StudentsQueryVariables = Exact<{
  filter?: StudentFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  withProgramme: boolean;
  withEnrolments: boolean;
}>;


export type StudentsQuery = { readonly __typename: 'Query', readonly students: { readonly __typename: 'StudentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Student', readonly id: string, readonly admissionNo: string, readonly firstName: string, readonly lastName: string, readonly state: StudentState, readonly yearOfStudy: number, readonly balanceDue: number, readonly creditBalance: number, readonly admittedOn: string | null, readonly currentEnrolment?: { readonly __typename: 'Enrolment', readonly yearOfStudy: number } | null, readonly programme?: { readonly __typename: 'Programme', readonly code: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type PeopleQueryVariables = Exact<{
  filter?: PersonFilter | null | undefined;
  orderBy?: ReadonlyArray<PersonOrder> | PersonOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PeopleQuery = { readonly __typename: 'Query', readonly people: { readonly __typename: 'PersonConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string, readonly roles: ReadonlyArray<PersonRole>, readonly state: PersonState, readonly joinedAt: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type PersonQueryVariables = Exact<{
  id: string;
  clients: boolean;
  units: boolean;
}>;


export type PersonQuery = { readonly __typename: 'Query', readonly branches: ReadonlyArray<{ readonly __typename: 'Branch', readonly id: string, readonly code: string, readonly name: string }> | null, readonly clients?: { readonly __typename: 'ClientConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Client', readonly id: string, readonly name: string }> } | null, readonly units?: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string, readonly programme: { readonly __typename: 'Programme', readonly code: string } | null }> } | null, readonly person: { readonly __typename: 'Person', readonly id: string, readonly version: number, readonly name: string, readonly email: string, readonly roles: ReadonlyArray<PersonRole>, readonly state: PersonState, readonly stateReason: string | null, readonly joinedAt: string | null, readonly createdAt: string, readonly availableActions: ReadonlyArray<PersonAction>, readonly branchIds: ReadonlyArray<string> | null, readonly clientIds: ReadonlyArray<string> | null, readonly unitIds: ReadonlyArray<string> | null, readonly invitation: { readonly __typename: 'Invitation', readonly expiresAt: string, readonly awaitsSecond: boolean } | null, readonly sessions: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly method: SignInMethod, readonly agent: string, readonly openedAt: string, readonly lastUsedAt: string, readonly isThisOne: boolean }> } | null };

export type DoneByQueryVariables = Exact<{
  actor: string;
}>;


export type DoneByQuery = { readonly __typename: 'Query', readonly audit: { readonly __typename: 'AuditConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AuditEntry', readonly id: string, readonly command: string, readonly eventType: string, readonly subjectType: string, readonly at: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type AssignBranchesMutationVariables = Exact<{
  input: AssignBranchesInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignBranchesMutation = { readonly __typename: 'Mutation', readonly assignBranches: { readonly __typename: 'AssignBranchesPayload', readonly person: { readonly __typename: 'Person', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AssignClientsMutationVariables = Exact<{
  input: AssignClientsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignClientsMutation = { readonly __typename: 'Mutation', readonly assignClients: { readonly __typename: 'AssignClientsPayload', readonly person: { readonly __typename: 'Person', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AssignUnitsMutationVariables = Exact<{
  input: AssignUnitsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignUnitsMutation = { readonly __typename: 'Mutation', readonly assignUnits: { readonly __typename: 'AssignUnitsPayload', readonly person: { readonly __typename: 'Person', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ClientsToAssignQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ClientsToAssignQuery = { readonly __typename: 'Query', readonly clients: { readonly __typename: 'ClientConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Client', readonly id: string, readonly name: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type UnitsToAssignQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type UnitsToAssignQuery = { readonly __typename: 'Query', readonly units: { readonly __typename: 'UnitConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Unit', readonly id: string, readonly code: string, readonly title: string, readonly programme: { readonly __typename: 'Programme', readonly code: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type InvitePersonMutationVariables = Exact<{
  input: InvitePersonInput;
  idempotencyKey?: string | null | undefined;
}>;


export type InvitePersonMutation = { readonly __typename: 'Mutation', readonly invitePerson: { readonly __typename: 'InvitePersonPayload', readonly invitationToken: string | null, readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type InvitePersonAgainMutationVariables = Exact<{
  input: InvitePersonAgainInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type InvitePersonAgainMutation = { readonly __typename: 'Mutation', readonly invitePersonAgain: { readonly __typename: 'InvitePersonAgainPayload', readonly invitationToken: string | null, readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ConfirmInvitationMutationVariables = Exact<{
  input: ConfirmInvitationInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmInvitationMutation = { readonly __typename: 'Mutation', readonly confirmInvitation: { readonly __typename: 'ConfirmInvitationPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ConfirmPersonMutationVariables = Exact<{
  input: ConfirmPersonInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ConfirmPersonMutation = { readonly __typename: 'Mutation', readonly confirmPerson: { readonly __typename: 'ConfirmPersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type AssignRolesMutationVariables = Exact<{
  input: AssignRolesInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type AssignRolesMutation = { readonly __typename: 'Mutation', readonly assignRoles: { readonly __typename: 'AssignRolesPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SuspendPersonMutationVariables = Exact<{
  input: SuspendPersonInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type SuspendPersonMutation = { readonly __typename: 'Mutation', readonly suspendPerson: { readonly __typename: 'SuspendPersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string, readonly version: number } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ResumePersonMutationVariables = Exact<{
  input: ResumePersonInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ResumePersonMutation = { readonly __typename: 'Mutation', readonly resumePerson: { readonly __typename: 'ResumePersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type DismissPersonMutationVariables = Exact<{
  input: DismissPersonInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type DismissPersonMutation = { readonly __typename: 'Mutation', readonly dismissPerson: { readonly __typename: 'DismissPersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type EndSessionsMutationVariables = Exact<{
  input: EndSessionsInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type EndSessionsMutation = { readonly __typename: 'Mutation', readonly endSessions: { readonly __typename: 'EndSessionsPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangePoliciesMutationVariables = Exact<{
  input: ChangePoliciesInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangePoliciesMutation = { readonly __typename: 'Mutation', readonly changePolicies: { readonly __typename: 'ChangePoliciesPayload', readonly policies: { readonly __typename: 'Policies', readonly id: string, readonly version: number } | null, readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type ChangeRoleLimitMutationVariables = Exact<{
  input: ChangeRoleLimitInput;
  idempotencyKey?: string | null | undefined;
  version?: number | null | undefined;
}>;


export type ChangeRoleLimitMutation = { readonly __typename: 'Mutation', readonly changeRoleLimit: { readonly __typename: 'ChangeRoleLimitPayload', readonly role: { readonly __typename: 'Role', readonly role: PersonRole } | null, readonly proposal: { readonly __typename: 'Proposal', readonly id: string } | null, readonly userErrors: ReadonlyArray<{ readonly __typename: 'UserError', readonly code: string, readonly message: string, readonly path: ReadonlyArray<string> | null, readonly amounts: ReadonlyArray<{ readonly __typename: 'RefusedAmount', readonly name: string, readonly cents: number }> }> } | null };

export type SettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsQuery = { readonly __typename: 'Query', readonly policies: { readonly __typename: 'Policies', readonly id: string, readonly version: number, readonly institution: string, readonly timeZone: string, readonly currency: string, readonly fourEyes: boolean, readonly verifiedNumbersOnly: boolean, readonly phoneChangeDays: number, readonly queuesPayouts: boolean, readonly backdateDays: number, readonly overpaymentLimit: number | null, readonly chargeLimitPercent: number, readonly inDuplum: boolean, readonly reversalLimit: number | null, readonly chargeLimit: number | null, readonly waiverLimit: number | null, readonly bankChargeLimit: number | null, readonly reschedulesByTwo: boolean, readonly proposalDays: number, readonly savingsNeedApproval: boolean, readonly dormancyDays: number | null, readonly shareBuyer: ShareBuyer, readonly shareNoticeDays: number, readonly schoolPaybill: string | null, readonly admissionPattern: string, readonly fourEyesOnResults: boolean, readonly lateRegistration: LateRegistration, readonly appFeeLimit: number, readonly personalReadingDays: number, readonly retentionYears: number, readonly studentRetentionYears: number, readonly booksClosedThrough: string | null, readonly arrearsBands: ReadonlyArray<{ readonly __typename: 'LatenessClass', readonly name: string, readonly fromDays: number, readonly provisionRate: string }>, readonly appTariff: ReadonlyArray<{ readonly __typename: 'AppCharge', readonly direction: ChargeDirection, readonly upTo: number | null, readonly fee: number }> } | null, readonly rails: ReadonlyArray<{ readonly __typename: 'Rail', readonly id: string, readonly kind: string, readonly balance: number | null, readonly balanceAt: string | null, readonly isOpen: boolean }> | null, readonly roles: ReadonlyArray<{ readonly __typename: 'Role', readonly role: PersonRole, readonly scopes: ReadonlyArray<string>, readonly grants: ReadonlyArray<PersonRole>, readonly pii: boolean, readonly limits: { readonly __typename: 'RoleLimits', readonly approve: number | null, readonly disburse: number | null } }>, readonly pendingApprovals: { readonly __typename: 'PendingApprovalConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'PendingApproval', readonly id: string, readonly proposer: string | null, readonly proposedBy: string, readonly proposedAt: string }> } | null };

export type TodayQueryVariables = Exact<{
  last: number;
  step: SeriesStep;
  loans: boolean;
  payments: boolean;
  floats: boolean;
}>;


export type TodayQuery = { readonly __typename: 'Query', readonly portfolioSeries?: ReadonlyArray<{ readonly __typename: 'PortfolioPoint', readonly close: { readonly __typename: 'CloseOfBusiness', readonly businessDate: string }, readonly portfolio: { readonly __typename: 'PortfolioAtRisk', readonly gross: number, readonly par: ReadonlyArray<{ readonly __typename: 'ParFigure', readonly days: number, readonly percent: string }>, readonly bands: ReadonlyArray<{ readonly __typename: 'ArrearsBand', readonly name: string, readonly principal: number }> } }> | null, readonly moneySeries?: ReadonlyArray<{ readonly __typename: 'MoneyPoint', readonly from: string, readonly to: string, readonly disbursed: number, readonly collected: number }> | null, readonly agents?: { readonly __typename: 'AgentConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Agent', readonly id: string, readonly agentNo: string, readonly name: string, readonly available: number, readonly floatAt: MobileMoneyProvider, readonly floatSeries: ReadonlyArray<{ readonly __typename: 'FloatPoint', readonly from: string, readonly to: string, readonly closing: number }> | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } } | null };

export type WorkCountsQueryVariables = Exact<{
  approvals: boolean;
  payments: boolean;
  mobileMoney: boolean;
  loans: boolean;
  alerts: boolean;
  books: boolean;
  people: boolean;
}>;


export type WorkCountsQuery = { readonly __typename: 'Query', readonly pendingApprovals?: { readonly __typename: 'PendingApprovalConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly incidents?: { readonly __typename: 'IncidentConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly unsettledPayments?: { readonly __typename: 'UnsettledPaymentConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly mobileMoneyTransactions?: { readonly __typename: 'MobileMoneyTransactionConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly reconciliationBreaks?: { readonly __typename: 'ReconciliationBreakConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly loans?: { readonly __typename: 'LoanConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly amlAlerts?: { readonly __typename: 'AmlAlertConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly people?: { readonly __typename: 'PersonConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly ledgerProofs?: ReadonlyArray<{ readonly __typename: 'LedgerProof', readonly id: string, readonly provenAt: string, readonly isSound: boolean, readonly checkCount: number, readonly brokenCount: number }> | null };

export type SchoolCountsQueryVariables = Exact<{
  invoices: boolean;
  enrolments: boolean;
  marks: boolean;
  results: boolean;
}>;


export type SchoolCountsQuery = { readonly __typename: 'Query', readonly drafts?: { readonly __typename: 'InvoiceConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly overdue?: { readonly __typename: 'InvoiceConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly enrolments?: { readonly __typename: 'EnrolmentConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly toHandIn?: { readonly __typename: 'ResultConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null, readonly toPublish?: { readonly __typename: 'ResultConnection', readonly totalCount: number, readonly totalIsMinimum: boolean } | null };

export const WaitingFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Waiting"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PendingApproval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"command"}},{"kind":"Field","name":{"kind":"Name","value":"rule"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"moves"}},{"kind":"Field","name":{"kind":"Name","value":"evidence"}},{"kind":"Field","name":{"kind":"Name","value":"proposedBy"}},{"kind":"Field","name":{"kind":"Name","value":"proposer"}},{"kind":"Field","name":{"kind":"Name","value":"proposedAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"obstacle"}},{"kind":"Field","name":{"kind":"Name","value":"subjectType"}},{"kind":"Field","name":{"kind":"Name","value":"subjectId"}},{"kind":"Field","name":{"kind":"Name","value":"subjectName"}},{"kind":"Field","name":{"kind":"Name","value":"resultCount"}}]}}]} as unknown as DocumentNode<WaitingFragment, unknown>;
export const WaitingPaymentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WaitingPayment"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PendingApproval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agentNo"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}},{"kind":"Field","name":{"kind":"Name","value":"disbursement"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"msisdnMasked"}},{"kind":"Field","name":{"kind":"Name","value":"bankAccount"}}]}}]}}]} as unknown as DocumentNode<WaitingPaymentFragment, unknown>;
export const WaitingClassFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"WaitingClass"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PendingApproval"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"attempt"}},{"kind":"Field","name":{"kind":"Name","value":"unit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"academicYear"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"term"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"enrolment"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"programme"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WaitingClassFragment, unknown>;
export const SimulatedRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SimulatedRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SimulatedPayment"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"party"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedAt"}},{"kind":"Field","name":{"kind":"Name","value":"notificationsSent"}},{"kind":"Field","name":{"kind":"Name","value":"isDue"}},{"kind":"Field","name":{"kind":"Name","value":"answered"}}]}}]} as unknown as DocumentNode<SimulatedRowFragment, unknown>;
export const NamedFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Named"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RecordReference"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"ownerNumber"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]} as unknown as DocumentNode<NamedFragment, unknown>;
export const LifeDocument = {"__meta__":{"hash":"sha256:67d37c301ff9636e0d0d6acd4e595eb5a71cf61bff795beb669c6fdb54342ab1"}} as unknown as DocumentNode<LifeQuery, LifeQueryVariables>;
export const RecordChangesDocument = {"__meta__":{"hash":"sha256:ab0e5d853d41b3901038850ff274c931c148f1924dfce0a93474b754ba113009"}} as unknown as DocumentNode<RecordChangesSubscription, RecordChangesSubscriptionVariables>;
export const OwnSessionsDocument = {"__meta__":{"hash":"sha256:1ae130862bfebdca22808f7dc83b58933afca5808933f5a7a10177d0cf22be02"}} as unknown as DocumentNode<OwnSessionsQuery, OwnSessionsQueryVariables>;
export const FindDocument = {"__meta__":{"hash":"sha256:423ac29201312b485b743ea9058a75205618aecb13a2a07a74dc3caf450ef38f"}} as unknown as DocumentNode<FindQuery, FindQueryVariables>;
export const ViewerDocument = {"__meta__":{"hash":"sha256:e52fab2f44d2a63954ef4e1615e801e69f48671857e919ac38e23e65e6543ed9"}} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const EndSessionDocument = {"__meta__":{"hash":"sha256:51654d15e09606886a3f5ae165468dbe812f5dee6b7b9b4ba9c86b2ee5eda15e"}} as unknown as DocumentNode<EndSessionMutation, EndSessionMutationVariables>;
export const AgentDocument = {"__meta__":{"hash":"sha256:d455cfa8561e6aff6b7fcd4127d61d9632da5b6f9fc7909969da1dcffb5fa4b2"}} as unknown as DocumentNode<AgentQuery, AgentQueryVariables>;
export const AgentsDocument = {"__meta__":{"hash":"sha256:9d3ed45f5f5fc9014dba7eab193044431d2586f65ef497e7eaaa04f5e22db37b"}} as unknown as DocumentNode<AgentsQuery, AgentsQueryVariables>;
export const TopUpFloatDocument = {"__meta__":{"hash":"sha256:6174abe7ed67cf9515520162a057d8d262d9ede6dfd2974f08039fb71dfea508"}} as unknown as DocumentNode<TopUpFloatMutation, TopUpFloatMutationVariables>;
export const TopUpFromPaybillDocument = {"__meta__":{"hash":"sha256:3b537e44056dd49b8ab90874aa355b2345e030a35e25d7477d372b743707e927"}} as unknown as DocumentNode<TopUpFromPaybillMutation, TopUpFromPaybillMutationVariables>;
export const LimitFloatDocument = {"__meta__":{"hash":"sha256:69815d523d78ea30f12bbbca4feb075c0c90e02c28fcf0c4f3f8be683c81aac8"}} as unknown as DocumentNode<LimitFloatMutation, LimitFloatMutationVariables>;
export const TransferFloatDocument = {"__meta__":{"hash":"sha256:261bac08c3bfb8a7e70a1f10bad79a37a3ed2ddaccab0baec2e4fbb8fb1a0c66"}} as unknown as DocumentNode<TransferFloatMutation, TransferFloatMutationVariables>;
export const OtherAgentsDocument = {"__meta__":{"hash":"sha256:bf82e6471c6994335198dadbb7451a3d0b4a91acbad749d694f5a6ef66a9cbe0"}} as unknown as DocumentNode<OtherAgentsQuery, OtherAgentsQueryVariables>;
export const AmlAlertDocument = {"__meta__":{"hash":"sha256:c5a2e39c9856fcf02f0531589a7840d764810cdac57988140196fc441bd7e78b"}} as unknown as DocumentNode<AmlAlertQuery, AmlAlertQueryVariables>;
export const AmlAlertsDocument = {"__meta__":{"hash":"sha256:10b54942ae8e9664ae041753e8c079018364f3cdacb67bdde23dca5dafcc9b3c"}} as unknown as DocumentNode<AmlAlertsQuery, AmlAlertsQueryVariables>;
export const AssignAmlAlertDocument = {"__meta__":{"hash":"sha256:25ad247a6c49443afe09be6c8725fec6b2c64083d8cc286f663eec3eb0a0fa04"}} as unknown as DocumentNode<AssignAmlAlertMutation, AssignAmlAlertMutationVariables>;
export const EscalateAmlAlertDocument = {"__meta__":{"hash":"sha256:f018925dc548f2fe9565a648090a30d7f89893518e38e777d56872eb6efe2fed"}} as unknown as DocumentNode<EscalateAmlAlertMutation, EscalateAmlAlertMutationVariables>;
export const FileAmlAlertSarDocument = {"__meta__":{"hash":"sha256:11433bec087e6d28d1a6fe8934db334fcf9dd2c4455f155cd71c28a15acfc520"}} as unknown as DocumentNode<FileAmlAlertSarMutation, FileAmlAlertSarMutationVariables>;
export const CloseAmlAlertDocument = {"__meta__":{"hash":"sha256:c72ed76a2449f5ab662aae6c0efe82ef86ea03d46ab3bc2bdcfbc3637e29fd6c"}} as unknown as DocumentNode<CloseAmlAlertMutation, CloseAmlAlertMutationVariables>;
export const MarkAmlAlertFalsePositiveDocument = {"__meta__":{"hash":"sha256:5827b1527ffbcaeaa753278b350c893fcca8086d8130e0a579bba8faddff532a"}} as unknown as DocumentNode<MarkAmlAlertFalsePositiveMutation, MarkAmlAlertFalsePositiveMutationVariables>;
export const ReopenAmlAlertDocument = {"__meta__":{"hash":"sha256:9beb863065b9726adfe4b085c3f5e044b7d96c9e05ed8329af5b2bb2da5c8bf6"}} as unknown as DocumentNode<ReopenAmlAlertMutation, ReopenAmlAlertMutationVariables>;
export const ApprovalsDocument = {"__meta__":{"hash":"sha256:5552299a03b9324301521a6bd558a94bc46b883207fe9e81b3910dca40b08520"}} as unknown as DocumentNode<ApprovalsQuery, ApprovalsQueryVariables>;
export const WithdrawWaitingProposalDocument = {"__meta__":{"hash":"sha256:493c4b1f428cd33ed48bb89d79c7a3214e8a8d98bc8e87dc5381afe34d2c05f0"}} as unknown as DocumentNode<WithdrawWaitingProposalMutation, WithdrawWaitingProposalMutationVariables>;
export const AddEvidenceToProposalDocument = {"__meta__":{"hash":"sha256:c7e8bce6a25e9b31a743bdced47235911f65ffaaf7d1c9125d36264a49442d12"}} as unknown as DocumentNode<AddEvidenceToProposalMutation, AddEvidenceToProposalMutationVariables>;
export const ApproveWaitingLoanDocument = {"__meta__":{"hash":"sha256:92dcbd12b974eaba308f981280a9379351b6e2711789d51ac37887400ae43a2f"}} as unknown as DocumentNode<ApproveWaitingLoanMutation, ApproveWaitingLoanMutationVariables>;
export const RejectWaitingLoanDocument = {"__meta__":{"hash":"sha256:e89f255e43f18bc7a2e80234a3c1229607c878772e88d55c251f310c21870489"}} as unknown as DocumentNode<RejectWaitingLoanMutation, RejectWaitingLoanMutationVariables>;
export const ApproveWaitingProposalDocument = {"__meta__":{"hash":"sha256:81dd086c5b8260e33f897b4be0eef1a0a28767582e7fda943eee00037d2a7bc5"}} as unknown as DocumentNode<ApproveWaitingProposalMutation, ApproveWaitingProposalMutationVariables>;
export const RejectWaitingProposalDocument = {"__meta__":{"hash":"sha256:084d6d5c5ebfb41360323267a4231659a75a90eed9b5f2fef66ee035def2bac5"}} as unknown as DocumentNode<RejectWaitingProposalMutation, RejectWaitingProposalMutationVariables>;
export const ApproveWaitingAccountDocument = {"__meta__":{"hash":"sha256:76977acf75cf8890b60e893dd219f181f825a12d55fd8443266f925edc948a48"}} as unknown as DocumentNode<ApproveWaitingAccountMutation, ApproveWaitingAccountMutationVariables>;
export const RejectWaitingAccountDocument = {"__meta__":{"hash":"sha256:5a5bc044b91bfb9cfba641850cd81f021fe4da98696a559d2fd6ea6350d727d2"}} as unknown as DocumentNode<RejectWaitingAccountMutation, RejectWaitingAccountMutationVariables>;
export const ApproveWaitingOutcomeDocument = {"__meta__":{"hash":"sha256:ba9a55acbae07f6e204a09996ca4531a43ad06af8a032e9aa851ba34c0caadd9"}} as unknown as DocumentNode<ApproveWaitingOutcomeMutation, ApproveWaitingOutcomeMutationVariables>;
export const ApproveWaitingReturnDocument = {"__meta__":{"hash":"sha256:f8bb0d7ebc41cf803b5959b9c72c1c2abd8da1ccd3a406018179554f71e86334"}} as unknown as DocumentNode<ApproveWaitingReturnMutation, ApproveWaitingReturnMutationVariables>;
export const ConfirmWaitingKeyDocument = {"__meta__":{"hash":"sha256:2e86337a75d9f973b8d4f0f344d388a8482c07113942be955712bbd3414d56ec"}} as unknown as DocumentNode<ConfirmWaitingKeyMutation, ConfirmWaitingKeyMutationVariables>;
export const ConfirmWaitingPersonDocument = {"__meta__":{"hash":"sha256:9433218dcf3e79e42c66ea41ba8ad5c01ab3db50aa6f19a82ec7ae703c16f40d"}} as unknown as DocumentNode<ConfirmWaitingPersonMutation, ConfirmWaitingPersonMutationVariables>;
export const ProposalDetailsDocument = {"__meta__":{"hash":"sha256:f0153cf393888ed4d5bf17c0437d33c52271ec00dbaf893c16434c41f1444178"}} as unknown as DocumentNode<ProposalDetailsQuery, ProposalDetailsQueryVariables>;
export const ArrearsDocument = {"__meta__":{"hash":"sha256:8454e4b86d982249abe541b80c25aefc5bef2b7cab555a23084fa102239c7008"}} as unknown as DocumentNode<ArrearsQuery, ArrearsQueryVariables>;
export const AuditDocument = {"__meta__":{"hash":"sha256:1d32c9494df38b272a6dbbe8be69df7544f12b1e7882a1ac7f56bd08f98cc615"}} as unknown as DocumentNode<AuditQuery, AuditQueryVariables>;
export const AccountStatementDocument = {"__meta__":{"hash":"sha256:d168a197d060a5a5d621ce20c5bd16ea2f1f81f40e5d8e107752f5d15d82398b"}} as unknown as DocumentNode<AccountStatementQuery, AccountStatementQueryVariables>;
export const ClosesDocument = {"__meta__":{"hash":"sha256:9846ee7c25773bc6039b749b5ce62d333db6a4384754b213663f4dc6041a23c7"}} as unknown as DocumentNode<ClosesQuery, ClosesQueryVariables>;
export const JournalDocument = {"__meta__":{"hash":"sha256:90a82a6e9f1157f7bdbd2bfe095a1b1ddd5c15aa884ed945a9b204e83fc074fd"}} as unknown as DocumentNode<JournalQuery, JournalQueryVariables>;
export const JournalsDocument = {"__meta__":{"hash":"sha256:a47178cc551714df5fbff11c3cea800ba99d5a8adc0547ac53e61da6f17fad6d"}} as unknown as DocumentNode<JournalsQuery, JournalsQueryVariables>;
export const LedgerProofsDocument = {"__meta__":{"hash":"sha256:e56b420f18115725b18183fefdb4f120a70041f0c822b572ec01d416721b5899"}} as unknown as DocumentNode<LedgerProofsQuery, LedgerProofsQueryVariables>;
export const TrialBalanceDocument = {"__meta__":{"hash":"sha256:ae9a026f7300c94b1fd5b0ff8aeda057751b2ad194918397933ad2f9262146dc"}} as unknown as DocumentNode<TrialBalanceQuery, TrialBalanceQueryVariables>;
export const DeathClaimDocument = {"__meta__":{"hash":"sha256:b2d94c95d9f3f003a713c398a1d5668551f7e5126ffa4c4fefdc0c8b32bd3549"}} as unknown as DocumentNode<DeathClaimQuery, DeathClaimQueryVariables>;
export const DeathClaimsDocument = {"__meta__":{"hash":"sha256:bbed94f514d5a92eb5364efe6ee7cf1e8568ab269f34773f21678f51561b30d8"}} as unknown as DocumentNode<DeathClaimsQuery, DeathClaimsQueryVariables>;
export const AddClaimDocumentDocument = {"__meta__":{"hash":"sha256:76ece53a01a98ca77a4da1c16b8d34fe305b2bb55ac938ed5e5dd140bf1175e3"}} as unknown as DocumentNode<AddClaimDocumentMutation, AddClaimDocumentMutationVariables>;
export const AppointRepresentativeDocument = {"__meta__":{"hash":"sha256:deae59280087266203058bb02e48f52ed80c6ece93769fb62b85cc65b7adfec5"}} as unknown as DocumentNode<AppointRepresentativeMutation, AppointRepresentativeMutationVariables>;
export const VerifyDeathClaimDocument = {"__meta__":{"hash":"sha256:148928b2d274abf76b720f6b7afa2ea2ef171e9edb60ccfc626bca7f7148f01a"}} as unknown as DocumentNode<VerifyDeathClaimMutation, VerifyDeathClaimMutationVariables>;
export const SettleClaimLoanDocument = {"__meta__":{"hash":"sha256:078219df521339ad8ee33bbc67d31c8f9009e2c08d9a326606bd6caa5446ccf3"}} as unknown as DocumentNode<SettleClaimLoanMutation, SettleClaimLoanMutationVariables>;
export const DistributeEstateDocument = {"__meta__":{"hash":"sha256:3d3dcf130f19c0818b72f40a2de20aaa82584dd484d9b7484628f895612073c5"}} as unknown as DocumentNode<DistributeEstateMutation, DistributeEstateMutationVariables>;
export const PayBeneficiaryDocument = {"__meta__":{"hash":"sha256:e0f01fe56aa5d14b830c75e43ff1a0f26559fea28c136e74bca05521a655c410"}} as unknown as DocumentNode<PayBeneficiaryMutation, PayBeneficiaryMutationVariables>;
export const ReverseClaimPartDocument = {"__meta__":{"hash":"sha256:6ce74918c3feb831a2d4607a65c39445bc0d8d85490b4d6bb29d48170fb7ecfd"}} as unknown as DocumentNode<ReverseClaimPartMutation, ReverseClaimPartMutationVariables>;
export const CloseDeathClaimDocument = {"__meta__":{"hash":"sha256:a7b5bc9297e78eb92cfd728e7fcb1fbf88828fb94e3ea3bf1211ce79bc591387"}} as unknown as DocumentNode<CloseDeathClaimMutation, CloseDeathClaimMutationVariables>;
export const ClientLogDocument = {"__meta__":{"hash":"sha256:e4d105ee04009f24a5e9daa24d9022a09f976d0f29609848f33421fdb3ee334e"}} as unknown as DocumentNode<ClientLogQuery, ClientLogQueryVariables>;
export const ClientDocument = {"__meta__":{"hash":"sha256:020b8e4dc3a4aedfe11164e19c4aa587deab1deca28ce5bd5b676ddd85b2e8ef"}} as unknown as DocumentNode<ClientQuery, ClientQueryVariables>;
export const CreateClientDocument = {"__meta__":{"hash":"sha256:cf3404784e027d83a6912ff29c378cb9cc2bded61cc4a45191210937fbbff37a"}} as unknown as DocumentNode<CreateClientMutation, CreateClientMutationVariables>;
export const RotateClientSecretDocument = {"__meta__":{"hash":"sha256:2ea637d860006fc8644d27c8d4006cc0eb672f5e7ae7e13d377d23a09a34ff3c"}} as unknown as DocumentNode<RotateClientSecretMutation, RotateClientSecretMutationVariables>;
export const AddClientKeyDocument = {"__meta__":{"hash":"sha256:360d2ab93cda0bb33f82cf72947eed738d4bec411efd318a969bbed10e69b993"}} as unknown as DocumentNode<AddClientKeyMutation, AddClientKeyMutationVariables>;
export const RevokeClientKeyDocument = {"__meta__":{"hash":"sha256:57c1241369d907d34eeb0893857d9186643149f872aa920a9e30a200f390c289"}} as unknown as DocumentNode<RevokeClientKeyMutation, RevokeClientKeyMutationVariables>;
export const ChangeClientDocument = {"__meta__":{"hash":"sha256:b1ee137f1bffd6ecf89f28cf9fbee812d20b677bbe9850e3bae2ced9a0be2bf7"}} as unknown as DocumentNode<ChangeClientMutation, ChangeClientMutationVariables>;
export const DisableClientDocument = {"__meta__":{"hash":"sha256:1f219af2cf51848c9ac5df2e22c5a70225f1df623f5671ccfaeaa9beeed021c4"}} as unknown as DocumentNode<DisableClientMutation, DisableClientMutationVariables>;
export const EnableClientDocument = {"__meta__":{"hash":"sha256:2c21db97560617d2763de9667974b0e487b708dbeac45f305169a19e97f192e2"}} as unknown as DocumentNode<EnableClientMutation, EnableClientMutationVariables>;
export const ClientsDocument = {"__meta__":{"hash":"sha256:b1d722e6d5cbead5555567c2c728460d2fea2010c7367364b7ce969e7bf2119d"}} as unknown as DocumentNode<ClientsQuery, ClientsQueryVariables>;
export const GraphUseDocument = {"__meta__":{"hash":"sha256:6bddf118c91f02cd9baacfaa2ca7fd84c7f13cfd0a9da5eae765546bc7931505"}} as unknown as DocumentNode<GraphUseQuery, GraphUseQueryVariables>;
export const ChangeClientQuotasDocument = {"__meta__":{"hash":"sha256:b4a3946c7d3794c6e84734f06df8e77294900107dcc251ac66f425eba18e9ea1"}} as unknown as DocumentNode<ChangeClientQuotasMutation, ChangeClientQuotasMutationVariables>;
export const PeopleWhoMayAnswerDocument = {"__meta__":{"hash":"sha256:2c8a99f32e5b252041bc53489ac7a5944e9269e8b413143a6ce0ad754dd8e899"}} as unknown as DocumentNode<PeopleWhoMayAnswerQuery, PeopleWhoMayAnswerQueryVariables>;
export const ChangeClientResponsibleDocument = {"__meta__":{"hash":"sha256:ba7e1229743e81d4a5ea648dbb5469a63b5d2f304605e1fa45f3d10373f73fca"}} as unknown as DocumentNode<ChangeClientResponsibleMutation, ChangeClientResponsibleMutationVariables>;
export const TestResetDocument = {"__meta__":{"hash":"sha256:6c103d50835fcc5d56a57f4681627cc7bef399a814cca56ba6502272d12389c2"}} as unknown as DocumentNode<TestResetQuery, TestResetQueryVariables>;
export const ResetSandboxDocument = {"__meta__":{"hash":"sha256:ee2acd91f62793f2cfb4ae8a0d31ab28dec0088b804412a78e43e31472626154"}} as unknown as DocumentNode<ResetSandboxMutation, ResetSandboxMutationVariables>;
export const SimulatorDocument = {"__meta__":{"hash":"sha256:6c8282304f7f4148ebaa5ace76347ae9092bdbe3672346124b9307e247007e3a"}} as unknown as DocumentNode<SimulatorQuery, SimulatorQueryVariables>;
export const AnswerSimulatedPaymentDocument = {"__meta__":{"hash":"sha256:982fcbf109aea904215e28a7c0d80159fe3f9ea60d0b862282875c1d650a7a18"}} as unknown as DocumentNode<AnswerSimulatedPaymentMutation, AnswerSimulatedPaymentMutationVariables>;
export const PayPaybillDocument = {"__meta__":{"hash":"sha256:ea575abf88bdddaac4a0224ab0376667cfab51ac1fd3439b5296fc8892b69008"}} as unknown as DocumentNode<PayPaybillMutation, PayPaybillMutationVariables>;
export const TestClockDocument = {"__meta__":{"hash":"sha256:97ef5305b8345fbe72e4c2a684d1a9bac33581f2629f26a5927375bcc68df023"}} as unknown as DocumentNode<TestClockQuery, TestClockQueryVariables>;
export const AdvanceTestClockDocument = {"__meta__":{"hash":"sha256:a68d75447588eb45e31e842f43f2fc876cb8ce5b65f3c4d536b99c94fce5213a"}} as unknown as DocumentNode<AdvanceTestClockMutation, AdvanceTestClockMutationVariables>;
export const DeliveryDocument = {"__meta__":{"hash":"sha256:c5fa7e6b4610a7cbb879fa343a690b67468e14c6a6ccff81a22bc4d18635efe6"}} as unknown as DocumentNode<DeliveryQuery, DeliveryQueryVariables>;
export const WebhookDocument = {"__meta__":{"hash":"sha256:c05b935cf1dc8bc44e58c07d3412468a9a10e8bb17dd7aa7fb33c677264ed7fd"}} as unknown as DocumentNode<WebhookQuery, WebhookQueryVariables>;
export const CreateWebhookDocument = {"__meta__":{"hash":"sha256:7319740cb1c02cd6410e4e0ec420cdab9349cf5d905df0be96fbe3e4473178bb"}} as unknown as DocumentNode<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = {"__meta__":{"hash":"sha256:46e68173f92bf73e7a9a1b8d4f606d759fd18e1c6e259e8df0e3c27e09645be6"}} as unknown as DocumentNode<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = {"__meta__":{"hash":"sha256:3a72c212c541aeb33a7b40fdb7b4c4e4ee2b9143105f4e11d84f4e4ceab2fee1"}} as unknown as DocumentNode<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const TestWebhookDocument = {"__meta__":{"hash":"sha256:f050b07932173c920bc09bb16eaa86fe73c81f600ebfc39ee6fa8d2fb7f9c835"}} as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const RotateWebhookSecretDocument = {"__meta__":{"hash":"sha256:659df2aa2838e6fdc54578b98d50bd111aedd874f61f0a7ebb5256d9c99409cc"}} as unknown as DocumentNode<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const RecoverWebhookDocument = {"__meta__":{"hash":"sha256:9e2af4787aa826008835db8e0cb6a8ac1291afe6e166f13fe9b2faf3af1b6c72"}} as unknown as DocumentNode<RecoverWebhookMutation, RecoverWebhookMutationVariables>;
export const DisableWebhookDocument = {"__meta__":{"hash":"sha256:e05d1cd8aa6cfd2b1f6f4305f755889bb78ea2c3469736be734068132b0c290c"}} as unknown as DocumentNode<DisableWebhookMutation, DisableWebhookMutationVariables>;
export const EnableWebhookDocument = {"__meta__":{"hash":"sha256:fdbd140afa3d8e27e114ee7121b12257a6b9e0bb811d695c39711a8e984eef06"}} as unknown as DocumentNode<EnableWebhookMutation, EnableWebhookMutationVariables>;
export const ResendDeliveryDocument = {"__meta__":{"hash":"sha256:9cedabbfbfc329fe4f28a6935ea1749b159ce3d435933239185cf7b0f47c94c9"}} as unknown as DocumentNode<ResendDeliveryMutation, ResendDeliveryMutationVariables>;
export const ApproveLoanDocument = {"__meta__":{"hash":"sha256:c2c03b9e96c6245a0110748a6510099951b5c63d7392364697f5d0964889b8dc"}} as unknown as DocumentNode<ApproveLoanMutation, ApproveLoanMutationVariables>;
export const RejectLoanDocument = {"__meta__":{"hash":"sha256:079c0b95baa132a8485d01c538bb6c9b01ee039fba389bddc4643a21ad1ae7da"}} as unknown as DocumentNode<RejectLoanMutation, RejectLoanMutationVariables>;
export const WithdrawLoanDocument = {"__meta__":{"hash":"sha256:164c2e32e5e4701b559ad20536a50eae4c1e795e8316c8aa24e4e5fc6caa49d2"}} as unknown as DocumentNode<WithdrawLoanMutation, WithdrawLoanMutationVariables>;
export const UndoLoanApprovalDocument = {"__meta__":{"hash":"sha256:99a64b7d4afe2058dff38b8ec521ed61a82904717654edfa83c533d9643eb1fc"}} as unknown as DocumentNode<UndoLoanApprovalMutation, UndoLoanApprovalMutationVariables>;
export const PauseLoanArrearsDocument = {"__meta__":{"hash":"sha256:7afa2eb7e3df77fa059965ee261012cd719efd3fa7b71b2e221436288dd3ec8c"}} as unknown as DocumentNode<PauseLoanArrearsMutation, PauseLoanArrearsMutationVariables>;
export const ResumeLoanArrearsDocument = {"__meta__":{"hash":"sha256:b0f6e4fce388fd12a36a3efae932ad1fc2ee425435ecd020a9946caf4b17eac4"}} as unknown as DocumentNode<ResumeLoanArrearsMutation, ResumeLoanArrearsMutationVariables>;
export const PledgeGuaranteeDocument = {"__meta__":{"hash":"sha256:0fb922ab35c89bbdd4cdfc2e1f617add1dca18cc018787cb612a5f811e939fb1"}} as unknown as DocumentNode<PledgeGuaranteeMutation, PledgeGuaranteeMutationVariables>;
export const WithdrawGuaranteeDocument = {"__meta__":{"hash":"sha256:388fe0ed6a6c92f0ec52b8b23505bba968f5a7a78d206879d6b399caa6fcbda9"}} as unknown as DocumentNode<WithdrawGuaranteeMutation, WithdrawGuaranteeMutationVariables>;
export const SubstituteGuarantorDocument = {"__meta__":{"hash":"sha256:b60280638b1269b9e469e587c682ff8c8a628681cbd92491952b5101abe5f1e2"}} as unknown as DocumentNode<SubstituteGuarantorMutation, SubstituteGuarantorMutationVariables>;
export const DischargeGuarantorDocument = {"__meta__":{"hash":"sha256:9b905ca68deb601345a034692ebf5aedf8723a5fb5577ff2b067af8b1e6c9b0b"}} as unknown as DocumentNode<DischargeGuarantorMutation, DischargeGuarantorMutationVariables>;
export const GuarantorsFoundDocument = {"__meta__":{"hash":"sha256:e3dc7c7932878b3b6b16fbd4995477770e5ce45b46bc14b3552569a7006ff260"}} as unknown as DocumentNode<GuarantorsFoundQuery, GuarantorsFoundQueryVariables>;
export const LoanDocument = {"__meta__":{"hash":"sha256:2fe695c6624d875e771e464eeb98a6dc8bef2bbc862a7ebe1e46ea1f88c1c51d"}} as unknown as DocumentNode<LoanQuery, LoanQueryVariables>;
export const LoansDocument = {"__meta__":{"hash":"sha256:40672426a7b2dd86abb3ca2ec32a799c5da275a615d0b691f44dc6d69b3a84b3"}} as unknown as DocumentNode<LoansQuery, LoansQueryVariables>;
export const DisburseLoanDocument = {"__meta__":{"hash":"sha256:acb1dd1ec7228a02380cd5ce2b431552059c8f59c06da12daa5ca3018b38e51e"}} as unknown as DocumentNode<DisburseLoanMutation, DisburseLoanMutationVariables>;
export const RecordRepaymentDocument = {"__meta__":{"hash":"sha256:ff5ff1723cac8d75ac993b5bc9ac184a781397dd8c057f514c1b3b48a5fc593d"}} as unknown as DocumentNode<RecordRepaymentMutation, RecordRepaymentMutationVariables>;
export const SettleLoanDocument = {"__meta__":{"hash":"sha256:e995305408ac9c73cd117da86809316078ad8da451de305691e97f9af7163e26"}} as unknown as DocumentNode<SettleLoanMutation, SettleLoanMutationVariables>;
export const RefinanceLoanDocument = {"__meta__":{"hash":"sha256:68dab2278e38653bf07c12647814cf039b56a55d5a0248292c17a030d2cd5a2b"}} as unknown as DocumentNode<RefinanceLoanMutation, RefinanceLoanMutationVariables>;
export const RefundLoanOverpaymentDocument = {"__meta__":{"hash":"sha256:bf7abcb1978bc80c92273baedf5a81f0019a9cfb2ac44ba4d34a9420c057c975"}} as unknown as DocumentNode<RefundLoanOverpaymentMutation, RefundLoanOverpaymentMutationVariables>;
export const TransferLoanOverpaymentDocument = {"__meta__":{"hash":"sha256:fe1fba4899904c4c4f332f25921878a52d49db64e3a5b70e5c2171a07dd8953f"}} as unknown as DocumentNode<TransferLoanOverpaymentMutation, TransferLoanOverpaymentMutationVariables>;
export const LoanSettlementDocument = {"__meta__":{"hash":"sha256:877ca56d71a537977c007fe8913946ca0265e4ed90e6df385983dbcf53f8eb43"}} as unknown as DocumentNode<LoanSettlementQuery, LoanSettlementQueryVariables>;
export const LoanRefinancingDocument = {"__meta__":{"hash":"sha256:50095a2d2677d157f86a1690d1399dd61e7a808bf46631e5c947fbe55e0fa831"}} as unknown as DocumentNode<LoanRefinancingQuery, LoanRefinancingQueryVariables>;
export const AccountsForOverpaymentDocument = {"__meta__":{"hash":"sha256:6af07635579f7e7f1f89b8547f8fd8b7563c940c37d8a1d34f05a05c8768f40f"}} as unknown as DocumentNode<AccountsForOverpaymentQuery, AccountsForOverpaymentQueryVariables>;
export const EditLoanDocument = {"__meta__":{"hash":"sha256:65dcd298c52262880563c8c1291d1c25cd22e0a497919c09ff5b29f5023fd294"}} as unknown as DocumentNode<EditLoanMutation, EditLoanMutationVariables>;
export const ChargeLoanDocument = {"__meta__":{"hash":"sha256:a41966056d5fc7d4b704016d0fd39d64f49e82b7c944f747d2aa34dc58e60b52"}} as unknown as DocumentNode<ChargeLoanMutation, ChargeLoanMutationVariables>;
export const WaiveLoanChargeDocument = {"__meta__":{"hash":"sha256:3d26f8540e7c0eba34163a5c32d5ec04fbcf46a44ba1bc5c9191b56012fe7e94"}} as unknown as DocumentNode<WaiveLoanChargeMutation, WaiveLoanChargeMutationVariables>;
export const RescheduleLoanDocument = {"__meta__":{"hash":"sha256:f48d0ad17efec5a7e58566e56de4a0b53672bd29dec7f1e920d770df9033a9c0"}} as unknown as DocumentNode<RescheduleLoanMutation, RescheduleLoanMutationVariables>;
export const ChargeOffLoanDocument = {"__meta__":{"hash":"sha256:557f2866f348e30ff657062b8999eeb771c9d9bd45247d47f0faa275affada66"}} as unknown as DocumentNode<ChargeOffLoanMutation, ChargeOffLoanMutationVariables>;
export const WriteOffLoanDocument = {"__meta__":{"hash":"sha256:3d3128755948a692e283fb816fdbe99360c6e773b3ef8ac7b565b760b208175e"}} as unknown as DocumentNode<WriteOffLoanMutation, WriteOffLoanMutationVariables>;
export const UndoLoanWriteOffDocument = {"__meta__":{"hash":"sha256:cdd0d0d49082eb9e5c559dc6ae239add259dabe2824f58576877b0b872323c43"}} as unknown as DocumentNode<UndoLoanWriteOffMutation, UndoLoanWriteOffMutationVariables>;
export const UndoLoanDisbursementDocument = {"__meta__":{"hash":"sha256:7bf02a007c480c9e56d12b919ee403911802fc0c014f7f6fcde4032907eda07b"}} as unknown as DocumentNode<UndoLoanDisbursementMutation, UndoLoanDisbursementMutationVariables>;
export const ApplyForLoanDocument = {"__meta__":{"hash":"sha256:101077b842366115703059d2d68f5dcbbda830eab1836f01cb5cdaa8b70b2a65"}} as unknown as DocumentNode<ApplyForLoanMutation, ApplyForLoanMutationVariables>;
export const MemberDocument = {"__meta__":{"hash":"sha256:014487d6415b6b4102a020cce6b4f43f6d3ed5e7869d4130aa4c6a681977941e"}} as unknown as DocumentNode<MemberQuery, MemberQueryVariables>;
export const MembersDocument = {"__meta__":{"hash":"sha256:1a0712b7a8ff205fd712a9a8a2417259d1addac3895704ce8804f4d81734bd98"}} as unknown as DocumentNode<MembersQuery, MembersQueryVariables>;
export const UpdateMemberDocument = {"__meta__":{"hash":"sha256:1b7ca0e13b0d7d852eb40f600ce9136ab975bdf079c94135b094342a12f3a328"}} as unknown as DocumentNode<UpdateMemberMutation, UpdateMemberMutationVariables>;
export const CreateMemberDocument = {"__meta__":{"hash":"sha256:99030ac5d6642dd6444133913ce2b828636e9c6666cfeae1e53afa1f57104d63"}} as unknown as DocumentNode<CreateMemberMutation, CreateMemberMutationVariables>;
export const MemberRepaymentsDocument = {"__meta__":{"hash":"sha256:ad22ce7dede10c8fa88049af2f60d4eb3ebea855f35041871d2ea1e9c360951f"}} as unknown as DocumentNode<MemberRepaymentsQuery, MemberRepaymentsQueryVariables>;
export const MemberGuaranteesDocument = {"__meta__":{"hash":"sha256:a1040ad3664d329a4534a99113ab6f360a031d1dff29db5c6c65175a361a80f9"}} as unknown as DocumentNode<MemberGuaranteesQuery, MemberGuaranteesQueryVariables>;
export const MemberSchoolDocument = {"__meta__":{"hash":"sha256:a2b012eb18fd58d1eb779392219bebbf934b2173ed119374594f0f0ad09c5cd5"}} as unknown as DocumentNode<MemberSchoolQuery, MemberSchoolQueryVariables>;
export const MemberAlertsDocument = {"__meta__":{"hash":"sha256:a716d08c15dc29ad85c41d8c79f7de7eab1671ae1112ae8ac44b2d6809145184"}} as unknown as DocumentNode<MemberAlertsQuery, MemberAlertsQueryVariables>;
export const BranchesOfMembersDocument = {"__meta__":{"hash":"sha256:ec4c4c0ee0859161f73a36ae5f4536a57ff3a2001cd5d5b21ababa4c6f50a2a6"}} as unknown as DocumentNode<BranchesOfMembersQuery, BranchesOfMembersQueryVariables>;
export const VerifyMemberKycDocument = {"__meta__":{"hash":"sha256:472fdf8e04adc90b949413b59c98f1548092da738e544ef8edcb96f771d40d10"}} as unknown as DocumentNode<VerifyMemberKycMutation, VerifyMemberKycMutationVariables>;
export const RejectMemberKycDocument = {"__meta__":{"hash":"sha256:a60f62c0fd33d36dcc88a048fd0d3f3be569d7cbb1ce78b6a34ea16283eac48d"}} as unknown as DocumentNode<RejectMemberKycMutation, RejectMemberKycMutationVariables>;
export const ResubmitMemberKycDocument = {"__meta__":{"hash":"sha256:72bfeb96cc57def298c0d34438cf961c8162f55f910fa8f923e219d9d775e647"}} as unknown as DocumentNode<ResubmitMemberKycMutation, ResubmitMemberKycMutationVariables>;
export const RenewMemberKycDocument = {"__meta__":{"hash":"sha256:e7ae1ec1c7aee3ce7891a7502b9ffd9dcdcfb4f620f4004109b499e321c787f4"}} as unknown as DocumentNode<RenewMemberKycMutation, RenewMemberKycMutationVariables>;
export const SuspendMemberDocument = {"__meta__":{"hash":"sha256:45e406a9b9634df6ff973986e9fc7aeb2733902d86e1a0a474eb62ade083872c"}} as unknown as DocumentNode<SuspendMemberMutation, SuspendMemberMutationVariables>;
export const ReinstateMemberDocument = {"__meta__":{"hash":"sha256:39dc3efdeebade88524f32bef66e2e7389d07ba280235565d7420303ee822f29"}} as unknown as DocumentNode<ReinstateMemberMutation, ReinstateMemberMutationVariables>;
export const ReactivateMemberDocument = {"__meta__":{"hash":"sha256:d8ab3964717f5ee2ebcd7931091a687d61bc82656a75609b81562da7ce46c967"}} as unknown as DocumentNode<ReactivateMemberMutation, ReactivateMemberMutationVariables>;
export const BlacklistMemberDocument = {"__meta__":{"hash":"sha256:21775b7668388795bd50f57ed9481d0ef672635d6626c2a8d3abffbc688e6118"}} as unknown as DocumentNode<BlacklistMemberMutation, BlacklistMemberMutationVariables>;
export const ExitMemberDocument = {"__meta__":{"hash":"sha256:65c80435357928c52e17e9960ce5ab2ae1a0e285bbcf568a2dca1c19c8133bce"}} as unknown as DocumentNode<ExitMemberMutation, ExitMemberMutationVariables>;
export const RecordMemberDeathDocument = {"__meta__":{"hash":"sha256:08636580ee38d04ac2fc096183384a2e7bec693264ec73afbf304823191e5bb4"}} as unknown as DocumentNode<RecordMemberDeathMutation, RecordMemberDeathMutationVariables>;
export const CorrectMemberDeathDocument = {"__meta__":{"hash":"sha256:1173e9faafc16ad67852a2f9c52cd97e095daa7e319118caa7e553927930f723"}} as unknown as DocumentNode<CorrectMemberDeathMutation, CorrectMemberDeathMutationVariables>;
export const EraseMemberDocument = {"__meta__":{"hash":"sha256:8b93e3bf2651453c75ba30695388ab8c7f51ccf029570f4a532c2bbd321bdec9"}} as unknown as DocumentNode<EraseMemberMutation, EraseMemberMutationVariables>;
export const AppOfBridgeDocument = {"__meta__":{"hash":"sha256:3e058061fea8698b75c3a42bd1a9a73ba6b5c832fa2b7cee5d720ef1b33d1712"}} as unknown as DocumentNode<AppOfBridgeQuery, AppOfBridgeQueryVariables>;
export const ChangeAppAccountPrefixDocument = {"__meta__":{"hash":"sha256:d7ac393c3876d47b66e208d1bf9692f235b7a3d1d2871ad99196a994abd3e385"}} as unknown as DocumentNode<ChangeAppAccountPrefixMutation, ChangeAppAccountPrefixMutationVariables>;
export const AppPaymentDocument = {"__meta__":{"hash":"sha256:8577aa2c97a46fb4ac1f7e164f40d9d91c26ea5f384e76b167d80131b64c91b5"}} as unknown as DocumentNode<AppPaymentQuery, AppPaymentQueryVariables>;
export const ReviewAppPaymentDocument = {"__meta__":{"hash":"sha256:280f16451580d146c8783ae0a70734939647c9b7a3d28145be84332d535e0948"}} as unknown as DocumentNode<ReviewAppPaymentMutation, ReviewAppPaymentMutationVariables>;
export const AppsDocument = {"__meta__":{"hash":"sha256:58079e47caa307615557a533976df9d489866c7ff8ec843ee8e2c34889302206"}} as unknown as DocumentNode<AppsQuery, AppsQueryVariables>;
export const ReconciliationBreakDocument = {"__meta__":{"hash":"sha256:bc445d4e87d8c6bf9991fe14c15e01ec006e505e5033f7e723335d899b102166"}} as unknown as DocumentNode<ReconciliationBreakQuery, ReconciliationBreakQueryVariables>;
export const ReconciliationBreaksDocument = {"__meta__":{"hash":"sha256:18ad342d00431feabe0fac33a09134292d9a4314ffb59f17d9785d3d26095de3"}} as unknown as DocumentNode<ReconciliationBreaksQuery, ReconciliationBreaksQueryVariables>;
export const DisbursementDocument = {"__meta__":{"hash":"sha256:ebe8d8a7fe3822e354552af678f39133e18a4dcf4cdeb58db210b0fc1c2a2008"}} as unknown as DocumentNode<DisbursementQuery, DisbursementQueryVariables>;
export const ProposeDisbursementOutcomeDocument = {"__meta__":{"hash":"sha256:7b1e424b2fbbe1e91eb8ca3e76b38d3ec95efb1879219fa2f2d7adeedf504bd2"}} as unknown as DocumentNode<ProposeDisbursementOutcomeMutation, ProposeDisbursementOutcomeMutationVariables>;
export const ApproveDisbursementOutcomeDocument = {"__meta__":{"hash":"sha256:b87dc0a6632e0101588d198d7c0162aface6fbb803a1858848a04e9bfc1ace68"}} as unknown as DocumentNode<ApproveDisbursementOutcomeMutation, ApproveDisbursementOutcomeMutationVariables>;
export const ConfirmDisbursementByBankDocument = {"__meta__":{"hash":"sha256:4e88889b11951ee735712e6b5493b1dc372431a8b43a6343f0794118c0be0c71"}} as unknown as DocumentNode<ConfirmDisbursementByBankMutation, ConfirmDisbursementByBankMutationVariables>;
export const CancelDisbursementDocument = {"__meta__":{"hash":"sha256:f7c5e7a7dac0ce93e89c467ff6accaaf546e4c62d37c44c0d234a239a83fb7e1"}} as unknown as DocumentNode<CancelDisbursementMutation, CancelDisbursementMutationVariables>;
export const ReverseDisbursementDocument = {"__meta__":{"hash":"sha256:952ca430605d78b887311303361cb202321daf4d94b5348272f8fb7f223f3dd2"}} as unknown as DocumentNode<ReverseDisbursementMutation, ReverseDisbursementMutationVariables>;
export const ReturnPartOfDisbursementDocument = {"__meta__":{"hash":"sha256:38d54c3d4f300086287d56e4c6e22b2e8315f5f47d0c439e597dc37e9957ea0f"}} as unknown as DocumentNode<ReturnPartOfDisbursementMutation, ReturnPartOfDisbursementMutationVariables>;
export const DisbursementsDocument = {"__meta__":{"hash":"sha256:c934a1a02ad177a5d4e194a3c63bb02f5089cc127ff16aceafb3f45aa27958b6"}} as unknown as DocumentNode<DisbursementsQuery, DisbursementsQueryVariables>;
export const IncidentDocument = {"__meta__":{"hash":"sha256:1cf6db6f6d9a57fab6315728fa74b5fcf9211a32298936f7fb8208f759dbcf54"}} as unknown as DocumentNode<IncidentQuery, IncidentQueryVariables>;
export const IncidentsDocument = {"__meta__":{"hash":"sha256:1ed813155cdaf312de90a41a8101b76f2c339148a2c314f51e455ca27347d306"}} as unknown as DocumentNode<IncidentsQuery, IncidentsQueryVariables>;
export const AppPayoutsDocument = {"__meta__":{"hash":"sha256:be7e762f26574bf9faa6f24b2903841dbb6d01427a18523edf32047857042ba5"}} as unknown as DocumentNode<AppPayoutsQuery, AppPayoutsQueryVariables>;
export const AppCollectionsDocument = {"__meta__":{"hash":"sha256:65558b84525880ffa219970798d550f7478c4842eb3c5fd2c20a4d34079917af"}} as unknown as DocumentNode<AppCollectionsQuery, AppCollectionsQueryVariables>;
export const PlacesOfMoneyDocument = {"__meta__":{"hash":"sha256:0106c896ab8ed9cde0ad85fabf31ac6259294aef6445ba1bc9f9b33fafd544fa"}} as unknown as DocumentNode<PlacesOfMoneyQuery, PlacesOfMoneyQueryVariables>;
export const SplitPaymentDocument = {"__meta__":{"hash":"sha256:4d46d691f20da024f463d294a5ebc0e7d44bef608756cfec401b587abf8c5c04"}} as unknown as DocumentNode<SplitPaymentQuery, SplitPaymentQueryVariables>;
export const ReceivedDocument = {"__meta__":{"hash":"sha256:fad34b7454efc08165c9cff0361f4cbb38908bf64acd041d1b476b8a5ca6ee1c"}} as unknown as DocumentNode<ReceivedQuery, ReceivedQueryVariables>;
export const ReceivedRecordDocument = {"__meta__":{"hash":"sha256:dcc42fdc24f9018cb9213c740d73d13e7b082424448bfdb70fa09eacefafd587"}} as unknown as DocumentNode<ReceivedRecordQuery, ReceivedRecordQueryVariables>;
export const AllocateMobileMoneyDocument = {"__meta__":{"hash":"sha256:111bc5d0d20b64384bd7ac0f0b0338be3e3f64a0d6b7bcb779a3c167e0df505e"}} as unknown as DocumentNode<AllocateMobileMoneyMutation, AllocateMobileMoneyMutationVariables>;
export const ProposeMobileMoneyReturnDocument = {"__meta__":{"hash":"sha256:e7bde41713f69bda0d255df53cd85e7ff51a53094a648dbd7dd6830998309800"}} as unknown as DocumentNode<ProposeMobileMoneyReturnMutation, ProposeMobileMoneyReturnMutationVariables>;
export const ApproveMobileMoneyReturnDocument = {"__meta__":{"hash":"sha256:f16314676eb61d92855205de3cd0bd42fb209d79c5652b5245b32936acfae289"}} as unknown as DocumentNode<ApproveMobileMoneyReturnMutation, ApproveMobileMoneyReturnMutationVariables>;
export const ReturnMobileMoneyDocument = {"__meta__":{"hash":"sha256:5d32e46ba93ec41e62b2eac2ac1ce4649d7706efd503b86480ee9e29dfc90e50"}} as unknown as DocumentNode<ReturnMobileMoneyMutation, ReturnMobileMoneyMutationVariables>;
export const CorrectMobileMoneyDocument = {"__meta__":{"hash":"sha256:9f5177c0dfa1041f7b6976f9ac288d24b2494d41c20f1af1de9e619b03038c00"}} as unknown as DocumentNode<CorrectMobileMoneyMutation, CorrectMobileMoneyMutationVariables>;
export const CollectMobileMoneyDocument = {"__meta__":{"hash":"sha256:b866505bcbb7b4cb6d1ea9b1aee4a8cec11d2b5dfbd535cf65cb2d51dd4f6a56"}} as unknown as DocumentNode<CollectMobileMoneyMutation, CollectMobileMoneyMutationVariables>;
export const RecordPaybillPaymentDocument = {"__meta__":{"hash":"sha256:76faabec75dbdc12bf9a569b033c444cc755881c521d9c4c6329a27b99223047"}} as unknown as DocumentNode<RecordPaybillPaymentMutation, RecordPaybillPaymentMutationVariables>;
export const RepaymentDocument = {"__meta__":{"hash":"sha256:acd730d48999bbfa3d3fc4ec49ee3baa10fb934657038b3529765f1aee915706"}} as unknown as DocumentNode<RepaymentQuery, RepaymentQueryVariables>;
export const ReverseRepaymentDocument = {"__meta__":{"hash":"sha256:0175894c1a0f63dcdfbde8850759c86b5fbb97587210fe62270d53f70e622fd7"}} as unknown as DocumentNode<ReverseRepaymentMutation, ReverseRepaymentMutationVariables>;
export const ReallocateRepaymentDocument = {"__meta__":{"hash":"sha256:2ac572497fd7c307e14938df51f5534ed24ddd6312e63d5b1686c887a85dc517"}} as unknown as DocumentNode<ReallocateRepaymentMutation, ReallocateRepaymentMutationVariables>;
export const RepaymentsDocument = {"__meta__":{"hash":"sha256:2d13f62de44e8cdd458f1404a9b23e207fd81a67a0305c2a7f386ff18e9b4588"}} as unknown as DocumentNode<RepaymentsQuery, RepaymentsQueryVariables>;
export const UnsettledPaymentsDocument = {"__meta__":{"hash":"sha256:6d8910db2c273a105a4efbbf573b4cfb8e79137ba60ad8379000b4a9515f5fb4"}} as unknown as DocumentNode<UnsettledPaymentsQuery, UnsettledPaymentsQueryVariables>;
export const SplitReceiptDocument = {"__meta__":{"hash":"sha256:ed1f79316239ae88a3bd3e6912c96d62cffba2199a060b5f539cd89a3607d7b9"}} as unknown as DocumentNode<SplitReceiptMutation, SplitReceiptMutationVariables>;
export const ReverseReceiptDocument = {"__meta__":{"hash":"sha256:6b54abf26980c9b37e8c8f5191658fbd6afb3986b72cba0e923187c757598f8a"}} as unknown as DocumentNode<ReverseReceiptMutation, ReverseReceiptMutationVariables>;
export const ChangeAppTariffDocument = {"__meta__":{"hash":"sha256:b3395bd911fcdb9bb72e2cd913135f80ebbf6268315d996fe381ffb792025400"}} as unknown as DocumentNode<ChangeAppTariffMutation, ChangeAppTariffMutationVariables>;
export const FloatTopUpDocument = {"__meta__":{"hash":"sha256:fffb5169e0327c1a4657eb1b0f45447076b902c64aa00767539aa31d6f6d2b5d"}} as unknown as DocumentNode<FloatTopUpQuery, FloatTopUpQueryVariables>;
export const CancelFloatTopUpDocument = {"__meta__":{"hash":"sha256:5a41336d0c23054c532aed7ee9c8d0aabda8166111eefaa04ebc3eb9a25c59f0"}} as unknown as DocumentNode<CancelFloatTopUpMutation, CancelFloatTopUpMutationVariables>;
export const SettleFloatTopUpDocument = {"__meta__":{"hash":"sha256:921d30b137c021100e0b24b402a957f522b0223d5f146eb4bb0181232c37b78d"}} as unknown as DocumentNode<SettleFloatTopUpMutation, SettleFloatTopUpMutationVariables>;
export const ReverseFloatTopUpDocument = {"__meta__":{"hash":"sha256:eb6cfb57a895e838c31a44046ab1c51dd8ffddad662e70617860f30fd850082a"}} as unknown as DocumentNode<ReverseFloatTopUpMutation, ReverseFloatTopUpMutationVariables>;
export const AssignReconciliationBreakDocument = {"__meta__":{"hash":"sha256:58ef569b7f9534d773368370964a007e496c1733c1f993e2ddbc72d7ea7e1cc8"}} as unknown as DocumentNode<AssignReconciliationBreakMutation, AssignReconciliationBreakMutationVariables>;
export const BookReconciliationBreakDocument = {"__meta__":{"hash":"sha256:3106b22abd9d38865b210101ef1329944fce388decb94044e291eac5be3ae910"}} as unknown as DocumentNode<BookReconciliationBreakMutation, BookReconciliationBreakMutationVariables>;
export const ResolveReconciliationBreakDocument = {"__meta__":{"hash":"sha256:dd07f2c36aea29e427ab21db554a4469a432f49bc10cdf480c84c0591874b65b"}} as unknown as DocumentNode<ResolveReconciliationBreakMutation, ResolveReconciliationBreakMutationVariables>;
export const ReopenReconciliationBreakDocument = {"__meta__":{"hash":"sha256:971c2fe6492ccf251d6be00bda86927bafc508d2c64b2347c67dabbcb45b09ec"}} as unknown as DocumentNode<ReopenReconciliationBreakMutation, ReopenReconciliationBreakMutationVariables>;
export const AssignIncidentDocument = {"__meta__":{"hash":"sha256:fb4dc401a23c482ac2da5ac3bdc3ad348d05f381dcf124b9704c3cfc26c9c785"}} as unknown as DocumentNode<AssignIncidentMutation, AssignIncidentMutationVariables>;
export const ResolveIncidentDocument = {"__meta__":{"hash":"sha256:5827f5bc71c15e007f50f05f4e5a61050235248ef943020b0b2acad79487e8c2"}} as unknown as DocumentNode<ResolveIncidentMutation, ResolveIncidentMutationVariables>;
export const LoanProductDocument = {"__meta__":{"hash":"sha256:7f8010bc3239bc2f635c8c1326465cb3579bc78af3c1be39769b168d7d8e9a30"}} as unknown as DocumentNode<LoanProductQuery, LoanProductQueryVariables>;
export const CreateLoanProductDocument = {"__meta__":{"hash":"sha256:7212003c31c435fb9a5484faccee623f8a349006ad14836178d910f51e91edcf"}} as unknown as DocumentNode<CreateLoanProductMutation, CreateLoanProductMutationVariables>;
export const EditLoanProductDocument = {"__meta__":{"hash":"sha256:2c57e9d14d194d19386c7c08bd3a67a5861c2567e80e0e78ce31abb61a5d179e"}} as unknown as DocumentNode<EditLoanProductMutation, EditLoanProductMutationVariables>;
export const RetireLoanProductDocument = {"__meta__":{"hash":"sha256:2c7461b938312486026e0f5740d3f60edeec2c8fe0891b1bebbad64cee0dcfc8"}} as unknown as DocumentNode<RetireLoanProductMutation, RetireLoanProductMutationVariables>;
export const ReactivateLoanProductDocument = {"__meta__":{"hash":"sha256:5ea9b57da4b987a4ef9ac4b3173159458232dc2e7baa5d21ccfac9389f015eba"}} as unknown as DocumentNode<ReactivateLoanProductMutation, ReactivateLoanProductMutationVariables>;
export const LoanProductsDocument = {"__meta__":{"hash":"sha256:3cb4241ff63c3b4262b5c56a4a16424488d504bc7b20537f9278e3dd231144dc"}} as unknown as DocumentNode<LoanProductsQuery, LoanProductsQueryVariables>;
export const SavingsAccountDocument = {"__meta__":{"hash":"sha256:061a6d688fcac1e61d47e849745d3fd42f41978811f49a2bfa30f597ee636b71"}} as unknown as DocumentNode<SavingsAccountQuery, SavingsAccountQueryVariables>;
export const MemberNamedDocument = {"__meta__":{"hash":"sha256:6bd23ee04ba95f3a08f70ad6ed82390e8b64aceeea80b6ce7007cef4abe7d6ca"}} as unknown as DocumentNode<MemberNamedQuery, MemberNamedQueryVariables>;
export const ShareAccountNamedDocument = {"__meta__":{"hash":"sha256:64f21a0fbe341944d90ea74d43ad9055869a6dbaa6110b1934feafd25abdd81f"}} as unknown as DocumentNode<ShareAccountNamedQuery, ShareAccountNamedQueryVariables>;
export const OpenSavingsAccountDocument = {"__meta__":{"hash":"sha256:ae3de2e707ee5f438a18d75d4c36e4d17b6cd7d6bd8fcd797e9970be62ba4496"}} as unknown as DocumentNode<OpenSavingsAccountMutation, OpenSavingsAccountMutationVariables>;
export const ProductsToOpenDocument = {"__meta__":{"hash":"sha256:f23e74553a04cfc43d0fd747af7fe911026204ea9a48f95633c840e64ea0fbb0"}} as unknown as DocumentNode<ProductsToOpenQuery, ProductsToOpenQueryVariables>;
export const SavingsDocument = {"__meta__":{"hash":"sha256:0c3c8fd18bcfc15aab1d51f08fa8605ae143469f4ad844f30be38fe411a3596a"}} as unknown as DocumentNode<SavingsQuery, SavingsQueryVariables>;
export const ApproveSavingsAccountDocument = {"__meta__":{"hash":"sha256:6de7b209c1f79c7d503077e2252448daaf6cc38c881ef5e7e8d907fc0e41c5c6"}} as unknown as DocumentNode<ApproveSavingsAccountMutation, ApproveSavingsAccountMutationVariables>;
export const RejectSavingsAccountDocument = {"__meta__":{"hash":"sha256:d4c1a20f741ff3af61a9d0620cde821fb53b8e320ddfe417363568e1e3bee2c4"}} as unknown as DocumentNode<RejectSavingsAccountMutation, RejectSavingsAccountMutationVariables>;
export const FreezeSavingsAccountDocument = {"__meta__":{"hash":"sha256:302d8fec853359a77c88780c3ba729b1d1e0480a7c51774f43f84009573b639a"}} as unknown as DocumentNode<FreezeSavingsAccountMutation, FreezeSavingsAccountMutationVariables>;
export const UnfreezeSavingsAccountDocument = {"__meta__":{"hash":"sha256:3f3ce9a43a48df98b6c7474c5ce2638ff3930cb72293d2ea37558d61004f2a8b"}} as unknown as DocumentNode<UnfreezeSavingsAccountMutation, UnfreezeSavingsAccountMutationVariables>;
export const BreakFixedDepositDocument = {"__meta__":{"hash":"sha256:78928cf771411f723ff991d4e6fa33552f66166d35b6d530c30a9e5fe9ad76b7"}} as unknown as DocumentNode<BreakFixedDepositMutation, BreakFixedDepositMutationVariables>;
export const GiveNoticeOnSharesDocument = {"__meta__":{"hash":"sha256:6e6733c39c19dc180e862fdc601fd31d8622b9b36255c33e41a5a92c13a77eb0"}} as unknown as DocumentNode<GiveNoticeOnSharesMutation, GiveNoticeOnSharesMutationVariables>;
export const ReactivateSavingsAccountDocument = {"__meta__":{"hash":"sha256:74fe2d77f7af03955b031000b2437c134a5c0c9c2636e4e07a226294ec14a77b"}} as unknown as DocumentNode<ReactivateSavingsAccountMutation, ReactivateSavingsAccountMutationVariables>;
export const CloseSavingsAccountDocument = {"__meta__":{"hash":"sha256:c9ae88ae2cfb29fc399f78bf7e9fbbe5f7eb00803c3831c49c3bdbdd85080a87"}} as unknown as DocumentNode<CloseSavingsAccountMutation, CloseSavingsAccountMutationVariables>;
export const DepositSavingsDocument = {"__meta__":{"hash":"sha256:9e16dd9a8d13ae699d2cf2ec0bff2aa970258782a29e2eb973194298d346d484"}} as unknown as DocumentNode<DepositSavingsMutation, DepositSavingsMutationVariables>;
export const WithdrawSavingsDocument = {"__meta__":{"hash":"sha256:9ae9a845839cc51efe2e126d944dbcc1bf151cd4c2d512325e62169599a3e7d1"}} as unknown as DocumentNode<WithdrawSavingsMutation, WithdrawSavingsMutationVariables>;
export const PlaceSavingsHoldDocument = {"__meta__":{"hash":"sha256:a8f91c8b4fc7dad4bc60794ed1fff6f7648a51e4f03281d4dab389fc41caa39e"}} as unknown as DocumentNode<PlaceSavingsHoldMutation, PlaceSavingsHoldMutationVariables>;
export const ReleaseSavingsHoldDocument = {"__meta__":{"hash":"sha256:de0918abc49ba1a57a65d8895d1b46c2d0c90abd1c4edea20edca3fa53ebb445"}} as unknown as DocumentNode<ReleaseSavingsHoldMutation, ReleaseSavingsHoldMutationVariables>;
export const ReverseSavingsTransactionDocument = {"__meta__":{"hash":"sha256:465fdf489cb36de290b3962f4ad422614a259d6b8cdde6d8e03858ee7420fb03"}} as unknown as DocumentNode<ReverseSavingsTransactionMutation, ReverseSavingsTransactionMutationVariables>;
export const PostInterestEarlyDocument = {"__meta__":{"hash":"sha256:a7b39f05ad5593b46af8acc5f08d0df2883403513ef564ff98ccbf7a62048688"}} as unknown as DocumentNode<PostInterestEarlyMutation, PostInterestEarlyMutationVariables>;
export const CaptureSavingsHoldDocument = {"__meta__":{"hash":"sha256:b85abe92104615768b22bc5998330535b08b1ba9ac064a7a44dce418d434077a"}} as unknown as DocumentNode<CaptureSavingsHoldMutation, CaptureSavingsHoldMutationVariables>;
export const TransferSharesDocument = {"__meta__":{"hash":"sha256:4157520d3756a65625f9772abb91e8995acdba97be8bcd8d4181e0e40b04fdfb"}} as unknown as DocumentNode<TransferSharesMutation, TransferSharesMutationVariables>;
export const AdoptGradingScaleDocument = {"__meta__":{"hash":"sha256:9ca19572d806a63657b64e2893cbf9eb321777dcbbecf5d82dc99be5fc2c8de2"}} as unknown as DocumentNode<AdoptGradingScaleMutation, AdoptGradingScaleMutationVariables>;
export const DefineGradingScaleDocument = {"__meta__":{"hash":"sha256:fd3822bb8ab764c046f41efe0fbc981c58415b250ac399f1a895e75070d37d9f"}} as unknown as DocumentNode<DefineGradingScaleMutation, DefineGradingScaleMutationVariables>;
export const RedefineGradingScaleDocument = {"__meta__":{"hash":"sha256:97c9e9c2bee3be4b853b5cf4ac72c5c435672fb5f1943a9f6f5c9cc2c56a442e"}} as unknown as DocumentNode<RedefineGradingScaleMutation, RedefineGradingScaleMutationVariables>;
export const DefineProgrammeDocument = {"__meta__":{"hash":"sha256:77e6e2b4cca21919e6bea03360dfec3a58c7634f9882372ecb948286e59ab443"}} as unknown as DocumentNode<DefineProgrammeMutation, DefineProgrammeMutationVariables>;
export const ChangeProgrammeDocument = {"__meta__":{"hash":"sha256:ab1d533c96d5d1590d2ac2b7a1185f66fa659fc19a996395089b5a586449d837"}} as unknown as DocumentNode<ChangeProgrammeMutation, ChangeProgrammeMutationVariables>;
export const RetireProgrammeDocument = {"__meta__":{"hash":"sha256:7a6fb73f07b57da434002025762a3de48cc8587443cd9779e3173ba797d06ef1"}} as unknown as DocumentNode<RetireProgrammeMutation, RetireProgrammeMutationVariables>;
export const ReactivateProgrammeDocument = {"__meta__":{"hash":"sha256:39ff97bb4b391bce614f3ab884c9a9ca24fcbdefab90fcf96e186bac3b4e1ae6"}} as unknown as DocumentNode<ReactivateProgrammeMutation, ReactivateProgrammeMutationVariables>;
export const OpenAcademicYearDocument = {"__meta__":{"hash":"sha256:409683b3ee9e894b50ac98d6789398c9f89a84c58ba3f03c27290718ba5eb9b1"}} as unknown as DocumentNode<OpenAcademicYearMutation, OpenAcademicYearMutationVariables>;
export const ChangeAcademicYearDocument = {"__meta__":{"hash":"sha256:4ef9e51ec40866db994dda27f001c263da19bc805c97136eb98cd7450745709e"}} as unknown as DocumentNode<ChangeAcademicYearMutation, ChangeAcademicYearMutationVariables>;
export const ChangeTermDocument = {"__meta__":{"hash":"sha256:8efd7a1af63c36eb6d2cd6b7fa6a530188e6a503ee4465a4a36dd0ecfd13ee13"}} as unknown as DocumentNode<ChangeTermMutation, ChangeTermMutationVariables>;
export const OpenTermDocument = {"__meta__":{"hash":"sha256:4ddadb215749871ade776182c9c971bf9e16f7e3ad3b8f7646279018dec011ed"}} as unknown as DocumentNode<OpenTermMutation, OpenTermMutationVariables>;
export const OpenIntakeDocument = {"__meta__":{"hash":"sha256:80a7ceaf8f68d0913ecabb7042eb08fcc7743873dacbed0c5f4c84fe33c24686"}} as unknown as DocumentNode<OpenIntakeMutation, OpenIntakeMutationVariables>;
export const OfferUnitDocument = {"__meta__":{"hash":"sha256:a46059ffe91575163dca6ba31b4ad307a90daecf50e1cc7030509907744e8262"}} as unknown as DocumentNode<OfferUnitMutation, OfferUnitMutationVariables>;
export const DrawFeeStructureDocument = {"__meta__":{"hash":"sha256:ebd4f39260cf588a7cf8e8274cb0c58b8d2f282f922d8faf7e85b4cb1abb18ef"}} as unknown as DocumentNode<DrawFeeStructureMutation, DrawFeeStructureMutationVariables>;
export const CatalogueFeesDocument = {"__meta__":{"hash":"sha256:4f17b93f47b73249e7a73bbbb7800d8bb4df80eaff447458a8efe481bddcaaaf"}} as unknown as DocumentNode<CatalogueFeesQuery, CatalogueFeesQueryVariables>;
export const CatalogueIntakesDocument = {"__meta__":{"hash":"sha256:763b43be45244579b84e1a2c985030fd688da32a126705004df057e0e8c40a24"}} as unknown as DocumentNode<CatalogueIntakesQuery, CatalogueIntakesQueryVariables>;
export const CatalogueProgrammesDocument = {"__meta__":{"hash":"sha256:765d66a7a2c553770cdc3d41aacb5cbeb84991b5480ad0441077b8ff47822055"}} as unknown as DocumentNode<CatalogueProgrammesQuery, CatalogueProgrammesQueryVariables>;
export const CatalogueScalesDocument = {"__meta__":{"hash":"sha256:89564bd6df12f96aff0072dd6c0d530d6390a204ccfc431e82c9aa9ea599e6aa"}} as unknown as DocumentNode<CatalogueScalesQuery, CatalogueScalesQueryVariables>;
export const CatalogueUnitsDocument = {"__meta__":{"hash":"sha256:55d93f96f3a9264d616134215b3164b429d174b97809adaf9a136797ae0f3d6b"}} as unknown as DocumentNode<CatalogueUnitsQuery, CatalogueUnitsQueryVariables>;
export const CatalogueYearsDocument = {"__meta__":{"hash":"sha256:1ff423a2c6b4b7ab5ad48ffa633389fc188c3623134dc741c526a923b0d4a1ea"}} as unknown as DocumentNode<CatalogueYearsQuery, CatalogueYearsQueryVariables>;
export const EnrolmentDocument = {"__meta__":{"hash":"sha256:4a17278700c8b63081b279d3c1efb6b1960e581811ef6a565b17e9911f6c4b1e"}} as unknown as DocumentNode<EnrolmentQuery, EnrolmentQueryVariables>;
export const EnrolmentsDocument = {"__meta__":{"hash":"sha256:5197741ee62900fdd78a86e1abe37b14625f9cbbc0888c6ecea3fa61bb3fa3be"}} as unknown as DocumentNode<EnrolmentsQuery, EnrolmentsQueryVariables>;
export const EnrolmentToChangeDocument = {"__meta__":{"hash":"sha256:77b31b955f00e64889537ec0dce4c4c09d87ecafd0bf6c1dabe59a48c956ce6e"}} as unknown as DocumentNode<EnrolmentToChangeQuery, EnrolmentToChangeQueryVariables>;
export const ChangeEnrolmentDocument = {"__meta__":{"hash":"sha256:d581568ee7add1700843e23e6308291cabed96dd3a81bc9e101b0fa65e4c3ee8"}} as unknown as DocumentNode<ChangeEnrolmentMutation, ChangeEnrolmentMutationVariables>;
export const InvoiceToChangeDocument = {"__meta__":{"hash":"sha256:23e213acb915e7e1857eb3fef2cadf16e84ec7350ce774d607348f52e940750d"}} as unknown as DocumentNode<InvoiceToChangeQuery, InvoiceToChangeQueryVariables>;
export const ChangeInvoiceDocument = {"__meta__":{"hash":"sha256:b417299d1ac53ac74ab597787dfa1a649a1028dbe51760a16e53a21619df1d77"}} as unknown as DocumentNode<ChangeInvoiceMutation, ChangeInvoiceMutationVariables>;
export const ResultToChangeDocument = {"__meta__":{"hash":"sha256:a946289698eb905fa364e8aeda7bdfc708954c989c9a61e129a070d505b64e0b"}} as unknown as DocumentNode<ResultToChangeQuery, ResultToChangeQueryVariables>;
export const ChangeResultDocument = {"__meta__":{"hash":"sha256:5bdc8b6bec31b3f378631db7112a3fe031e1c7faa02467c2aa72e4ca5a8f8263"}} as unknown as DocumentNode<ChangeResultMutation, ChangeResultMutationVariables>;
export const StudentToChangeDocument = {"__meta__":{"hash":"sha256:1fd0a98d66a8240c644b1e98e0eff862f09cba354d362e74680570cee30ecade"}} as unknown as DocumentNode<StudentToChangeQuery, StudentToChangeQueryVariables>;
export const ChangeStudentDocument = {"__meta__":{"hash":"sha256:45110b70643fe9dbe33b77fb3e45e24e5f51d2b905b532e82e10e3a843fdae5c"}} as unknown as DocumentNode<ChangeStudentMutation, ChangeStudentMutationVariables>;
export const InvoiceFormDocument = {"__meta__":{"hash":"sha256:9cb9774d912fb9715a7fe27fa790d5132f15adf52617e2a3b98c70c070f75cb2"}} as unknown as DocumentNode<InvoiceFormQuery, InvoiceFormQueryVariables>;
export const DraftInvoiceDocument = {"__meta__":{"hash":"sha256:82a14871769fc2ee8a28590c0900a8fcb856d4a1b10ddc2ed7fb2e8ca1ec4742"}} as unknown as DocumentNode<DraftInvoiceMutation, DraftInvoiceMutationVariables>;
export const EnrolmentFormDocument = {"__meta__":{"hash":"sha256:415009f2af9e73b7208994368c441a246f625008b09c77a9855f37a48ab83da6"}} as unknown as DocumentNode<EnrolmentFormQuery, EnrolmentFormQueryVariables>;
export const EnrolStudentDocument = {"__meta__":{"hash":"sha256:a9f3c971f6ba7f0d4ded853aa885c1fa7849823544c73121337665e85327cb5c"}} as unknown as DocumentNode<EnrolStudentMutation, EnrolStudentMutationVariables>;
export const StudentFormDocument = {"__meta__":{"hash":"sha256:c57299285ff6037abadd47eba0525afe62648398745c7f5ae37678667dac093e"}} as unknown as DocumentNode<StudentFormQuery, StudentFormQueryVariables>;
export const RegisterStudentDocument = {"__meta__":{"hash":"sha256:931aa42f3e646f59bff62b23376d933c80f73fd41b083674e5c8a22594f39d84"}} as unknown as DocumentNode<RegisterStudentMutation, RegisterStudentMutationVariables>;
export const TransferFormDocument = {"__meta__":{"hash":"sha256:ef485535cdc93bbb802d55fcd4709d7f7928a48d3c7cbd45994555326000c8aa"}} as unknown as DocumentNode<TransferFormQuery, TransferFormQueryVariables>;
export const TransferEnrolmentDocument = {"__meta__":{"hash":"sha256:22364e7f672f1e8075e2be2bda072eb3382a123f3a11b3a55e40bca43d321350"}} as unknown as DocumentNode<TransferEnrolmentMutation, TransferEnrolmentMutationVariables>;
export const InvoiceDocument = {"__meta__":{"hash":"sha256:9e2be27ed70057e4ef14525fdcaf223c52d46b2abbf753daf921e6864166e05f"}} as unknown as DocumentNode<InvoiceQuery, InvoiceQueryVariables>;
export const InvoicesDocument = {"__meta__":{"hash":"sha256:446dd566b82dc3760627e97cb7092dcfe06f0654b05ab7d485e5b1189d38ced1"}} as unknown as DocumentNode<InvoicesQuery, InvoicesQueryVariables>;
export const MarksChoicesDocument = {"__meta__":{"hash":"sha256:ae1797cc8f9b90a03f614a73d89bbda3a84b952d2fd58668a0aefc407890fd9d"}} as unknown as DocumentNode<MarksChoicesQuery, MarksChoicesQueryVariables>;
export const MarksClassDocument = {"__meta__":{"hash":"sha256:72e102a55ddc39fc5fe5d5fabce501369f70b00b1a252bf202a3b68916e5f3cc"}} as unknown as DocumentNode<MarksClassQuery, MarksClassQueryVariables>;
export const RecordMarksDocument = {"__meta__":{"hash":"sha256:c4c07170932f41cb240c3e862ca738acfcbedaf607571ee4547f0436526568ab"}} as unknown as DocumentNode<RecordMarksMutation, RecordMarksMutationVariables>;
export const ChangeMarksDocument = {"__meta__":{"hash":"sha256:ceeae273943d407031f7104357dedb06e0dadab3d4e94ce2776e88ae6f979854"}} as unknown as DocumentNode<ChangeMarksMutation, ChangeMarksMutationVariables>;
export const SubmitMarksDocument = {"__meta__":{"hash":"sha256:b418f478f0b36e86a2d1851194692b87963e8d219639606f6df186404275e226"}} as unknown as DocumentNode<SubmitMarksMutation, SubmitMarksMutationVariables>;
export const PublishMarksDocument = {"__meta__":{"hash":"sha256:773e667a1b11f03fb0ea8c30f1a9cbc904c3ddd993818f38975961026d975cb5"}} as unknown as DocumentNode<PublishMarksMutation, PublishMarksMutationVariables>;
export const StudiesDocument = {"__meta__":{"hash":"sha256:b859b713676ff1f63eaf1e02f39d3079e7441adf0be821c84fc6b8178d56bd8b"}} as unknown as DocumentNode<StudiesQuery, StudiesQueryVariables>;
export const SchoolPaymentDocument = {"__meta__":{"hash":"sha256:b796b840e7fbed16611741a6248a7653fbdcfbfb7fc54b99bc5eebe1d71aec2d"}} as unknown as DocumentNode<SchoolPaymentQuery, SchoolPaymentQueryVariables>;
export const ResultDocument = {"__meta__":{"hash":"sha256:dc8d72705b8c0d986e121cec58ad54165323eab49d2e29c8a929d2e4433d76d9"}} as unknown as DocumentNode<ResultQuery, ResultQueryVariables>;
export const AmendResultDocument = {"__meta__":{"hash":"sha256:21ab216ce5b0cbd71cb0dd6c0cfa1257418d5b216f9d7faeb6d57b39fdae53ea"}} as unknown as DocumentNode<AmendResultMutation, AmendResultMutationVariables>;
export const ResultsDocument = {"__meta__":{"hash":"sha256:737d92a9cc7637c7f223c9f3840badadd0a036d8a3255dd010fb78c8ac07aa46"}} as unknown as DocumentNode<ResultsQuery, ResultsQueryVariables>;
export const FeeStatementDocument = {"__meta__":{"hash":"sha256:c04b6ac639a97b706eac1e4df0d2508ad4be10f0fb70e3958380bdbe423988f5"}} as unknown as DocumentNode<FeeStatementQuery, FeeStatementQueryVariables>;
export const ConfirmEnrolmentDocument = {"__meta__":{"hash":"sha256:03d0befb0d372526f7c06ffecbddc6ea043e180c8c4048e7e7fc9ae17980c504"}} as unknown as DocumentNode<ConfirmEnrolmentMutation, ConfirmEnrolmentMutationVariables>;
export const CancelEnrolmentDocument = {"__meta__":{"hash":"sha256:6fa0dded7aad0de9e46b9f5146f00300882b78db3ccddd2db3bbae6348c75aac"}} as unknown as DocumentNode<CancelEnrolmentMutation, CancelEnrolmentMutationVariables>;
export const CompleteEnrolmentDocument = {"__meta__":{"hash":"sha256:fb732fc150e1620062d2ead8883cddcf3e5619e2c970d9e88b430ccac84b3346"}} as unknown as DocumentNode<CompleteEnrolmentMutation, CompleteEnrolmentMutationVariables>;
export const DeferEnrolmentDocument = {"__meta__":{"hash":"sha256:865a0cdc3baf62c6cd6ae0a57a0c2e3b6bf89fd17167f7aeadbf4802f094be37"}} as unknown as DocumentNode<DeferEnrolmentMutation, DeferEnrolmentMutationVariables>;
export const ResumeEnrolmentDocument = {"__meta__":{"hash":"sha256:41bcbfa6fdb28d99cb6e58a2e303fb6d0af8120dcf78d1a0a97e40f876ec8f6d"}} as unknown as DocumentNode<ResumeEnrolmentMutation, ResumeEnrolmentMutationVariables>;
export const WithdrawEnrolmentDocument = {"__meta__":{"hash":"sha256:b337f336d6d8477121cf5991a3aa5ac0e30eb3134f89c029c70e5290e8ad8b50"}} as unknown as DocumentNode<WithdrawEnrolmentMutation, WithdrawEnrolmentMutationVariables>;
export const DiscontinueEnrolmentDocument = {"__meta__":{"hash":"sha256:4d2e318b53a14b6551b624e8d609d844f6e54a8fe1329f74f059e664699cb9b7"}} as unknown as DocumentNode<DiscontinueEnrolmentMutation, DiscontinueEnrolmentMutationVariables>;
export const RecordInvoicePaymentDocument = {"__meta__":{"hash":"sha256:d80ade373f63c28e4a35283e2c71a4a6097096f4c63df0c64ed6c2789a7a6368"}} as unknown as DocumentNode<RecordInvoicePaymentMutation, RecordInvoicePaymentMutationVariables>;
export const IssueCreditNoteDocument = {"__meta__":{"hash":"sha256:146fa042c662fee10889e9c0ac70a890302e70a3086e074e756e2da50a12aeee"}} as unknown as DocumentNode<IssueCreditNoteMutation, IssueCreditNoteMutationVariables>;
export const IssueInvoiceDocument = {"__meta__":{"hash":"sha256:2ce33e0501fd9283dd623a54f7a112c6ebf85c60311c708424ea76cf80eb6915"}} as unknown as DocumentNode<IssueInvoiceMutation, IssueInvoiceMutationVariables>;
export const VoidInvoiceDocument = {"__meta__":{"hash":"sha256:a3347984f94f9aa2d2c1f4737ee9ea6e2c312c56b9eaa3d4e52d8c7d70fdab98"}} as unknown as DocumentNode<VoidInvoiceMutation, VoidInvoiceMutationVariables>;
export const WriteOffInvoiceDocument = {"__meta__":{"hash":"sha256:ef7e301b79f2f4a96f0f37e97bde422fd83d613c5966f50d46e3a3d8d2236d4b"}} as unknown as DocumentNode<WriteOffInvoiceMutation, WriteOffInvoiceMutationVariables>;
export const DiscardInvoiceDocument = {"__meta__":{"hash":"sha256:e7bdae4f87588ed08339e932e4877686d5eed8961dc8132ffeea20a462da145b"}} as unknown as DocumentNode<DiscardInvoiceMutation, DiscardInvoiceMutationVariables>;
export const ReverseInvoicePaymentDocument = {"__meta__":{"hash":"sha256:7a40a939c08d8dbc805f1c0809e5cf4c594ea164e8bb20c37bc59f95fcd1693b"}} as unknown as DocumentNode<ReverseInvoicePaymentMutation, ReverseInvoicePaymentMutationVariables>;
export const ReturnLoanCreditDocument = {"__meta__":{"hash":"sha256:abb807506babe4efbc26821d61c5e49edf8ebe57df2a34006acd9d5aabfe3525"}} as unknown as DocumentNode<ReturnLoanCreditMutation, ReturnLoanCreditMutationVariables>;
export const SubmitResultDocument = {"__meta__":{"hash":"sha256:bca9ff76961eff62585769891a424856b73867d728433f86962d1733a5ae3c02"}} as unknown as DocumentNode<SubmitResultMutation, SubmitResultMutationVariables>;
export const ReturnResultDocument = {"__meta__":{"hash":"sha256:2ec197aa3c2af89a16bad78e0c8055a6de9b2b91deea328fa20900b9610622e3"}} as unknown as DocumentNode<ReturnResultMutation, ReturnResultMutationVariables>;
export const PublishResultDocument = {"__meta__":{"hash":"sha256:a9768d96a9897717d357fe439af2b2b174592126c2e614528f233bf572968e42"}} as unknown as DocumentNode<PublishResultMutation, PublishResultMutationVariables>;
export const WithholdResultDocument = {"__meta__":{"hash":"sha256:918b1a26c48a86effc48dff39975a2adf880a9e1b9fb77b4cf3196dd57d98c2d"}} as unknown as DocumentNode<WithholdResultMutation, WithholdResultMutationVariables>;
export const ReleaseResultDocument = {"__meta__":{"hash":"sha256:7f96d7fbbdff6c4a293eb49a77a591b5b22edb01220d5e63af8c75747452e813"}} as unknown as DocumentNode<ReleaseResultMutation, ReleaseResultMutationVariables>;
export const VoidResultDocument = {"__meta__":{"hash":"sha256:c5977b78c6e28c97ca0f01b23be9a46b8eb82d79e9d2a83daeab2e4a5ccc24ff"}} as unknown as DocumentNode<VoidResultMutation, VoidResultMutationVariables>;
export const SponsorStudentDocument = {"__meta__":{"hash":"sha256:3da34167e232c4275debc5a3492122fc34533c719a0b7fce8f878c9a694dda28"}} as unknown as DocumentNode<SponsorStudentMutation, SponsorStudentMutationVariables>;
export const ChangeSponsorshipConsentDocument = {"__meta__":{"hash":"sha256:d3cfc3837f9ad1b622dbf7cc4189ebb238defb659849ca57504b835efea0d619"}} as unknown as DocumentNode<ChangeSponsorshipConsentMutation, ChangeSponsorshipConsentMutationVariables>;
export const EndSponsorshipDocument = {"__meta__":{"hash":"sha256:b88392766fad53c46a75811f3022bd5f9b9897fa1230538da4df500142a3ba51"}} as unknown as DocumentNode<EndSponsorshipMutation, EndSponsorshipMutationVariables>;
export const AdmitStudentDocument = {"__meta__":{"hash":"sha256:4f21cc93be6bc75c77b62574f7f8f239a601bc2710735be58046e07770aa6c88"}} as unknown as DocumentNode<AdmitStudentMutation, AdmitStudentMutationVariables>;
export const DeferStudentDocument = {"__meta__":{"hash":"sha256:ff2aef15bf6222b6a175e7fd0af74847b814c84d6ae566586fab0ebb383b9913"}} as unknown as DocumentNode<DeferStudentMutation, DeferStudentMutationVariables>;
export const ResumeStudentDocument = {"__meta__":{"hash":"sha256:9f10b828d0a23cb16940c9f2fd393c3b41777aaba03b983a2905887a4a5b1c1e"}} as unknown as DocumentNode<ResumeStudentMutation, ResumeStudentMutationVariables>;
export const SuspendStudentDocument = {"__meta__":{"hash":"sha256:2aa84b4d9cfb7242c37f57aade70fdd67a64bc8c362d3e08cbc2d6bd964293d1"}} as unknown as DocumentNode<SuspendStudentMutation, SuspendStudentMutationVariables>;
export const ReinstateStudentDocument = {"__meta__":{"hash":"sha256:bdd0a5cc5202df548daa3911cb271d21b8ab3e75c669dd8d1a1ff4a5bbcadcb9"}} as unknown as DocumentNode<ReinstateStudentMutation, ReinstateStudentMutationVariables>;
export const WithdrawStudentDocument = {"__meta__":{"hash":"sha256:7c3bbde3b786de5913382877a8b94d98bb04f1f67dc9f89076069cd50a33fdab"}} as unknown as DocumentNode<WithdrawStudentMutation, WithdrawStudentMutationVariables>;
export const ReadmitStudentDocument = {"__meta__":{"hash":"sha256:8e7ffb8b1057e4618aa1d770b7f63056615552c44788fb14d63ec36110170356"}} as unknown as DocumentNode<ReadmitStudentMutation, ReadmitStudentMutationVariables>;
export const CompleteStudentDocument = {"__meta__":{"hash":"sha256:ea50d7ab8ad7aa6491f9b62fcce5cbd4918b0ba364bf79071aeb89d5d4850a77"}} as unknown as DocumentNode<CompleteStudentMutation, CompleteStudentMutationVariables>;
export const GraduateStudentDocument = {"__meta__":{"hash":"sha256:b2b7171d22cb4a07a30f3433dc13c5f77aa9e4b55a86c8365f32b4a94cf3201f"}} as unknown as DocumentNode<GraduateStudentMutation, GraduateStudentMutationVariables>;
export const DiscontinueStudentDocument = {"__meta__":{"hash":"sha256:7cc84a1fcf15e6047b8bb91f7cd8a34eda01d28eb38097124d0e827994d178c2"}} as unknown as DocumentNode<DiscontinueStudentMutation, DiscontinueStudentMutationVariables>;
export const RecordStudentDeathDocument = {"__meta__":{"hash":"sha256:0f3f01a15210363bbb7ee80b99f488edc66c3333c2c6d0d65612a6be45335b30"}} as unknown as DocumentNode<RecordStudentDeathMutation, RecordStudentDeathMutationVariables>;
export const EraseStudentDocument = {"__meta__":{"hash":"sha256:7c6f23f985ea16d5429350f1366b0e0352517806f381cca5d082c7a64afcaa67"}} as unknown as DocumentNode<EraseStudentMutation, EraseStudentMutationVariables>;
export const StudentDocument = {"__meta__":{"hash":"sha256:60ea551c3b64b9cc4034c2d1a58545d5af96eeb7b3062a1b353433793a1d40e2"}} as unknown as DocumentNode<StudentQuery, StudentQueryVariables>;
export const StudentsDocument = {"__meta__":{"hash":"sha256:f86fe1643409d996498cb51b2be598abd28c0cf8930da573c11b1ecf2d18d273"}} as unknown as DocumentNode<StudentsQuery, StudentsQueryVariables>;
export const PeopleDocument = {"__meta__":{"hash":"sha256:83535ef06627846df780553bfab58ba60f3f800b5a5159911661b756640eee81"}} as unknown as DocumentNode<PeopleQuery, PeopleQueryVariables>;
export const PersonDocument = {"__meta__":{"hash":"sha256:f70dfb624d37a9bfbb73306a77f9b5e7991364b98b72d04c3669a0ea0b7e2942"}} as unknown as DocumentNode<PersonQuery, PersonQueryVariables>;
export const DoneByDocument = {"__meta__":{"hash":"sha256:f89df06b0e4562d8d58f0d709092404a49e38428dc0e8b4bd1d77967f6064042"}} as unknown as DocumentNode<DoneByQuery, DoneByQueryVariables>;
export const AssignBranchesDocument = {"__meta__":{"hash":"sha256:bbead28275a90d8363de2489376846a8003172be4149ec3be8924fc40d963369"}} as unknown as DocumentNode<AssignBranchesMutation, AssignBranchesMutationVariables>;
export const AssignClientsDocument = {"__meta__":{"hash":"sha256:54d6b7e60f4d6492062e2c54ea03aafae6f53284c74ea040912b3253819d7e3b"}} as unknown as DocumentNode<AssignClientsMutation, AssignClientsMutationVariables>;
export const AssignUnitsDocument = {"__meta__":{"hash":"sha256:7d191f222a2b89501d3d7bb7f9997813948dc7d6a139397e8c8292a490999b72"}} as unknown as DocumentNode<AssignUnitsMutation, AssignUnitsMutationVariables>;
export const ClientsToAssignDocument = {"__meta__":{"hash":"sha256:7d83c8f55c04e7433d5466c1fbcd82faa3775e018e0afbd36b9c842a503ffeb1"}} as unknown as DocumentNode<ClientsToAssignQuery, ClientsToAssignQueryVariables>;
export const UnitsToAssignDocument = {"__meta__":{"hash":"sha256:f14ebb75ba99e63b998a80abe3f64896c0b3110f7ffc08356395369e97905e16"}} as unknown as DocumentNode<UnitsToAssignQuery, UnitsToAssignQueryVariables>;
export const InvitePersonDocument = {"__meta__":{"hash":"sha256:44016d92c91f6206c2fc0061d3ceba9e790a9bacc7b9dcdea53fc23c88982669"}} as unknown as DocumentNode<InvitePersonMutation, InvitePersonMutationVariables>;
export const InvitePersonAgainDocument = {"__meta__":{"hash":"sha256:8aa2ba9b83c85e7e643d2b51ce10b1b81723b0b85451b3b6ee82005ff6b67a38"}} as unknown as DocumentNode<InvitePersonAgainMutation, InvitePersonAgainMutationVariables>;
export const ConfirmInvitationDocument = {"__meta__":{"hash":"sha256:d4508dea69d55c9d47d4e0e54e2f46a80529f97c15be762db5fcc07226706171"}} as unknown as DocumentNode<ConfirmInvitationMutation, ConfirmInvitationMutationVariables>;
export const ConfirmPersonDocument = {"__meta__":{"hash":"sha256:644c4d38515fadeb2065c70d19d755326e3854c6bec3f78899a431fc58546a13"}} as unknown as DocumentNode<ConfirmPersonMutation, ConfirmPersonMutationVariables>;
export const AssignRolesDocument = {"__meta__":{"hash":"sha256:3e50fcd5402b3258b70e60bc9900f29ad17759061ce8ab0a5a357c9cc300dab0"}} as unknown as DocumentNode<AssignRolesMutation, AssignRolesMutationVariables>;
export const SuspendPersonDocument = {"__meta__":{"hash":"sha256:5eb7c54fe85e0d20e5320ff795afc5b139538474b43f840e58521dd7ed5624cc"}} as unknown as DocumentNode<SuspendPersonMutation, SuspendPersonMutationVariables>;
export const ResumePersonDocument = {"__meta__":{"hash":"sha256:c8f2071d1161b447cce08140134638836120ff0f32031accd50d85d6778485d5"}} as unknown as DocumentNode<ResumePersonMutation, ResumePersonMutationVariables>;
export const DismissPersonDocument = {"__meta__":{"hash":"sha256:329824231abc6625932d479d7bf668375ad78f33f8e51236fbf17fe3ed28fcd8"}} as unknown as DocumentNode<DismissPersonMutation, DismissPersonMutationVariables>;
export const EndSessionsDocument = {"__meta__":{"hash":"sha256:98e8a4422fd2f7f12f67d2219a5d606b059387d54384acffca9c08c28c31f81a"}} as unknown as DocumentNode<EndSessionsMutation, EndSessionsMutationVariables>;
export const ChangePoliciesDocument = {"__meta__":{"hash":"sha256:0cc07519f4a47a8bedc55d6d0805112a83e8669e13e43722bd4cb43064025506"}} as unknown as DocumentNode<ChangePoliciesMutation, ChangePoliciesMutationVariables>;
export const ChangeRoleLimitDocument = {"__meta__":{"hash":"sha256:db1b2364ace6ed684f18cba8b6dcce1ad8d0e6b3171a7d58b4c34dd8f4f86a5e"}} as unknown as DocumentNode<ChangeRoleLimitMutation, ChangeRoleLimitMutationVariables>;
export const SettingsDocument = {"__meta__":{"hash":"sha256:4bce9d7cac4b8aad4f40f1d85c5fb3990737a00ad3465deee88bd495a7d909a8"}} as unknown as DocumentNode<SettingsQuery, SettingsQueryVariables>;
export const TodayDocument = {"__meta__":{"hash":"sha256:71e7c3c5fa862c2038619e0732392f01a214e290f65892c70ed6e50ce103f013"}} as unknown as DocumentNode<TodayQuery, TodayQueryVariables>;
export const WorkCountsDocument = {"__meta__":{"hash":"sha256:2c903e06eaa1a921601a860de721e8754c15862a901763dd4b0f7ebd3efc4e5c"}} as unknown as DocumentNode<WorkCountsQuery, WorkCountsQueryVariables>;
export const SchoolCountsDocument = {"__meta__":{"hash":"sha256:26de73e737475d1772bf12a43ef91235af98d023ea5c2cf988b28ead5615f53b"}} as unknown as DocumentNode<SchoolCountsQuery, SchoolCountsQueryVariables>;
