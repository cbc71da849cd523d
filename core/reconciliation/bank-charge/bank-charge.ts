import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { bankChargeLifecycle, type BankChargeState } from './lifecycle.ts';

/** A line of the bank's statement: what makes it the same one on every import, and what it says. */
export type ChargeLine = {
  /** The id under which the line is stored, once, however many statements have it. */
  readonly lineId: number;
  /** The bank's reference; often that of the payment which it charges. */
  readonly receiptNo: string;
  /** Minor units, positive. */
  readonly amount: Cents;
  /** When the bank booked it. */
  readonly at: Temporal.Instant;
};

/** What the bank has charged the institution with one line of its statement. */
export class BankCharge {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  state!: BankChargeState;
  /** The line that charges: one charge for each. */
  lineId!: number;
  receiptNo!: string;
  /** Minor units. */
  amount!: Cents;
  chargedAt!: Temporal.Instant;
  /** The payment of ours that it is for; null where it is for none. */
  originatorId!: string | null;
  /** The line that gives it back; null while it stands. */
  backLineId!: number | null;
  backReceiptNo!: string | null;
  givenBackAt!: Temporal.Instant | null;

  static book(
    { lineId, receiptNo, amount, at }: ChargeLine,
    facts: Pick<BankCharge, 'uuid' | 'originatorId'>,
  ): { charge: BankCharge; event: DomainEvent } {
    const stands = { state: 'booked' as const, backLineId: null, backReceiptNo: null, givenBackAt: null };
    const charge = Object.assign(new BankCharge(), { lineId, receiptNo, amount, chargedAt: at, ...facts, ...stands });
    return { charge, event: charge.emit('book') };
  }

  /** The bank has given it back, whole. @throws DomainError invalid_state_transition (conflict) */
  giveBack({ lineId, receiptNo, at }: ChargeLine): DomainEvent {
    this.state = advance(bankChargeLifecycle, this.state, 'give_back');
    this.backLineId = lineId;
    this.backReceiptNo = receiptNo;
    this.givenBackAt = at;
    return this.emit('give_back');
  }

  private emit(action: 'book' | 'give_back'): DomainEvent {
    const { amount, state, receiptNo, backReceiptNo } = this;
    const data = { amount, state, receipt_no: action === 'book' ? receiptNo : backReceiptNo };
    const undoes = action === 'book' ? {} : { reverses: bankChargeLifecycle.verbs.book.emits };
    return event(bankChargeLifecycle.verbs[action].emits, 'bank_charge', this, data, undoes);
  }
}
