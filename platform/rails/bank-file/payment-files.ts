import { UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { businessTime } from '../../postgres/tenant-clock.ts';
import { instantText } from '../../runtime/wire.ts';
import { paymentFile } from './payment-file.ts';
import type { PaymentsPorts } from './payments.ts';
import { requireOwnCurrency } from './settings.ts';

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

/** A payment that waits, and goes into no file for now. */
export type HeldBack = {
  readonly reference: string;
  readonly why: 'member_deceased' | 'member_blacklisted' | 'aml_alert';
  readonly disbursementUuid: string;
  /** Minor units. */
  readonly amount: bigint;
};

/** A file that may be at the bank or not, with payments that are not to be made any more: a person knows which. */
export class DoubtfulFile extends Error {}

type FileRow = {
  readonly number: number;
  readonly name: string;
  readonly content: string;
  readonly payments: number;
  readonly total: string;
  readonly written_at: unknown;
};
const FILE = 'number, name, content, payments, total::text, written_at';
const MOST_PAYMENTS = 5_000;

type PaymentRow = {
  readonly id: string;
  readonly originator_id: string;
  readonly reference: string;
  readonly amount: string;
  readonly payee_account: string;
  readonly payee_name: string;
  readonly narration: string;
};

/**
 * Payments, and why one is not made now: people or a partner of the bank have settled it otherwise, or are about to; its
 * member died or may not be paid. $1 are the states of alerts that hold money.
 */
const PAYMENTS = `select p.id::text, p.originator_id::text, p.reference, p.amount::text, p.payee_account, p.payee_name,
         p.narration, w.why, d.uuid::text as disbursement_uuid
    from bank_payment p
    left join disbursement d on d.originator_id = p.originator_id
    left join loan l on l.id = d.loan_id
    left join member m on m.id = l.member_id
   cross join lateral (select case
         when d.state not in ('sending', 'sent', 'unknown') then 'settled'
         when m.state in ('deceased', 'blacklisted') then 'member_' || m.state
         when exists (select from aml_alert a where a.member_id = m.id and a.holds and a.state = any($1)) then 'aml_alert'
       end as why) w`;
const WAITS = 'p.file_id is null and p.withdrawn_at is null';

type From = { readonly account: string; readonly currency: string };

/** The files in which payments go to the bank. A payment is in one file, whatever dies when. */
export function bankPaymentFiles({ store, clock }: PaymentsPorts, tenantId: number) {
  return {
    /**
     * The next file: the one that was made and is not known to be on disk, else a new one of payments that are in none.
     * Null where there is no payment.
     * @throws DoubtfulFile where one that may be at the bank has a payment that is not to be made any more; OtherCurrency
     */
    nextFile: (from: From, madeBy: string, most: number = MOST_PAYMENTS) =>
      store.write(tenantId, async (tx): Promise<BankFileMade | null> => {
        await lockFiles(tx);
        const [unwritten] = await tx.sql<FileRow & { id: string }>(
          `select id, ${FILE} from bank_file where written_at is null and discarded_at is null order by number limit 1`,
          [],
        );
        if (!unwritten) return makeFile(tx, from, { madeBy, most, now: businessTime(clock(), tx) });
        await refuseDoubtful(tx, unwritten);
        return madeFrom(unwritten);
      }),

    /** A file that was made before, byte for byte; null where there is none, or where it was discarded. */
    file: async (number: number): Promise<BankFileMade | null> => {
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<FileRow>(`select ${FILE} from bank_file where number = $1 and discarded_at is null`, [number]),
      );
      return row ? madeFrom(row) : null;
    },

    /** It is on the operator's disk, or at the bank. False where there is no such file, or where it was discarded. */
    written: async (number: number): Promise<boolean> =>
      store.write(tenantId, async (tx) => {
        await lockFiles(tx);
        const rows = await tx.sql(
          `update bank_file set written_at = coalesce(written_at, $1) where number = $2 and discarded_at is null
           returning id`,
          [instantText(businessTime(clock(), tx)), number],
        );
        return rows.length > 0;
      }),

    /** It never reached the bank: its payments wait for another file. False where it may be there, or is not known. */
    discard: async (number: number, discardedBy: string): Promise<boolean> =>
      store.write(tenantId, async (tx) => {
        await lockFiles(tx);
        const [row] = await tx.sql<{ id: string }>(
          `update bank_file set discarded_at = $1, discarded_by = $2
            where number = $3 and written_at is null and discarded_at is null returning id`,
          [instantText(businessTime(clock(), tx)), discardedBy, number],
        );
        if (!row) return false;
        await tx.sql('update bank_payment set file_id = null where file_id = $1', [row.id]);
        return true;
      }),

    /** The payments that wait, and go into no file because of their member. */
    heldBack: (): Promise<readonly HeldBack[]> =>
      store.read(tenantId, async ({ sql }) => {
        const rows = await sql<Omit<HeldBack, 'amount'> & { amount: string; disbursement_uuid: string }>(
          `${PAYMENTS} where ${WAITS} and w.why <> 'settled' order by p.id`,
          [UNDECIDED],
        );
        return rows.map(({ reference, why, amount, disbursement_uuid }) => ({
          reference,
          why,
          disbursementUuid: disbursement_uuid,
          amount: BigInt(amount),
        }));
      }),
  };
}

