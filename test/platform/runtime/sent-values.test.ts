import { buildSchema, getVariableValues, parse, validate, type OperationDefinitionNode } from 'graphql';
import { describe, expect, it } from 'vitest';
import { withoutSentValue } from '#platform/runtime/sent-values.ts';

const schema = buildSchema(`
  enum State { ACTIVE, CLOSED }
  input Search { state: State, ids: [ID!], number: Int }
  type Query { loans(search: Search!, state: State, name: String): Int }
`);

/** What graphql-js says of a variable, and what is left of it. */
function ofVariable(search: unknown): string {
  const [operation] = parse('query($search: Search!) { loans(search: $search) }').definitions;
  const { variableDefinitions = [] } = operation as OperationDefinitionNode;
  const { errors = [] } = getVariableValues(schema, variableDefinitions, { search });
  return withoutSentValue(errors[0]?.message ?? '', errors[0]?.originalError?.message);
}

describe('What is said of a value that was sent', () => {
  it.each([
    [
      { state: '22334455' },
      'Variable "$search" got an invalid value at "search.state"; The value does not exist in the enum "State".',
    ],
    [
      { state: 'ACTIV' },
      'Variable "$search" got an invalid value at "search.state"; The value does not exist in the enum "State". Did you mean the enum value "ACTIVE"?',
    ],
    [
      { ids: [['0722000111']] },
      'Variable "$search" got an invalid value at "search.ids[0]"; ID cannot represent value.',
    ],
    [
      { number: '22334455' },
      'Variable "$search" got an invalid value at "search.number"; Int cannot represent non-integer value.',
    ],
    ['22334455; at "x"; y', 'Variable "$search" got an invalid value; Expected type "Search" to be an object.'],
  ])('names its place and its type, and not the value: %j', (search, said) => {
    expect(ofVariable(search)).toBe(said);
  });

  it.each([
    ['{ loans(search: {}, state: "22334455") }', 'Enum "State" cannot represent non-enum value.'],
    ['{ loans(search: {}, name: 22334455) }', 'String cannot represent a non string value.'],
    ['{ loans(search: 22334455) }', 'Expected value of type "Search!".'],
  ])('of a literal is said alike: %s', (text, said) => {
    const [error] = validate(schema, parse(text));
    expect(withoutSentValue(error?.message ?? '')).toBe(said);
  });
});
