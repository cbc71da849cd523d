import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { PAYOUT_CHANNELS, RECEIVED_CHANNELS } from '../payments/channels.ts';
import { collectionLifecycle } from './collection/lifecycle.ts';
import { payoutLifecycle } from './payout/lifecycle.ts';
import { refundLifecycle } from './refund/refund.ts';
import { topupLifecycle } from './topup/topup.ts';

const failure_code = fact.text('Why, in a code.');
const reversal_receipt_no = fact.text('The provider’s receipt of the reversal.');

/** What events of the payment bridge carry: nothing about the person who is paid. */
export const bridgeFacts: readonly EventFacts[] = [
  {
    lifecycle: payoutLifecycle,
    subjectType: 'payout',
    always: {
      payout_id: fact.text('The payout: po_...'),
      reference: fact.text('Your own reference.'),
      amount: fact.money('What the recipient gets, minor units.'),
      amount_paid: fact.nullable(fact.money('What was paid, where two people found that it differs, minor units.')),
      fee: fact.money('What it costs, minor units.'),
      currency: fact.text('The currency: KES.'),
      channel: fact.oneOf(PAYOUT_CHANNELS, 'How it is paid.'),
      state: fact.state(payoutLifecycle),
      receipt_no: fact.nullable(fact.text('The provider’s receipt, once there is one.')),
    },
    of: {
      'payout.failed': { failure_code },
      'payout.review': { failure_code },
      'payout.reversed': { reversal_receipt_no },
    },
  },
  {
    lifecycle: collectionLifecycle,
    subjectType: 'collection',
    always: {
      collection_id: fact.text('The collection: col_...'),
      reference: fact.text('Your own reference.'),
      account_reference: fact.text('What the payer was shown; masked where it is a telephone number.'),
      amount: fact.money('What was requested, minor units.'),
      amount_received: fact.nullable(fact.money('What came, minor units.')),
      fee: fact.money('What it costs, minor units.'),
      currency: fact.text('The currency: KES.'),
      channel: fact.oneOf(RECEIVED_CHANNELS, 'How the payer was prompted; mpesa_paybill: not at all.'),
      state: fact.state(collectionLifecycle),
      receipt_no: fact.nullable(fact.text('The provider’s receipt, once there is one.')),
    },
    of: {
      'collection.succeeded': { late: fact.flag('The money came after its time.') },
      'collection.review': { failure_code },
      'collection.failed': { failure_code },
      'collection.expired': { failure_code },
      'collection.cancelled_by_payer': { failure_code },
      'collection.reversed': { reversal_receipt_no },
    },
  },
  {
    lifecycle: refundLifecycle,
    subjectType: 'refund',
    always: {
      refund_id: fact.text('The refund: re_...'),
      reference: fact.nullable(fact.text('Your own reference.')),
      amount: fact.money('What goes back to the payer, minor units.'),
      currency: fact.text('The currency: KES.'),
      state: fact.state(refundLifecycle),
    },
  },
  {
    lifecycle: topupLifecycle,
    subjectType: 'topup',
    always: {
      topup_id: fact.text('The top-up: tu_...'),
      reference: fact.nullable(fact.text('Your own reference.')),
      bank_reference: fact.text('What the bank’s statement will say.'),
      amount: fact.money('Minor units.'),
      currency: fact.text('The currency: KES.'),
      state: fact.state(topupLifecycle),
    },
    of: { 'topup.reversed': { reversal_receipt_no: fact.text('The bank’s reference of the reversal.') } },
  },
  {
    others: { 'app_float.topped_up': 'Money of apps was moved from the bank to the provider that pays for them.' },
    subjectType: 'institution',
    always: {
      amount: fact.money('Minor units.'),
      reference: fact.text('The provider’s receipt, or the bank’s reference.'),
    },
  },
  {
    others: { 'balance.low': 'Little is left to pay with.' },
    subjectType: 'balance',
    always: {
      currency: fact.text('The currency: KES.'),
      available: fact.money('What is left, minor units.'),
      threshold: fact.money('Below it a balance is low, minor units.'),
    },
  },
];
