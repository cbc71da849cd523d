import { createHash } from 'node:crypto';
import type { TenantTransaction } from '../../postgres/database.ts';
import { readDate } from '../../postgres/mapping/types.ts';
import { storable } from '../../runtime/storable.ts';
import { instantText } from '../../runtime/wire.ts';
import { readAccountReference } from '#core/mobile-money/account-reference.ts';
import { announcedIn } from '#core/payment-bridge/topup/topup.ts';
import { BANK_ZONE, isAccount, requireOwnCurrency, type BankFileSettings } from './settings.ts';
import { isBefore, UnusableStatement, type BankLine, type BankStatement } from './statement/statement.ts';

const PART = 2_000;
const LONGEST_REFERENCE = 64;

type Recording = {
  readonly statement: BankStatement;
  readonly digest: string;
  readonly importedBy: string;
  readonly settings: BankFileSettings;
  readonly now: Temporal.Instant;
};

/**
 * Stores a statement: all of it or nothing.
 * @returns whether this file was not imported before, and how many lines no statement had before
 * @throws UnusableStatement, OtherCurrency
 */
export async function recordStatement(
  tx: TenantTransaction,
  recording: Recording,
): Promise<{ readonly isNew: boolean; readonly fresh: number }> {
  const { statement, digest, settings, now } = recording;
  await requireOwnCurrency(tx, settings);
  refuseStranger(statement, settings, now);
  await tx.sql(`select from rail where kind = 'bank_file' for update`, []);
  const [known] = await tx.sql('select id from bank_statement where digest = $1', [digest]);
  if (known) return { isNew: false, fresh: 0 };
  await refuseGap(tx, statement);
  await refuseGapBehind(tx, statement);
  const fresh = await keep(tx, recording);
  await refuseOtherLines(tx, statement);
  return { isNew: true, fresh };
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

/**
 * The next statement opens with what this one leads to; else a movement is missing between the two.
 * @throws UnusableStatement
 */
async function refuseGapBehind({ sql }: TenantTransaction, { from, opening, lines }: BankStatement): Promise<void> {
  const [next] = await sql<{ from: unknown; opening: string }>(
    `select covers_from as from, opening::text from bank_statement where covers_from > $1::date
      order by covers_from, id limit 1`,
    [from.toString()],
  );
  if (!next) return;
  const begins = readDate(next.from);
  const before = lines.filter(({ bookedOn }) => isBefore(bookedOn, begins));
  const ledTo = before.reduce((sum, { amount }) => sum + amount, opening);
  if (BigInt(next.opening) === ledTo) return;
  throw new UnusableStatement(
    `It leads to ${ledTo} before ${begins}; the statement of that day opens with ${next.opening}. Import the days in ` +
      'between from the latest to the earliest, or ask the bank which of the two is right.',
  );
}

/**
 * All lines that are known of its days lead from its opening to its closing balance, else one is known under two names:
 * where the bank gives no reference, a line is known by its words, and another format may have other words.
 * @throws UnusableStatement
 */
async function refuseOtherLines({ sql }: TenantTransaction, statement: BankStatement): Promise<void> {
  const { from, through, opening, closing } = statement;
  const [known] = await sql<{ moved: string }>(
    'select coalesce(sum(amount), 0)::text as moved from bank_line where booked_on between $1::date and $2::date',
    [from.toString(), through.toString()],
  );
  const moved = BigInt(known?.moved ?? 0);
  if (moved === closing - opening) return;
  throw new UnusableStatement(
    `Its lines move ${closing - opening}; with those that are known already of ${from} to ${through}, ${moved} would be ` +
      'moved: the same lines came before in other words, or more of them. Import the days in the format of before.',
  );
}

async function keep({ sql }: TenantTransaction, recording: Recording): Promise<number> {
  const { statement, digest, importedBy, settings } = recording;
  const { from, through, opening, closing, lines } = statement;
  const [stored] = await sql<{ id: string }>(
    `insert into bank_statement (digest, covers_from, covers_through, opening, closing, lines, imported_by)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [digest, from.toString(), through.toString(), opening.toString(), closing.toString(), lines.length, importedBy],
  );
  const rows = rowsOf(recording);
  let fresh = 0;
  for (let start = 0; start < rows.length; start += PART) {
    // A debit that repeats our reference makes that payment. People write of fees: what moves the whole amount is no charge.
    const added = await sql(
      `insert into bank_line (statement_id, line_no, line_key, booked_on, happened_at, amount, kind, is_return, receipt_no,
                              originator_id, names_originator_id, account_reference)
       select $1, l.line_no, l.line_key, l.booked_on, l.happened_at, l.amount,
              case when p.amount = -l.amount then 'movement' else l.kind end, l.is_return, l.receipt_no,
              case when l.amount < 0 then p.originator_id end, case when l.amount > 0 then p.originator_id end,
              l.account_reference
         from jsonb_to_recordset($2::jsonb) as l(line_no int, line_key text, booked_on date, happened_at timestamptz,
              amount bigint, kind text, is_return boolean, receipt_no text, own text, account_reference text)
         left join bank_payment p on p.reference = l.own
       on conflict (tenant_id, line_key) do nothing returning id`,
      [stored?.id, JSON.stringify(rows.slice(start, start + PART))],
    );
    fresh += added.length;
  }
  await nameRepeatedCredits(sql, stored?.id);
  // What the bank marks as returned, calls a charge, and charged in these days as much, is a charge that it gives back.
  // A payee knows our reference: only what the bank marks gives a payment back, and only soon after it was made.
  await sql(
    `update bank_line c set kind = 'fee'
      where c.statement_id = $1 and c.is_return and c.line_key = any($3)
        and exists (select from bank_line d where d.kind = 'fee' and d.amount = -c.amount
                       and (c.names_originator_id is null or d.originator_id = c.names_originator_id)
                       and d.booked_on between c.booked_on - $2::int and c.booked_on)`,
    [
      stored?.id,
      settings.returnDays,
      rows.filter(({ gives_charge_back }) => gives_charge_back).map((row) => row.line_key),
    ],
  );
  await sql(
    `update bank_line c set originator_id = c.names_originator_id
      where c.statement_id = $1 and c.is_return and c.kind = 'movement' and c.names_originator_id is not null
        and exists (select from bank_line d where d.originator_id = c.names_originator_id and d.kind = 'movement'
                       and d.amount < 0 and d.booked_on between c.booked_on - $2::int and c.booked_on)`,
    [stored?.id, settings.returnDays],
  );
  return fresh;
}

/** The bank's reference and the beginning of its line's key, which every import repeats. */
export const RECEIPT_OF_ITS_OWN = `receipt_no = c.receipt_no || '-' || upper(left(c.line_key, 8))`;

/**
 * The balances of a statement show that each of its lines moved, also where the bank gives several credits one reference, as to a
 * standing order. A receipt is of one payment: under theirs the second one would be the first once more, and in no book.
 */
async function nameRepeatedCredits(sql: TenantTransaction['sql'], statementId: string | undefined): Promise<void> {
  await sql(
    `update bank_line c set ${RECEIPT_OF_ITS_OWN}
      where c.statement_id = $1 and c.amount > 0
        and exists (select from bank_line d where d.amount > 0 and d.id < c.id
                       and identifier_key(d.receipt_no) = identifier_key(c.receipt_no))`,
    [statementId],
  );
}

const rowsOf = ({ statement, settings, now }: Recording) =>
  withKeys(statement.lines).map(({ line, key }) => {
    const isReturn = line.amount > 0n && (line.isReturn ?? beginsAsReturn(line, settings));
    return {
      line_no: line.lineNo,
      line_key: key,
      booked_on: line.bookedOn.toString(),
      happened_at: instantText(timeOf(line, now)),
      amount: line.amount.toString(),
      kind: line.kind,
      is_return: isReturn,
      gives_charge_back: isReturn && line.namesCharge,
      // Where the bank gives no reference, its line has one that every import of it repeats.
      receipt_no: storable(line.bankReference ?? '') || `STM-${key.slice(0, 16).toUpperCase()}`,
      own: line.ownReference,
      account_reference: accountReferenceIn(storable(line.text)),
    };
  });

/** The words with which the bank itself begins the line. */
function beginsAsReturn({ text }: BankLine, { returnWords }: BankFileSettings): boolean {
  const words = text.toUpperCase().trim();
  return returnWords
    .map((each) => each.toUpperCase().trim())
    .some((each) => words.startsWith(each) && !/[A-Z0-9]/.test(words.charAt(each.length)));
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

/**
 * The reference of a top-up, or the number of a loan or an account that the payer wrote among other words, as it is printed: with
 * six digits or more. A shorter one may be that of a flat or an invoice. Where there is no one number, all of the words.
 */
function accountReferenceIn(text: string): string {
  const announced = announcedIn(text);
  if (announced !== null) return announced;
  const numbers = text.toUpperCase().match(/\b(?:L|SA)-?\d{6,15}\b/g) ?? [];
  const distinct = new Set(numbers.map((each) => each.replaceAll('-', '')));
  const [only] = numbers;
  if (distinct.size === 1 && only !== undefined) return only;
  const words = storable(text, LONGEST_REFERENCE);
  const { loanNo, accountNo } = readAccountReference(words);
  // Words that read as a number where payers type one are words here: in quotes they are none.
  return loanNo === null && accountNo === null ? words : storable(`"${words.trim()}"`, LONGEST_REFERENCE);
}
