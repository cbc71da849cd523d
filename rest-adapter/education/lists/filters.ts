import Type, { type TOptional, type TString } from 'typebox';
import type { Criteria, SchoolField, SchoolList } from '#platform/app/lists.ts';
import { SEND } from '../../sentences.ts';
import { documentedAs } from '../../shapes.ts';

/** The filters of a list as parameters: texts, as they stand in the address, each with the form of its values. */

type Parameter = TOptional<TString>;

/** The values of parameters: the schemas have seen to their form. */
type Values = Readonly<Record<string, string | undefined>>;

const ANY_ID = '^([1-9][0-9]{0,15}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$';
const MOST_CHARACTERS = 100;

/** Days are texts, as they stand in the address. */
export const byDate = (description: string): Parameter =>
  Type.Optional(Type.String({ format: 'date', pattern: '^(19|[2-9][0-9])', description, examples: ['2026-01-31'] }));
export const day = (text: string | undefined) => (text === undefined ? undefined : Temporal.PlainDate.from(text));

/** The parameters that a list is filtered by. */
export function parametersOf({ fields }: SchoolList): { readonly [name: string]: Parameter } {
  const offered = Object.entries(fields).filter(([, { onlyInGraph }]) => onlyInGraph === undefined);
  return Object.fromEntries(offered.map(([name, field]) => [name, parameterOf(field)]));
}

function parameterOf({ type, means, code, example = '', maxLength = MOST_CHARACTERS, choices = [] }: SchoolField) {
  const text = (description: string): Parameter =>
    Type.Optional(
      Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]+$', description, examples: [example] }),
    );
  switch (type) {
    case 'record':
      return code === undefined
        ? Type.Optional(
            documentedAs(
              { type: 'integer', minimum: 1, description: `${means}.`, examples: [1] },
              Type.String({ pattern: ANY_ID, [SEND]: 'an integer id or a uuid' }),
            ),
          )
        : text(`${means}, by ${code}, id or uuid.`);
    case 'text':
      return text(`${means}.`);
    case 'choice': {
      const one = `(${choices.join('|')})`;
      return Type.Optional(
        Type.String({
          pattern: `^${one}(,${one}){0,19}$`,
          description: `${means}. One of ${choices.join(', ')}, or several, separated by commas.`,
          examples: choices.slice(0, 1),
          [SEND]: `one of ${choices.join(', ')}, or several with commas between them`,
        }),
      );
    }
    case 'flag':
      return Type.Optional(
        Type.String({
          pattern: '^(true|false)$',
          description: `${means}.`,
          examples: ['true'],
          [SEND]: 'true or false',
        }),
      );
    case 'date':
      return byDate(`${means}.`);
  }
}

/** What the parameters of a request say. */
export function criteriaIn({ fields }: SchoolList, values: Values): Criteria {
  const filters = Object.entries(fields).flatMap(([field, { type }]) => {
    const value = values[field];
    if (value === undefined) return [];
    return [{ field, operator: 'in' as const, values: type === 'choice' ? value.split(',') : [value] }];
  });
  return { filters, sort: [] };
}
