import { useState } from 'react';
import { useClient } from 'urql';
import { endStep, newStep, startedStep, storeStep, type Started } from '../../../components/started-step.ts';
import type { Refused } from '../../../components/refusals.tsx';
import type { Enrolled } from './documents.ts';
import { sendMarks, sentOf, type Class, type Outcome, type Sent } from './send-marks.ts';
import { lockOf, storedCells, wrongIn, type Part } from './sheet-rows.ts';

export type SheetRow = {
  readonly enrolled: Enrolled;
  readonly cells: readonly string[];
  readonly wrong: readonly ('score' | 'above' | null)[];
  readonly lock: 'no' | 'state' | 'parts';
  /** Something was typed that the graph does not have. */
  readonly isChanged: boolean;
  /** Why the server refused it. */
  readonly refusal: Refused | null;
  /** It was changed meanwhile, by another person. */
  readonly isConflict: boolean;
};

const CONFLICTS: ReadonlySet<string> = new Set(['precondition_failed', 'result_exists']);
const cellKey = (enrolmentId: string, place: number) => `${enrolmentId}.${place}`;
const SENT = 'sent';

/**
 * What is typed into the sheet of a class. It is stored with its key and the version on which each row was decided, as forms
 * are: it outlives a reload, a lost reply and a refusal, and what was sent is booked once.
 */
export function useSheet(of: Class, enrolled: readonly Enrolled[], parts: readonly Part[], reload: () => void) {
  const step = { name: 'enterMarks', recordId: `${of.unitId} ${of.termId} ${of.attempt}` };
  const client = useClient();
  const [started, setStarted] = useState<Started>(() => startedStep(step));
  const [progress, setProgress] = useState<'idle' | 'saving'>('idle');
  const [savedCount, setSavedCount] = useState<number | null>(null);
  const { texts } = started;
  const store = (next: Started) => {
    setStarted(next);
    if (Object.keys(next.texts).length === 0) endStep(step);
    else storeStep(step, next);
  };

  const rows = enrolled.map((one) => rowOf(one, parts, texts));
  const ready = rows.filter(({ isChanged, wrong }) => isChanged && wrong.every((each) => each === null));
  const hasNoReply = texts[SENT] !== undefined;

  const type = (changes: readonly Typed[]) => {
    setSavedCount(null);
    store({ ...started, texts: withTyped(texts, changes, { enrolled, parts }) });
  };
  /** Takes what is in the graph in the place of what was typed. */
  const discard = (enrolmentId: string) => store({ ...started, texts: without(texts, [enrolmentId]) });
  /** Decides on the row as it is now. */
  const decideAgain = ({ enrolled: { id, result } }: SheetRow) => {
    const { [`${id}.refusal`]: _refusal, [`${id}.code`]: _code, ...rest } = texts;
    store({ ...started, texts: { ...rest, [`${id}.version`]: String(result?.version ?? 0) } });
  };

  const take = (sent: Sent, outcome: Outcome): void => {
    setSavedCount(savedOf(sent, outcome).length);
    store(newStep(step, afterReply(texts, sent, outcome)));
    reload();
  };
  const save = async (): Promise<void> => {
    const stored = texts[SENT];
    if (progress === 'saving' || (stored === undefined && ready.length === 0)) return;
    // Written below, in this tab alone.
    const sent = stored === undefined ? sentOf(ready, { parts, of, texts }) : (JSON.parse(stored) as Sent);
    storeStep(step, { ...started, texts: { ...texts, [SENT]: JSON.stringify(sent) } });
    setProgress('saving');
    try {
      const outcome = await sendMarks(client, started.key, sent);
      // Whether it was done is not known where there is none: it goes again, as it was.
      if (outcome !== null) take(sent, outcome);
    } finally {
      setProgress('idle');
      setStarted(startedStep(step));
    }
  };
  const isSaving = progress === 'saving';
  return {
    rows,
    elsewhere: unsavedElsewhere(texts, enrolled),
    ready,
    type,
    discard,
    decideAgain,
    save,
    isSaving,
    hasNoReply,
    savedCount,
  };
}

type Typed = readonly [enrolmentId: string, place: number, text: string];

/** What is not saved yet, with what is typed now and the versions on which it was decided. */
function withTyped(
  texts: Started['texts'],
  changes: readonly Typed[],
  { enrolled, parts }: { readonly enrolled: readonly Enrolled[]; readonly parts: readonly Part[] },
): Started['texts'] {
  const next: Record<string, string> = { ...texts };
  for (const [enrolmentId, place, text] of changes) {
    const version = enrolled.find(({ id }) => id === enrolmentId)?.result?.version ?? 0;
    next[`${enrolmentId}.version`] ??= String(version);
    next[cellKey(enrolmentId, place)] = text;
    delete next[`${enrolmentId}.refusal`];
    delete next[`${enrolmentId}.code`];
  }
  // A row in which nothing is changed any more is not one that waits to be saved, on this page or on another.
  const unchanged = new Set(changes.map(([id]) => id)).difference(
    new Set(enrolled.flatMap((one) => (rowOf(one, parts, next).isChanged ? [one.id] : []))),
  );
  return without(next, [...unchanged]);
}

const savedOf = (sent: Sent, outcome: Outcome) => sent.rows.filter((id) => outcome.get(id) === null);

/** What is left to be saved: rows that were refused, and why. */
function afterReply(texts: Started['texts'], sent: Sent, outcome: Outcome): Record<string, string> {
  const kept: Record<string, string> = { ...without(texts, savedOf(sent, outcome)) };
  delete kept[SENT];
  for (const [id, refusal] of outcome) {
    if (refusal === null) continue;
    kept[`${id}.refusal`] = refusal.message;
    kept[`${id}.code`] = refusal.code;
  }
  return kept;
}

function rowOf(enrolled: Enrolled, parts: readonly Part[], texts: Started['texts']): SheetRow {
  const { id } = enrolled;
  const result = enrolled.result ?? null;
  const stored = storedCells(result, parts);
  const lock = lockOf(result, parts);
  const cells = parts.map((_, place) => (lock === 'no' ? texts[cellKey(id, place)] : undefined) ?? stored[place] ?? '');
  const isChanged = cells.some((text, place) => text !== stored[place]);
  const refused = texts[`${id}.refusal`];
  return {
    enrolled,
    cells,
    wrong: parts.map((part, place) => wrongIn(cells[place] ?? '', part)),
    lock,
    isChanged,
    refusal: isChanged && refused !== undefined ? { code: texts[`${id}.code`] ?? '', message: refused } : null,
    isConflict: isChanged && CONFLICTS.has(texts[`${id}.code`] ?? ''),
  };
}

/** How many students on other pages of the class have marks that were typed and not saved. */
function unsavedElsewhere(texts: Started['texts'], shown: readonly Enrolled[]): number {
  const typed = Object.keys(texts).flatMap((key) =>
    key.endsWith('.version') ? [key.slice(0, -'.version'.length)] : [],
  );
  return typed.filter((id) => !shown.some((one) => one.id === id)).length;
}

const without = (texts: Started['texts'], enrolments: readonly string[]): Started['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !enrolments.some((id) => key.startsWith(`${id}.`))));
