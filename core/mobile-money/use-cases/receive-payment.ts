import { refuse } from '../../kernel/domain-error.ts';
import { requirePositive, type Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { comparableReference } from '../account-reference.ts';
import type { MobileMoneyPorts } from '../ports.ts';
import { MobileMoneyTransaction } from '../transaction/mobile-money-transaction.ts';
import { placeByReference } from './place-money.ts';

/** A confirmation of the paybill. */
export type ReceivePayment = {
  /** The provider's receipt. */
  readonly receiptNo: string;
  /** Minor units. */
  readonly amount: Cents;
  readonly msisdn: string;
  /** What the payer typed. */
  readonly accountReference: string;
  readonly paidAt: Temporal.Instant;
};

/** The payment, and whether it was known before. */
export type Received = { readonly payment: MobileMoneyTransaction; readonly known: boolean };

/**
 * Money came in: it is accepted always, and booked by its reference or left in suspense. The same receipt again is the
 * same payment and changes nothing; money that was requested is that collection's.
 * @throws DomainError duplicate_reference (conflict) where the receipt is of another amount; validation_failed
 */
export async function receivePayment(
  command: ReceivePayment,
  ports: Pick<MobileMoneyPorts, 'mobileMoney' | 'paymentDestinations' | 'now' | 'newUuid' | 'actor'>,
): Promise<Outcome<Received>> {
  requirePositive(command.amount, 'amount');
  const known = await ports.mobileMoney.lockByReceipt(command.receiptNo);
  if (known) return outcome({ payment: sameMoney(known, command.amount), known: true });
  const referenceKey = comparableReference(command.accountReference);
  const { receiptNo, amount, msisdn, accountReference, paidAt } = command;
  const awaited = await ports.mobileMoney.lockAwaited({ msisdn, amount, referenceKey });
  if (awaited) {
    const received = awaited.receive({ receiptNo, amount, paidAt });
    return outcome({ payment: awaited, known: false }, received, ...(await placeByReference(awaited, ports)));
  }
  const { payment, event: received } = MobileMoneyTransaction.receive({
    uuid: ports.newUuid(),
    receiptNo,
    amount,
    msisdn,
    accountReference,
    referenceKey,
    paidAt,
    recordedBy: ports.actor,
  });
  await ports.mobileMoney.add(payment);
  return outcome({ payment, known: false }, received, ...(await placeByReference(payment, ports)));
}

function sameMoney(known: MobileMoneyTransaction, amount: Cents): MobileMoneyTransaction {
  if (known.amount === amount) return known;
  throw refuse(
    kernelRefusals.duplicate_reference,
    `The receipt ${known.receiptNo} was recorded with the amount ${known.amount}, not ${amount}.`,
    { existing_id: known.id },
  );
}
