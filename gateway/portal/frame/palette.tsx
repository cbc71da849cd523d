import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useQuery } from 'urql';
import { moneyText } from '../format/format.ts';
import { graphql } from '../graph/generated/gql.ts';
import type { FindQuery } from '../graph/generated/graphql.ts';
import { mayOpen, PAGES } from '../pages/pages.ts';
import { texts, useLanguage, useTexts } from '../texts/texts.ts';
import { Icon } from './icons.tsx';
import { useMay } from './session.ts';
import './palette.css';

const FIND = graphql(`
  query Find(
    $search: String!
    $receiptNo: String!
    $members: Boolean!
    $loans: Boolean!
    $students: Boolean!
    $receipts: Boolean!
  ) {
    members(first: 5, filter: { search: $search }) @include(if: $members) {
      nodes {
        id
        memberNo
        name
      }
    }
    loans(first: 5, filter: { search: $search }) @include(if: $loans) {
      nodes {
        id
        loanNo
        member {
          name
        }
      }
    }
    students(first: 5, filter: { search: $search }) @include(if: $students) {
      nodes {
        id
        admissionNo
        firstName
        lastName
      }
    }
    repayments(first: 5, filter: { receiptNos: [$receiptNo] }) @include(if: $receipts) {
      nodes {
        id
        receiptNo
        amount
      }
    }
  }
`);

const own = texts({
  en: {
    find: 'Find a member, a loan, a student, a receipt, a page; or do something',
    open: 'Search',
    results: 'Results',
    none: 'Nothing is called that.',
    failed: 'Records could not be searched. Check the connection and type again.',
    page: 'Page',
    member: 'Member',
    loan: 'Loan',
    student: 'Student',
    receipt: 'Receipt',
    action: 'Do it here',
  },
  sw: {
    find: 'Tafuta mwanachama, mkopo, mwanafunzi, risiti, ukurasa; au fanya jambo',
    open: 'Tafuta',
    results: 'Matokeo',
    none: 'Hakuna kinachoitwa hivyo.',
    failed: 'Rekodi hazikuweza kutafutwa. Angalia mtandao na uandike tena.',
    page: 'Ukurasa',
    member: 'Mwanachama',
    loan: 'Mkopo',
    student: 'Mwanafunzi',
    receipt: 'Risiti',
    action: 'Fanya hapa',
  },
});

type Found = {
  /** Where it leads; or the button of the page that it presses. */
  readonly to: string | HTMLButtonElement;
  readonly word: string;
  readonly note: string;
  readonly kind: string;
};

/** How long one who types is waited for. */
const PAUSE_MS = 180;

/** Search and commands, by Ctrl-K or the button: what is found opens with Enter. */
export function Palette() {
  const t = useTexts(own);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return (
    <>
      <button className="find no-print" onClick={() => setOpen(true)}>
        <Icon name="search" /> {t('open')} <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="palette" aria-label={t('find')} onClose={() => setOpen(false)}>
        {isOpen ? <Search onDone={() => setOpen(false)} /> : null}
      </dialog>
    </>
  );
}

function Search({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(own);
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { rows: found, isLooking, hasFailed } = useFound(typed.trim());
  const open = (to: Found['to']) => {
    onDone();
    if (typeof to === 'string') void router.navigate({ to });
    // The dialog is closed by then: what the button opens stands before the page.
    else setTimeout(() => to.click());
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[at];
    if (event.key === 'Enter' && chosen !== undefined) return open(chosen.to);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setAt((at + step + found.length) % found.length);
  };
  return (
    <>
      <input
        className="input"
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${at}` : undefined}
        aria-label={t('find')}
        placeholder={t('find')}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      {hasFailed ? <p role="alert">{t('failed')}</p> : null}
      {found.length === 0 && !isLooking && !hasFailed ? <p className="faint">{t('none')}</p> : null}
      <ul id="found" role="listbox" aria-label={t('results')}>
        {found.map(({ to, word, note, kind }, i) => (
          // The keys are the input's: a row is chosen there, or pressed.
          <li
            key={typeof to === 'string' ? to : `${to.dataset['step']}-${i}`}
            id={`found-${i}`}
            role="option"
            aria-selected={i === at}
            onClick={() => open(to)}
          >
            <span>{word}</span>
            <span className="faint">{note}</span>
            <span className="faint">{kind}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Pages by their titles in any language; what may be done on this one; records by what the graph finds of their words. */
function useFound(search: string): {
  readonly rows: readonly Found[];
  readonly isLooking: boolean;
  readonly hasFailed: boolean;
} {
  const t = useTexts(own);
  const spoken = useLanguage();
  const may = useMay();
  const still = useStill(search);
  const here = useButtonsHere();
  const wanted = {
    members: may('members:read'),
    loans: may('loans:read') && may('members:read'),
    students: may('students:read'),
    receipts: may('repayments:read'),
  };
  const [{ data, fetching, error }] = useQuery({
    query: FIND,
    variables: { search: still, receiptNo: still.toUpperCase(), ...wanted },
    pause: still.length < 2 || !Object.values(wanted).some(Boolean),
  });
  const word = search.toLowerCase();
  const pages = PAGES.filter(
    (page) =>
      page.area !== null &&
      mayOpen(page, may) &&
      Object.values(page.title).some((text) => text.toLowerCase().includes(word)),
  );
  const actions = word === '' ? [] : here.filter((button) => wordOf(button).toLowerCase().includes(word));
  // While it is looked for, what was found for another text is not offered to the key that opens it.
  const isLooking = still !== search || (fetching && still.length >= 2);
  const rows = [
    ...(data === undefined || still.length < 2 || isLooking ? [] : recordsIn(data, t)),
    ...pages.map(({ path, title }) => ({ to: path, word: title[spoken], note: '', kind: t('page') })),
    ...actions.map((button) => ({ to: button, word: wordOf(button), note: '', kind: t('action') })),
  ];
  return { rows: rows.slice(0, 12), isLooking, hasFailed: error !== undefined };
}

const recordsIn = (
  { members, loans, students, repayments }: FindQuery,
  t: (key: 'member' | 'loan' | 'student' | 'receipt') => string,
): readonly Found[] => [
  ...(members?.nodes ?? []).map(({ memberNo, name }) => ({
    to: `/members/${memberNo}`,
    word: name,
    note: memberNo,
    kind: t('member'),
  })),
  ...(loans?.nodes ?? []).map(({ loanNo, member }) => ({
    to: `/loans/${loanNo}`,
    word: loanNo,
    note: member?.name ?? '',
    kind: t('loan'),
  })),
  ...(students?.nodes ?? []).map(({ id, admissionNo, firstName, lastName }) => ({
    to: `/students/${id}`,
    word: `${firstName} ${lastName}`,
    note: admissionNo,
    kind: t('student'),
  })),
  ...(repayments?.nodes ?? []).map(({ id, receiptNo, amount }) => ({
    to: `/money/repayments/${id}`,
    word: receiptNo,
    note: moneyText(amount),
    kind: t('receipt'),
  })),
];

const wordOf = (button: HTMLButtonElement): string => button.textContent?.trim() ?? '';

/** The buttons of what may be done on the page, also those that stand in a menu, as they are when the search is opened. */
function useButtonsHere(): readonly HTMLButtonElement[] {
  const [buttons] = useState(() => [...document.querySelectorAll<HTMLButtonElement>('#content button[data-step]')]);
  return buttons;
}

/** The text after a moment without typing. */
function useStill(text: string): string {
  const [still, setStill] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return still;
}
