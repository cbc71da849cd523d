import { ReceiptSplit, SplitPart } from '#core/payments/split/receipt-split.ts';
import type { ReverseSplitPorts } from '#core/payments/split/reverse-split.ts';
import type { SplitPorts } from '#core/payments/split/split-receipt.ts';
import type { TenantTransaction } from '../database.ts';

type Splits = SplitPorts['splits'] &
  ReverseSplitPorts['splits'] & { readonly get: ReverseSplitPorts['splits']['find'] };

/** Payments that one command split, stored in Postgres. */
export function splitsIn(tx: TenantTransaction): Splits {
  const splits = tx.of(ReceiptSplit);
  const parts = tx.of(SplitPart);
  const withParts = async (split: ReceiptSplit | null) =>
    split && { split, parts: await parts.find('split_id = $1 order by number', [split.id]) };
  return {
    /** Not locked: for a look that changes nothing. */
    get: async (id) => withParts(await splits.get(id)),
    find: async (id) => withParts(await splits.lock(id)),
    lastOf: async (account, key) =>
      withParts(await splits.lockFirst('account = $1 and receipt_key = $2 order by id desc', [account, key])),
    add: splits.addWithId,
    addPart: (part) => parts.add(part),
  };
}
