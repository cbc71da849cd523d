import { canonicalText, unseenCharacter } from './text.ts';

/**
 * A command as its caller sent it, with every text in it in its canonical form, however deep it stands. Values that are
 * neither text nor plain objects and lists stay as they are.
 */
export function canonicalInput<Input>(input: Input): Input {
  // Each value becomes one of its own kind; a type that says so of any depth can't be written.
  return canonical(input) as Input;
}

function canonical(value: unknown): unknown {
  if (typeof value === 'string') return canonicalText(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, canonical(member)] as const);
  // A member that is called __proto__ stays a member.
  return Object.fromEntries(entries);
}

/** What is wrong with one text: `path` is where it stands, from the top. */
export type TextError = { readonly path: readonly string[]; readonly code: string; readonly detail: string };

/** What is wrong with the texts of a command in its canonical form: blank, or with characters that no reader sees. */
export function textErrors(input: unknown): readonly TextError[] {
  return [...errorsIn(input, [])];
}

function* errorsIn(value: unknown, path: readonly string[]): Generator<TextError> {
  if (typeof value === 'string') {
    const problem = problemOf(value);
    if (problem !== null) yield { path, ...problem };
  }
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* errorsIn(item, [...path, `${index}`]);
  if (!isPlain(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const unseen = unseenCharacter(name);
    if (unseen === null) yield* errorsIn(member, [...path, name]);
    else yield { path, ...hasUnseen(unseen, 'A name in it') };
  }
}

function problemOf(text: string): Omit<TextError, 'path'> | null {
  if (text === '') return { code: 'length', detail: 'Send some text; where it may be left out, leave it out.' };
  const unseen = unseenCharacter(text);
  return unseen === null ? null : hasUnseen(unseen, 'It');
}

function hasUnseen(character: string, it: string): Omit<TextError, 'path'> {
  return {
    code: 'unseen_character',
    detail: `${it} has the character ${character}, which no reader sees. Leave it out.`,
  };
}

/** A value that is a record of names, of whatever realm: above its prototype there is nothing. */
function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
