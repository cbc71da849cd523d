import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useClient } from 'urql';
import { dayIn } from '../format/days.ts';
import { dateText, numberText } from '../format/format.ts';
import { Icon } from '../frame/icons.tsx';
import { texts, useLanguage, useTexts, type Language } from '../texts/texts.ts';
import type { Listed } from './data-table.tsx';
import { wholeList, type Rows, type WholeList } from './whole-list.ts';

/** What a print takes at most, some sixty sheets. */
const MOST_PRINTED = 2_000;

const own = texts({
  en: {
    print: 'Print the list: the first {count} rows at most. Narrow a longer one, by days for one.',
    short: 'Print the list',
    failed: 'The list could not be loaded for the print. Try again.',
    all: 'Rows: {count}',
    cut: 'The first {count} rows, not all. Narrow the list, by days for one, to print the rest.',
    page: 'One page of a longer list. The print button above the list prints all of it.',
  },
  sw: {
    print: 'Chapisha orodha: safu {count} za kwanza, si zaidi. Punguza orodha ndefu, kwa mfano kwa siku.',
    short: 'Chapisha orodha',
    failed: 'Orodha haikuweza kupakiwa ili ichapishwe. Jaribu tena.',
    all: 'Safu: {count}',
    cut: 'Safu {count} za kwanza, si zote. Punguza orodha, kwa mfano kwa siku, ili kuchapisha zilizobaki.',
    page: 'Ukurasa mmoja wa orodha ndefu zaidi. Kitufe cha kuchapisha juu ya orodha huchapisha yote.',
  },
});

const ONE_PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

type WholePrint<Row> = {
  /** Prints all that was chosen. */
  readonly button: ReactNode;
  /** Above the rows on paper: what they are narrowed to, and whether they are all. */
  readonly note: ReactNode;
  /** What the table shows: the page, and all rows while they are printed. */
  readonly shown: Listed<Row> | null | undefined;
};

/** The print of a list or a statement: all rows that were chosen, not the page that the screen shows. */
export function useWholePrint<Data, Variables extends object, Row>(
  list: WholeList<Data, Variables, Row>,
  page: Listed<Row> | null | undefined,
): WholePrint<Row> {
  const t = useTexts(own);
  const client = useClient();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const [printed, setPrinted] = useState<Rows<Row> | null>(null);
  useEffect(() => {
    if (printed === null) return;
    const { dataset } = document.documentElement;
    const done = () => {
      delete dataset['prints'];
      setPrinted(null);
    };
    // A record beside the list is printed otherwise.
    dataset['prints'] = 'list';
    addEventListener('afterprint', done);
    // Once React is done: what is written above the rows for paper is drawn while the print begins.
    const timer = setTimeout(() => print());
    return () => {
      clearTimeout(timer);
      delete dataset['prints'];
      removeEventListener('afterprint', done);
    };
  }, [printed]);
  const start = () => {
    setState('busy');
    wholeList(client, list, MOST_PRINTED).then(
      (read) => {
        setState('idle');
        setPrinted(read);
      },
      () => setState('failed'),
    );
  };
  return {
    button: (
      <>
        {state === 'failed' ? (
          <span className="wrong" role="alert">
            {t('failed')}
          </span>
        ) : null}
        <button
          className="button icon"
          disabled={state === 'busy'}
          title={t('print', { count: numberText(MOST_PRINTED) })}
          aria-label={t('short')}
          onClick={start}
        >
          <Icon name="print" />
        </button>
      </>
    ),
    note: <PaperNote printed={printed} page={page} />,
    shown: printed === null ? page : { nodes: printed.rows, pageInfo: ONE_PAGE },
  };
}

type NoteProps = { readonly printed: Rows<unknown> | null; readonly page: Listed<unknown> | null | undefined };

function PaperNote({ printed, page }: NoteProps) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const [chosen, setChosen] = useState('');
  useEffect(() => {
    // The print takes what is drawn when this ends.
    const look = () => flushSync(() => setChosen(chosenAbove(spoken)));
    addEventListener('beforeprint', look);
    return () => removeEventListener('beforeprint', look);
  }, [spoken]);
  const isPart = page?.pageInfo.hasNextPage || page?.pageInfo.hasPreviousPage;
  const sentence =
    printed !== null
      ? t(printed.isWhole ? 'all' : 'cut', { count: numberText(printed.rows.length) })
      : isPart
        ? t('page')
        : '';
  return (
    <p className="paper-note on-paper">
      {chosen === '' ? null : <>{chosen}. </>}
      {sentence}
    </p>
  );
}

/** What the list is narrowed to, in the words of its tools, which are not on paper themselves. */
function chosenAbove(spoken: Language): string {
  const tools = document.querySelectorAll<HTMLElement>('.table-tools > :not(.days), .table-tools > .days > *');
  return [...tools].flatMap((tool) => wordsOf(tool, spoken)).join('; ');
}

function wordsOf(tool: HTMLElement, spoken: Language): readonly string[] {
  if (tool instanceof HTMLSelectElement) return tool.value === '' ? [] : [tool.selectedOptions[0]?.text ?? ''];
  if (tool.matches('.narrowed')) return [(tool.textContent ?? '').replace('×', '').trim()];
  const field = tool instanceof HTMLInputElement ? tool : tool.querySelector<HTMLInputElement>('.input');
  const label = tool.querySelector('label')?.textContent ?? field?.getAttribute('aria-label') ?? '';
  if (tool.matches('.menus') || !field?.value) return [];
  // A day that is still being typed is none until it is one, and stands as days do.
  const day = tool.matches('.day') ? dayIn(field.value) : undefined;
  return [`${label}: ${day === undefined ? field.value : dateText(day, spoken)}`];
}
