import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { invalidFields } from '../../kernel/field-error.ts';
import { MAX_CENTS, most, requirePositive, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { ProviderName } from '../../payments/channels.ts';
import { lendingRefusals } from '../refusals.ts';

/**
 * A branch's cashier of mobile money at one provider. `float` is what the provider holds for the agent, `held` the part of
 * it that is promised to disbursements which have not left yet. Both in minor units, never negative.
 */
export class Agent {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** `AG-` and a zero-padded number: the agent_id that a refusal names. */
  agentNo!: string;
  name!: string;
  branchId!: number;
  /** In whose account the float lies: it pays on that provider's channel alone. */
  provider!: ProviderName;
  float!: Cents;
  held!: Cents;
  /** Below this much of available float float.low is emitted; null: never. */
  lowFloat!: Cents | null;
  /** What may be paid out from this float in a business day; null: no more than there is. */
  dailyLimit!: Cents | null;

  static appoint(fields: Pick<Agent, 'uuid' | 'agentNo' | 'name' | 'branchId' | 'provider'>): Agent {
    return Object.assign(new Agent(), fields, {
      float: 0n,
      held: 0n,
      lowFloat: null,
      dailyLimit: null,
    });
  }

  /**
   * Promises float to a disbursement. Emits float.low where what is available falls below the threshold with it.
   * @throws DomainError insufficient_balance with agent_id, available_float
   */
  hold(amount: Cents): DomainEvent[] {
    const available = this.requireAvailable(amount, 'the disbursement asks for');
    this.held += amount;
    return this.fellFrom(available);
  }

  /**
   * What leaves with one more payment has to stay within what may be paid in a day.
   * @param today what was paid and promised from this float today, in minor units
   * @throws DomainError daily_limit_reached (conflict) with agent_id, remaining_amount
   */
  requireWithinDay(amount: Cents, today: Cents): void {
    if (this.dailyLimit === null || today + amount <= this.dailyLimit) return;
    const remaining = most(this.dailyLimit - today, 0n);
    throw refuse(
      lendingRefusals.daily_limit_reached,
      `Agent ${this.agentNo} may pay out ${this.dailyLimit} in a day; ${remaining} of it is left today.`,
      { agent_id: this.agentNo, daily_limit: this.dailyLimit, remaining_amount: remaining },
    );
  }

  /** The provider took the money, or may have: the hold becomes a payment in transit. */
  pay(amount: Cents): void {
    this.release(amount);
    this.float -= amount;
  }

  /** The provider paid what was not promised any more. False, and nothing is taken, where the float does not cover it. */
  payUnpromised(amount: Cents): { readonly covered: boolean; readonly events: DomainEvent[] } {
    const available = availableFloat(this);
    if (available < amount) return { covered: false, events: [] };
    this.float -= amount;
    return { covered: true, events: this.fellFrom(available) };
  }

  /** A promise falls: nothing was sent. */
  release(amount: Cents): void {
    if (this.held < amount) throw new Error(`Agent ${this.agentNo} holds ${this.held}, not ${amount}.`);
    this.held -= amount;
  }

  /** Money in transit came back: the provider says that nothing was paid. */
  takeBack(amount: Cents): void {
    this.float += amount;
  }

  /** Float arrives by a payment that the provider was sent, which emits it. */
  fill(amount: Cents): void {
    this.float += requirePositive(amount, 'amount');
  }

  /** Float arrives from the bank. @throws DomainError validation_failed where the amount is not positive, or more than can be shown */
  topUp(amount: Cents, reference: string, from: 'bank' | 'paybill' = 'bank'): DomainEvent {
    this.requireRoom(amount);
    this.fill(amount);
    const { agentNo, provider } = this;
    return event('float.topped_up', 'agent', this, { agent_id: agentNo, provider, amount, reference }, { from });
  }

  /**
   * Hands float to another agent of the institution, whose float lies at the same provider.
   * @throws DomainError insufficient_balance with agent_id, available_float; validation_failed
   */
  transferTo(other: Agent, amount: Cents, reason: string): DomainEvent[] {
    requirePositive(amount, 'amount');
    other.requireRoom(amount);
    const available = this.requireAvailable(amount, 'the transfer asks for');
    this.float -= amount;
    other.float += amount;
    const data = { agent_id: this.agentNo, to_agent_id: other.agentNo, provider: this.provider, amount, reason };
    return [event('float.transferred', 'agent', this, data), ...this.fellFrom(available)];
  }

  /**
   * Float becomes what the provider is owed for its charges: it was moved to their account on the provider's portal.
   * @throws DomainError insufficient_balance with agent_id, available_float; validation_failed
   */
  payCharges(amount: Cents, reference: string): DomainEvent[] {
    requirePositive(amount, 'amount');
    const available = this.requireAvailable(amount, 'the provider’s charges ask for');
    this.float -= amount;
    const data = { agent_id: this.agentNo, provider: this.provider, amount, reference };
    return [event('float.charges_paid', 'agent', this, data), ...this.fellFrom(available)];
  }

  /**
   * Float went back to the paybill that it came from.
   * @throws DomainError insufficient_balance with agent_id, available_float
   */
  giveBack(amount: Cents): DomainEvent[] {
    const available = this.requireAvailable(amount, 'the reversal of a top-up asks for');
    this.float -= amount;
    return this.fellFrom(available);
  }

  /** What may be paid out in a day; null: no more than there is. @throws DomainError validation_failed */
  limitDay(amount: Cents | null): void {
    this.dailyLimit = amount === null ? null : requirePositive(amount, 'daily_limit');
  }

  /** The threshold of float.low; null: never. @throws DomainError validation_failed */
  warnBelow(amount: Cents | null): void {
    this.lowFloat = amount === null ? null : requirePositive(amount, 'low_float');
  }

  /** @throws DomainError validation_failed (invalid) where the float would come to more than can be shown */
  private requireRoom(amount: Cents): void {
    const room = MAX_CENTS - this.float;
    if (amount <= room) return;
    throw invalidFields(`The float of agent ${this.agentNo} can’t be so much.`, [
      { field: 'amount', code: 'range', detail: `Add at most ${room}.`, amounts: { most_amount: room } },
    ]);
  }

  private requireAvailable(amount: Cents, asks: string): Cents {
    const available = availableFloat(this);
    if (available >= amount) return available;
    throw refuse(
      kernelRefusals.insufficient_balance,
      `Agent ${this.agentNo} has ${available} of float available; ${asks} ${amount}. Top up the float or ask for less.`,
      { agent_id: this.agentNo, available_float: available, requested_amount: amount },
    );
  }

  private fellFrom(before: Cents): DomainEvent[] {
    const available = availableFloat(this);
    if (this.lowFloat === null || before < this.lowFloat || available >= this.lowFloat) return [];
    const data = { agent_id: this.agentNo, available_float: available, low_float: this.lowFloat };
    return [event('float.low', 'agent', this, data)];
  }
}

/** What an agent may still promise, in minor units. */
export function availableFloat(agent: Pick<Agent, 'float' | 'held'>): Cents {
  return agent.float - agent.held;
}
