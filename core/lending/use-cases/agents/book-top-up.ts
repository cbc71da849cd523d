import type { DomainEvent } from '../../../kernel/event.ts';
import type { Cents } from '../../../kernel/money.ts';
import type { Direction } from '../../../payments/payment-receipt.ts';
import { valueDateOf, valuedOn, type PaymentClock } from '../../../payments/payment-time.ts';
import type { Claim } from '../../../payments/receipt-registry.ts';
import type { Agent } from '../../agent/agent.ts';
import type { FloatTopUp, Moved } from '../../float-top-up/float-top-up.ts';
import type { LendingPorts } from '../../ports.ts';

/** The type of record under which a receipt of a top-up stands. */
export const FLOAT_TOP_UP = 'float_top_up';

type TopUpReceipt = {
  readonly receiptNo: string;
  /** What the command calls it. */
  readonly field?: string;
  readonly amount: Cents;
  readonly at: Temporal.Instant;
};

/** The claim of what was moved for a top-up, or moved back. */
export function claimOfTopUp(
  { uuid, agentId }: FloatTopUp,
  direction: Direction,
  { receiptNo, field, amount, at }: TopUpReceipt,
  reportedBy: Claim['reportedBy'],
): Claim {
  const record = { type: FLOAT_TOP_UP, uuid };
  const party = `agent:${agentId}`;
  const paid = { account: 'mpesa', direction, receiptNo, field, amount, paidAt: at, reportedBy } as const;
  return { ...paid, record, recordExists: true, party };
}

/** What was moved is float of the agent, from the day on which the provider moved it. */
export async function bookMoved(
  topUp: FloatTopUp,
  { amount, at }: Pick<Moved, 'amount' | 'at'>,
  confirmed: DomainEvent,
  ports: Pick<LendingPorts, 'agents'> & Pick<PaymentClock, 'now' | 'businessDate'>,
): Promise<DomainEvent> {
  (await agentOfTopUp(topUp, ports)).fill(amount);
  return valuedOn(confirmed, valueDateOf(at, ports));
}

export async function agentOfTopUp(
  { agentId, uuid }: FloatTopUp,
  { agents }: Pick<LendingPorts, 'agents'>,
): Promise<Agent> {
  const agent = await agents.lock(agentId);
  if (!agent) throw new Error(`The agent of the top-up ${uuid} is gone.`);
  return agent;
}
