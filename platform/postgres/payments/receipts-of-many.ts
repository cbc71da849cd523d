import { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '#core/payments/ports.ts';
import type { TenantTransaction } from '../database.ts';
import { preparedOnce, prepared } from '../prepared.ts';
import { receiptPorts, RECORD_TABLES } from './repository.ts';

/** More locks than other commands take. */
const MANY = 32;
/**
 * A lock for each receipt takes room in the server's table of locks, of which all connections have one; there is room for some
 * 6,000 as PostgreSQL is set up by default. So many batches of many receipts are under way at once, in all tenants together.
 */
const BATCHES_AT_ONCE = 4;
const TAKE_TURN = prepared(
  `select pg_advisory_xact_lock(
     hashtextextended('batches of receipts ' || current_setting('app.tenant')::bigint % ${BATCHES_AT_ONCE}, 0))`,
);

/** The same locks that single receipts take, in one order. */
const LOCK_KEYS = prepared(
  `select count(pg_advisory_xact_lock(hash))
     from (select distinct hashtextextended('receipt ' || current_setting('app.tenant') || ' ' || key, 0) as hash
             from unnest($1::text[]) as key order by hash) as sorted`,
);

/**
 * A command that is about to lock many receipts waits for its turn. Before it locks anything else: what waits for a turn
 * holds nothing that another transaction may want.
 */
export function takeTurn({ later }: Pick<TenantTransaction, 'later'>, keys: readonly string[]): void {
  if (new Set(keys).size > MANY) later(TAKE_TURN);
}

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
  tx.later(LOCK_KEYS, [keys]);
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
