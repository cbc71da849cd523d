import type { TenantTransaction } from '../../postgres/database.ts';
import { isLostCredit } from '../../postgres/ledger/checks/bank.ts';
import type { PaymentsPorts } from './payments.ts';
import { RECEIPT_OF_ITS_OWN } from './recording.ts';

type Sql = TenantTransaction['sql'];

const change = async (sql: Sql, set: string, values: readonly unknown[]): Promise<boolean> => {
  const changed = await sql(
    `update bank_line c set ${set} where c.id = $1 and ${isLostCredit('c')} returning id`,
    values,
  );
  return changed.length > 0;
};

/** People have booked a credit, which no book has as the bank listed it, in another way: false where it is none. */
export const explainLostCredit = (sql: Sql, id: string, as: string): Promise<boolean> =>
  change(sql, 'settled_as = $2', [id, as]);

/** What is done about credits that no book has, because an earlier one has their reference. */
export const lostCredits = ({ store }: Pick<PaymentsPorts, 'store'>, tenantId: number) => ({
  /** It has a receipt of its own from now on, and is to be received: false where it is none. */
  reopen: (id: string): Promise<boolean> =>
    store.write(tenantId, ({ sql }) =>
      change(sql, `${RECEIPT_OF_ITS_OWN}, settled_at = null, settled_as = null`, [id]),
    ),
});
