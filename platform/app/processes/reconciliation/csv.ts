/** A row of a CSV file (RFC 4180), with the line on which it begins. */
export type CsvRow = { readonly lineNo: number; readonly fields: readonly string[] };

const MOST_CHARACTERS = 10_000;

/**
 * Reads CSV as it comes, a row at a time: quoted fields may hold commas, quotes and line breaks. Empty lines are left
 * out. @throws RangeError naming the line, for a row of more than ten thousand characters or a quote that never ends
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  /** A quote inside a quoted field: it ends the field, or is the first of two. */
  let wasQuote = false;
  let line = 1;
  let begunOn = 1;
  let length = 0;
  let first = true;
  const row = (): CsvRow | null => {
    const full = [...fields, field];
    const ended = { lineNo: begunOn, fields: full.map((text) => text.trim()) };
    fields = [];
    field = '';
    length = 0;
    return full.every((text) => text.trim() === '') ? null : ended;
  };

  for await (const chunk of chunks) {
    for (const char of first ? chunk.replace(/^\uFEFF/, '') : chunk) {
      if (++length > MOST_CHARACTERS) throw new RangeError(`Line ${begunOn}: no row of a statement is so long.`);
      if (quoted && wasQuote) {
        wasQuote = false;
        if (char === '"') {
          field += '"';
          continue;
        }
        quoted = false;
      } else if (quoted) {
        if (char === '"') wasQuote = true;
        else field += char;
        if (char === '\n') line++;
        continue;
      }
      if (char === '"' && field.trim() === '') {
        field = '';
        quoted = true;
      } else if (char === ',') {
        fields.push(field);
        field = '';
      } else if (char === '\n') {
        const ended = row();
        begunOn = ++line;
        if (ended) yield ended;
      } else if (char !== '\r') {
        field += char;
      }
    }
    first = false;
  }
  if (quoted && !wasQuote) throw new RangeError(`Line ${begunOn}: a quoted field has no end.`);
  const last = row();
  if (last) yield last;
}