/** Two operators at the same time make one file, and no file is discarded while it is made. */
const lockFiles = ({ sql }: TenantTransaction) => sql(`select from rail where kind = 'bank_file' for update`, []);

/**
 * Locks payments and what they pay. What is being settled at this moment is waited for; what is asked of them afterwards
 * is true until the file is stored.
 */
async function lockPaid({ sql }: TenantTransaction, rows: readonly PaymentRow[]): Promise<readonly string[]> {
  const originators = rows.map((row) => row.originator_id);
  await sql('select from disbursement where originator_id = any($1::uuid[]) order by id for update', [originators]);
  return rows.map(({ id }) => id);
}

/** @throws DoubtfulFile */
async function refuseDoubtful(tx: TenantTransaction, { id, number }: { id: string; number: number }): Promise<void> {
  const rows = await tx.sql<PaymentRow>(`${PAYMENTS} where p.file_id = $2 order by p.id for update of p`, [
    UNDECIDED,
    id,
  ]);
  const locked = await lockPaid(tx, rows);
  const doubtful = await tx.sql<PaymentRow & { why: string }>(
    `${PAYMENTS} where p.id = any($2::bigint[]) and w.why is not null order by p.id`,
    [UNDECIDED, locked],
  );
  if (doubtful.length === 0) return;
  const named = doubtful.slice(0, 20).map(({ reference, why }) => `${reference} (${why})`);
  throw new DoubtfulFile(
    `File ${number} was made and may be at the bank or not. Since then ${doubtful.length} of its payments are not to be ` +
      `made any more: ${named.join(', ')}. If the bank has it, say so with \`bank delivered ${number}\` and have the bank ` +
      `stop these; if it has not, delete it and \`bank discard ${number}\`: the next file has the others.`,
  );
}

async function makeFile(
  tx: TenantTransaction,
  from: From,
  { madeBy, most, now }: { readonly madeBy: string; readonly most: number; readonly now: Temporal.Instant },
): Promise<BankFileMade | null> {
  const { sql } = tx;
  await requireOwnCurrency(tx, from);
  const waiting = await sql<PaymentRow>(
    `${PAYMENTS} where ${WAITS} and w.why is null order by p.id limit $2 for update of p`,
    [UNDECIDED, most],
  );
  const locked = await lockPaid(tx, waiting);
  const rows = await sql<PaymentRow>(`${PAYMENTS} where p.id = any($2::bigint[]) and w.why is null order by p.id`, [
    UNDECIDED,
    locked,
  ]);
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
