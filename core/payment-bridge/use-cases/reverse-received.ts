import { refuse } from '../../kernel/domain-error.ts';
import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { requireAgreement, type Agreeing } from '../../kernel/two-people.ts';
import { accountBehind as accountOfChannel, type PaymentAccount } from '../../payments/payment-receipt.ts';
import type { ReceiptPorts } from '../../payments/ports.ts';
import { endUses, requireReceipt } from '../../payments/receipt-registry.ts';
import type { Collection } from '../collection/collection.ts';
import type { BridgePorts } from '../ports.ts';
import type { TakenBack } from '../taken-back.ts';
import type { Topup } from '../topup/topup.ts';
import { accountBehind, type Booking } from './accounts.ts';
import { findCollection, type OnCollection } from './find-collection.ts';

type Reversing = Booking & ReceiptPorts & Agreeing;

/**
 * The provider took a collection back, whole, as it does for a payer who has paid by mistake: the money is the app's no more.
 * What the app was charged for it stays, and what it has refunded of it is gone as well. The same reversal once more changes
 * nothing.
 * @throws DomainError invalid_state_transition, duplicate_payment_reference (conflict), validation_failed, not_found;
 *   SecondPersonRequired
 */
export async function reverseCollection(
  command: OnCollection & TakenBack,
  ports: Reversing & Pick<BridgePorts, 'collections'>,
): Promise<Outcome<Collection>> {
  const collection = await findCollection(command, ports);
  const account = accountOfChannel(collection.channel);
  if (account === null) throw new Error(`The channel ${collection.channel} leads to no account.`);
  return takeBack(command, { type: 'collection', record: collection, account, amount: collection.received() }, ports);
}

/**
 * The bank took the transfer of a top-up back, whole: the money is the app's no more. The same reversal once more changes
 * nothing.
 * @throws DomainError invalid_state_transition, duplicate_payment_reference (conflict), validation_failed, not_found;
 *   SecondPersonRequired
 */
export async function reverseTopup(
  command: { readonly bankReference: string } & TakenBack,
  ports: Reversing & Pick<BridgePorts, 'topups'>,
): Promise<Outcome<Topup>> {
  const topup = await ports.topups.lockByBankReference(command.bankReference);
  if (!topup) {
    throw refuse(kernelRefusals.not_found, `No top-up has the bank reference ${command.bankReference}.`, {
      resource: 'topup',
      id: command.bankReference,
    });
  }
  return takeBack(command, { type: 'topup', record: topup, account: 'bank', amount: topup.amount }, ports);
}

/** What came for an app, and where it lies. */
type Received<Came> = {
  readonly type: 'collection' | 'topup';
  readonly record: Came;
  readonly account: PaymentAccount;
  /** Minor units. */
  readonly amount: Cents;
};

async function takeBack<Came extends Collection | Topup>(
  { receiptNo, evidence }: TakenBack,
  { type, record, account, amount }: Received<Came>,
  ports: Reversing,
): Promise<Outcome<Came>> {
  const { id, uuid, appId } = record;
  const { replayOf, book } = await requireReceipt(
    {
      account,
      direction: 'out',
      receiptNo,
      field: 'receipt',
      amount,
      paidAt: ports.now,
      reportedBy: 'caller',
      record: { type, uuid },
      recordExists: true,
      party: `app:${appId}`,
    },
    ports,
  );
  if (replayOf) return replay(record);
  const reversed: DomainEvent = record.reverse({ receiptNo, evidence }, ports.now);
  requireAgreement(ports, {
    subject: { type, id, uuid },
    rule: `Booking that a ${type === 'topup' ? 'top-up' : type} was taken back takes two people.`,
    amount,
  });
  await endUses({ type, uuid, direction: 'in' }, 'taken_back', ports);
  const line = { uuid: ports.newUuid(), at: ports.now };
  const back = (await accountBehind(record, ports)()).giveBack(amount, { type, uuid }, line);
  ports.transactions.add(back.line);
  return outcome(record, reversed, ...back.low, ...book());
}
