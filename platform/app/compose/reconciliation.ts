import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { receivePayment, type ReceivePayment, type Received } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { recordCollectionStatus } from '#core/payment-bridge/use-cases/settle-collection.ts';
import { receiveShown } from '#core/payment-bridge/use-cases/receive-unprompted.ts';
import type { MissingPayment, ReconciliationPorts } from '#core/reconciliation/ports.ts';
import { giveBackBankCharge } from '#core/reconciliation/use-cases/book-bank-charge.ts';
import { reconcile, type Reconcile, type Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import type { Caller } from '../../auth/caller.ts';
import { withoutHurry } from '../../postgres/ledger/balances.ts';
import { payerNumber } from '../../rails/payer-number.ts';
import { paidCollection } from '../../postgres/payment-bridge/paid-collection.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { recordPull, type PulledRange } from '../processes/reconciliation/pull-progress.ts';
import type { Transact } from '../transact.ts';
import { appNamedBy, receiveUnplaced, reportNotCredited } from './money-of-apps.ts';
import { runIn, type Handling, type PortsOf } from './bindings.ts';

type Booking = {
  readonly tx: TenantTransaction;
  readonly mobileMoney: MobileMoneyPorts;
  readonly bridge: BridgePorts;
};

/**
 * Where a payment that is missing is booked: as the paybill's confirmation would have been. What an app has prompted waits in
 * suspense, from which the end of its prompt takes it; a prompt that is booked without a receipt gets this one.
 */
export function paymentBooker({ tx, mobileMoney: ports, bridge }: Booking): ReconciliationPorts['bookPayment'] {
  return async ({ shownBy, recordedAs, ...missing }: MissingPayment) => {
    const payment = { ...missing, msisdn: payerNumber(missing.msisdn) };
    const own = async () => asBooked(await receivePayment(payment, ports));
    if (recordedAs !== null) return own();
    const prompted = await paidCollection(tx, payment);
    if (prompted?.lacksReceipt) return addReceipt(prompted.originatorId, payment, bridge, own);
    if (prompted !== null) {
      return asBooked(await receiveUnplaced(receivePayment, payment, ports));
    }
    const named = await appNamedBy(payment, { tx, ports });
    if (named === null) return own();
    if (named.app !== null) {
      const { result, events } = await receiveShown({ ...payment, app: named.app, shownBy }, bridge);
      // What has come under the receipt in the last moment is refused as any other.
      if (result === null) return own();
      return { booked: { type: 'collection', id: 0, uuid: result.uuid }, events };
    }
    const { result, events } = await receiveUnplaced(receivePayment, payment, ports);
    const noticed = await reportNotCredited(result.payment, named, ports);
    return asBooked({ result, events: [...events, ...noticed] });
  };
}

/** The money is the app's already: it gets its receipt, and nothing moves. What can't be its receipt is booked as any other. */
async function addReceipt(
  originatorId: string,
  { receiptNo, amount, paidAt }: ReceivePayment,
  bridge: BridgePorts,
  otherwise: () => ReturnType<ReconciliationPorts['bookPayment']>,
): ReturnType<ReconciliationPorts['bookPayment']> {
  const status = { kind: 'paid', providerRef: null, receiptNo, at: paidAt, amount } as const;
  const { result, events } = await recordCollectionStatus(
    { originatorId, status, source: 'query', foundBy: 'terms' },
    bridge,
  );
  if (result.receiptNo !== receiptNo) return otherwise();
  return { booked: { type: 'collection', id: result.id, uuid: result.uuid }, events };
}

function asBooked({ result, events }: Outcome<Received>): Awaited<ReturnType<ReconciliationPorts['bookPayment']>> {
  const { id, uuid } = result.payment;
  return { booked: { type: 'mobile_money_transaction', id, uuid }, events };
}

/** The use cases of reconciliation, bound. */
export function bindReconciliation(
  handling: Handling<ReconciliationPorts>,
  transact: Transact,
  portsOf: PortsOf<ReconciliationPorts>,
) {
  return {
    /**
     * Compares a statement, which may be long; it takes the time that it takes.
     * @param pulled what of the provider's own list it is
     */
    reconcile: (caller: Caller, command: Reconcile, pulled: PulledRange | null = null): Promise<Reconciled> =>
      transact.run('reconcile', caller, async (tx, context) => {
        await withoutHurry(tx.sql);
        const { result, events } = await reconcile(command, portsOf(tx, context));
        return outcome(result, ...events, ...(pulled === null ? [] : await recordPull(tx, pulled)));
      }),
    giveBackBankCharge: (caller: Caller, command: Parameters<typeof giveBackBankCharge>[0]) =>
      transact.run('giveBackBankCharge', caller, async (tx, context) =>
        giveBackBankCharge(command, portsOf(tx, context)),
      ),
    ...handling(runIn(reconciliationBreakSteps)),
  };
}
