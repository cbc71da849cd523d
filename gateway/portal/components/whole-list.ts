import type { Client, TypedDocumentNode } from 'urql';
import { NOT_STORED } from '../graph/last-answers.ts';
import { csvText } from '../format/csv.ts';
import { numberText } from '../format/format.ts';
import { translate, texts, type Language } from '../texts/texts.ts';
import type { Column, Listed } from './data-table.tsx';

/** What a file takes at most; a list that is longer wants a filter. */
export const MOST_ROWS = 10_000;
const PAGE = 100;

const own = texts({
  en: { cut: 'These are the first {count} rows, not all. Narrow the list, by days for one, to export the rest.' },
  sw: { cut: 'Hizi ni safu {count} za kwanza, si zote. Punguza orodha, kwa mfano kwa siku, ili kuhamisha zilizobaki.' },
});

/** A list with what narrows it, as it is read from its first row on. */
export type WholeList<Data, Variables extends object, Row> = {
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The filter and the order of the list; a page that they name is replaced. */
  readonly variables: object;
  readonly listOf: (data: Data) => Listed<Row> | null | undefined;
  /** How the document takes its pages, where it is not by cursors. */
  readonly pageAfter?: (after: string | null) => object;
};

/** The rows of a list from its first on. */
export type Rows<Row> = {
  readonly rows: readonly Row[];
  /** There are no more than these. */
  readonly isWhole: boolean;
};

const byCursor = (after: string | null) => ({ first: PAGE, after, last: null, before: null });

/** The rows of a list, at most so many, read in pages of 100. @throws CombinedError of the first page that could not be read */
export async function wholeList<Data, Variables extends object, Row>(
  client: Client,
  { document, variables, listOf, pageAfter = byCursor }: WholeList<Data, Variables, Row>,
  most: number,
): Promise<Rows<Row>> {
  const rows: Row[] = [];
  let isMore = true;
  for (let after: string | null = null; isMore && rows.length < most;) {
    // A list's document takes the page beside what narrows the list.
    const page = { ...variables, ...pageAfter(after) } as object as Variables;
    const { data, error } = await client
      .query(document, page, { requestPolicy: 'network-only', ...NOT_STORED })
      .toPromise();
    const list = data && listOf(data);
    if (!list) throw error ?? new Error('The list is empty for you.');
    rows.push(...list.nodes);
    after = list.pageInfo.endCursor;
    isMore = list.pageInfo.hasNextPage;
  }
  return { rows: rows.slice(0, most), isWhole: !isMore && rows.length <= most };
}

/** Rows as a file, with a head; where they are not all, its last line says so, and what to do. */
export function fileOf<Row>(
  { rows, isWhole }: Rows<Row>,
  columns: readonly Pick<Column<Row>, 'title' | 'csv'>[],
  spoken: Language,
): string {
  const exported = columns.filter(({ csv }) => csv !== undefined);
  const cut = () => translate(own, spoken)('cut', { count: numberText(rows.length) });
  return csvText([
    exported.map(({ title }) => title[spoken]),
    ...rows.map((row) => exported.map(({ csv }) => csv?.(row) ?? null)),
    ...(isWhole ? [] : [[cut()]]),
  ]);
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
