import type { Typed, Values } from './step.ts';

/** What is typed in the lines of a field is stored with the form as one text, and sent as a list. */

/** The text of a field of lines. */
export const textOfLines = (lines: readonly Typed[]): string => JSON.stringify(lines);

/** The lines of a form's value, each by its fields. */
export const linesOf = (value: Values[string] | undefined): readonly Values[] =>
  // Written by valueOfLines.
  typeof value === 'string' ? (JSON.parse(value) as readonly Values[]) : [];
