import Type, { type TOptional, type TString } from 'typebox';

/** What filters of lists take: texts, as they stand in the address, each with the form of its values. */

type Filter = TOptional<TString>;

/** Filters of a list, by the name of the parameter. */
export type Filters = { readonly [name: string]: Filter };

/** The values of filters: the schemas have seen to their form. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

const ANY_ID = '^([1-9][0-9]{0,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';

/** A record that has no other name: its integer id or its uuid. */
export const byId = (description: string): Filter =>
  Type.Optional(Type.String({ pattern: ANY_ID, description, examples: ['1'] }));

/** Free text, or a record that may be named by code, integer id or uuid. */
export const byText = (description: string, example: string, maxLength = 100): Filter =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]+$', description, examples: [example] }),
  );

/** One of some words, or several, separated by commas: any of them. */
export const byChoice = (description: string, choices: readonly string[]): Filter => {
  const one = `(${choices.join('|')})`;
  const [example = ''] = choices;
  return Type.Optional(
    Type.String({
      pattern: `^${one}(,${one}){0,19}$`,
      description: `${description} One of ${choices.join(', ')}, or several, separated by commas.`,
      examples: [example],
    }),
  );
};

export const byFlag = (description: string): Filter =>
  Type.Optional(Type.String({ pattern: '^(true|false)$', description, examples: ['true'] }));

export const byDate = (description: string): Filter =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(19|[2-9][0-9])', description, examples: ['2026-01-31'] }));

/** How the views take them. */
export const choices = (text: string | undefined) => text?.split(',');
export const flag = (text: string | undefined) => (text === undefined ? undefined : text === 'true');
export const day = (text: string | undefined) => (text === undefined ? undefined : Temporal.PlainDate.from(text));
