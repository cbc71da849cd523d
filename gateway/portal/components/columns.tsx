import { useLanguage, type InLanguages } from '../texts/texts.ts';
import type { Column } from './data-table.tsx';
import { Ago, DateOf } from './dates.tsx';
import { wordsOfValue } from './later-values.ts';
import { Money } from './money.tsx';
import { StateOf, type StateWords } from './state.tsx';

/** What a column is called, and the key of the list's order, where it can be ordered by it. */
type Head = Pick<Column<never>, 'name' | 'title' | 'orderBy' | 'narrow' | 'isExtra'>;
type Text = string | null | undefined;

/** A text of the record; a dash where it has none. */
export const textColumn = <Row,>(head: Head, of: (row: Row) => Text): Column<Row> => ({
  ...head,
  cell: (row) => of(row) ?? '–',
  csv: (row) => of(row) ?? null,
});

/** An amount in cents; in the exported file a decimal number. */
export const moneyColumn = <Row,>(head: Head, of: (row: Row) => number | null | undefined): Column<Row> => ({
  ...head,
  isNumber: true,
  cell: (row) => <Money cents={of(row)} />,
  csv: (row) => {
    const cents = of(row) ?? null;
    return cents === null ? null : cents / 100;
  },
});

/** How long ago it was. */
export const agoColumn = <Row,>(head: Head, of: (row: Row) => Text): Column<Row> => ({
  ...head,
  cell: (row) => <Ago of={of(row)} />,
  csv: (row) => of(row) ?? null,
});

export const dateColumn = <Row,>(head: Head, of: (row: Row) => Text): Column<Row> => ({
  ...head,
  cell: (row) => <DateOf of={of(row)} />,
  csv: (row) => of(row) ?? null,
});

/** The state of a record, in words; in the exported file as the graph calls it. */
export const stateColumn = <Name extends string, Row>(
  head: Head,
  words: StateWords<Name>,
  of: (row: Row) => Name,
): Column<Row> => ({
  ...head,
  cell: (row) => <StateOf words={words} state={of(row)} />,
  csv: of,
});

/** A value of an enum, in words; in the exported file as the graph calls it. */
export const wordColumn = <Name extends string, Row>(
  head: Head,
  words: { readonly [N in Name]: InLanguages },
  of: (row: Row) => Name,
): Column<Row> => ({
  ...head,
  cell: (row) => <Word of={wordsOfValue(words, of(row))} />,
  csv: of,
});

const Word = ({ of }: { readonly of: InLanguages }) => <>{of[useLanguage()]}</>;
