import type { TenantTransaction } from '../database.ts';

const COLUMNS = [
  'journal_id',
  'journal_uuid',
  'booked_on',
  'created_at',
  'event_type',
  'subject_type',
  'subject_id',
  'reversal_of',
  'account',
  'sub_account',
  'side',
  'amount',
  'currency',
] as const;

const FETCHED = 5_000;

/**
 * The general ledger of a range of days as CSV (RFC 4180), line by journal line, amounts in minor units. It is read
 * through a cursor: one snapshot, and never more than some thousands of lines in memory.
 */
export async function* generalLedgerCsv(
  sql: TenantTransaction['sql'],
  { from, to }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate },
): AsyncGenerator<string> {
  // A cursor takes no bound values; these are dates that were parsed.
  await sql(`declare general_ledger no scroll cursor for
    select j.id as journal_id, j.uuid as journal_uuid, j.booked_on::text as booked_on,
           to_char(j.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
           j.event_type, j.subject_type, j.subject_id, j.reversal_of, l.account, l.sub_account, l.side, l.amount, j.currency
      from journal j join journal_line l on l.journal_id = j.id
     where j.booked_on between '${from.toString()}' and '${to.toString()}'
     order by j.booked_on, j.id, l.id`);
  yield `${COLUMNS.join(',')}\r\n`;
  for (;;) {
    const rows = await sql(`fetch ${FETCHED} from general_ledger`);
    if (rows.length > 0) yield rows.map((row) => `${COLUMNS.map((name) => field(row[name])).join(',')}\r\n`).join('');
    if (rows.length < FETCHED) break;
  }
  await sql('close general_ledger');
}

/** A field of CSV. What a spreadsheet would take for a formula is made text: amounts are never negative here. */
function field(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = /^[=+\-@\t\r]/.test(String(value)) ? `'${String(value)}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
