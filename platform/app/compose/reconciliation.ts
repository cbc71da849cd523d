import type { MobileMoneyPorts } from '#core/mobile-money/ports.ts';
import { receivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { MissingPayment, ReconciliationPorts } from '#core/reconciliation/ports.ts';
import { giveBackBankCharge } from '#core/reconciliation/use-cases/book-bank-charge.ts';
import { reconcile, type Reconcile, type Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import { reconciliationBreakSteps } from '#core/reconciliation/use-cases/work-break.ts';
import type { Caller } from '../../auth/caller.ts';
import { withoutHurry } from '../../postgres/ledger/balances.ts';
import { payerNumber } from '../../rails/payer-number.ts';
import type { Transact } from '../transact.ts';
import { runIn, type Handling, type PortsOf } from './bindings.ts';

/** Where a payment that is missing is booked: as the paybill's confirmation would have been. */
export function paymentBooker(ports: MobileMoneyPorts): ReconciliationPorts['bookPayment'] {
  return async (missing: MissingPayment) => {
    const { result, events } = await receivePayment({ ...missing, msisdn: payerNumber(missing.msisdn) }, ports);
    const { id, uuid } = result.payment;
    return { booked: { type: 'mobile_money_transaction', id, uuid }, events };
  };
}

/** The use cases of reconciliation, bound. */
export function bindReconciliation(
  handling: Handling<ReconciliationPorts>,
  transact: Transact,
  portsOf: PortsOf<ReconciliationPorts>,
) {
  return {
    /** Compares a statement, which may be long; it takes the time that it takes. */
    reconcile: (caller: Caller, command: Reconcile): Promise<Reconciled> =>
      transact.run('reconcile', caller, async (tx, context) => {
        await withoutHurry(tx.sql);
        return reconcile(command, portsOf(tx, context));
      }),
    giveBackBankCharge: (caller: Caller, command: Parameters<typeof giveBackBankCharge>[0]) =>
      transact.run('giveBackBankCharge', caller, async (tx, context) =>
        giveBackBankCharge(command, portsOf(tx, context)),
      ),
    ...handling(runIn(reconciliationBreakSteps)),
  };
}
