import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, lifecycle, type StateOf } from '../../kernel/lifecycle.ts';
import { least, most, type Cents } from '../../kernel/money.ts';

export const reservationLifecycle = lifecycle('invoice_reservation', ['held', 'promised', 'released', 'used'], {
  reserve: { from: [], to: 'held', emits: 'invoice_reservation.held', by: 'system', means: 'A loan means to pay.' },
  renew: {
    from: ['held'],
    to: 'held',
    emits: 'invoice_reservation.renewed',
    by: 'system',
    means: 'The loan renews its reservation, with a new amount and expiry.',
  },
  promise: {
    from: ['held'],
    to: 'promised',
    emits: 'invoice_reservation.promised',
    by: 'system',
    means: 'The loan’s money went to a phone: the school is promised it, and does not have it yet.',
  },
  release: {
    from: ['held', 'promised'],
    to: 'released',
    emits: 'invoice_reservation.released',
    by: 'system',
    means: 'The loan will not pay, or its money came back.',
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
 * counting on the same balance, not the family from paying. It ends automatically at `expiresAt`.
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
  /** The disbursement whose money is promised, in lending's books. */
  disbursementUuid!: string | null;
  /** What the invoice had been paid when the money was promised, in minor units: what came since keeps the promise. */
  paidBefore!: Cents | null;

  static reserve(facts: {
    uuid: string;
    invoiceId: number;
    loanUuid: string;
    amount: Cents;
    expiresAt: Temporal.Instant;
  }): InvoiceReservation {
    return Object.assign(new InvoiceReservation(), facts, {
      state: 'held' as const,
      disbursementUuid: null,
      paidBefore: null,
    });
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

  /** The loan's money went to a phone. `amount` in minor units. */
  promise(facts: { disbursementUuid: string; amount: Cents; paidBefore: Cents }): DomainEvent {
    this.state = advance(reservationLifecycle, this.state, 'promise');
    Object.assign(this, facts);
    return this.emit('promise');
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

/**
 * What a school is still promised of the money of loans that went to phones, in minor units: until so much has come for the
 * invoice since, from anyone. What came keeps one promise, the oldest that is open, and not each of them. What is no longer
 * owed is promised no more.
 * @param promises those of the invoice that stand, in the order in which they were made
 */
export function stillPromised(
  promises: readonly Pick<InvoiceReservation, 'amount' | 'paidBefore'>[],
  { paid, balance }: { readonly paid: Cents; readonly balance: Cents },
): Cents {
  let keptAt = 0n;
  let left = 0n;
  for (const { amount, paidBefore } of promises) {
    keptAt = most(paidBefore ?? 0n, keptAt) + amount;
    left += least(amount, most(keptAt - paid, 0n));
  }
  return least(left, balance);
}

/** True while the hold counts. */
export function isLive(reservation: Pick<InvoiceReservation, 'state' | 'expiresAt'>, now: Temporal.Instant): boolean {
  return reservation.state === 'held' && Temporal.Instant.compare(reservation.expiresAt, now) > 0;
}
