import type { ReactNode } from 'react';
import { useQuery, type TypedDocumentNode } from 'urql';
import { useLive } from '../frame/live.ts';
import { DataTable, type Column, type Listed } from './data-table.tsx';
import { ExportButton, useColumns } from './list-menus.tsx';
import { ListTools } from './list-tools.tsx';
import { PageHead } from './page-head.tsx';
import { PrintHead } from './print.tsx';
import { ShowQuery } from './show-query.tsx';
import { useWholePrint } from './whole-print.tsx';

type Props<Data, Variables extends object, Row> = {
  readonly title: string;
  /** Names what is stored of the list, and its exported file. */
  readonly name: string;
  /** The name of the exported file, where it is another one. */
  readonly exportName?: string;
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly listOf: (data: Data) => Listed<Row> | null | undefined;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The page of a record. */
  readonly opens: (row: Row) => string;
  /** Beginnings of the types of events after which it is loaded again; none unless it says so. */
  readonly live?: readonly string[];
  readonly empty: { readonly title: string; readonly hint: string };
  /** What narrows the list; it may depend on what was loaded with it. */
  readonly children?: ReactNode | ((data: Data | undefined) => ReactNode);
  /** What can be done, beside the query. */
  readonly actions?: (reload: () => void) => ReactNode;
};

/** The page of a list: its head, what narrows it, its rows with export, and what happens meanwhile. */
export function ListPage<Data, Variables extends object, Row>(props: Props<Data, Variables, Row>) {
  const { title, name, document, variables, listOf, columns, live = [], children, actions, ...table } = props;
  const { exportName = name, ...shownAs } = table;
  const { shown, menu } = useColumns(name, columns);
  const [{ data, error, fetching }, reload] = useQuery({ query: document, variables });
  const again = () => reload({ requestPolicy: 'network-only' });
  useLive(live, again);
  const paper = useWholePrint({ document, variables, listOf }, data && listOf(data));
  return (
    <>
      <PrintHead />
      <PageHead title={title}>
        {actions?.(again)}
        <ShowQuery document={document} variables={variables} />
      </PageHead>
      <ListTools>
        {typeof children === 'function' ? children(data) : children}
        <span className="space" />
        <span className="menus">
          {menu}
          {paper.button}
          <ExportButton name={exportName} document={document} variables={variables} listOf={listOf} columns={shown} />
        </span>
      </ListTools>
      {paper.note}
      <DataTable
        {...shownAs}
        label={title}
        columns={shown}
        list={paper.shown}
        isLoading={fetching}
        error={error}
        onRetry={reload}
      />
    </>
  );
}
