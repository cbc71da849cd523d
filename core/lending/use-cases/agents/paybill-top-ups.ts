import { refuse } from '../../../kernel/domain-error.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { requireAllowed, requireReason } from '../../../kernel/lifecycle.ts';
import { requirePositive, type Cents } from '../../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../../kernel/outcome.ts';
import { kernelRefusals } from '../../../kernel/refusals.ts';
import { amount, choice, instant, optional, text, type FieldsOf } from '../../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../../kernel/steps.ts';
import { requireAgreement, requireMovable, type Agreeing } from '../../../kernel/two-people.ts';
import { requireVersion } from '../../../kernel/version.ts';
import { amountProblem } from '../../../payments/channels.ts';
import type { PaymentPorts, ReceiptPorts } from '../../../payments/ports.ts';
import { PAYMENT_OUTCOME, type PaymentOutcome } from '../../../payments/choices.ts';
import { requirePaymentTime } from '../../../payments/payment-time.ts';
import { endUses, requireReceipt } from '../../../payments/receipt-registry.ts';
import { FloatTopUp } from '../../float-top-up/float-top-up.ts';
import { floatTopUpLifecycle } from '../../float-top-up/lifecycle.ts';
import type { LendingPorts } from '../../ports.ts';
import { lendingRefusals } from '../../refusals.ts';
import { agentOfTopUp, bookMoved, claimOfTopUp, FLOAT_TOP_UP } from './book-top-up.ts';
import { findAgent } from './float.ts';

type OnFloatTopUp = { readonly floatTopUpId: number; readonly version?: number | undefined };

/** What the provider moves by request: from the paybill's account to the one that pays people. */
const CHANNEL = 'mpesa_b2b';

/**
 * Money that the institution's paybill has collected is to become float of an agent, by a payment that the provider is
 * sent after commit. `amount` in minor units, whole shillings. Nothing is booked until the provider confirms it. An agent
 * has one on its way at a time: the provider knows no name of ours for it, so that two alike could not be distinguished.
 * @throws DomainError top_up_under_way (conflict) with existing_id, validation_failed (invalid), not_found;
 *   SecondPersonRequired where the tenant wants two people
 */
export async function topUpFromPaybill(
  command: { readonly agentNo: string; readonly amount: Cents },
  ports: Pick<LendingPorts, 'agents' | 'floatTopUps' | 'newUuid' | 'actor' | 'now' | 'fourEyes'> & Agreeing,
): Promise<Outcome<FloatTopUp>> {
  const amount = requirePositive(command.amount, 'amount');
  const agent = await findAgent(command.agentNo, ports);
  if (agent.provider !== 'mpesa') {
    const detail = 'Choose an agent whose float is at M-Pesa: the money of its paybill lies there.';
    throw invalidField('agent_id', 'choice', detail, `Agent ${agent.agentNo} has no float at M-Pesa. ${detail}`);
  }
  const problem = amountProblem(CHANNEL, amount);
  if (problem !== null) throw invalidField('amount', 'range', problem, `amount can't be moved. ${problem}`);
  const open = await ports.floatTopUps.openOf(agent.id);
  if (open) {
    throw refuse(
      lendingRefusals.top_up_under_way,
      `A top-up of ${open.amount} for agent ${agent.agentNo} is ${open.state}; wait until it is settled.`,
      { existing_id: open.id, agent_id: agent.agentNo },
    );
  }
  requireMovable(ports, {
    subject: { type: 'agent', id: agent.id, uuid: agent.uuid },
    rule: 'Moving money of the paybill to the float takes two people.',
    amount,
  });
  const ids = { uuid: ports.newUuid(), originatorId: ports.newUuid() };
  const facts = { ...ids, agentId: agent.id, agentNo: agent.agentNo, amount, requestedBy: ports.actor };
  const { topUp, event } = FloatTopUp.request(facts, ports.now);
  ports.floatTopUps.add(topUp);
  return outcome(topUp, event);
}

/**
 * It is called off before anything has left.
 * @throws DomainError invalid_state_transition (conflict), validation_failed, not_found, precondition_failed
 */
async function cancelFloatTopUp(
  command: OnFloatTopUp & { readonly reason: string | null },
  ports: Pick<LendingPorts, 'floatTopUps' | 'now'>,
): Promise<Outcome<FloatTopUp>> {
  const topUp = await findFloatTopUp(command, ports);
  return outcome(topUp, topUp.cancel(command.reason, ports.now));
}

export type SettleFloatTopUp = OnFloatTopUp & {
  readonly outcome: PaymentOutcome;
  /** Where it is seen, such as a line of the provider's statement. */
  readonly evidence: string | null;
  readonly receiptNo?: string | null;
  readonly paidAt?: Temporal.Instant | null;
  /** What was moved, minor units; what was requested by default. */
  readonly amount?: Cents | null;
};

/**
 * People say what became of one in review: always two of them, one proposes and another approves. What was really moved is
 * booked.
 * @throws DomainError invalid_state_transition, duplicate_payment_reference (conflict), payment_time_out_of_range,
 *   validation_failed (invalid), not_found, precondition_failed; SecondPersonRequired
 */
