import { refuse } from '../../kernel/domain-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import { breakLifecycle } from '../break/lifecycle.ts';
import { isPayment, type ReconciliationBreak } from '../break/reconciliation-break.ts';
import type { ReconciliationPorts } from '../ports.ts';
import { reconciliationRefusals } from '../refusals.ts';
import { text } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';

/**
 * The steps that a person takes with a break. Each throws DomainError invalid_state_transition (conflict),
 * validation_failed where what it needs is missing, not_found, precondition_failed.
 */
type OnBreak = { readonly breakId: number; readonly version?: number | undefined };
type WithReason = OnBreak & { readonly reason?: string | null };
type Ports = Pick<ReconciliationPorts, 'breaks' | 'actor' | 'now'>;

/** Names the person who looks into it. */
async function assignReconciliationBreak(
  command: OnBreak & { readonly owner?: string | null },
  ports: Ports,
): Promise<Outcome<ReconciliationBreak>> {
  const found = await findBreak(command, ports);
  return outcome(found, found.assign(command.owner ?? null, stepBy(ports)));
}

/**
 * Records the payment that is missing here, as the paybill's confirmation would have: an app's is the app's.
 * @throws DomainError break_not_bookable, four_eyes_required (conflict), role_limit_exceeded (forbidden); duplicate_payment_reference where the receipt is of another payment here
 */
async function bookReconciliationBreak(
  command: OnBreak,
  ports: Ports & Pick<ReconciliationPorts, 'bookPayment' | 'registered' | 'reconciliations'>,
): Promise<Outcome<ReconciliationBreak>> {
  const found = await findBreak(command, ports);
  requireAllowed(breakLifecycle, found.state, 'book');
  const payment = paymentIn(found);
  const existing = (await ports.registered([payment.receiptNo])).get(payment.receiptNo);
  // What a person has recorded for a student is in no books before it has arrived at an account of ours.
  if (existing && existing.type !== 'payment') {
    throw refuse(
      paymentRefusals.duplicate_payment_reference,
      `The receipt ${payment.receiptNo} is booked as ${existing.type.replaceAll('_', ' ')} ${existing.id}. Correct that one, and compare again.`,
      { existing, existing_id: existing.id },
    );
  }
  const shownBy = await shownByPerson(found, ports);
  const { booked, events } = await ports.bookPayment({ ...payment, shownBy, recordedAs: existing ?? null });
  return outcome(found, ...events, found.settle(booked, stepBy(ports)));
}

/** Who has brought the statement that showed it first; null where the provider itself has listed it. */
async function shownByPerson(
  { reconciliationId }: ReconciliationBreak,
  { reconciliations }: Pick<ReconciliationPorts, 'reconciliations'>,
): Promise<string | null> {
  const comparison = await reconciliations.get(reconciliationId);
  return comparison === null || comparison.source === 'pull' ? null : comparison.comparedBy;
}

/** It was explained, or corrected elsewhere; nothing is booked. */
async function resolveReconciliationBreak(command: WithReason, ports: Ports): Promise<Outcome<ReconciliationBreak>> {
  const found = await findBreak(command, ports);
  return outcome(found, found.resolve(command.reason ?? null, stepBy(ports)));
}

async function reopenReconciliationBreak(command: WithReason, ports: Ports): Promise<Outcome<ReconciliationBreak>> {
  const found = await findBreak(command, ports);
  return outcome(found, found.reopen(command.reason ?? null, stepBy(ports)));
}

const stepBy = ({ actor, now }: Ports) => ({ by: actor, now });

async function findBreak(command: OnBreak, ports: Ports): Promise<ReconciliationBreak> {
  const found = await ports.breaks.lock(command.breakId);
  if (!found) {
    throw refuse(kernelRefusals.not_found, `There is no reconciliation break ${command.breakId}.`, {
      resource: 'reconciliation_break',
      id: String(command.breakId),
    });
  }
  requireVersion(found, command.version);
  return found;
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

const step = stepOn<'breakId'>();

/** The steps that a person takes with a break. */
export const reconciliationBreakSteps = {
  assign: step({
    name: 'assignReconciliationBreak',
    means: 'Names the owner of a break.',
    run: assignReconciliationBreak,
    fields: { owner: text(200, 'Who looks into it.') },
  }),
  book: step({
    name: 'bookReconciliationBreak',
    means: 'Records the payment to the paybill that is missing here, as its confirmation would have.',
    run: bookReconciliationBreak,
    fields: {},
  }),
  resolve: step({
    name: 'resolveReconciliationBreak',
    means: 'It was explained, or corrected elsewhere; nothing is booked.',
    run: resolveReconciliationBreak,
    fields: {},
  }),
  reopen: step({
    name: 'reopenReconciliationBreak',
    means: 'Looks into a break again that was resolved.',
    run: reopenReconciliationBreak,
    fields: {},
  }),
} as const satisfies Steps<typeof breakLifecycle>;
