import type { StatementLine } from '#core/reconciliation/movements.ts';
import { readCents } from '../../../rails/daraja/wire/amounts.ts';
import { asId } from '../../../rails/connection/json.ts';
import { PROVIDER_ZONE, readTime } from '../../../rails/daraja/wire/times.ts';
import { readCsv, type CsvRow } from '../../../runtime/csv.ts';
import { storable } from '../../../runtime/storable.ts';
import { namesOf, isOneOf } from '#core/kernel/names.ts';

/** A statement as M-Pesa's organisation portal exports it (CSV), read. Amounts in minor units. */
export type PortalStatement = {
  readonly shortcode: string | null;
  /** Which of the shortcode's accounts it is of: `Working Account`, `Utility Account`. */
  readonly accountName: string | null;
  readonly from: Temporal.PlainDate;
  readonly through: Temporal.PlainDate;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: readonly StatementLine[];
  /** Lines of payments that were not completed. They moved nothing. */
  readonly skipped: number;
};

/** A file that can't be read as a statement, and why, in a sentence with the line. */
export class UnreadableStatement extends Error {}

/** A month of a busy paybill. All of them are held in memory to be compared. */
const MOST_LINES = 100_000;

/** The columns, by their names without anything but letters and digits. */
const COLUMNS = {
  receiptNo: ['receiptno', 'receipt', 'transactionid'],
  completed: ['completiontime'],
  details: ['details'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin'],
  withdrawn: ['withdrawn'],
  balance: ['balance'],
  reason: ['reasontype'],
  party: ['otherpartyinfo'],
  linked: ['linkedtransactionid'],
  account: ['acno', 'accountno', 'accountnumber'],
  originator: ['originatorconversationid', 'originatorid'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ['receiptNo', 'completed', 'paidIn', 'withdrawn'];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

type Read = { readonly line: StatementLine; readonly balance: bigint | null };
type Header = { [name: string]: string };

/**
 * Reads a statement: some lines about the account, a line of column names, then a line for each movement, the newest
 * first or last. A line that can't be read refuses the whole file: half a statement would look like missing money.
 * @throws UnreadableStatement
 */
export async function readPortalStatement(chunks: AsyncIterable<string>): Promise<PortalStatement> {
  const header: Header = {};
  const read: Read[] = [];
  let columns: ReadonlyMap<Column, number> | null = null;
  let skipped = 0;
  try {
    for await (const row of readCsv(chunks)) {
      if (columns === null) {
        columns = columnsIn(row);
        if (columns === null) header[plain(row.fields[0] ?? '')] ??= row.fields.slice(1).join(' ').trim();
        continue;
      }
      const line = readLine(row, columns);
      if (line === null) skipped++;
      else read.push(line);
      if (read.length > MOST_LINES) throw new UnreadableStatement(`More than ${MOST_LINES} lines: split the period.`);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableStatement(error.message);
    throw error;
  }
  if (columns === null) {
    throw new UnreadableStatement('No line has the columns Receipt No., Completion Time, Paid In and Withdrawn.');
  }
  return statementOf(header, inOrder(read), skipped);
}

function statementOf(header: Header, read: readonly Read[], skipped: number): PortalStatement {
  const days = [...(header['timeperiod'] ?? '').matchAll(/\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}/g)].map(([text]) =>
    dayIn(text),
  );
  const named = [...days, ...read.map(({ line }) => dayOf(line.at))].filter((day) => day !== null);
  const sorted = named.toSorted(Temporal.PlainDate.compare);
  const [from] = sorted;
  const through = sorted.at(-1);
  if (!from || !through) throw new UnreadableStatement('It has neither a movement nor a time period.');
  const first = read[0];
  const before = first?.balance == null ? null : first.balance - first.line.amount;
  return {
    shortcode: header['shortcode'] ?? null,
    accountName: header['account'] ?? null,
    from,
    through,
    opening: amountIn(header['openingbalance']) ?? before,
    closing: amountIn(header['closingbalance']) ?? read.at(-1)?.balance ?? null,
    lines: read.map(({ line }) => line),
    skipped,
  };
}

function columnsIn({ fields }: CsvRow): ReadonlyMap<Column, number> | null {
  const names = fields.map(plain);
  const found = new Map<Column, number>();
  for (const column of namesOf(COLUMNS)) {
    const place = names.findIndex((name) => isOneOf(COLUMNS[column], name));
    if (place >= 0) found.set(column, place);
  }
  return NEEDED.every((column) => found.has(column)) ? found : null;
}

/** A line of the statement; null where its payment was not completed. */
function readLine({ lineNo, fields }: CsvRow, columns: ReadonlyMap<Column, number>): Read | null {
  const at = (column: Column) => {
    const place = columns.get(column);
    const text = place === undefined ? '' : (fields[place] ?? '');
    return text === '' ? null : text.replaceAll('\u0000', '');
  };
  const status = at('status');
  if (status !== null && status.toLowerCase() !== 'completed') return null;
  const unreadable = (what: string) => new UnreadableStatement(`Line ${lineNo}: ${what} can’t be read.`);
  const amount = (column: 'paidIn' | 'withdrawn') => {
    const text = at(column);
    const cents = text === null ? 0n : amountIn(text);
    if (cents === null) throw unreadable(column === 'paidIn' ? 'Paid In' : 'Withdrawn');
    return cents < 0n ? -cents : cents;
  };
  const moved = amount('paidIn') - amount('withdrawn');
  if (moved === 0n) throw unreadable('what was paid in or withdrawn');
  const completed = timeIn(at('completed'));
  if (completed === null) throw unreadable('Completion Time');
  const receiptNo = asId(at('receiptNo'));
  if (receiptNo === null) throw unreadable('Receipt No.');
  const isFee = moved < 0n && /\bcharges?\b/i.test(at('reason') ?? at('details') ?? '');
  return {
    line: {
      lineNo,
      receiptNo: receiptNo.toUpperCase(),
      kind: isFee ? 'fee' : 'movement',
      at: completed,
      amount: moved,
      msisdn: /^\+?[\d*]{9,15}/.exec((at('party') ?? '').replaceAll(' ', ''))?.[0] ?? null,
      accountReference: storable(at('account') ?? '', 64) || null,
      originatorId: asId(at('originator'))?.toLowerCase() ?? null,
      linkedReceiptNo: asId(at('linked'))?.toUpperCase() ?? null,
    },
    balance: amountIn(at('balance')),
  };
}

/** Oldest first. The portal exports the newest first or last: the balances show it, or else the times. */
function inOrder(read: readonly Read[]): readonly Read[] {
  let downwards = 0;
  read.forEach((next, place) => {
    const above = read[place - 1];
    if (!above || above.balance === null || next.balance === null) return;
    if (above.balance + next.line.amount === next.balance) downwards++;
    if (next.balance + above.line.amount === above.balance) downwards--;
  });
  const [first] = read;
  const last = read.at(-1);
  const later = first && last ? Temporal.Instant.compare(first.line.at, last.line.at) : 0;
  return downwards < 0 || (downwards === 0 && later > 0) ? read.toReversed() : read;
}

/** `1,131,340.00`, `-60.00`. */
const amountIn = (text: string | null | undefined) => readCents((text ?? '').replaceAll(/[,\s]|KES/gi, '') || null);

const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(PROVIDER_ZONE).toPlainDate();

function dayIn(text: string): Temporal.PlainDate | null {
  const iso = text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1');
  try {
    return Temporal.PlainDate.from(iso);
  } catch {
    return null;
  }
}

/** `2026-02-03 10:15:00` or `03-02-2026 10:15:00`, without a zone: the provider's own. */
function timeIn(text: string | null): Temporal.Instant | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text ?? '');
  const dotted = /^(\d\d)[-/](\d\d)[-/](\d{4})[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text ?? '');
  const [year, month, day, time] = parts
    ? [parts[1], parts[2], parts[3], parts[4]]
    : dotted
      ? [dotted[3], dotted[2], dotted[1], dotted[4]]
      : [];
  const clock = `${time ?? ''}:00`.slice(0, 8).replaceAll(':', '');
  return readTime(`${year ?? ''}${month ?? ''}${day ?? ''}${clock}`);
}
