/** A cell of a file: amounts are exact decimal numbers, nothing is an empty cell. */
type Cell = string | number | null;

/** Lines as RFC 4180 has them, with the mark by which a spreadsheet knows UTF-8. */
export const csvText = (lines: readonly (readonly Cell[])[]): string =>
  `\uFEFF${lines.map((cells) => cells.map(cellText).join(',')).join('\r\n')}\r\n`;

/** A text that a spreadsheet would take for a formula is marked as text. */
function cellText(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
