import { Incident } from '#core/payments/incident/incident.ts';
import { PaymentReceipt, ReceiptUse } from '#core/payments/payment-receipt.ts';
import type { ReceiptPorts, RecordName } from '#core/payments/ports.ts';
import { ReceiptSplit } from '#core/payments/split/receipt-split.ts';
import type { TenantTransaction } from '../database.ts';
import { instantText } from '../../runtime/wire.ts';
import { prepared } from '../prepared.ts';

/** The tables of the records that a receipt may be used by. */
export const RECORD_TABLES: { readonly [type: string]: string } = {
  agent: 'agent',
  collection: 'collection',
  death_claim_payout: 'death_claim_part',
  disbursement: 'disbursement',
  float_top_up: 'float_top_up',
  loan: 'loan',
  mobile_money_transaction: 'mobile_money_transaction',
  payment: 'invoice_payment',
  payout: 'payout',
  receipt_split: 'receipt_split',
  repayment: 'repayment',
  savings_transaction: 'savings_transaction',
  topup: 'topup',
};

/** Until commit, what another transaction finds out about the receipt waits; it is read by a statement behind this one. */
const LOCK_KEY = prepared(
  `select pg_advisory_xact_lock(hashtextextended('receipt ' || current_setting('app.tenant') || ' ' || $1, 0))`,
);

/** The register of receipts, and the work list, stored in Postgres. */
export function receiptPorts(tx: TenantTransaction): Pick<ReceiptPorts, 'receipts' | 'workList'> {
  const receipts = tx.of(PaymentReceipt);
  /** A lock of a transaction is taken once: of 500 parts of a receipt each looks at it. */
  const locked = new Set<string>();
  const uses = tx.of(ReceiptUse);
  const incidents = tx.of(Incident);
  const splits = tx.of(ReceiptSplit);
  return {
    receipts: {
      lock: async (key) => {
        const isOf = (each: PaymentReceipt | ReceiptUse) => each.receiptKey === key;
        // Of a receipt that comes for the first time there is no row to lock: of two such, on different accounts, neither
        // would notice the other.
        if (!locked.has(key)) tx.later(LOCK_KEY, [key]);
        locked.add(key);
        const stored = await receipts.lockAll('receipt_key = $1 order by id', [key]);
        const known = [...stored, ...receipts.added().filter(isOf)];
        if (known.length === 0) return [];
        const used = stored.length === 0 ? [] : await uses.lockAll('receipt_key = $1 order by id', [key]);
        const all = [...used, ...uses.added().filter(isOf)];
        return known.map((receipt) => ({
          receipt,
          uses: all.filter(({ account, direction }) => account === receipt.account && direction === receipt.direction),
        }));
      },
      lockUses: async ({ type, uuid }) => {
        const stored = await uses.lockAll('record_uuid = $1 and record_type = $2 order by id', [uuid, type]);
        const added = uses.added().filter(({ recordType, recordUuid }) => recordType === type && recordUuid === uuid);
        return [...stored, ...added];
      },
      wasSplit: async ({ account, receiptKey }) =>
        (await splits.first('account = $1 and receipt_key = $2', [account, receiptKey])) !== null,
      idOf: async ({ type, uuid }: RecordName) => {
        const table = RECORD_TABLES[type];
        if (table === undefined) return null;
        const [row] = await tx.sql<{ id: string }>(`select id from ${table} where uuid = $1`, [uuid]);
        return row ? Number(row.id) : null;
      },
      add: receipts.add,
      use: uses.add,
    },
    workList: {
      has: async ({ kind, subject, receiptKey, amount, resolvedSince }) => {
        const about = [subject.uuid, kind, receiptKey, amount, resolvedSince && instantText(resolvedSince)] as const;
        const isAbout = (each: Incident) =>
          each.subjectUuid === subject.uuid && each.kind === kind && each.receiptKey === receiptKey;
        const SAID = `subject_uuid = $1 and kind = $2 and receipt_key = $3 and (state = 'open'
          or (amount is not distinct from $4::bigint and ($5::timestamptz is null or resolved_at > $5)))`;
        if (incidents.added().some(isAbout)) return true;
        return (await incidents.first(SAID, about)) !== null;
      },
      add: incidents.add,
    },
  };
}
