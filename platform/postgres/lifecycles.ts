import { proposalLifecycle } from '#core/approvals/proposal/lifecycle.ts';
import { amlAlertLifecycle } from '#core/aml/alert/lifecycle.ts';
import { enrolmentLifecycle } from '#core/education/enrolment/lifecycle.ts';
import { creditNoteLifecycle } from '#core/education/invoice/credit-note.ts';
import { invoiceLifecycle } from '#core/education/invoice/lifecycle.ts';
import { reservationLifecycle } from '#core/education/invoice/reservation.ts';
import { paymentLifecycle } from '#core/education/payment/lifecycle.ts';
import { programmeLifecycle } from '#core/education/programme/programme.ts';
import { resultLifecycle } from '#core/education/result/lifecycle.ts';
import { sponsorshipLifecycle } from '#core/education/sponsorship/sponsorship.ts';
import { studentLifecycle } from '#core/education/student/lifecycle.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { guaranteeLifecycle } from '#core/lending/guarantee/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import { repaymentLifecycle } from '#core/lending/repayment/lifecycle.ts';
import type { Lifecycle } from '#core/kernel/lifecycle.ts';
import { deathClaimLifecycle } from '#core/membership/death-claim/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { deliveryLifecycle } from '#core/partners/webhook-delivery/lifecycle.ts';
import { webhookLifecycle } from '#core/partners/webhook-endpoint/lifecycle.ts';
import { collectionLifecycle } from '#core/payment-bridge/collection/lifecycle.ts';
import { payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import { refundLifecycle } from '#core/payment-bridge/refund/refund.ts';
import { topupLifecycle } from '#core/payment-bridge/topup/topup.ts';
import { personLifecycle } from '#core/people/person/lifecycle.ts';
import { sessionLifecycle } from '#core/people/session/lifecycle.ts';
import { bankChargeLifecycle } from '#core/reconciliation/bank-charge/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { savingsTransactionLifecycle } from '#core/savings/transaction/lifecycle.ts';

/** A lifecycle with the table that stores its state, in the column `state` unless another is named. */
export type StoredLifecycle = {
  readonly table: string;
  readonly lifecycle: Lifecycle;
  /** Null where there is one state only, which is not stored. */
  readonly column?: string | null;
};

/** Every lifecycle. All that is derived from lifecycles reads this list. */
export const lifecycles: readonly StoredLifecycle[] = [
  { table: 'member', lifecycle: memberLifecycle },
  { table: 'death_claim', lifecycle: deathClaimLifecycle },
  { table: 'loan_product', lifecycle: loanProductLifecycle },
  { table: 'loan', lifecycle: loanLifecycle },
  { table: 'disbursement', lifecycle: disbursementLifecycle },
  { table: 'float_top_up', lifecycle: floatTopUpLifecycle },
  { table: 'incident', lifecycle: incidentLifecycle },
  { table: 'repayment', lifecycle: repaymentLifecycle },
  { table: 'guarantee', lifecycle: guaranteeLifecycle },
  { table: 'proposal', lifecycle: proposalLifecycle },
  { table: 'savings_account', lifecycle: savingsAccountLifecycle },
  { table: 'savings_transaction', lifecycle: savingsTransactionLifecycle },
  { table: 'mobile_money_transaction', lifecycle: mobileMoneyLifecycle },
  { table: 'reconciliation_break', lifecycle: breakLifecycle },
  { table: 'bank_charge', lifecycle: bankChargeLifecycle },
  { table: 'payout', lifecycle: payoutLifecycle },
  { table: 'collection', lifecycle: collectionLifecycle },
  { table: 'refund', lifecycle: refundLifecycle },
  { table: 'topup', lifecycle: topupLifecycle },
  { table: 'aml_alert', lifecycle: amlAlertLifecycle },
  { table: 'api_client', lifecycle: apiClientLifecycle },
  { table: 'webhook', lifecycle: webhookLifecycle },
  { table: 'webhook_delivery', lifecycle: deliveryLifecycle },
  { table: 'person', lifecycle: personLifecycle },
  { table: 'person_session', lifecycle: sessionLifecycle },
  { table: 'programme', lifecycle: programmeLifecycle },
  { table: 'student', lifecycle: studentLifecycle },
  { table: 'enrolment', lifecycle: enrolmentLifecycle },
  { table: 'invoice', lifecycle: invoiceLifecycle },
  { table: 'credit_note', lifecycle: creditNoteLifecycle, column: null },
  { table: 'invoice_reservation', lifecycle: reservationLifecycle },
  { table: 'invoice_payment', lifecycle: paymentLifecycle },
  { table: 'result', lifecycle: resultLifecycle },
  { table: 'sponsorship', lifecycle: sponsorshipLifecycle, column: 'consent' },
];
