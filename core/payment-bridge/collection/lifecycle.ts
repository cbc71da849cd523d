import { EMITS_NOTHING } from '../../kernel/event-types.ts';
import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const collectionLifecycle = lifecycle(
  'collection',
  [
    'pending',
    'sending',
    'sent',
    'unknown',
    'review',
    'succeeded',
    'failed',
    'expired',
    'cancelled_by_payer',
    'cancelled',
    'reversed',
  ],
  {
    create: {
      from: [],
      to: 'pending',
      emits: 'collection.created',
      means: 'It is recorded; the payer has not been prompted.',
    },
    begin: {
      from: ['pending'],
      to: 'sending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The request to the provider is recorded; the payer may be prompted from now on.',
    },
    postpone: {
      from: ['sending'],
      to: 'pending',
      emits: EMITS_NOTHING,
      by: 'system',
      means: 'The provider could not be reached, so no prompt was sent; it is tried again while there is time.',
    },
    accept: {
      from: ['sending'],
      to: 'sent',
      emits: 'collection.sent',
      by: 'system',
      means: 'The payer is prompted on the phone.',
    },
    lose_sight: {
      from: ['sending', 'sent'],
      to: 'unknown',
      emits: 'collection.unknown',
      by: 'system',
      means: 'It is unknown whether the payer was prompted, or has paid. The status is queried.',
    },
    succeed: {
      from: ['sent', 'unknown', 'review'],
      to: 'succeeded',
      emits: 'collection.succeeded',
      by: 'system',
      means: 'The money has come in.',
    },
    arrive: {
      from: ['pending'],
      to: 'succeeded',
      emits: 'collection.succeeded',
      by: 'system',
      means: 'It was paid at the paybill under the app’s prefix, without a prompt.',
    },
    decline: {
      from: ['sending', 'sent', 'unknown', 'review'],
      to: ['failed', 'expired', 'cancelled_by_payer'],
      emits: 'collection.failed',
      emitsInto: { expired: 'collection.expired', cancelled_by_payer: 'collection.cancelled_by_payer' },
      by: 'system',
      means: 'No money came: the payer could not pay, did not answer in time, or did not want to.',
    },
    lapse: {
      from: ['pending'],
      to: 'expired',
      emits: 'collection.expired',
      by: 'system',
      means: 'Its time was over before the provider could be reached: no prompt was sent.',
    },
    refer: {
      from: ['unknown'],
      to: 'review',
      emits: 'collection.review',
      by: 'system',
      means: 'What the provider says does not settle it; two people have to, with evidence.',
    },
    propose: {
      from: ['review'],
      to: 'review',
      emits: EMITS_NOTHING,
      by: 'system',
      needsReason: true,
      means: 'A first person says what became of it, with evidence; a second one has to find the same.',
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      emits: 'collection.cancelled',
      means: 'It was called off before the payer was prompted.',
    },
    reverse: {
      from: ['succeeded'],
      to: 'reversed',
      emits: 'collection.reversed',
      by: 'system',
      needsReason: true,
      means: 'The provider took the payment back, whole: the money is the payer’s again.',
    },
    receive_late: {
      from: ['failed', 'expired', 'cancelled_by_payer', 'cancelled'],
      to: 'succeeded',
      emits: 'collection.succeeded',
      by: 'system',
      means: 'Money came after all: it is booked whenever it comes.',
    },
  },
);

export type CollectionState = StateOf<typeof collectionLifecycle>;
export type CollectionAction = ActionOf<typeof collectionLifecycle>;

/** The states of which it is known what became of the money. What comes after all is still booked. */
export const COLLECTION_CONCLUSIVE: readonly CollectionState[] = [
  'succeeded',
  'failed',
  'expired',
  'cancelled_by_payer',
  'cancelled',
  'reversed',
];
