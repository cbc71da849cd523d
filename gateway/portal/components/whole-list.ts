import type { Client, TypedDocumentNode } from 'urql';
import { NOT_STORED } from '../graph/last-answers.ts';
import type { Column, Listed } from './data-table.tsx';
import type { Language } from '../texts/texts.ts';

/** What a file takes at most; a list that is longer wants a filter. */
export const MOST_ROWS = 10_000;
const PAGE = 100;

type Export<Data, Variables extends object, Row> = {
  readonly client: Client;
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The filter and the order of the list, without its page. */
  readonly variables: object;
  readonly listOf: (data: Data) => Listed<Row> | null | undefined;
  readonly columns: readonly Column<Row>[];
  readonly spoken: Language;
};

/** A list as a file. `isWhole`: it is not cut after the most rows that a file takes. */
type ListFile = { readonly text: string; readonly isWhole: boolean };

/** The list as CSV, read in pages of 100. @throws CombinedError of the first page that could not be read */
export async function csvOf<Data, Variables extends object, Row>(
  from: Export<Data, Variables, Row>,
): Promise<ListFile> {
  const { client, document, variables, listOf, columns, spoken } = from;
  const exported = columns.filter(({ csv }) => csv !== undefined);
  const lines = [exported.map(({ title }) => cellText(title[spoken]))];
  let isMore = true;
  for (let after: string | null = null; isMore && lines.length <= MOST_ROWS;) {
    // A list's document takes the page beside what narrows the list.
    const page = { ...variables, first: PAGE, after, last: null, before: null } as object as Variables;
    const { data, error } = await client
      .query(document, page, { requestPolicy: 'network-only', ...NOT_STORED })
      .toPromise();
    const list = data && listOf(data);
    if (!list) throw error ?? new Error('The list is empty for you.');
    for (const row of list.nodes) lines.push(exported.map(({ csv }) => cellText(csv?.(row) ?? '')));
    after = list.pageInfo.endCursor;
    isMore = list.pageInfo.hasNextPage;
  }
  return { text: `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`, isWhole: !isMore };
}

/** A cell as RFC 4180 has it. A text that a spreadsheet would take for a formula is marked as text. */
function cellText(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
