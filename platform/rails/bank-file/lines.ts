import { createHash } from 'node:crypto';
import type { TenantTransaction } from '../../postgres/database.ts';
import { readDate, readInstant } from '../../postgres/mapping/types.ts';
import { instantText } from '../../runtime/wire.ts';
import type { PaymentsPorts } from './payments.ts';
import { BANK_ZONE, isAccount, type BankFileSettings } from './settings.ts';
import { isBefore, UnusableStatement, type BankLine, type BankStatement } from './statement/statement.ts';

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
  readonly originatorId: string | null;
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
  readonly originator_id: string | null;
  readonly account_reference: string;
};
const LINE = `id::text, booked_on, happened_at, amount::text, kind, receipt_no, originator_id::text, account_reference`;
const PART = 2_000;
const LONGEST_REFERENCE = 64;

/** What the bank's statements say, each line once. */
export function bankLines({ store, clock }: PaymentsPorts, tenantId: number, settings: BankFileSettings) {
  const find = async (condition: string, values: readonly unknown[]): Promise<readonly StoredLine[]> =>
    (
      await store.read(tenantId, ({ sql }) =>
        sql<LineRow>(`select ${LINE} from bank_line where ${condition} order by booked_on, id`, values),
      )
    ).map(lineFrom);

  return {
    /**
     * Stores a statement: all of it or nothing. The same file again, and a line that another statement has, change nothing.
     * @throws UnusableStatement
     */
    record: (statement: BankStatement, digest: string, importedBy: string): Promise<RecordedStatement> =>
      store.write(tenantId, async (tx) => {
        const now = clock();
        refuseStranger(statement, settings, now);
        await tx.sql(`select from rail where kind = 'bank_file' for update`, []);
        const [known] = await tx.sql('select id from bank_statement where digest = $1', [digest]);
        if (known) return { statement, digest, isNew: false, fresh: 0 };
        await refuseGap(tx, statement);
        const fresh = await keep(tx, { statement, digest, importedBy, now });
        return { statement, digest, isNew: true, fresh };
      }),

    of: (originatorId: string) => find('originator_id = $1', [originatorId]),
    between: (from: Temporal.PlainDate, through: Temporal.PlainDate) =>
      find('booked_on between $1::date and $2::date', [from.toString(), through.toString()]),
    /** What was imported and not booked yet, whatever statement it came with. */
    open: () => find('settled_at is null', []),

    /** A line is booked, or needs no booking; `remains`: a person has to, and it comes again. */
    settle: async ({ id }: StoredLine, as: string, ends: 'done' | 'remains'): Promise<void> => {
      const at = ends === 'done' ? instantText(clock()) : null;
      await store.write(tenantId, ({ sql }) =>
        sql('update bank_line set settled_as = $1, settled_at = $2 where id = $3', [as, at, id]),
      );
    },

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

/** A statement of another account, in another currency, or of days that are still to come. @throws UnusableStatement */
function refuseStranger(statement: BankStatement, settings: BankFileSettings, now: Temporal.Instant): void {
  if (!isAccount(settings, statement.account)) {
    throw new UnusableStatement(
      `It is of the account ${statement.account}; the institution pays from ${settings.account}. Import that one’s.`,
    );
  }
  if (statement.currency !== settings.currency) {
    throw new UnusableStatement(`It is in ${statement.currency}; the account is in ${settings.currency}.`);
  }
  const today = now.toZonedDateTimeISO(BANK_ZONE).toPlainDate();
  const ahead = statement.lines.find(({ bookedOn }) => isBefore(today, bookedOn));
  if (ahead)
    throw new UnusableStatement(`Line ${ahead.lineNo} is booked on ${ahead.bookedOn}, which is still to come.`);
}

/**
 * Its opening balance is what the lines of before lead to, else a movement is missing between the two.
 * @throws UnusableStatement
 */
async function refuseGap({ sql }: TenantTransaction, { from, opening }: BankStatement): Promise<void> {
  const [before] = await sql<{ through: unknown; led_to: string }>(
    `select s.covers_through as through,
            (s.opening + coalesce((select sum(l.amount) from bank_line l
                                    where l.booked_on >= s.covers_from and l.booked_on < $1::date), 0))::text as led_to
       from bank_statement s where s.covers_from <= $1::date order by s.covers_from desc, s.id desc limit 1`,
    [from.toString()],
  );
  if (!before || BigInt(before.led_to) === opening) return;
  throw new UnusableStatement(
    `It opens on ${from} with ${opening}; the statements of before, up to ${readDate(before.through)}, lead to ` +
      `${before.led_to}. Import the days in between first, or ask the bank which of the two is right.`,
  );
}

type Kept = {
  readonly statement: BankStatement;
  readonly digest: string;
  readonly importedBy: string;
  readonly now: Temporal.Instant;
};

async function keep({ sql }: TenantTransaction, { statement, digest, importedBy, now }: Kept): Promise<number> {
  const { from, through, opening, closing, lines } = statement;
  const [stored] = await sql<{ id: string }>(
    `insert into bank_statement (digest, covers_from, covers_through, opening, closing, lines, imported_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [digest, from.toString(), through.toString(), opening.toString(), closing.toString(), lines.length, importedBy],
  );
  const rows = withKeys(lines).map(({ line, key }) => ({
    line_no: line.lineNo,
    line_key: key,
    booked_on: line.bookedOn.toString(),
    happened_at: instantText(timeOf(line, now)),
    amount: line.amount.toString(),
    kind: line.kind,
    // Where the bank gives no reference, its line has one that every import of it repeats.
    receipt_no: line.bankReference ?? `STM-${key.slice(0, 16).toUpperCase()}`,
    own: line.ownReference,
    account_reference: accountReferenceIn(line.text),
  }));
  let fresh = 0;
  for (let start = 0; start < rows.length; start += PART) {
    const added = await sql(
      `insert into bank_line (statement_id, line_no, line_key, booked_on, happened_at, amount, kind, receipt_no,
                              originator_id, account_reference)
       select $1, l.line_no, l.line_key, l.booked_on, l.happened_at, l.amount, l.kind, l.receipt_no, p.originator_id,
              l.account_reference
         from jsonb_to_recordset($2::jsonb) as l(line_no int, line_key text, booked_on date, happened_at timestamptz,
              amount bigint, kind text, receipt_no text, own text, account_reference text)
         left join bank_payment p on p.reference = l.own
       on conflict (tenant_id, line_key) do nothing returning id`,
      [stored?.id, JSON.stringify(rows.slice(start, start + PART))],
    );
    fresh += added.length;
  }
  return fresh;
}

/** The end of the day on which the bank booked it; now, where that is earlier. */
function timeOf({ bookedOn }: BankLine, now: Temporal.Instant): Temporal.Instant {
  const end = bookedOn.add({ days: 1 }).toZonedDateTime(BANK_ZONE).toInstant().subtract({ seconds: 1 });
  return Temporal.Instant.compare(end, now) < 0 ? end : now;
}

/**
 * What makes a line the same on every statement that has it: the bank's reference where there is one, its words where
 * there is none. Lines that can't be distinguished are counted, within the day.
 */
function withKeys(lines: readonly BankLine[]) {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const name = line.bankReference ?? line.ownReference ?? line.text.toUpperCase().replaceAll(/\s+/g, ' ').trim();
    const base = JSON.stringify([line.bookedOn.toString(), line.amount.toString(), name]);
    const time = (times.get(base) ?? 0) + 1;
    times.set(base, time);
    return { line, key: createHash('sha256').update(`${base} ${time}`).digest('hex') };
  });
}

/** The number of a loan or an account that the payer wrote among other words; all of the words where there is no one number. */
function accountReferenceIn(text: string): string {
  const numbers = text.toUpperCase().match(/\b(?:L|SA)[-\s]?\d{1,15}\b/g) ?? [];
  const distinct = new Set(numbers.map((each) => each.replaceAll(/[-\s]/g, '')));
  const [only] = numbers;
  return distinct.size === 1 && only !== undefined ? only : text.slice(0, LONGEST_REFERENCE);
}

function lineFrom(row: LineRow): StoredLine {
  return {
    id: row.id,
    bookedOn: readDate(row.booked_on),
    at: readInstant(row.happened_at),
    amount: BigInt(row.amount),
    kind: row.kind,
    receiptNo: row.receipt_no,
    originatorId: row.originator_id,
    accountReference: row.account_reference,
  };
}
