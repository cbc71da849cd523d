import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, type StateOf } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';

export const reservationLifecycle = lifecycle('invoice_reservation', ['held', 'released', 'used'], {
  reserve: { from: [], to: 'held', emits: 'invoice_reservation.held', by: 'system', means: 'A loan means to pay.' },
  renew: {
    from: ['held'],
    to: 'held',
    emits: 'invoice_reservation.renewed',
    by: 'system',
    means: 'The loan renews its reservation, with a new amount and expiry.',
  },
  release: {
    from: ['held'],
    to: 'released',
    emits: 'invoice_reservation.released',
    by: 'system',
    means: 'The loan will not pay.',
  },
  use: {
    from: ['held'],
    to: 'used',
    emits: 'invoice_reservation.used',
    by: 'system',
    means: 'The loan’s money arrived.',
  },
});

export type ReservationState = StateOf<typeof reservationLifecycle>;

/**
 * A school-fee loan's soft hold on an invoice: it keeps the invoice from being voided and other loans from
 * counting on the same balance, not the family from paying. It ends by itself at `expiresAt`.
 */
export class InvoiceReservation {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  invoiceId!: number;
  /** The loan, in lending's books. */
  loanUuid!: string;
  amount!: Cents;
  expiresAt!: Temporal.Instant;
  state!: ReservationState;

  static reserve(facts: {
    uuid: string;
    invoiceId: number;
    loanUuid: string;
    amount: Cents;
    expiresAt: Temporal.Instant;
  }): InvoiceReservation {
    return Object.assign(new InvoiceReservation(), facts, { state: 'held' as const });
  }

  held(): DomainEvent {
    return this.emit('reserve');
  }

  renew(amount: Cents, expiresAt: Temporal.Instant): DomainEvent {
    this.state = advance(reservationLifecycle, this.state, 'renew');
    this.amount = amount;
    this.expiresAt = expiresAt;
    return this.emit('renew');
  }

  release(): DomainEvent {
    this.state = advance(reservationLifecycle, this.state, 'release');
    return this.emit('release');
  }

  use(): DomainEvent {
    this.state = advance(reservationLifecycle, this.state, 'use');
    return this.emit('use');
  }

  private emit(action: keyof typeof reservationLifecycle.verbs): DomainEvent {
    return event(reservationLifecycle.verbs[action].emits, 'invoice_reservation', this, {
      invoice_id: this.invoiceId,
      loan_uuid: this.loanUuid,
      amount: this.amount,
      expires_at: this.expiresAt.toString({ smallestUnit: 'millisecond' }),
    });
  }
}

/** True while the hold counts. */
export function isLive(reservation: Pick<InvoiceReservation, 'state' | 'expiresAt'>, now: Temporal.Instant): boolean {
  return reservation.state === 'held' && Temporal.Instant.compare(reservation.expiresAt, now) > 0;
}
