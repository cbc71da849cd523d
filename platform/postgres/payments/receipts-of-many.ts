import { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '#core/payments/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { preparedOnce, prepared } from '../prepared.ts';
import { receiptPorts, RECORD_TABLES } from './repository.ts';

/**
 * A lock for each receipt takes room in the server's table of locks, of which all connections have one: a batch of many
 * receipts takes one lock that stands for all of the tenant's.
 */
const MOST_KEY_LOCKS = 32;

const LOCK_KEYS = prepared(
  `select pg_advisory_xact_lock_shared(hashtextextended('receipts ' || current_setting('app.tenant'), 0)),
          count(pg_advisory_xact_lock(hash))
     from (select distinct hashtextextended('receipt ' || current_setting('app.tenant') || ' ' || key, 0) as hash
             from unnest($1::text[]) as key order by hash) as sorted`,
);
const LOCK_ALL = prepared(
  `select pg_advisory_xact_lock(hashtextextended('receipts ' || current_setting('app.tenant'), 0))`,
);

/** The records of receipts that were used before, and their ids: read for all of them when one is looked for. */
export type UsedRecords = {
  /** The uuids of those of a type. */
  readonly uuidsOf: (type: string) => readonly string[];
};

/**
 * The register for a command that books under many receipts: what is recorded under them is read and locked by a few
 * statements, however many they are. What the command adds itself is found as well.
 */
export async function receiptsOfMany(
  tx: TenantTransaction,
  keys: readonly string[],
): Promise<{ readonly receipts: ReceiptPorts['receipts']; readonly used: UsedRecords }> {
  const single = receiptPorts(tx).receipts;
  const wanted = new Set(keys);
  const stored = wanted.size === 0 ? NOTHING_STORED : await storedUnder(tx, [...wanted]);
  const receipts = groupedBy(stored.receipts);
  const uses = groupedBy(stored.uses);
  const idOf = idsOfUsed(tx, stored.uses);
  return {
    receipts: {
      ...single,
      lock: async (key) => {
        if (!wanted.has(key)) return single.lock(key);
        const under = uses.get(key) ?? [];
        return (receipts.get(key) ?? []).map((receipt) => ({
          receipt,
          uses: under.filter(
            ({ account, direction }) => account === receipt.account && direction === receipt.direction,
          ),
        }));
      },
      idOf,
      add: (receipt) => {
        push(receipts, receipt);
        single.add(receipt);
      },
      use: (use) => {
        push(uses, use);
        single.use(use);
      },
    },
    used: {
      uuidsOf: (type) =>
        stored.uses.filter(({ recordType }) => recordType === type).map(({ recordUuid }) => recordUuid),
    },
  };
}

type Keyed = { readonly receiptKey: string };
const NOTHING_STORED: { readonly receipts: readonly PaymentReceipt[]; readonly uses: readonly ReceiptUse[] } = {
  receipts: [],
  uses: [],
};

async function storedUnder(tx: TenantTransaction, keys: readonly string[]) {
  if (keys.length > MOST_KEY_LOCKS) tx.later(LOCK_ALL);
  else tx.later(LOCK_KEYS, [keys]);
  const [receipts, uses] = await Promise.all([
    tx.of(PaymentReceipt).lockAll('receipt_key = any($1) order by id', [keys]),
    tx.of(ReceiptUse).lockAll('receipt_key = any($1) order by id', [keys]),
  ]);
  return { receipts, uses };
}

function groupedBy<T extends Keyed>(records: readonly T[]): Map<string, T[]> {
  return Map.groupBy(records, ({ receiptKey }) => receiptKey);
}

function push<T extends Keyed>(groups: Map<string, T[]>, record: T): void {
  const group = groups.get(record.receiptKey);
  if (group) group.push(record);
  else groups.set(record.receiptKey, [record]);
}

/** The ids of the records of many uses: those of each type by one statement, when the first is looked for. */
function idsOfUsed({ run }: TenantTransaction, uses: readonly ReceiptUse[]): ReceiptPorts['receipts']['idOf'] {
  const byType = Map.groupBy(uses, ({ recordType }) => recordType);
  const read = new Map<string, Promise<ReadonlyMap<string, number>>>();
  const readAll = async (type: string): Promise<ReadonlyMap<string, number>> => {
    const table = RECORD_TABLES[type];
    if (table === undefined) return new Map();
    const uuids = (byType.get(type) ?? []).map(({ recordUuid }) => recordUuid);
    const rows = await run<{ id: string; uuid: string }>(
      preparedOnce(`select id, uuid from ${table} where uuid = any($1::uuid[])`),
      [uuids],
    );
    return new Map(rows.map(({ id, uuid }) => [uuid, Number(id)]));
  };
  return async ({ type, uuid }: RecordName) => {
    const known = read.get(type) ?? readAll(type);
    read.set(type, known);
    return (await known).get(uuid) ?? null;
  };
}
