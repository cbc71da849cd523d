import { describe, expect, it } from 'vitest';
import Type, { type TSchema } from 'typebox';
import { DomainError } from '#core/kernel/domain-error.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { country, date, decimalText, documentNo, nullable, object, phone, reference, text } from '#rest/shapes.ts';
import { bodyCheck, parameterCheck } from '#rest/validate.ts';

type Detail = { readonly pointer: string; readonly code: string; readonly detail: string };

function detailsOf(check: () => unknown): Detail[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.details['errors'] as Detail[];
  }
}

const sentenceFor = (schema: TSchema, value: unknown) =>
  detailsOf(() => bodyCheck(object({ field: schema }))({ field: value })).map(({ detail }) => detail);

describe('What is said of a value that breaks its schema', () => {
  const score = decimalText('A mark.', 4, 2, '24.5');
  const cases: [string, TSchema, unknown, string][] = [
    ['a text that is a number', text('A name.', 9), 5, 'field has to be text.'],
    ['a number that is a text', Type.Integer(), '5', 'field has to be a whole number.'],
    ['an amount below its least', Type.Integer({ minimum: 1, maximum: 5 }), 0, 'field has to be from 1 to 5.'],
    ['an amount with one end', Type.Integer({ minimum: 1 }), 0, 'field has to be at least 1.'],
    ['a long text', text('A name.', 3), 'long', 'field has to have at most 3 characters.'],
    ['a short list', Type.Array(Type.String(), { minItems: 1 }), [], 'field has to have at least 1 item.'],
    ['a choice', Type.Enum(['draft', 'paid']), 'x', 'field has to be one of draft, paid.'],
    ['a choice or nothing', nullable(Type.Enum(['a', 'b'])), 'x', 'field has to be one of a, b.'],
    ['a date', date('A day.'), '31/01/2026', 'field has to be a date such as 2026-01-31.'],
    ['a decimal', score, 'many', 'field has to be a number as text such as "24.5", with at most 2 decimal places.'],
    ['a decimal or nothing', nullable(score), true, expect.stringMatching(/"24.5".* or null\.$/) as unknown as string],
    ['a record', reference('A loan.'), true, 'field has to be the id of a record or a uuid.'],
    ['a record by a word', reference('A loan.'), 'none', 'field has to be a uuid.'],
    ['a phone', phone('A phone.'), '0712', expect.stringMatching(/^field: Send .*\+254/) as unknown as string],
    ['a country', country('A country.'), 'Kenya', expect.stringMatching(/^field: /) as unknown as string],
    [
      'a document',
      documentNo('A passport.', 20),
      '#1',
      'field has to be letters and digits, with spaces, slashes, dots and hyphens between them, at most 20 characters.',
    ],
  ];
  it.each(cases)('is a sentence: %s', (_, schema, value, sentence) => {
    expect(sentenceFor(schema, value)).toEqual([sentence]);
  });

  it('names the parameter of an address in the same words', () => {
    const check = parameterCheck(object({ limit: Type.Integer({ minimum: 1, maximum: 9 }) }), ['limit']);
    expect(() => check({ limit: 10 })).toThrow('The parameter limit has to be from 1 to 9.');
  });
});

/** Words of JSON Schema, and marks of regular expressions. */
const JARGON = /anyOf|oneOf|allOf|schema|pattern|must |allowed values|\^|\$$|\[0-9|\[A-Z|\\|\{\d/;

/** A body with each of its members, however deep, replaced by each piece of junk. */
function* spoilt(value: unknown, junk: readonly unknown[]): Generator<unknown> {
  yield* junk;
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    for (const inner of spoilt(member, junk)) {
      yield Array.isArray(value) ? value.toSpliced(Number(name), 1, inner) : { ...value, [name]: inner };
    }
  }
}

describe('Regular expressions and the words of JSON Schema', () => {
  const written = routes.filter(({ body }) => body !== undefined);
  const junk = ['€', 5.5, true, [], {}, null];

  it.each(written.map((row): [string, Route] => [row.operation, row]))('are never shown: %s', (_, row) => {
    const check = bodyCheck(row.body ?? object({}), row.rowsIn);
    const all = Object.fromEntries(
      Object.keys((row.body as { properties?: object }).properties ?? {}).map((name) => [name, '€']),
    );
    const example = { ...all, ...(row.example as object) };
    const details = [...spoilt(example, junk)].flatMap((body) => detailsOf(() => check(body)));
    expect(details.length).toBeGreaterThan(0);
    expect(details.filter(({ detail }) => JARGON.test(detail))).toEqual([]);
  });

  it('are not needed: what a text has to look like is said by words or by an example', () => {
    const unsaid = JSON.stringify(
      routes.map(({ body, params, query }) => [body, params, query]),
      (_, value) => (value?.pattern && !value.examples && !value['x-send'] ? `unsaid ${value.pattern}` : value),
    ).match(/unsaid [^"]+/g);
    expect(unsaid).toBeNull();
  });
});
