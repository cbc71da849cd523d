import { availableActions } from '#core/kernel/lifecycle.ts';
import { publicId } from '#core/payment-bridge/app.ts';
import { collectionLifecycle, COLLECTION_CONCLUSIVE } from '#core/payment-bridge/collection/lifecycle.ts';
import { CONCLUSIVE, payoutLifecycle } from '#core/payment-bridge/payout/lifecycle.ts';
import type { View } from '#platform/app/views.ts';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type Payout = View<'bridge.payouts'>;
type Collection = View<'bridge.collections'>;
type Refund = View<'bridge.refunds'>;
type TopUp = View<'bridge.topups'>;
type Identified = { readonly uuid: string };
type Noted = { readonly metadata: { readonly [key: string]: string } };

const id = ({ uuid }: Identified) => uuid;
const metadata = ({ metadata: notes }: Noted) => Object.entries(notes).map(([key, value]) => ({ key, value }));

/** The payments of an app, for the app itself: their loaders find those of the caller alone. */
export const ownPaymentRecords: Resolvers<LendingContext> = {
  Payout: {
    id,
    metadata,
    publicId: ({ uuid }: Payout) => publicId('payout', uuid),
    availableActions: ({ state }: Payout) => availableActions(payoutLifecycle, state),
    conclusive: ({ state }: Payout) => CONCLUSIVE.includes(state),
    recipientNameMasked: ({ recipientName }: Payout) => recipientName,
    batch: ({ batch }: Payout) => batch && { publicId: publicId('payout_batch', batch.uuid), row: batch.row },
  },
  ProviderAttempt: {
    sentAt: ({ sent_at }: Payout['attempts'][number]) => Temporal.Instant.from(sent_at),
  },
  Collection: {
    id,
    metadata,
    publicId: ({ uuid }: Collection) => publicId('collection', uuid),
    amountRefunded: ({ refunded }: Collection) => refunded,
    availableActions: ({ state }: Collection) => availableActions(collectionLifecycle, state),
    conclusive: ({ state }: Collection) => COLLECTION_CONCLUSIVE.includes(state),
    checkoutRef: ({ providerRef }: Collection) => providerRef,
    payerNameMasked: ({ payerName }: Collection) => payerName,
  },
  Refund: {
    id,
    metadata,
    publicId: ({ uuid }: Refund) => publicId('refund', uuid),
    collection: ({ collectionUuid }: Refund, _, { loaders }) => loaders.own.collections.load(collectionUuid),
    payout: ({ payout }: Refund, _, { loaders }) => loaders.own.payouts.load(payout.uuid),
  },
  TopUp: { id, metadata, publicId: ({ uuid }: TopUp) => publicId('topup', uuid) },
};
