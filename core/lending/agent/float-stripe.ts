import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { availableIn, type FloatPart } from './float-part.ts';

/** Into so many stripes a float is split at most. */
export const MOST_STRIPES = 16;

/** What a payment does to a float. `payment` is its id: it says in which stripe. */
export type PayingFloat = {
  hold(amount: Cents, payment: number): DomainEvent[];
  /** The provider took the money, or may have: the hold becomes a payment in transit. */
  pay(amount: Cents, payment: number): void;
  /** A promise falls: nothing was sent. */
  release(amount: Cents, payment: number): void;
  /** Money in transit came back: the provider says that nothing was paid. */
  takeBack(amount: Cents, payment: number): void;
};

/**
 * A part of an agent's float that is locked by itself, so that payments of one agent don't wait for one another. What one
 * stripe can do alone, the agent says (Agent.allows): neither does the whole run short with it, nor fall below its threshold.
 */
export class FloatStripe implements FloatPart, PayingFloat {
  id!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  agentId!: number;
  /** From 1. One beyond those that are in use holds nothing. */
  number!: number;
  float!: Cents;
  held!: Cents;

  static empty(agentId: number, number: number): FloatStripe {
    return Object.assign(new FloatStripe(), { agentId, number, float: 0n, held: 0n });
  }

  hold(amount: Cents): DomainEvent[] {
    if (availableIn(this) < amount)
      throw new Error(`Stripe ${this.id} has ${availableIn(this)} available, not ${amount}.`);
    this.held += amount;
    return [];
  }

  pay(amount: Cents): void {
    this.release(amount);
    this.float -= amount;
  }

  release(amount: Cents): void {
    if (this.held < amount) throw new Error(`Stripe ${this.id} holds ${this.held}, not ${amount}.`);
    this.held -= amount;
  }

  takeBack(amount: Cents): void {
    this.float += amount;
  }
}
