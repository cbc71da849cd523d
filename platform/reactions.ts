/**
 * What we do ourselves when something happened, after its commit: event type to handlers. A reaction is a row that is
 * written with the event and removed with its effect, so it is neither lost nor done twice. Handlers live in workers.
 */
const reactions: { readonly [eventType: string]: readonly Handler[] } = {
  'member.created': ['screen-member'],
  'member.kyc_resubmitted': ['screen-member'],
  // Money that moved is looked at afterwards: nobody waits for compliance.
  'savings_transaction.posted': ['screen-savings-transaction'],
  'savings_transaction.captured': ['screen-savings-transaction'],
  'repayment.booked': ['screen-repayment'],
  'mobile_money.received': ['screen-mobile-money'],
  'webhook.recovery_requested': ['recover-webhook'],
};

export type Handler =
  'screen-member' | 'screen-savings-transaction' | 'screen-repayment' | 'screen-mobile-money' | 'recover-webhook';

/** The handlers that react to an event; none for most. */
export function reactionsTo(eventType: string): readonly Handler[] {
  return reactions[eventType] ?? [];
}
