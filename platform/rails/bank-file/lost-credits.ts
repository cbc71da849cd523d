import { isLostCredit } from '../../postgres/ledger/checks/bank.ts';
import type { PaymentsPorts } from './payments.ts';
import { RECEIPT_OF_ITS_OWN } from './recording.ts';

/** What people do about credits that no book has, because an earlier one has their reference and amount. */
export function lostCredits({ store }: Pick<PaymentsPorts, 'store'>, tenantId: number) {
  const change = async (set: string, values: readonly unknown[]): Promise<boolean> => {
    const changed = await store.write(tenantId, (tx) =>
      tx.sql(`update bank_line c set ${set} where c.id = $1 and ${isLostCredit('c')} returning id`, values),
    );
    return changed.length > 0;
  };
  return {
    /** It has a receipt of its own from now on, and is to be received: false where it is none. */
    reopen: (id: string) => change(`${RECEIPT_OF_ITS_OWN}, settled_at = null, settled_as = null`, [id]),
    /** People have booked it in another way: false where it is none. */
    explain: (id: string, as: string) => change('settled_as = $2', [id, as]),
  };
}
