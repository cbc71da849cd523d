import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, requireReason, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { publicId, type App } from '../app.ts';
import type { TakenBack } from '../taken-back.ts';
import type { Metadata } from '../app.ts';

export const topupLifecycle = lifecycle('topup', ['pending', 'succeeded', 'reversed'], {
  create: {
    from: [],
    to: 'pending',
    emits: 'topup.created',
    means: 'The app announces a transfer; the bank’s statement will show it.',
  },
  succeed: {
    from: ['pending'],
    to: 'succeeded',
    emits: 'topup.succeeded',
    by: 'system',
    means: 'The money is there: the statement shows it, or the app is in a sandbox.',
  },
  reverse: {
    from: ['succeeded'],
    to: 'reversed',
    emits: 'topup.reversed',
    by: 'system',
    needsReason: true,
    means: 'The bank took the transfer back, whole: the money is the app’s no more.',
  },
});

export type TopupState = StateOf<typeof topupLifecycle>;
type TopupAction = ActionOf<typeof topupLifecycle>;

/** What shows that the money is there. */
export type Confirmation = { readonly statementLine: string; readonly by: string };

export type NewTopup = {
  readonly uuid: string;
  readonly app: App;
  readonly amount: Cents;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly requestedBy: string;
};

/** The reference of the one top-up that a line of the bank's statement names, however it is spaced; null where there is none. */
export function announcedIn(text: string): string | null {
  const found = text.toUpperCase().match(/(?<![0-9A-Z])TU[-\s]?[0-9A-F]{12}(?![0-9A-Z])/g) ?? [];
  const distinct = new Set(found.map((each) => each.replaceAll(/[-\s]/g, '')));
  const [only] = distinct;
  return distinct.size === 1 && only !== undefined ? only : null;
}

/** Money that an app puts on its account. */
export class Topup {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  appId!: number;
  sandbox!: boolean;
  amount!: Cents;
  currency!: string;
  /** What the app writes on its transfer. */
  bankReference!: string;
  /** The app's own name for it, where it gave one: unique for ever. */
  reference!: string | null;
  metadata!: Metadata;
  state!: TopupState;
  statementLine!: string | null;
  requestedBy!: string;
  confirmedBy!: string | null;
  settledAt!: Temporal.Instant | null;
  reversedAt!: Temporal.Instant | null;
  /** Under which reference the bank took it back. */
  reversalReceiptNo!: string | null;

  static create({ app, ...facts }: NewTopup): { topup: Topup; event: DomainEvent } {
    const topup = Object.assign(new Topup(), facts, {
      appId: app.id,
      sandbox: app.sandbox,
      // The end of a uuid is random.
      bankReference: `TU${facts.uuid.slice(-12).toUpperCase()}`,
      state: 'pending' as const,
      statementLine: null,
      confirmedBy: null,
      settledAt: null,
      reversedAt: null,
      reversalReceiptNo: null,
    });
    return { topup, event: topup.emit('create') };
  }

  succeed({ statementLine, by }: Confirmation, at: Temporal.Instant): DomainEvent {
    this.state = advance(topupLifecycle, this.state, 'succeed');
    this.statementLine = statementLine;
    this.confirmedBy = by;
    this.settledAt = at;
    return this.emit('succeed');
  }

  /** The bank took it back. @throws DomainError invalid_state_transition (conflict), validation_failed without evidence */
  reverse({ receiptNo, evidence }: TakenBack, at: Temporal.Instant): DomainEvent {
    const state = advance(topupLifecycle, this.state, 'reverse');
    requireReason(topupLifecycle, 'reverse', evidence);
    this.state = state;
    this.reversedAt = at;
    this.reversalReceiptNo = receiptNo;
    return this.emit('reverse', { reversal_receipt_no: receiptNo }, { evidence });
  }

  private emit(
    action: TopupAction,
    more: DomainEvent['data'] = {},
    internal: DomainEvent['internal'] = {},
  ): DomainEvent {
    const data = {
      topup_id: publicId('topup', this.uuid),
      reference: this.reference,
      bank_reference: this.bankReference,
      amount: this.amount,
      currency: this.currency,
      state: this.state,
      ...more,
    };
    // A sandbox's play money lies at the provider; what a statement of the bank shows lies there.
    const where = { app_id: this.appId, came_to: this.sandbox ? 'provider' : 'bank' };
    return event(topupLifecycle.verbs[action].emits, 'topup', this, data, { ...where, ...internal });
  }
}
