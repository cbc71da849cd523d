import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import { breakLifecycle } from '../break/lifecycle.ts';
import { isPayment, type ReconciliationBreak } from '../break/reconciliation-break.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { reconciliationRefusals } from '../refusals.ts';

export const BREAK_STEPS = ['assign', 'book', 'resolve', 'reopen'] as const;

export type WorkBreak = {
  readonly breakId: number;
  readonly version?: number | undefined;
  readonly action: (typeof BREAK_STEPS)[number];
  readonly reason: string | null;
  readonly owner: string | null;
};

/**
 * A person takes a step with a break. `book` records the payment that is missing here, as the paybill's confirmation
 * would have; every other step books nothing.
 * @throws DomainError invalid_state_transition, break_not_bookable (conflict), validation_failed, not_found,
 *   precondition_failed; duplicate_reference where the receipt stands for another amount here
 */
export async function workBreak(
  command: WorkBreak,
  ports: Pick<ReconciliationPorts, 'breaks' | 'bookPayment' | 'actor' | 'now'>,
): Promise<Outcome<ReconciliationBreak>> {
  const found = await ports.breaks.lock(command.breakId);
  if (!found) {
    throw refuse(kernelRefusals.not_found, `There is no reconciliation break ${command.breakId}.`, {
      resource: 'reconciliation_break',
      id: String(command.breakId),
    });
  }
  requireVersion(found, command.version);
  return outcome(found, ...(await take(command, found, ports)));
}

async function take(
  { action, reason, owner }: WorkBreak,
  found: ReconciliationBreak,
  ports: Pick<ReconciliationPorts, 'bookPayment' | 'actor' | 'now'>,
): Promise<readonly DomainEvent[]> {
  const step = { by: ports.actor, now: ports.now };
  switch (action) {
    case 'assign':
      return [found.assign(owner, step)];
    case 'resolve':
      return [found.resolve(reason, step)];
    case 'reopen':
      return [found.reopen(reason, step)];
    case 'book': {
      requireAllowed(breakLifecycle, found.state, 'book');
      const { booked, events } = await ports.bookPayment(paymentIn(found));
      return [...events, found.settle(booked, step)];
    }
  }
}

function paymentIn({ id, type, account, line, amountThere, receiptNo, occurredAt }: ReconciliationBreak) {
  if (
    type !== 'missing_here' ||
    !line ||
    amountThere === null ||
    !isPayment(account, { amount: amountThere, receiptNo })
  ) {
    throw refuse(
      reconciliationRefusals.break_not_bookable,
      `The break ${id} is no payment to the paybill that is missing here.`,
      { break_id: id },
    );
  }
  return {
    receiptNo: receiptNo ?? '',
    amount: amountThere,
    msisdn: line.msisdn ?? '',
    accountReference: line.account_reference ?? '',
    paidAt: occurredAt,
  };
}
