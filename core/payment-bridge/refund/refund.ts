import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { publicId } from '../app.ts';
import type { Metadata } from '../app.ts';

export const refundLifecycle = lifecycle('refund', ['pending', 'succeeded', 'failed'], {
  create: {
    from: [],
    to: 'pending',
    emits: 'refund.created',
    means: 'A payout gives the payer the money back.',
  },
  succeed: {
    from: ['pending', 'failed'],
    to: 'succeeded',
    emits: 'refund.succeeded',
    by: 'system',
    means: 'The payer has the money back.',
  },
  fail: {
    from: ['pending', 'succeeded'],
    to: 'failed',
    emits: 'refund.failed',
    by: 'system',
    means: 'The payout failed, or was reversed: the app has the money, and may try again.',
  },
});

export type RefundState = StateOf<typeof refundLifecycle>;
type RefundAction = ActionOf<typeof refundLifecycle>;

export type NewRefund = Pick<
  Refund,
  | 'uuid'
  | 'appId'
  | 'sandbox'
  | 'collectionId'
  | 'payoutId'
  | 'amount'
  | 'currency'
  | 'reason'
  | 'reference'
  | 'metadata'
  | 'requestedBy'
>;

/** A collection, or a part of it, returned to its payer: by a payout of its own, whose end it follows. */
export class Refund {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  collectionId!: number;
  payoutId!: number;
  amount!: Cents;
  currency!: string;
  reason!: string | null;
  /** The app's own name for it, where it gave one: unique for ever. */
  reference!: string | null;
  metadata!: Metadata;
  state!: RefundState;
  requestedBy!: string;
  settledAt!: Temporal.Instant | null;

  static create(facts: NewRefund): { refund: Refund; event: DomainEvent } {
    const refund = Object.assign(new Refund(), facts, { state: 'pending' as const, settledAt: null });
    return { refund, event: refund.emit('create') };
  }

  /** Its payout has ended. */
  end(action: 'succeed' | 'fail', at: Temporal.Instant): DomainEvent {
    this.state = advance(refundLifecycle, this.state, action);
    this.settledAt = at;
    return this.emit(action);
  }

  private emit(action: RefundAction): DomainEvent {
    const data = {
      refund_id: publicId('refund', this.uuid),
      reference: this.reference,
      amount: this.amount,
      currency: this.currency,
      state: this.state,
    };
    return event(refundLifecycle.verbs[action].emits, 'refund', this, data, { app_id: this.appId });
  }
}
