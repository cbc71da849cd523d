import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { guaranteeLifecycle, type GuaranteeAction, type GuaranteeState } from './lifecycle.ts';

/** A member who stands for part of another member's loan. Money in minor units. */
export class Guarantee {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  /** The guarantor. */
  memberId!: number;
  amount!: Cents;
  /** The part of it that still binds the guarantor. */
  liable!: Cents;
  state!: GuaranteeState;
  createdBy!: string;
  /** Named by one person after the loan was approved: who approved it has not seen it. */
  pledgedLate!: boolean;

  /** @param liable the part of it that binds from the start: all of it, unless the loan was repaid in part before */
  static pledge(
    fields: Pick<Guarantee, 'uuid' | 'loanId' | 'memberId' | 'amount' | 'createdBy' | 'pledgedLate'>,
    liable: Cents = fields.amount,
  ): { guarantee: Guarantee; event: DomainEvent } {
    const guarantee = Object.assign(new Guarantee(), fields, { liable, state: 'live' as const });
    return { guarantee, event: guarantee.emit('pledge') };
  }

  withdraw(): DomainEvent {
    this.state = advance(guaranteeLifecycle, this.state, 'withdraw');
    this.liable = 0n;
    return this.emit('withdraw');
  }

  /** A guarantor who died is bound no longer. @throws DomainError invalid_state_transition (conflict), validation_failed (invalid) */
  end(action: 'substitute' | 'discharge', reason: string | null = null): DomainEvent {
    const state = advance(guaranteeLifecycle, this.state, action);
    requireReason(guaranteeLifecycle, action, reason);
    this.state = state;
    this.liable = 0n;
    return this.emit(action, reason === null ? {} : { reason });
  }

  /**
   * The guarantor is bound for the share of the principal that is still owed, rounded up.
   * @param loan `owed`: principal outstanding; `lent`: principal that was lent; `ended`: whether the loan binds no more
   * @returns the event where the guarantee ended or came back; null where only its amount changed
   */
  follow({
    owed,
    lent,
    ended,
  }: {
    readonly owed: Cents;
    readonly lent: Cents;
    readonly ended: boolean;
  }): DomainEvent | null {
    if (this.state !== 'live' && this.state !== 'released') return null;
    this.liable = ended ? 0n : lent === 0n ? this.amount : (this.amount * owed + lent - 1n) / lent;
    if (ended === (this.state === 'released')) return null;
    const action = ended ? 'release' : 'restore';
    this.state = advance(guaranteeLifecycle, this.state, action);
    return this.emit(action);
  }

  private emit(action: GuaranteeAction, more: DomainEvent['data'] = {}): DomainEvent {
    return event(guaranteeLifecycle.verbs[action].emits, 'guarantee', this, {
      loan_id: this.loanId,
      member_id: this.memberId,
      amount: this.amount,
      liable: this.liable,
      state: this.state,
      ...more,
    });
  }
}
