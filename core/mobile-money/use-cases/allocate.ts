import { refuse } from '../../kernel/domain-error.ts';
import { unusableReference } from '../../kernel/field-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireVersion } from '../../kernel/version.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { receiptKey, type ReceiptUse, type ReversalCause } from '../../payments/payment-receipt.ts';
import { requireReceipt } from '../../payments/receipt-registry.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { mobileMoneyLifecycle } from '../transaction/lifecycle.ts';
import type { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { accountOf, type Booking, type Destination, type DestinationType } from '../transaction/mobile-money-record.ts';
import { book, fromSuspense, type Placing } from './place-money.ts';
import { inSuspense, paidWith } from './suspense.ts';

export type OnMobileMoney = { readonly mobileMoneyId: number; readonly version?: number | undefined };

/**
 * A person says whose money it is that lies in suspense.
 * @throws DomainError invalid_state_transition (conflict), unknown_reference (invalid), not_found, precondition_failed,
 * and what the destination refuses with
 */
export async function allocateMobileMoney(
  command: OnMobileMoney & { readonly to: { readonly type: DestinationType; readonly id: number } },
  ports: Placing,
): Promise<Outcome<MobileMoneyTransaction>> {
  const payment = await findMobileMoney(command, ports);
  requireAllowed(mobileMoneyLifecycle, payment.state, 'allocate');
  const { type, id } = command.to;
  const paymentDestination = ports.paymentDestinations.find((each) => each.type === type);
  const destination = await paymentDestination?.find(id);
  if (!paymentDestination || !destination) {
    const detail = `Use the id of one of your ${type.replaceAll('_', ' ')}s.`;
    throw unusableReference(`${type}_id`, `${type}_id ${id} names nothing that can be used here. ${detail}`, detail);
  }
  return outcome(payment, ...(await book(payment, { paymentDestination, destination, placedBy: 'person' }, ports)));
}

/**
 * What the money was booked as was undone (a deposit was reversed): it is ours to place again, not the provider's.
 * @param undone the events of the undoing; the ledger puts the money back into suspense by them
 */
export async function returnToSuspense(
  command: {
    readonly bookedUuid: string;
    readonly reason: string;
    /** `taken_back`: the provider has returned it to the payer, so it doesn't wait for another place. */
    readonly cause?: ReversalCause | undefined;
    readonly undone: readonly DomainEvent[];
  },
  ports: Pick<MobileMoneyPorts, 'mobileMoney'> & ReceiptPorts,
): Promise<Outcome<MobileMoneyTransaction | null>> {
  const payment = await ports.mobileMoney.lockByBooking(command.bookedUuid);
  if (!payment) return outcome(null, ...command.undone);
  const { undone, reason, cause = 'corrected' } = command;
  const returned = payment.returnToSuspense(reason);
  if (cause === 'taken_back') return outcome(payment, ...undone.map(fromSuspense), returned, payment.return(reason));
  return outcome(payment, ...undone.map(fromSuspense), returned, ...(await holdAgain(payment, ports)));
}

/**
 * What the money was booked as was taken back and booked in another place, in one command.
 * @param moved the events of that; the ledger moves the money through suspense by them
 */
export async function followReallocation(
  command: {
    readonly bookedUuid: string;
    readonly destination: Destination;
    readonly booking: Booking;
    readonly moved: readonly DomainEvent[];
  },
  ports: Pick<MobileMoneyPorts, 'mobileMoney'>,
): Promise<Outcome<MobileMoneyTransaction | null>> {
  const { bookedUuid, destination, booking, moved } = command;
  const payment = await ports.mobileMoney.lockByBooking(bookedUuid);
  if (!payment) return outcome(null, ...moved);
  return outcome(payment, ...moved.map(fromSuspense), payment.reallocate(destination, booking));
}

/**
 * The receipt of money that is in suspense again. No provider reports it once more: whose word it was, it stays. Other parts of
 * it may stand elsewhere: they are not in the way.
 */
async function holdAgain(payment: MobileMoneyTransaction, ports: ReceiptPorts): Promise<readonly DomainEvent[]> {
  const paid = paidWith(payment);
  const known = await ports.receipts.lock(receiptKey(paid.receiptNo));
  const isPart = (use: ReceiptUse) => use.isLive() && use.recordUuid !== payment.uuid;
  const uses = known.flatMap((each) => each.uses).filter(isPart);
  const others = uses.map(({ recordType: type, recordUuid: uuid }) => ({ type, uuid }));
  // Of a part, the whole is what the receipt was registered with.
  const account = accountOf(payment.channel);
  const own = known.find(({ receipt }) => receipt.account === account && receipt.direction === 'in');
  const split = { total: own?.receipt.amount ?? paid.amount, with: others };
  const { book } = await requireReceipt({ ...inSuspense(paid, 'caller'), split }, ports);
  return book();
}

export async function findMobileMoney(
  command: OnMobileMoney,
  ports: Pick<MobileMoneyPorts, 'mobileMoney'>,
): Promise<MobileMoneyTransaction> {
  const payment = await ports.mobileMoney.lock(command.mobileMoneyId);
  if (!payment) {
    throw refuse(kernelRefusals.not_found, `There is no mobile money transaction ${command.mobileMoneyId}.`, {
      resource: 'mobile_money_transaction',
      id: String(command.mobileMoneyId),
    });
  }
  requireVersion(payment, command.version);
  return payment;
}