export async function settleFloatTopUp(
  command: SettleFloatTopUp,
  ports: Pick<LendingPorts, 'floatTopUps' | 'agents'> & PaymentPorts,
): Promise<Outcome<FloatTopUp>> {
  const topUp = await findFloatTopUp(command, ports);
  const { evidence, receiptNo = null } = command;
  requireAllowed(floatTopUpLifecycle, topUp.state, 'settle');
  requireReason(floatTopUpLifecycle, 'settle', evidence);
  const demand = {
    subject: subjectOf(topUp),
    rule: 'Settling a payment in review takes two people.',
    amount: topUp.amount,
  };
  if (command.outcome === 'not_paid') {
    requireAgreement(ports, demand);
    return outcome(topUp, topUp.settleUnmoved(evidence, ports.now));
  }
  if (receiptNo === null || receiptNo.trim() === '') {
    throw invalidField('receipt_no', 'required', 'Name the provider’s receipt of the payment in receipt_no.');
  }
  const amount = requirePositive(command.amount ?? topUp.amount, 'amount');
  const problem = amountProblem(CHANNEL, amount);
  if (problem !== null) throw invalidField('amount', 'range', problem);
  const at = requirePaymentTime(command.paidAt, topUp.sentAt ?? topUp.createdAt, ports);
  const moved = { receiptNo, amount, at, providerRef: null };
  const { replayOf, book } = await requireReceipt(
    claimOfTopUp(topUp, 'out', { ...moved, field: 'receipt_no' }, 'caller'),
    ports,
  );
  requireAgreement(ports, { ...demand, amount });
  const settled = topUp.settleMoved(moved, evidence);
  const booked = await bookMoved(topUp, moved, settled, ports);
  return outcome(topUp, booked, ...(replayOf ? [] : book()));
}

export type ReverseFloatTopUp = OnFloatTopUp & {
  /** The provider's receipt of the reversal. */
  readonly reversalReceiptNo: string;
  readonly reason: string | null;
};

/**
 * The provider moved the money back to the paybill's account, whole: it is no float any more. The same reversal once more
 * changes nothing.
 * @throws DomainError insufficient_balance, invalid_state_transition, duplicate_payment_reference (conflict),
 *   validation_failed, not_found, precondition_failed; SecondPersonRequired where the tenant wants two people
 */
export async function reverseFloatTopUp(
  command: ReverseFloatTopUp,
  ports: Pick<LendingPorts, 'floatTopUps' | 'agents' | 'fourEyes'> & ReceiptPorts & Agreeing,
): Promise<Outcome<FloatTopUp>> {
  const topUp = await findFloatTopUp(command, ports);
  const { reversalReceiptNo: reference, reason } = command;
  const back = { receiptNo: reference, field: 'reversal_receipt_no', amount: topUp.movedAmount(), at: ports.now };
  const { replayOf, book } = await requireReceipt(claimOfTopUp(topUp, 'in', back, 'caller'), ports);
  if (replayOf) return replay(topUp);
  requireAllowed(floatTopUpLifecycle, topUp.state, 'reverse');
  requireReason(floatTopUpLifecycle, 'reverse', reason);
  const agent = await agentOfTopUp(topUp, ports);
  const low = agent.giveBack(back.amount);
  requireMovable(ports, {
    subject: subjectOf(topUp),
    rule: 'Booking that a top-up was reversed takes two people.',
    amount: back.amount,
  });
  const reversed = topUp.reverse({ reference, reason }, ports.now);
  await endUses({ type: FLOAT_TOP_UP, uuid: topUp.uuid, direction: 'out' }, 'taken_back', ports);
  return outcome(topUp, reversed, ...low, ...book());
}

const subjectOf = ({ id, uuid }: FloatTopUp) => ({ type: FLOAT_TOP_UP, id, uuid });

async function findFloatTopUp(command: OnFloatTopUp, ports: Pick<LendingPorts, 'floatTopUps'>): Promise<FloatTopUp> {
  const topUp = await ports.floatTopUps.lock(command.floatTopUpId);
  if (!topUp) {
    throw refuse(kernelRefusals.not_found, `There is no float top-up ${command.floatTopUpId}.`, {
      resource: FLOAT_TOP_UP,
      id: String(command.floatTopUpId),
    });
  }
  requireVersion(topUp, command.version);
  return topUp;
}

const step = stepOn<'floatTopUpId'>();

/** What people do about a top-up of the float. */
export const floatTopUpSteps = {
  cancel: step({
    name: 'cancelFloatTopUp',
    means: 'Calls a top-up off before it is sent.',
    run: cancelFloatTopUp,
    fields: {},
  }),
  settle: {
    name: 'settleFloatTopUp',
    means: 'Says what became of a top-up in review, with evidence. It always takes two people.',
    isProposable: true,
    reasonIn: 'evidence',
    fields: {
      outcome: choice(PAYMENT_OUTCOME, 'What became of it.'),
      evidence: text(500, 'Where it is seen, such as a line of the provider’s statement.'),
      receiptNo: optional(text(64, 'The provider’s receipt, where it was moved.')),
      paidAt: optional(instant('When it was moved; now where it is left out.')),
      amount: optional(amount('What was moved, where it is another amount than was requested.')),
    } satisfies FieldsOf<SettleFloatTopUp, 'floatTopUpId'>,
  },
  reverse: {
    name: 'reverseFloatTopUp',
    means: 'Books that the provider moved a top-up back to the paybill, whole.',
    isProposable: true,
    fields: {
      reversalReceiptNo: text(64, 'The provider’s receipt of the reversal.'),
    } satisfies FieldsOf<ReverseFloatTopUp, 'floatTopUpId'>,
  },
} as const satisfies Steps<typeof floatTopUpLifecycle>;
