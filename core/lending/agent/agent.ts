import { refuse } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';

/**
 * A branch's cashier of mobile money. `float` is what the provider holds for the agent, `held` the part of it
 * that is promised to disbursements which have not left yet. Both in minor units, never negative.
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
  float!: Cents;
  held!: Cents;

  static appoint(given: Pick<Agent, 'uuid' | 'agentNo' | 'name' | 'branchId'>): Agent {
    return Object.assign(new Agent(), given, { float: 0n, held: 0n });
  }

  /** Promises float to a disbursement. @throws DomainError insufficient_balance with agent_id, available_float */
  hold(amount: Cents): void {
    const available = availableFloat(this);
    if (available < amount) {
      throw refuse(
        kernelRefusals.insufficient_balance,
        `Agent ${this.agentNo} has ${available} of float available; the disbursement asks for ${amount}. Top up the float or ask for less.`,
        { agent_id: this.agentNo, available_float: available, requested_amount: amount },
      );
    }
    this.held += amount;
  }

  /** The provider took the money, or may have: the hold becomes a payment in transit. */
  pay(amount: Cents): void {
    this.release(amount);
    this.float -= amount;
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

  /** Float arrives from the bank. @throws DomainError validation_failed where the amount is not positive */
  topUp(amount: Cents, reference: string): DomainEvent {
    this.float += requirePositive(amount, 'amount');
    return event('float.topped_up', 'agent', this, { agent_id: this.agentNo, amount, reference });
  }
}

/** What an agent may still promise, in minor units. */
export function availableFloat(agent: Pick<Agent, 'float' | 'held'>): Cents {
  return agent.float - agent.held;
}
