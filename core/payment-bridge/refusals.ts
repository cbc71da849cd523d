import { refusals } from '../kernel/domain-error.ts';

export const bridgeRefusals = refusals({
  currency_mismatch: {
    kind: 'invalid',
    title: 'The app has no balance in this currency',
    remedy: 'Use one of the currencies in which the app has a balance.',
  },
  collection_not_refundable: {
    kind: 'conflict',
    title: 'Nothing of the collection can be returned',
    remedy: 'Only money that has come in and was not returned yet can be refunded: look at the collection.',
  },
  refund_exceeds_collection: {
    kind: 'conflict',
    title: 'The refund exceeds what is left of the collection',
    remedy: 'Return at most remaining_amount.',
  },
  topup_differs: {
    kind: 'conflict',
    title: 'The statement shows another amount than the top-up announces',
    remedy: 'Confirm with the amount that was announced, or let the app announce what it has sent.',
  },
  resolution_differs: {
    kind: 'conflict',
    title: 'The second person found something else than the first',
    remedy: 'Look at the evidence together; then let both say the same.',
  },
  recipient_held: {
    kind: 'conflict',
    title: 'Payments to this number wait for a check',
    remedy: 'Ask the institution; make the request again once it has decided.',
  },
});
