import type { MobileMoneyWorld } from '#core/mobile-money/ports.ts';
import { receivePayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import type { MissingPayment, ReconciliationWorld } from '#core/reconciliation/ports.ts';
import { reconcile, type Reconcile, type Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import { workBreak } from '#core/reconciliation/use-cases/work-break.ts';
import type { Caller } from '../../auth/caller.ts';
import { withoutHurry } from '../../postgres/ledger/balances.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { shownNumber } from '../../rails/shown-number.ts';
import type { Given, Transact } from '../transact.ts';
import type { Answering } from './bindings.ts';

type WorldOf<World> = (tx: TenantTransaction, given: Given) => World;

/** Where a payment that is missing is booked: as the paybill's confirmation would have been. */
export function paymentBooker(world: MobileMoneyWorld): ReconciliationWorld['bookPayment'] {
  return async (missing: MissingPayment) => {
    const { result, events } = await receivePayment({ ...missing, msisdn: shownNumber(missing.msisdn) }, world);
    const { id, uuid } = result.payment;
    return { booked: { type: 'mobile_money_transaction', id, uuid }, events };
  };
}

/** The use cases of reconciliation, bound. */
export function bindReconciliation(
  answering: Answering<ReconciliationWorld>,
  transact: Transact,
  worldOf: WorldOf<ReconciliationWorld>,
) {
  return {
    /** Compares a statement, which may be long; it takes the time that it takes. */
    reconcile: (caller: Caller, command: Reconcile): Promise<Reconciled> =>
      transact.run('reconcile', caller, async (tx, given) => {
        await withoutHurry(tx.sql);
        return reconcile(command, worldOf(tx, given));
      }),
    workBreak: answering(workBreak),
  };
}
