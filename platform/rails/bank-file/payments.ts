import { createHash } from 'node:crypto';
import type { PayoutOrder } from '#core/payments/rail.ts';
import type { Store, TenantTransaction } from '../../postgres/database.ts';
import { instantText } from '../../runtime/wire.ts';
import { paymentFile, type PaidAccount } from './payment-file.ts';

/** A file of payments, as the bank is given it. */
export type BankFileMade = {
  readonly number: number;
  readonly name: string;
  readonly content: string;
  readonly payments: number;
  /** Minor units. */
  readonly total: bigint;
  readonly isWritten: boolean;
};

type FileRow = {
  readonly number: number;
  readonly name: string;
  readonly content: string;
  readonly payments: number;
  readonly total: string;
  readonly written_at: unknown;
};
const FILE = 'number, name, content, payments, total::text, written_at';

type PaymentRow = {
  readonly reference: string;
  readonly amount: string;
  readonly payee_account: string;
  readonly payee_name: string;
  readonly narration: string;
};

export type PaymentsPorts = { readonly store: Store; readonly clock: () => Temporal.Instant };

/** Letters and digits that nobody mistakes for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Our name of a payment on the bank's statement: it fits into 16 characters, which is all that some formats carry. It
 * follows from the originator id, so that every try has the same.
 */
export function referenceOf(originatorId: string): string {
  const bytes = createHash('sha256').update(originatorId.toLowerCase()).digest().subarray(0, 12);
  return `UB${[...bytes].map((byte) => ALPHABET[byte % 32]).join('')}`;
}

/** The payments that an institution has its bank make, and the files in which they leave. */
export function bankPayments({ store, clock }: PaymentsPorts, tenantId: number) {
  return {
    /** Writes a payment down, once, however often it is sent. */
    order: async ({ originatorId, amount, remarks }: PayoutOrder, payee: PaidAccount): Promise<string> => {
      const reference = referenceOf(originatorId);
      await store.write(tenantId, ({ sql }) =>
        sql(
          `insert into bank_payment (originator_id, reference, amount, payee_account, payee_name, narration)
           values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, originator_id) do nothing`,
          [originatorId, reference, amount.toString(), payee.account, payee.name, remarks],
        ),
      );
      return reference;
    },

    /** Whether it was written down, and whether an operator took it back since; null where it is not known. */
    find: async (originatorId: string): Promise<'sent' | 'withdrawn' | null> => {
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<{ withdrawn_at: unknown }>('select withdrawn_at from bank_payment where originator_id = $1', [
          originatorId,
        ]),
      );
      if (!row) return null;
      return row.withdrawn_at === null ? 'sent' : 'withdrawn';
    },

    /**
     * The next file: the one that was made and is not known to be on disk, else a new one of all payments that are in none.
     * Null where there is no payment. One transaction: a payment is in one file, whatever dies when.
     */
    nextFile: (from: { readonly account: string; readonly currency: string }, madeBy: string) =>
      store.write(tenantId, async (tx): Promise<BankFileMade | null> => {
        // Two operators at once make one file.
        await tx.sql(`select from rail where kind = 'bank_file' for update`, []);
        const [unwritten] = await tx.sql<FileRow>(
          `select ${FILE} from bank_file where written_at is null order by number limit 1`,
          [],
        );
        return unwritten ? madeFrom(unwritten) : makeFile(tx, from, { madeBy, now: clock() });
      }),

    /** A file that was made before, byte for byte. */
    file: async (number: number): Promise<BankFileMade | null> => {
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<FileRow>(`select ${FILE} from bank_file where number = $1`, [number]),
      );
      return row ? madeFrom(row) : null;
    },

    /** It is on the operator's disk. */
    written: async (number: number): Promise<void> => {
      await store.write(tenantId, ({ sql }) =>
        sql('update bank_file set written_at = coalesce(written_at, $1) where number = $2', [
          instantText(clock()),
          number,
        ]),
      );
    },

    /** Takes a payment back that is in no file yet: its originator id; null where it left, or is not known. */
    withdraw: async (reference: string): Promise<string | null> => {
      const [row] = await store.write(tenantId, ({ sql }) =>
        sql<{ originator_id: string }>(
          `update bank_payment set withdrawn_at = coalesce(withdrawn_at, $1)
            where reference = $2 and file_id is null returning originator_id::text`,
          [instantText(clock()), reference.trim().toUpperCase()],
        ),
      );
      return row?.originator_id ?? null;
    },
  };
}

/** What people or a partner of the bank have settled otherwise, or are about to, is not paid any more. */
const IS_AWAITED = `not exists (select from disbursement d
  where d.originator_id = p.originator_id and d.state not in ('sending', 'sent', 'unknown'))`;

async function makeFile(
  { sql }: TenantTransaction,
  from: { readonly account: string; readonly currency: string },
  { madeBy, now }: { readonly madeBy: string; readonly now: Temporal.Instant },
): Promise<BankFileMade | null> {
  const rows = await sql<PaymentRow & { id: string }>(
    `select id, reference, amount::text, payee_account, payee_name, narration from bank_payment p
      where file_id is null and withdrawn_at is null and ${IS_AWAITED} order by id for update`,
    [],
  );
  if (rows.length === 0) return null;
  const [last] = await sql<{ number: number }>('select coalesce(max(number), 0)::int as number from bank_file', []);
  const number = (last?.number ?? 0) + 1;
  const payments = rows.map(({ reference, amount, payee_account, payee_name, narration }) => ({
    reference,
    amount: BigInt(amount),
    payee: { account: payee_account, name: payee_name },
    narration,
  }));
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const { name, content } = paymentFile({ number, ...from, payments, madeAt: now });
  const [made] = await sql<FileRow & { id: string }>(
    `insert into bank_file (number, name, content, payments, total, made_by) values ($1, $2, $3, $4, $5, $6)
     returning id, ${FILE}`,
    [number, name, content, payments.length, total.toString(), madeBy],
  );
  if (!made) throw new Error('The file of payments was not stored.');
  await sql('update bank_payment set file_id = $1 where id = any($2::bigint[])', [made.id, rows.map(({ id }) => id)]);
  return madeFrom(made);
}

function madeFrom({ number, name, content, payments, total, written_at }: FileRow): BankFileMade {
  return {
    number: Number(number),
    name,
    content,
    payments: Number(payments),
    total: BigInt(total),
    isWritten: written_at !== null,
  };
}
