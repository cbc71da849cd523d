import { PROPOSED } from '#core/approvals/commands.ts';
import { APPROVAL_MOVES } from '#core/approvals/moves.ts';
import { OBSTACLES, WAITING } from '#core/approvals/waiting.ts';
import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { SEVERITIES } from '#core/aml/rule/rule.ts';
import { WATCHLIST_KINDS } from '#core/aml/watchlist/watchlist.ts';
import { FEE_SURPLUS } from '#core/lending/agreement.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { CHANNELS } from '#core/lending/disbursement/channel.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { INCIDENTS } from '#core/payments/incident/incident.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { guaranteeLifecycle } from '#core/lending/guarantee/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import { REPAYMENT_CHANNELS } from '#core/lending/repayment/repayment.ts';
import { EARLY_PAYMENTS, PREPAYMENT_STRATEGIES } from '#core/lending/schedule/prepayment.ts';
import {
  DAY_COUNTS,
  FREQUENCY_UNITS,
  INTEREST_CALCULATIONS,
  INTEREST_ROUNDINGS,
  LEVEL_RATES,
  METHODS,
  NON_WORKING_DAY_POLICIES,
  ROUNDINGS,
} from '#core/lending/schedule/terms.ts';
import { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import { CLAIM_PARTS, CLAIM_PART_STATES } from '#core/membership/death-claim/claim-part.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { USE_ENDS } from '#core/payments/payment-receipt.ts';
import { POSTING_CHANNELS } from '#core/payments/postings/posting.ts';
import { RESTS, SPLIT_CHANNELS } from '#core/payments/split/receipt-split.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { MOBILE_MONEY_CHANNELS } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { collectionLifecycle } from '#core/payment-bridge/collection/lifecycle.ts';
import { payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import { refundLifecycle } from '#core/payment-bridge/refund/refund.ts';
import { topupLifecycle } from '#core/payment-bridge/topup/topup.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { COLLECTION_CHANNELS, PAYOUT_CHANNELS, PROVIDER_NAMES, RECEIVED_CHANNELS } from '#core/payments/channels.ts';
import { SIMULATED_ANSWERS, SIMULATED_KINDS } from '#core/payments/simulated.ts';
import { UNSETTLED, UNSETTLED_PAYMENTS } from '#core/payments/unsettled.ts';
import { DIRECTIONS } from '#core/payments/tariff.ts';
import { REPORTED } from '#core/payments/evidence.ts';
import { STATUS_SOURCES } from '#core/payments/provider-status.ts';
import { PROPOSALS } from '#core/reconciliation/break/reconciliation-break.ts';
import { BREAK_TYPES } from '#core/reconciliation/compare.ts';
import { SERIES_STEPS } from '#core/ledger/series.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { FUND_SOURCES, PAYOUT_SOURCES } from '#core/savings/fund-source.ts';
import { POSTING_PERIODS, SAVINGS_DAY_COUNTS } from '#core/savings/interest.ts';
import { AT_MATURITY } from '#core/savings/maturity.ts';
import { SAVINGS_KINDS } from '#core/savings/product/savings-product.ts';
import { savingsTransactionLifecycle } from '#core/savings/transaction/lifecycle.ts';
import { SAVINGS_TRANSACTION_TYPES } from '#core/savings/transaction/savings-transaction.ts';
import { FLOAT_MOVEMENTS } from '#core/lending/agent/float-movement.ts';
import { DETAIL_KINDS } from '#platform/app/compose/proposal-details.ts';
import { enumResolvers, type LifecyclesByType, type WordsByEnum } from '../derive-enums.ts';
import { enumValues, statesOf } from '../enums.ts';
import { listEnumResolvers } from '../lists.ts';
import type { Resolvers } from '../schema.ts';
import { lendingSteps } from './steps.ts';
import { stepWords } from '../steps.ts';
import { lendingLists } from './lists.ts';

/** What enums.graphql is derived from. */
export const lendingLifecycles: LifecyclesByType = {
  Member: memberLifecycle,
  DeathClaim: deathClaimLifecycle,
  LoanProduct: loanProductLifecycle,
  Loan: loanLifecycle,
  Disbursement: disbursementLifecycle,
  FloatTopUp: floatTopUpLifecycle,
  Incident: incidentLifecycle,
  Repayment: repaymentLifecycle,
  Guarantee: guaranteeLifecycle,
  Proposal: proposalLifecycle,
  SavingsAccount: savingsAccountLifecycle,
  SavingsTransaction: savingsTransactionLifecycle,
  AmlAlert: amlAlertLifecycle,
  MobileMoneyTransaction: mobileMoneyLifecycle,
  ReconciliationBreak: breakLifecycle,
  Payout: payoutLifecycle,
  Collection: collectionLifecycle,
  Refund: refundLifecycle,
  TopUp: topupLifecycle,
  Webhook: webhookLifecycle,
  WebhookDelivery: deliveryLifecycle,
};

export const lendingWords: WordsByEnum = {
  SeriesStep: { means: 'How long the time is that one point of a series stands for.', words: SERIES_STEPS },
  ProposedValueKind: { means: 'How a value of a command is read.', words: DETAIL_KINDS },
  ApprovalMoves: { means: 'What money does once something is agreed.', words: APPROVAL_MOVES },
  ApprovalObstacle: { means: 'Why you can’t agree to what waits.', words: OBSTACLES },
  WaitingKind: { means: 'What waits for a second person, by how it is decided.', words: WAITING },
  ProposedCommand: {
    means: 'A command that takes two people.',
    words: Object.fromEntries(Object.entries(PROPOSED).map(([command, { means }]) => [command, means])),
  },
  DeathClaimPartKind: { means: 'What a claim after a death consists of.', words: CLAIM_PARTS },
  UnsettledPaymentKind: { means: 'What a payment is whose outcome is open.', words: UNSETTLED_PAYMENTS },
  UnsettledPaymentState: { means: 'How the outcome of a payment is open.', words: UNSETTLED },
  AppPaymentState: {
    means: 'Where a payment of an app stands.',
    words: statesOf(payoutLifecycle, collectionLifecycle),
  },
  IncidentKind: { means: 'What a person has to look at.', words: INCIDENTS },
  ...stepWords(lendingSteps),
};

/** The enums that are derived, and those that schema.graphql spells out. */
export const lendingEnums: Resolvers<never> = {
  ...enumResolvers(lendingLifecycles, lendingWords),
  ...listEnumResolvers(lendingLists),
  DeathClaimPartState: enumValues(CLAIM_PART_STATES),
  SavingsKind: enumValues(SAVINGS_KINDS),
  AtMaturity: enumValues(AT_MATURITY),
  SavingsProductState: enumValues(['active', 'retired']),
  SavingsDayCount: enumValues(SAVINGS_DAY_COUNTS),
  SavingsPostingPeriod: enumValues(POSTING_PERIODS),
  SavingsTransactionType: enumValues(SAVINGS_TRANSACTION_TYPES),
  SavingsChannel: enumValues(FUND_SOURCES),
  SavingsPayoutChannel: enumValues(PAYOUT_SOURCES),
  PostingChannel: enumValues(POSTING_CHANNELS),
  ReceiptChannel: enumValues(SPLIT_CHANNELS),
  ReceiptPartState: enumValues(['live', ...USE_ENDS]),
  ReceiptRest: enumValues(RESTS),
  AppState: enumValues(apiClientLifecycle.states),
  MobileMoneyChannel: enumValues(MOBILE_MONEY_CHANNELS),
  PromptChannel: enumValues(COLLECTION_CHANNELS),
  PayoutChannel: enumValues(PAYOUT_CHANNELS),
  ReceivedChannel: enumValues(RECEIVED_CHANNELS),
  AppPaymentAction: enumValues(['review']),
  PayoutPurpose: enumValues(['payout', 'refund']),
  ProviderAttemptOutcome: enumValues(['open', 'accepted', 'rejected', 'unreachable', 'unknown']),
  ReconciliationBreakType: enumValues(BREAK_TYPES),
  ReconciliationSource: enumValues(['statement', 'pull']),
  MobileMoneyProvider: enumValues(PROVIDER_NAMES),
  FloatMovementKind: enumValues(FLOAT_MOVEMENTS),
  ReconciliationProposal: enumValues(PROPOSALS),
  AmlSeverity: enumValues(SEVERITIES),
  WatchlistKind: enumValues(WATCHLIST_KINDS),
  LateInterestBase: enumValues(['principal', 'principal_and_interest']),
  AllocationDirection: enumValues(['horizontal', 'vertical']),
  FutureAllocation: enumValues(['next', 'last', 'reamortize']),
  PenaltyEvery: enumValues(['instalment', 'day']),
  KycIdType: enumValues(['national_id']),
  InterestMethod: enumValues(METHODS),
  DayCount: enumValues(DAY_COUNTS),
  InterestCalculation: enumValues(INTEREST_CALCULATIONS),
  FrequencyUnit: enumValues(FREQUENCY_UNITS),
  Rounding: enumValues(ROUNDINGS),
  InterestRounding: enumValues(INTEREST_ROUNDINGS),
  LevelRate: enumValues(LEVEL_RATES),
  FirstPeriod: enumValues(['by_days', 'whole']),
  NonWorkingDayPolicy: enumValues(NON_WORKING_DAY_POLICIES),
  FeeTime: enumValues(['disbursement', 'instalment', 'date']),
  ChargeBase: enumValues(['principal', 'interest', 'principal_and_interest']),
  PrepaymentStrategy: enumValues(PREPAYMENT_STRATEGIES),
  EarlyPayment: enumValues(EARLY_PAYMENTS),
  InterestUntil: enumValues(['pay_off_date', 'next_due_date']),
  InstalmentState: enumValues(['pending', 'partially_paid', 'paid', 'overdue']),
  DisbursementChannel: enumValues(CHANNELS),
  BusinessType: enumValues(['paybill', 'till']),
  ReportedPayment: enumValues(REPORTED),
  ReportSource: enumValues(STATUS_SOURCES),
  TestClockState: enumValues(['ready', 'advancing']),
  TestResetState: enumValues(['ready', 'resetting']),
  FeeSurplus: enumValues(FEE_SURPLUS),
  TariffDirection: enumValues(DIRECTIONS),
  RepaymentChannel: enumValues(REPAYMENT_CHANNELS),
  WebhookPayloadStyle: enumValues(['full', 'thin']),
  SimulatedKind: enumValues(SIMULATED_KINDS),
  SimulatedAnswer: enumValues(SIMULATED_ANSWERS),
  WebhookRecoveryOnly: enumValues(['failed', 'missing', 'all']),
};
