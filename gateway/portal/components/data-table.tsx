import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { CombinedError } from 'urql';
import { texts, useLanguage, useTexts, type InLanguages } from '../texts/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { EmptyState } from './empty-state.tsx';
import { ListError } from './list-error.tsx';
import { Skeleton } from './skeleton.tsx';
import { useOpen, useOpening } from './beside.ts';
import { useFilters } from './filters.ts';
import { useNarrow } from './narrow.ts';

export type Column<Row> = {
  /** Names the column in the address and in what is stored; stable. */
  readonly name: string;
  readonly title: InLanguages;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are at the right. */
  readonly isNumber?: boolean;
  /** On a telephone: `under` what the row is known by, in its cell, or `next` to it, before the other columns. */
  readonly narrow?: 'under' | 'next';
  /** Of no use on paper: what is done there. */
  readonly isOnScreenOnly?: boolean;
  /** Left out until one asks for it. */
  readonly isExtra?: boolean;
  /** The key of the list's order, where it can be ordered by it: `PRINCIPAL`. */
  readonly orderBy?: string;
  /** The plain value for the exported file; the column is left out of it without one. */
  readonly csv?: (row: Row) => string | number | null;
};

/** A page of a list, as Relay's connections describe it. */
export type Listed<Row> = {
  readonly nodes: readonly Row[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
    readonly startCursor: string | null;
  };
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: Listed<Row> | null | undefined;
  readonly isLoading: boolean;
  readonly error: CombinedError | undefined;
  readonly onRetry: () => void;
  readonly keyOf: (row: Row) => string;
  /** The page of a record. */
  readonly opens?: (row: Row) => string;
  /** In place of rows, where there are none. */
  readonly empty: { readonly title: string; readonly hint: string };
};

const own = texts({
  en: { next: 'Next', previous: 'Previous', first: 'First page', ascending: 'ascending', descending: 'descending' },
  sw: {
    next: 'Inayofuata',
    previous: 'Iliyotangulia',
    first: 'Mwanzo',
    ascending: 'kupanda',
    descending: 'kushuka',
  },
});

