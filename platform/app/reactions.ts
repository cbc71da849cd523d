import type { DomainEvent } from '#core/kernel/event.ts';

/**
 * What we do ourselves when something happened, after its commit: event type to handlers. A reaction is a row that is
 * written with the event and removed with its effect, so it is neither lost nor done twice. Handlers live in workers.
 */
const reactions: { readonly [eventType: string]: readonly (Handler | readonly [Handler, When])[] } = {
  'member.created': ['screen-member'],
  'member.kyc_resubmitted': ['screen-member'],
  // Who is known under another name or birth date may be on a list.
  'member.updated': ['screen-names'],
  'member.kyc_renewed': ['screen-names'],
  'member.reactivated': ['screen-names'],
  // Money that moved is looked at afterwards: payments do not wait for compliance.
  'savings_transaction.posted': ['screen-savings-transaction'],
  'savings_transaction.captured': ['screen-savings-transaction'],
  'repayment.booked': ['screen-repayment'],
  'disbursement.confirmed': ['screen-disbursement'],
  'loan.overpayment_refunded': ['screen-refund'],
  'death_claim.paid': ['screen-death-claim'],
  'mobile_money.received': ['screen-mobile-money'],
  'mobile_money.rest_left': ['screen-mobile-money'],
  'webhook.recovery_requested': ['recover-webhook'],
  // Lending and the schools know each other by what happened only.
  'loan.disbursed': [['pay-school-fees', (data) => data['invoice_id'] !== undefined]],
  'loan.disbursement_undone': [['reverse-school-fees', (data) => data['invoice_id'] !== undefined]],
  'loan.disbursement_reduced': [['reverse-school-fees', (data) => data['invoice_id'] !== undefined]],
  'payment.surplus_held': ['return-fee-surplus'],
};

/** The types of events to which we react. */
export const REACTED_TO: readonly string[] = Object.keys(reactions);

/** Whether an event of the type concerns the handler at all: what doesn't leaves no row. */
type When = (data: DomainEvent['data']) => boolean;

export type Handler =
  | 'screen-member'
  | 'screen-names'
  | 'screen-savings-transaction'
  | 'screen-repayment'
  | 'screen-mobile-money'
  | 'screen-disbursement'
  | 'screen-refund'
  | 'screen-death-claim'
  | 'recover-webhook'
  | 'pay-school-fees'
  | 'reverse-school-fees'
  | 'return-fee-surplus';

/** The handlers that react to an event; none for most. */
export function reactionsTo({ type, data }: Pick<DomainEvent, 'type' | 'data'>): readonly Handler[] {
  return (reactions[type] ?? []).flatMap((entry) => {
    if (typeof entry === 'string') return [entry];
    const [handler, concerns] = entry;
    return concerns(data) ? [handler] : [];
  });
}
