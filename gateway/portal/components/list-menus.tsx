import { useId, useState } from 'react';
import { useClient } from 'urql';
import { numberText } from '../format/format.ts';
import { Icon } from '../frame/icons.tsx';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';
import type { Column } from './data-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { useNarrow } from './narrow.ts';
import { fileOf, MOST_ROWS, saveFile, wholeList, type WholeList } from './whole-list.ts';

const own = texts({
  en: {
    columns: 'Columns',
    export: 'Export as CSV',
    exports: 'Export as CSV: the first {count} rows at most. Narrow a longer list, by days for one.',
    failed: 'The list could not be exported. Try again.',
    cut: 'The file has the first {count} rows only, not all. Narrow the list, by days for one, to export the rest.',
  },
  sw: {
    columns: 'Safu',
    export: 'Hamisha kama CSV',
    exports: 'Hamisha kama CSV: safu {count} za kwanza, si zaidi. Punguza orodha ndefu, kwa mfano kwa siku.',
    failed: 'Orodha haikuweza kuhamishwa. Jaribu tena.',
    cut: 'Faili ina safu {count} za kwanza tu, si zote. Punguza orodha, kwa mfano kwa siku, ili kuhamisha zilizobaki.',
  },
});

/** The columns that a person wants to see of a list, remembered in their browser, and the views that they have saved of it. */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const isNarrow = useNarrow();
  const place = isNarrow ? `columns:${list}:narrow` : `columns:${list}`;
  const [chosen, choose] = useState<{ readonly [place: string]: readonly string[] }>({});
  const usual = isNarrow ? beyondTelephones(columns) : extraOf(columns);
  const hidden = chosen[place] ?? localStorage.getItem(place)?.split(',') ?? usual;
  const hide = (names: readonly string[]) => {
    choose((before) => ({ ...before, [place]: names }));
    localStorage.setItem(place, names.join(','));
  };
  const toggle = (name: string) =>
    hide(hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]);
  const isShown = ({ name }: Column<Row>) => !hidden.includes(name);
  const menu = (
    <>
      <SavedViews list={list} hidden={hidden} onHide={hide} />
      <ColumnMenu columns={columns} isShown={isShown} toggle={toggle} />
    </>
  );
  return { shown: columns.filter(isShown), menu };
}

const namesOf = <Row,>(columns: readonly Column<Row>[]): readonly string[] => columns.map(({ name }) => name);

const extraOf = <Row,>(columns: readonly Column<Row>[]): readonly string[] =>
  namesOf(columns.filter(({ isExtra }) => isExtra));

/** A telephone shows what a row is known by and what stands next to it, whole; the rest is on the record's page, or chosen. */
const beyondTelephones = <Row,>(columns: readonly Column<Row>[]): readonly string[] =>
  columns.some(({ narrow }) => narrow === 'next')
    ? namesOf(columns.slice(1).filter(({ narrow }) => narrow === undefined))
    : extraOf(columns);

type Menu<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly isShown: (column: Column<Row>) => boolean;
  readonly toggle: (name: string) => void;
};

function ColumnMenu<Row>({ columns, isShown, toggle }: Menu<Row>) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const id = useId();
  return (
    <>
      <button className="button icon" popoverTarget={id} title={t('columns')} aria-label={t('columns')}>
        <Icon name="columns" />
      </button>
      <div id={id} popover="auto" className="column-choice">
        {/* What a record is known by stays. */}
        {columns.slice(1).map((column) => (
          <label key={column.name}>
            <input type="checkbox" checked={isShown(column)} onChange={() => toggle(column.name)} />
            {column.title[spoken]}
          </label>
        ))}
      </div>
    </>
  );
}

type ExportProps<Data, Variables extends object, Row> = WholeList<Data, Variables, Row> & {
  readonly name: string;
  readonly columns: readonly Pick<Column<Row>, 'title' | 'csv'>[];
};

/** Saves the whole list, as it is filtered and ordered now, as a file. */
export function ExportButton<Data, Variables extends object, Row>({
  name,
  columns,
  ...list
}: ExportProps<Data, Variables, Row>) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const client = useClient();
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'cut'>('idle');
  const most = { count: numberText(MOST_ROWS) };
  const save = () => {
    setState('busy');
    wholeList(client, list, MOST_ROWS).then(
      (read) => {
        // The name outlives the notice: who opens the file next month reads it, too.
        saveFile(`${name}${read.isWhole ? '' : `-first-${MOST_ROWS}`}.csv`, fileOf(read, columns, spoken));
        setState(read.isWhole ? 'idle' : 'cut');
      },
      () => setState('failed'),
    );
  };
  return (
    <>
      {state === 'failed' || state === 'cut' ? (
        <span className="wrong" role="alert">
          {state === 'cut' ? t('cut', most) : t('failed')}
        </span>
      ) : null}
      <button
        className="button icon"
        disabled={state === 'busy'}
        title={t('exports', most)}
        aria-label={t('export')}
        onClick={save}
      >
        <Icon name="download" />
      </button>
    </>
  );
}

type SaveProps<Row> = {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Pick<Column<Row>, 'title' | 'csv'>[];
  /** Whether the server has sent all of them. */
  readonly isWhole?: boolean;
};

/** Saves what the page shows in whole; where the server has cut it, the file says so. */
export function SaveButton<Row>({ name, rows, columns, isWhole = true }: SaveProps<Row>) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const save = () => saveFile(`${name}${isWhole ? '' : '-cut'}.csv`, fileOf({ rows, isWhole }, columns, spoken));
  return (
    <button className="button icon" title={t('export')} aria-label={t('export')} onClick={save}>
      <Icon name="download" />
    </button>
  );
}