/**
 * A list with a head that stays, rows of 36 px that arrows walk through and Enter opens, pages by cursor, and its order in the
 * address. What is shown is loaded by the page.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, list, isLoading, error, onRetry, keyOf, opens, empty } = props;
  const opening = useOpening();
  const shownBeside = useOpen();
  const isNarrow = useNarrow();
  const { columns, under } = isNarrow ? forTelephones(props.columns) : { columns: props.columns, under: NONE };
  const body = useRef<HTMLTableSectionElement>(null);
  if (error && !list) return <ListError error={error} onRetry={onRetry} />;
  const open = (row: Row) => opens !== undefined && opening.open(opens(row));
  /** The link of a row to its record opens it as the row does. */
  const onLink = (row: Row) => (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!opening.isBeside || !isPlain || opens === undefined || link?.pathname !== opens(row)) return;
    event.preventDefault();
    event.stopPropagation();
    open(row);
  };
  const onClick = (row: Row) => (event: MouseEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    if (!isElsewhere && getSelection()?.isCollapsed !== false) open(row);
  };
  if (list?.nodes.length === 0) return <EmptyState {...empty} />;
  return (
    <>
      <div className="table" aria-busy={isLoading} tabIndex={-1}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column, place) => (
                <Head key={column.name} {...column} under={under[place]} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={(event) => moveByKey(event)}>
            {list?.nodes.map((row, i) => (
              <tr
                key={keyOf(row)}
                tabIndex={i === 0 ? 0 : -1}
                data-opens={opens === undefined ? undefined : ''}
                aria-current={opens !== undefined && opens(row) === shownBeside ? 'true' : undefined}
                onClickCapture={onLink(row)}
                onClick={onClick(row)}
                onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && open(row)}
              >
                {columns.map(({ name, cell, ...column }, place) => (
                  <td key={name} className={classOf(column)}>
                    <InTwoLines what={cell(row)} under={under[place]?.cell(row)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {list ? null : <Skeleton lines={12} />}
      </div>
      {list ? <Pager {...list.pageInfo} /> : null}
    </>
  );
}

type Arranged<Row> = {
  readonly columns: readonly Column<Row>[];
  /** By its place, what stands below a column in its cells. */
  readonly under: readonly (Column<Row> | undefined)[];
};
const NONE = [] as const;

/**
 * The columns in the order in which a telephone shows them: what a row is known by with whose it is below it, then what
 * matters, a state below its figure. The rest comes after them.
 */
function forTelephones<Row>(columns: readonly Column<Row>[]): Arranged<Row> {
  const [first, ...others] = columns;
  const whose = others.find(({ narrow }) => narrow === 'under');
  const [next, ...further] = others
    .filter(({ narrow }) => narrow === 'next')
    .toSorted((a, b) => Number(b.isNumber ?? false) - Number(a.isNumber ?? false));
  const [second] = further;
  // Two figures are compared with those above them: each has its column.
  const below = second !== undefined && !second.isNumber ? second : undefined;
  const rest = others.filter((column) => ![whose, next, below].includes(column));
  const known = first === undefined ? [] : [first];
  return { columns: [...known, ...(next ? [next] : []), ...rest], under: [whose, below] };
}

type InTwoLinesProps = { readonly what: ReactNode; readonly under: ReactNode };

/** What a row is known by and whose it is, or a figure and a state, in two lines; in one where there is one. */
function InTwoLines({ what, under }: InTwoLinesProps) {
  if (under === undefined) return <>{what}</>;
  return (
    <>
      <span className="known-by">{what}</span>
      <span className="known-by faint">{under}</span>
    </>
  );
}

/** Arrows walk the rows, Home and End go to the first and the last. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.children].filter((row) => row instanceof HTMLElement);
  const at = rows.findIndex((row) => row === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined || at < 0 ? undefined : rows[to];
  if (row === undefined) return;
  event.preventDefault();
  row.focus();
}

type HeadProps = Pick<Column<never>, 'title' | 'isNumber' | 'isOnScreenOnly' | 'orderBy'>;

function classOf({ isNumber, isOnScreenOnly }: Pick<HeadProps, 'isNumber' | 'isOnScreenOnly'>): string | undefined {
  if (isOnScreenOnly) return 'no-print';
  return isNumber ? 'number' : undefined;
}

function Head({ under, ...head }: HeadProps & { readonly under: HeadProps | undefined }) {
  const byHead = useOrder(head.orderBy)?.sorted;
  const byUnder = useOrder(under?.orderBy)?.sorted;
  const sorted = byUnder === undefined || byUnder === 'none' ? byHead : byUnder;
  return (
    <th scope="col" className={classOf(head)} aria-sort={sorted}>
      {under === undefined ? (
        <HeadWord {...head} />
      ) : (
        <>
          <span className="first-word">
            <HeadWord {...head} /> ·
          </span>{' '}
          <HeadWord {...under} />
        </>
      )}
    </th>
  );
}

/** How a list is ordered by a column, and how it is next; null where it can't be. */
function useOrder(orderBy: string | undefined) {
  const { filters, setFilters } = useFilters();
  if (orderBy === undefined) return null;
  const [key, direction] = (filters['order'] ?? '').split('.');
  const isDescending = key === orderBy && direction === 'desc';
  const sorted = key !== orderBy ? 'none' : isDescending ? 'descending' : 'ascending';
  const next = sorted === 'none' ? `${orderBy}.asc` : isDescending ? null : `${orderBy}.desc`;
  return { sorted, toNext: () => setFilters({ order: next, after: null, before: null }) } as const;
}

function HeadWord({ title, orderBy }: HeadProps) {
  const spoken = useLanguage();
  const t = useTexts(own);
  const order = useOrder(orderBy);
  if (order === null) return <>{title[spoken]}</>;
  const { sorted, toNext } = order;
  return (
    <button onClick={toNext} title={sorted === 'none' ? undefined : t(sorted)}>
      {title[spoken]}
      {sorted === 'none' ? null : <Icon name={sorted === 'descending' ? 'down' : 'up'} />}
    </button>
  );
}

/** The buttons that turn the pages of a list, in its address. */
export function Pager({ hasNextPage, hasPreviousPage, startCursor, endCursor }: Listed<unknown>['pageInfo']) {
  const t = useTexts(own);
  const { filters, setFilters } = useFilters();
  const isFirst = filters['after'] === undefined && filters['before'] === undefined;
  if (!hasNextPage && isFirst) return null;
  return (
    <nav className="pager" aria-label={t('next')}>
      <button className="button" disabled={isFirst} onClick={() => setFilters({ after: null, before: null })}>
        {t('first')}
      </button>
      <div>
        <button
          className="button"
          disabled={isFirst || !hasPreviousPage}
          onClick={() => setFilters({ before: startCursor, after: null })}
        >
          {t('previous')}
        </button>
        <button
          className="button"
          disabled={!hasNextPage}
          onClick={() => setFilters({ after: endCursor, before: null })}
        >
          {t('next')}
        </button>
      </div>
    </nav>
  );
}
