import { subjectOf } from '#core/partners/event-types.ts';
import type { View } from '#platform/app/views.ts';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

/** A change by its number in the feed: the gateway fetches it for each client that may see it. */
type Reference = { readonly sequence: number };
type Written = View<'changes', 'at'>;

const byNumber = {
  __resolveReference: ({ sequence }: Reference, { loaders }: LendingContext) => loaders.changes.load(sequence),
};

const about = {
  type: ({ written }: Written) => written.type,
  timestamp: ({ written }: Written) => written.occurredAt,
};

type Loader = { load(uuid: string): Promise<unknown> };

/** The record that a change is about, where it is of this kind. */
const subject =
  (type: string, records: (loaders: LendingContext['loaders']) => Loader) =>
  ({ written }: Written, _: unknown, { loaders }: LendingContext) =>
    written.subject.type === type ? records(loaders).load(written.subject.uuid) : null;

const subjectUuid = ({ written }: Written) => written.subject.uuid;

/** The loan that a change is of: what it is about, or what it names. */
function loanOf({ written }: Written, _: unknown, { loaders }: LendingContext) {
  if (subjectOf(written.type) === 'loan') return loaders.loans.byUuid.load(written.subject.uuid);
  const loanId = written.data['loan_id'];
  return typeof loanId === 'number' ? loaders.loans.byId.load(loanId) : null;
}

/** What subscriptions show of each change. */
export const changeRecords: Resolvers<LendingContext> = {
  Change: byNumber,
  RecordChange: {
    ...byNumber,
    ...about,
    recordType: ({ written }: Written) => written.subject.type,
    recordId: subjectUuid,
  },
  LoanChange: { ...byNumber, ...about, loan: loanOf },
  PaymentChange: {
    ...byNumber,
    ...about,
    paymentId: subjectUuid,
    disbursement: subject('disbursement', ({ disbursements }) => disbursements),
    repayment: subject('repayment', ({ repayments }) => repayments),
    mobileMoneyTransaction: subject('mobile_money_transaction', ({ mobileMoney }) => mobileMoney),
    savingsTransaction: subject('savings_transaction', ({ savingsTransactions }) => savingsTransactions),
    floatTopUp: subject('float_top_up', ({ floatTopUps }) => floatTopUps),
    // The school's subgraph has the rest of it. A client that may see the change has the scopes of the payment.
    invoicePayment: ({ written }: Written) =>
      written.subject.type === 'payment' ? { id: written.subject.uuid } : null,
    payout: subject('payout', ({ own }) => own.payouts),
    collection: subject('collection', ({ own }) => own.collections),
    refund: subject('refund', ({ own }) => own.refunds),
    topUp: subject('topup', ({ own }) => own.topUps),
  },
  WorkListChange: {
    ...byNumber,
    ...about,
    itemType: ({ written }: Written) => written.subject.type,
    itemId: subjectUuid,
    incident: subject('incident', ({ incidents }) => incidents),
    mobileMoneyTransaction: subject('mobile_money_transaction', ({ mobileMoney }) => mobileMoney),
    reconciliationBreak: subject('reconciliation_break', ({ breaks }) => breaks),
    proposal: subject('proposal', ({ proposals }) => proposals),
    amlAlert: subject('aml_alert', ({ amlAlerts }) => amlAlerts),
    deathClaim: subject('death_claim', ({ deathClaims }) => deathClaims),
  },
};
