import { publicId, uuidIn } from '#core/payment-bridge/app.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import { Payout } from '#core/payment-bridge/payout/payout.ts';
import { columnsOf, pick, record, selection, type Column } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

const out = columnsOf(Payout);
const into = columnsOf(Collection);

type Fields = Pick<
  Payout,
  | ('id' | 'uuid' | 'version' | 'createdAt' | 'updatedAt' | 'appId' | 'sandbox' | 'amount' | 'currency')
  | ('receiptNo' | 'failure' | 'findings' | 'evidence')
>;

const shared = (l: { readonly [Field in keyof Fields]: Column<Fields[Field]> }) => ({
  ...record(l),
  ...pick(l, 'appId', 'sandbox', 'amount', 'currency', 'receiptNo', 'failure', 'findings', 'evidence'),
});
const payouts = selection({ ...shared(out), ...pick(out, 'state', 'amountPaid') });
const collections = selection({ ...shared(into), ...pick(into, 'state', 'amountReceived') });

/** Payments of apps as the institution's people see them who settle what is in review. */
export function appPaymentViews({ sql }: ViewContext) {
  return {
    /** By the id that its app knows, po_... or col_...; null where there is none. */
    one: async (id: string) => {
      const payout = uuidIn('payout', id);
      const collection = uuidIn('collection', id);
      if (payout !== null) {
        const [row] = await sql(`select ${payouts.list} from payout l where ${out.uuid} = $1`, [payout]);
        if (!row) return null;
        const { amountPaid, ...shown } = payouts.read(row);
        return { ...shown, kind: 'payout' as const, publicId: publicId('payout', payout), amountReported: amountPaid };
      }
      if (collection === null) return null;
      const [row] = await sql(`select ${collections.list} from collection l where ${into.uuid} = $1`, [collection]);
      if (!row) return null;
      const { amountReceived: amountReported, ...shown } = collections.read(row);
      return { ...shown, kind: 'collection' as const, publicId: publicId('collection', collection), amountReported };
    },
  };
}
