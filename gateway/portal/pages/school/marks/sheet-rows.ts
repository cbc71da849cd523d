import type { ComponentKind, ResultState } from '../../../graph/generated/graphql.ts';
import type { Enrolled, Marked, Weights } from './documents.ts';

/** A part of the marks: a column of the sheet. */
export type Part = {
  readonly kind: ComponentKind;
  readonly label: string;
  readonly maxScore: string;
  readonly weightBp: number;
};

/** What is typed in a cell for a student who was not there: it is no zero. */
const ABSENT = 'X';

const LABELS: { readonly [Kind in ComponentKind]: string } = {
  CAT: 'CAT',
  ASSIGNMENT: 'Assignment',
  PRACTICAL: 'Practical',
  PROJECT: 'Project',
  EXAM: 'Final examination',
};

/**
 * The columns: those in which the class is marked already, otherwise the usual weights of the scale.
 * @param ofClass the parts of a result of the class that another page may show: all pages of a class have the same columns
 */
export function partsOf(rows: readonly Enrolled[], ofClass: readonly Part[], weights: Weights): readonly Part[] {
  const marked = rows.find(({ result }) => (result?.components.length ?? 0) > 0)?.result?.components ?? ofClass;
  if (marked.length > 0) return marked.map(partOf);
  const usual = weights.length > 0 ? weights : [{ kind: 'EXAM' as const, weightBp: 10_000 }];
  return usual.map(({ kind, weightBp }) => ({
    kind,
    label: kind === 'CAT' ? 'CAT 1' : LABELS[kind],
    maxScore: plain(weightBp / 100),
    weightBp,
  }));
}

const partOf = ({ kind, label, maxScore, weightBp }: Part): Part => ({ kind, label, maxScore, weightBp });
const plain = (value: number) => String(Math.round(value * 100) / 100);
const sameParts = (marked: Marked, parts: readonly Part[]) =>
  JSON.stringify(marked.components.map(partOf)) === JSON.stringify(parts.map(partOf));

/** What stands in the graph, as the cells show it. */
export function storedCells(result: Marked | null, parts: readonly Part[]): readonly string[] {
  if (result === null) return parts.map(() => '');
  // An absence is written once, where the examination is.
  const missing = (place: number) => (result.scoreStatus === 'ABSENT' && place === parts.length - 1 ? ABSENT : '');
  return parts.map((_, place) => result.components[place]?.score ?? missing(place));
}

const EDITABLE: ReadonlySet<ResultState> = new Set(['DRAFT', 'SUBMITTED']);

/** Whether a row takes marks here: `parts` where it was marked in other parts than the class. */
export function lockOf(result: Marked | null, parts: readonly Part[]): 'no' | 'state' | 'parts' {
  if (result === null) return 'no';
  if (!EDITABLE.has(result.state)) return 'state';
  return sameParts(result, parts) ? 'no' : 'parts';
}

export type WrongCell = 'score' | 'above';

/** What is wrong with a text in a cell, or null: the rules of the core, to be read while one types. */
export function wrongIn(text: string, { maxScore }: Part): WrongCell | null {
  if (text === '' || text === ABSENT) return null;
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(text)) return 'score';
  return Number(text) > Number(maxScore) ? 'above' : null;
}

/** A text as it is typed or pasted, in the form in which it is sent. */
export const cellText = (text: string): string => {
  const trimmed = text.trim();
  return /^x$/i.test(trimmed) ? ABSENT : trimmed;
};

/** The marks of a row as the graph takes them. */
export function scoresOf(cells: readonly string[], parts: readonly Part[], result: Marked | null) {
  const isAbsent = cells.includes(ABSENT);
  const components = parts.map((part, place) => {
    const text = cells[place] ?? '';
    return { ...partOf(part), score: text === '' || text === ABSENT ? null : text };
  });
  // A reason that stood is taken back where there are marks now.
  const status = isAbsent ? { scoreStatus: 'ABSENT' as const } : result === null ? {} : { scoreStatus: null };
  const keepsReason =
    !isAbsent && result !== null && !['ABSENT', 'FULLY_GRADED', 'PARTIALLY_GRADED'].includes(result.scoreStatus ?? '');
  return { components, ...(keepsReason ? {} : status) };
}

/** Lines and tabs, as spreadsheets copy cells. */
export const pastedCells = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(cellText));
