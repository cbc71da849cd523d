import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { invalidFields } from '../../kernel/field-error.ts';
import { MAX_CENTS, most, requirePositive, sum, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { ProviderName } from '../../payments/channels.ts';
import { lendingRefusals } from '../refusals.ts';
import { availableIn, spread, takeHeld, type FloatPart } from './float-part.ts';
import { FloatStripe, MOST_STRIPES, type PayingFloat } from './float-stripe.ts';

/** What a payment does to its stripe. */
export type StripeStep = keyof PayingFloat;

/**
 * A branch's cashier of mobile money at one provider. `float` is what the provider holds for the agent, `held` the part of
 * it that is promised to disbursements which have not left yet. Both in minor units, never negative. Where the float is
 * split, both lie in its stripes, and a change of the whole has locked them all (`withStripes`).
 */
export class Agent implements FloatPart, PayingFloat {
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
  /** What lies in no stripe; `whole` is all of it. */
  float!: Cents;
  held!: Cents;
  /** Into how many stripes the float is split; 1: into none. */
  stripes!: number;
  /** How often the whole moved in its stripes otherwise than by a payment, or fell low: a new version each time. */
  moves!: number;
  private locked: readonly FloatStripe[] = [];
  /** Below this much of available float float.low is emitted; null: never. */
  lowFloat!: Cents | null;
  /** What may be paid out from this float in a business day; null: no more than there is. */
  dailyLimit!: Cents | null;

  static appoint(fields: Pick<Agent, 'uuid' | 'agentNo' | 'name' | 'branchId' | 'provider'>): Agent {
    return Object.assign(new Agent(), fields, {
      float: 0n,
      held: 0n,
      stripes: 1,
      moves: 0,
      lowFloat: null,
      dailyLimit: null,
    });
  }

  /** The agent with all stripes of the float, which are locked as well, by their numbers. */
  withStripes(stripes: readonly FloatStripe[]): this {
    this.locked = stripes;
    return this;
  }

  /** All of the float, wherever it lies, in minor units. */
  whole(): FloatPart {
    const parts = this.parts();
    return { float: sum(parts.map(({ float }) => float)), held: sum(parts.map(({ held }) => held)) };
  }

  /** Nothing of the float lies where others may change it, once the agent is locked. */
  isWhole(): boolean {
    return this.stripes === 1 || this.locked.length >= this.stripes;
  }

  /** The number of the stripe that a payment uses. */
  stripeOf(payment: number): number {
    return 1 + (payment % this.stripes);
  }

  /**
   * Which stripes a step may touch alone. It does while each of them has its share of the threshold left, and
   * more, so that the whole can't fall below it; otherwise the whole is locked, and evenly spread again. What an agent may
   * pay in a day is counted of the whole.
   */
  allows(step: StripeStep, amount: Cents): (stripe: FloatPart) => boolean {
    const share = this.shareOfThreshold();
    const mayGrow = (stripe: FloatPart) => this.lowFloat === null || availableIn(stripe) > share;
    switch (step) {
      case 'hold':
        return (stripe) => this.dailyLimit === null && availableIn(stripe) - amount >= share;
      case 'pay':
        return ({ held }) => held >= amount;
      case 'release':
        return (stripe) => stripe.held >= amount && mayGrow(stripe);
      case 'takeBack':
        return mayGrow;
    }
  }

  /**
   * Splits the float into so many stripes, or joins it again where it is one. What is held is held of the first; what is
   * available is spread. Returns the stripes that are new. @throws DomainError validation_failed
   */
  split(stripes: number): readonly FloatStripe[] {
    if (!Number.isInteger(stripes) || stripes < 1 || stripes > MOST_STRIPES) {
      throw invalidFields(`The float of agent ${this.agentNo} can’t be split into ${stripes} stripes.`, [
        { field: 'stripes', code: 'range', detail: `Use 1 to ${MOST_STRIPES}; 1 joins it again.` },
      ]);
    }
    const { length } = this.locked;
    const missing = Array.from({ length: stripes === 1 ? 0 : Math.max(stripes - length, 0) }, (_, n) =>
      FloatStripe.empty(this.id, length + n + 1),
    );
    const available = availableIn(this.whole());
    this.stripes = stripes;
    this.locked = [...this.locked, ...missing];
    this.spread(available);
    return missing;
  }

  /**
   * Promises float to a disbursement. Emits float.low where what is available falls below the threshold with it.
   * @throws DomainError insufficient_balance with agent_id, available_float
   */
  hold(amount: Cents, payment: number): DomainEvent[] {
    const available = this.requireAvailable(amount, 'the disbursement asks for');
    this.partOf(payment).held += amount;
    this.spread(available - amount);
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

  pay(amount: Cents, payment: number): void {
    const available = availableIn(this.whole());
    this.takeHeld(amount, payment);
    this.spread(available);
  }

  /** The provider paid what was not promised any more. False, and nothing is taken, where the float does not cover it. */
  payUnpromised(amount: Cents): { readonly covered: boolean; readonly events: DomainEvent[] } {
    const available = availableIn(this.whole());
    if (available < amount) return { covered: false, events: [] };
    return { covered: true, events: this.take(amount, available) };
  }

  release(amount: Cents, payment: number): void {
    const available = availableIn(this.whole());
    this.takeHeld(amount, payment);
    this.spread(available + amount);
  }

  takeBack(amount: Cents): void {
    this.spread(availableIn(this.whole()) + amount);
  }

  /** Float arrives by a payment that the provider was sent, which emits it. */
  fill(amount: Cents): void {
    this.takeBack(requirePositive(amount, 'amount'));
    this.countMove();
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
    const low = this.take(amount, available);
    other.fill(amount);
    const data = { agent_id: this.agentNo, to_agent_id: other.agentNo, provider: this.provider, amount, reason };
    return [event('float.transferred', 'agent', this, data), ...low];
  }

  /**
   * Float becomes what the provider is owed for its charges: it was moved to their account on the provider's portal.
   * @throws DomainError insufficient_balance with agent_id, available_float; validation_failed
   */
  payCharges(amount: Cents, reference: string): DomainEvent[] {
    requirePositive(amount, 'amount');
    const available = this.requireAvailable(amount, 'the provider’s charges ask for');
    const low = this.take(amount, available);
    const data = { agent_id: this.agentNo, provider: this.provider, amount, reference };
    return [event('float.charges_paid', 'agent', this, data), ...low];
  }

  /**
   * Float went back to the paybill that it came from.
   * @throws DomainError insufficient_balance with agent_id, available_float
   */
  giveBack(amount: Cents): DomainEvent[] {
    return this.take(amount, this.requireAvailable(amount, 'the reversal of a top-up asks for'));
  }

  /** What may be paid out in a day; null: no more than there is. @throws DomainError validation_failed */
  limitDay(amount: Cents | null): void {
    this.dailyLimit = amount === null ? null : requirePositive(amount, 'daily_limit');
  }

  /** The threshold of float.low; null: never. @throws DomainError validation_failed */
  warnBelow(amount: Cents | null): void {
    this.lowFloat = amount === null ? null : requirePositive(amount, 'low_float');
    // Each stripe has its share of the new threshold, or none has.
    this.spread(availableIn(this.whole()));
  }

  /** @throws DomainError validation_failed (invalid) where the float would come to more than can be shown */
  private requireRoom(amount: Cents): void {
    const room = MAX_CENTS - this.whole().float;
    if (amount <= room) return;
    throw invalidFields(`The float of agent ${this.agentNo} can’t be so much.`, [
      { field: 'amount', code: 'range', detail: `Add at most ${room}.`, amounts: { most_amount: room } },
    ]);
  }

  private requireAvailable(amount: Cents, asks: string): Cents {
    const available = availableIn(this.whole());
    if (available >= amount) return available;
    throw refuse(
      kernelRefusals.insufficient_balance,
      `Agent ${this.agentNo} has ${available} of float available; ${asks} ${amount}. Top up the float or ask for less.`,
      { agent_id: this.agentNo, available_float: available, requested_amount: amount },
    );
  }

  private fellFrom(before: Cents): DomainEvent[] {
    const available = availableIn(this.whole());
    if (this.lowFloat === null || before < this.lowFloat || available >= this.lowFloat) return [];
    this.countMove();
    const data = { agent_id: this.agentNo, available_float: available, low_float: this.lowFloat };
    return [event('float.low', 'agent', this, data)];
  }

  /** What is available leaves. */
  private take(amount: Cents, available: Cents): DomainEvent[] {
    this.spread(available - amount);
    this.countMove();
    return this.fellFrom(available);
  }

  /** What is in the row of the agent itself is a new version with each of its changes. */
  private countMove(): void {
    if (this.stripes > 1) this.moves += 1;
  }

  private takeHeld(amount: Cents, payment: number): void {
    const left = takeHeld(amount, [this.partOf(payment), ...this.parts()]);
    if (left > 0n) throw new Error(`Agent ${this.agentNo} holds ${amount - left}, not ${amount}.`);
  }

  private spread(available: Cents): void {
    spread(available, this.used(), this.parts());
  }

  private partOf(payment: number): FloatPart {
    return this.used()[this.stripes === 1 ? 0 : this.stripeOf(payment) - 1] ?? this;
  }

  private used(): readonly FloatPart[] {
    if (this.stripes === 1) return [this];
    const used = this.locked.slice(0, this.stripes);
    if (!this.isWhole()) throw new Error(`The stripes of agent ${this.agentNo} are not locked.`);
    return used;
  }

  private parts(): readonly FloatPart[] {
    // A float that is not split lies in none of them.
    return [this, ...this.locked];
  }

  private shareOfThreshold(): Cents {
    const stripes = BigInt(this.stripes);
    return ((this.lowFloat ?? 0n) + stripes - 1n) / stripes;
  }
}
