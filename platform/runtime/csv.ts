import { Readable } from 'node:stream';
import { CsvError, parse, type CsvErrorCode, type InfoRecord, type Options } from 'csv-parse';

/** A row of a CSV file (RFC 4180), with the line on which it begins. */
export type CsvRow = { readonly lineNo: number; readonly fields: readonly string[] };

const OPTIONS = {
  bom: true,
  info: true,
  max_record_size: 10_000,
  record_delimiter: '\n',
  // The lines about the account have other columns than the movements, and some details hold a bare quote.
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  trim: true,
} satisfies Options;

const WHY: { readonly [Code in CsvErrorCode]?: string } = {
  CSV_MAX_RECORD_SIZE: 'no row of a statement is so long',
  CSV_QUOTE_NOT_CLOSED: 'a quoted field has no end',
};

/**
 * Reads CSV as it arrives, a row at a time. Rows without any value are left out.
 * @throws RangeError naming the line, for a row of more than ten thousand characters or quotes that don't match
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const rows: AsyncIterable<{ record: string[]; info: InfoRecord }> = Readable.from(withoutReturns(chunks)).compose(
    parse(OPTIONS),
  );
  try {
    for await (const { record, info } of rows) {
      const breaks = record.join('').split('\n').length - 1;
      yield { lineNo: info.lines - breaks, fields: record.map((text) => text.trim()) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RangeError(`Line ${Number(error['lines'])}: ${WHY[error.code] ?? 'its quotes do not match'}.`);
  }
}

/** Lines end with \n alone: the parser would count \r\n within quotes as two. */
async function* withoutReturns(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield chunk.replaceAll('\r', '');
}
