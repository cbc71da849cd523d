import { Link } from '@tanstack/react-router';
import { useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { Refusals } from '../../../components/refusals.tsx';
import { State } from '../../../components/state.tsx';
import { useLanguage, useTexts } from '../../../texts/texts.ts';
import { resultStates } from '../words.ts';
import { cellText, pastedCells, storedCells, type Part } from './sheet-rows.ts';
import { marksTexts } from './texts.ts';
import type { SheetRow, useSheet } from './use-sheet.ts';

type Props = {
  readonly parts: readonly Part[];
  readonly sheet: ReturnType<typeof useSheet>;
  readonly mayWrite: boolean;
};

/** A class as a sheet: a row a student, a cell a mark. Keys move as in a spreadsheet, and a column can be pasted. */
export function MarksSheet({ parts, sheet, mayWrite }: Props) {
  const t = useTexts(marksTexts);
  const body = useRef<HTMLTableSectionElement>(null);
  const [leftOut, setLeftOut] = useState(0);
  const { rows, type, hasNoReply } = sheet;
  // What is typed while the sheet is being saved would be of neither.
  const isOpen = mayWrite && !hasNoReply && !sheet.isSaving;
  const go = (row: number, place: number): boolean => {
    const cell = body.current?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-place="${place}"]`);
    cell?.focus();
    return cell != null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, row: number, place: number) => {
    const move = moveOf(event);
    if (move === 'reset') {
      const shown = rows[row];
      if (shown) type([[shown.enrolled.id, place, storedCells(shown.enrolled.result ?? null, parts)[place] ?? '']]);
      return;
    }
    if (move === null) return;
    const [down, right] = move;
    // Rows that take no marks are passed over.
    let to = row + down;
    while (down !== 0 && rows[to] && rows[to]?.lock !== 'no') to += down;
    if (go(to, place + right)) event.preventDefault();
    else if (event.key === 'Enter') event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, row: number, place: number) => {
    const cells = pastedCells(event.clipboardData.getData('text'));
    if (cells.length === 1 && cells[0]?.length === 1) return;
    event.preventDefault();
    const fits = cells.flatMap((line, down) => fitting(line, { shown: rows[row + down], place, parts }));
    setLeftOut(cells.flat().filter((text) => text !== '').length - fits.filter(([, , text]) => text !== '').length);
    type(fits);
  };

  return (
    <>
      <p className="faint sheet-keys no-print">{t('keys')}</p>
      {leftOut > 0 ? (
        <p className="problem" role="alert">
          {t('left', { count: leftOut })}
        </p>
      ) : null}
      <div className="table marks" tabIndex={-1}>
        <table aria-label={t('marks')}>
          <Head parts={parts} />
          <tbody ref={body}>
            {rows.map((row, index) => (
              <Row
                key={row.enrolled.id}
                row={row}
                parts={parts}
                index={index}
                isOpen={isOpen}
                sheet={sheet}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type Below = { readonly shown: SheetRow | undefined; readonly place: number; readonly parts: readonly Part[] };

/** What of a pasted line finds a cell of the row that takes marks, from this place on. */
const fitting = (line: readonly string[], { shown, place, parts }: Below) =>
  shown?.lock === 'no'
    ? line.slice(0, parts.length - place).map((text, right) => [shown.enrolled.id, place + right, text] as const)
    : [];

function Head({ parts }: Pick<Props, 'parts'>) {
  const t = useTexts(marksTexts);
  return (
    <thead>
      <tr>
        <th scope="col">{t('student')}</th>
        {parts.map(({ label, maxScore }) => (
          <th key={label} scope="col" className="number">
            {label} <span className="faint">{t('outOf', { max: maxScore })}</span>
          </th>
        ))}
        <th scope="col" className="number">
          {t('total')}
        </th>
        <th scope="col">{t('grade')}</th>
        <th scope="col">{t('state')}</th>
      </tr>
    </thead>
  );
}

type RowProps = {
  readonly row: SheetRow;
  readonly parts: readonly Part[];
  readonly index: number;
  readonly isOpen: boolean;
  readonly sheet: Props['sheet'];
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>, row: number, place: number) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>, row: number, place: number) => void;
};

function Row({ row, parts, index, isOpen, sheet, onKeyDown, onPaste }: RowProps) {
  const t = useTexts(marksTexts);
  const spoken = useLanguage();
  const { enrolled, cells, wrong, lock, isChanged } = row;
  const { id, student, result } = enrolled;
  const name = student ? `${student.firstName} ${student.lastName}` : '–';
  const place = wrong.findIndex((each) => each !== null);
  const found = wrong[place] ?? null;
  const typing =
    found === null ? null : found === 'above' ? t('above', { max: parts[place]?.maxScore ?? '' }) : t('score');
  const isWrong = typing !== null || row.refusal !== null;
  const note = lock === 'parts' ? t('otherParts') : (result?.returnReason ?? null);
  const state = result ? resultStates[result.state] : null;
  return (
    <>
      <tr data-changed={isChanged ? '' : undefined} data-refused={isWrong ? '' : undefined}>
        <th scope="row">
          {name} <span className="faint">{student?.admissionNo}</span>
        </th>
        {parts.map((part, at) => (
          <td key={part.label} className="cell">
            <input
              inputMode="decimal"
              data-row={index}
              data-place={at}
              aria-label={`${name}, ${part.label}`}
              aria-invalid={wrong[at] !== null}
              aria-describedby={isWrong ? `why-${id}` : undefined}
              autoComplete="off"
              readOnly={!isOpen || lock !== 'no'}
              value={cells[at] ?? ''}
              onInput={({ currentTarget }) => sheet.type([[id, at, cellText(currentTarget.value)]])}
              onFocus={selectAll}
              onKeyDown={(event) => onKeyDown(event, index, at)}
              onPaste={(event) => onPaste(event, index, at)}
            />
          </td>
        ))}
        <td className="number">{isChanged ? '…' : (result?.totalMark ?? '–')}</td>
        <td>{isChanged ? '…' : (result?.grade ?? '–')}</td>
        <td>
          {result && state ? (
            <Link to={`/results/${result.id}`}>
              <State word={state.word[spoken]} tone={state.tone} />
            </Link>
          ) : (
            '–'
          )}
        </td>
      </tr>
      {!isWrong && note === null ? null : <Why row={row} parts={parts} sheet={sheet} wrongMark={typing} note={note} />}
    </>
  );
}

type WhyProps = Pick<RowProps, 'row' | 'parts' | 'sheet'> & {
  /** What is wrong with a mark that was typed; null where nothing is. */
  readonly wrongMark: string | null;
  readonly note: string | null;
};

/** Below a row: what is wrong with it, or to be known of it, and what can be done about it. */
function Why({ row, parts, sheet, wrongMark, note }: WhyProps) {
  const t = useTexts(marksTexts);
  const { isChanged } = row;
  const { id, result } = row.enrolled;
  const isWrong = wrongMark !== null || row.refusal !== null;
  return (
    <tr className="why">
      <td colSpan={parts.length + 4}>
        <div id={`why-${id}`} className={isWrong ? 'wrong' : 'faint'}>
          {wrongMark ?? (row.refusal ? <Refusals errors={[row.refusal]} /> : note)}
          {row.isConflict && result ? (
            <p>
              {t('theirMarks', {
                marks: storedCells(result, parts)
                  .map((text) => text || '–')
                  .join(' · '),
              })}
            </p>
          ) : null}
        </div>
        {row.isConflict ? (
          <button className="button" data-choice="mine" onClick={() => sheet.decideAgain(row)}>
            {t('mine')}
          </button>
        ) : null}
        {isChanged && isWrong ? (
          <button className="button" data-choice="theirs" onClick={() => sheet.discard(id)}>
            {row.isConflict ? t('theirs') : t('discard')}
          </button>
        ) : null}
      </td>
    </tr>
  );
}

const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select();

/** Where a key leads: rows down and cells to the right; null where it does what it does in any field. */
function moveOf(event: KeyboardEvent<HTMLInputElement>): readonly [down: number, right: number] | 'reset' | null {
  const { key, shiftKey, currentTarget } = event;
  const { selectionStart: from, selectionEnd: to, value } = currentTarget;
  const isWhole = from === 0 && to === value.length;
  switch (key) {
    case 'ArrowDown':
      return [1, 0];
    case 'ArrowUp':
      return [-1, 0];
    case 'Enter':
      return [shiftKey ? -1 : 1, 0];
    // Within a text the caret moves first.
    case 'ArrowRight':
      return isWhole || from === value.length ? [0, 1] : null;
    case 'ArrowLeft':
      return isWhole || to === 0 ? [0, -1] : null;
    case 'Escape':
      return 'reset';
    default:
      return null;
  }
}
