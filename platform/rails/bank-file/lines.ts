import { isLostCredit } from '../../postgres/ledger/checks/bank.ts';
import { readDate, readInstant } from '../../postgres/mapping/types.ts';
import { businessTime } from '../../postgres/tenant-clock.ts';
import { instantText } from '../../runtime/wire.ts';
import type { PaymentsPorts } from './payments.ts';
import { recordStatement } from './recording.ts';
import type { BankFileSettings } from './settings.ts';
import type { BankStatement } from './statement/statement.ts';

/** A line of the bank's statements, once. */
export type StoredLine = {
  readonly id: string;
  readonly bookedOn: Temporal.PlainDate;
  /** The end of its day, or when it was imported where that was earlier: banks give days, and no times. */
  readonly at: Temporal.Instant;
  /** Minor units, signed. */
  readonly amount: bigint;
  readonly kind: 'movement' | 'fee';
  readonly receiptNo: string;
  /** The bank marks it as money that it gives back. */
  readonly isReturn: boolean;
  /** Our name for the charge that it was booked as, or gave back. */
  readonly chargeUuid: string | null;
  /** The payment of ours that it makes, gives back, or charges. */
  readonly originatorId: string | null;
  /** The payment of ours that a credit repeats, whether it gives it back or the payee wrote its reference. */
  readonly namesOriginatorId: string | null;
  readonly accountReference: string;
};

export type RecordedStatement = {
  readonly statement: BankStatement;
  readonly digest: string;
  /** False where this very file was imported before. */
  readonly isNew: boolean;
  /** Lines that no statement had before. */
  readonly fresh: number;
};

type LineRow = {
  readonly id: string;
  readonly booked_on: unknown;
  readonly happened_at: unknown;
  readonly amount: string;
  readonly kind: 'movement' | 'fee';
  readonly receipt_no: string;
  readonly is_return: boolean;
  readonly charge_uuid: string | null;
  readonly originator_id: string | null;
  readonly names_originator_id: string | null;
  readonly account_reference: string;
};
const LINE = `id::text, booked_on, happened_at, amount::text, kind, receipt_no, is_return, originator_id::text,
              coalesce((select c.uuid from bank_charge c where c.line_id = bank_line.id),
                       (select c.uuid from bank_charge c where c.back_line_id = bank_line.id))::text as charge_uuid,
              names_originator_id::text, account_reference`;

/** What the bank's statements say, each line once. */
export function bankLines({ store, clock }: PaymentsPorts, tenantId: number, settings: BankFileSettings) {
  const find = async (condition: string, values: readonly unknown[]): Promise<readonly StoredLine[]> =>
    (
      await store.read(tenantId, ({ sql }) =>
        sql<LineRow>(`select ${LINE} from bank_line where ${condition} order by booked_on, amount > 0, id`, values),
      )
    ).map(lineFrom);

  return {
    /**
     * Stores a statement: all of it or nothing. The same file again, and a line that another statement has, change nothing.
     * @throws UnusableStatement
     */
    record: (statement: BankStatement, digest: string, importedBy: string): Promise<RecordedStatement> =>
      store.write(tenantId, async (tx) => {
        const { isNew, fresh } = await recordStatement(tx, {
          statement,
          digest,
          importedBy,
          settings,
          now: businessTime(clock(), tx),
        });
        return { statement, digest, isNew, fresh };
      }),

    /** What was debited for a payment, and given back; what it cost is not the payment. */
    of: (originatorId: string) => find(`originator_id = $1 and kind = 'movement'`, [originatorId]),
    between: (from: Temporal.PlainDate, through: Temporal.PlainDate) =>
      find('booked_on between $1::date and $2::date', [from.toString(), through.toString()]),
    /** What was imported and not booked yet, whatever statement it came with. */
    open: () => find('settled_at is null', []),

    /** A line is booked, or needs no booking; `remains`: a person has to, and it comes again. */
    settle: async ({ id }: Pick<StoredLine, 'id'>, as: string, ends: 'done' | 'remains'): Promise<void> => {
      await store.write(tenantId, (tx) => {
        const at = ends === 'done' ? instantText(businessTime(clock(), tx)) : null;
        return tx.sql('update bank_line set settled_as = $1, settled_at = $2 where id = $3', [as, at, id]);
      });
    },

    /** Credits that no book has, because an earlier one has their reference and amount. */
    lost: () => find(isLostCredit('bank_line'), []),

    /** What the account held at the end of the last statement. */
    lastBalance: async (): Promise<{ readonly held: bigint; readonly on: Temporal.PlainDate } | null> => {
      const [row] = await store.read(tenantId, ({ sql }) =>
        sql<{ closing: string; covers_through: unknown }>(
          'select closing::text, covers_through from bank_statement order by covers_through desc, id desc limit 1',
          [],
        ),
      );
      return row ? { held: BigInt(row.closing), on: readDate(row.covers_through) } : null;
    },
  };
}

function lineFrom(row: LineRow): StoredLine {
  return {
    id: row.id,
    bookedOn: readDate(row.booked_on),
    at: readInstant(row.happened_at),
    amount: BigInt(row.amount),
    kind: row.kind,
    receiptNo: row.receipt_no,
    isReturn: row.is_return,
    chargeUuid: row.charge_uuid,
    originatorId: row.originator_id,
    namesOriginatorId: row.names_originator_id,
    accountReference: row.account_reference,
  };
}
