import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buildSchema, execute, parse, validate } from 'graphql';
import { accessGuard } from '#gate/access/guard.ts';
import type { AccessRules } from '#gate/access/rules.ts';

/**
 * The guard takes fields out before the execution and puts nulls in afterwards. GraphQL itself says what that has to
 * come to: the same as if each of these fields had been executed and had failed.
 */
const schema = buildSchema(`
  type Query { a: A aList: [A!]! aMatrix: [[A]!] any: I anyList: [I!] }
  interface I { x: Int y: Int! self: I! }
  type A implements I { x: Int y: Int! self: A! other: B bList: [B!] z: Int! }
  type B implements I { x: Int y: Int! self: I! a: A list: [Int!]! }
`);
const fieldsOf = {
  Query: ['a', 'aList', 'aMatrix', 'any', 'anyList'],
  I: ['x', 'y', 'self'],
  A: ['x', 'y', 'self', 'other', 'bList', 'z'],
  B: ['x', 'y', 'self', 'a', 'list'],
} as const;
type TypeName = keyof typeof fieldsOf;
const valueType: Readonly<Record<string, TypeName>> = {
  'Query.a': 'A',
  'Query.aList': 'A',
  'Query.aMatrix': 'A',
  'Query.any': 'I',
  'Query.anyList': 'I',
  'I.self': 'I',
  'A.self': 'A',
  'A.other': 'B',
  'A.bList': 'B',
  'B.self': 'I',
  'B.a': 'A',
};

/** Rules on what the interface has hold for all that implement it: composition sees to that. */
const coordinates = [
  'x',
  'y',
  'self',
  'A.other',
  'A.bList',
  'A.z',
  'B.a',
  'B.list',
  'Query.a',
  'Query.aList',
  'Query.any',
];

const data = {
  a: { __typename: 'A', x: 1, y: 2, z: 3 },
  b: { __typename: 'B', x: 4, y: 5, list: [6, 7] },
};
/** Resolves any field; `denied` ones fail. */
const resolver =
  (denied: ReadonlySet<string>) =>
  (_source: unknown, _args: unknown, _context: unknown, info: { parentType: { name: string }; fieldName: string }) => {
    const { fieldName: name, parentType } = info;
    if (denied.has(`${parentType.name}.${name}`) || (['x', 'y', 'self'].includes(name) && denied.has(name)))
      throw new Error('denied');
    if (name === 'a') return data.a;
    if (name === 'aList') return [data.a, data.a];
    if (name === 'aMatrix') return [[data.a, null], [data.a]];
    if (name === 'any' || (name === 'self' && parentType.name === 'B')) return data.b;
    if (name === 'self') return data.a;
    if (name === 'anyList') return [data.a, data.b];
    if (name === 'other') return data.b;
    if (name === 'bList') return [data.b];
    return (_source as Record<string, unknown>)[name];
  };

/** A selection on `type` as text, up to a depth. The alias keeps equal fields apart, or brings them together. */
function selection(type: TypeName, depth: number): fc.Arbitrary<string> {
  const field = fc.constantFrom(...fieldsOf[type]).chain((name) => {
    const inner = valueType[`${type}.${name}`];
    const alias = fc.constantFrom('', '', `k${name}${type}: `);
    if (inner === undefined) return alias.map((as) => `${as}${name}`);
    if (depth === 0) return fc.constant('__typename');
    return fc.tuple(alias, selection(inner, depth - 1)).map(([as, text]) => `${as}${name} ${text}`);
  });
  const conditions: TypeName[] = type === 'Query' ? ['Query'] : type === 'I' ? ['A', 'B', 'I'] : [type, 'I'];
  const fragment =
    depth === 0
      ? field
      : fc.constantFrom(...conditions).chain((on) => selection(on, depth - 1).map((text) => `... on ${on} ${text}`));
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: field }, { weight: 1, arbitrary: fragment }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => `{ ${parts.join(' ')} }`);
}

const run = (document: ReturnType<typeof parse>, denied: ReadonlySet<string>) =>
  execute({ schema, document, fieldResolver: resolver(denied), rootValue: {} }) as {
    data: Record<string, unknown> | null;
    errors?: readonly { path?: readonly (string | number)[]; message: string }[];
  };

/** True where the value at the path is null, or one above it. */
function endsInNull(value: unknown, path: readonly (string | number)[]): boolean {
  if (value === null) return true;
  const [first, ...rest] = path;
  return first !== undefined && endsInNull((value as Record<string | number, unknown>)[first], rest);
}

describe('The guard', () => {
  it('leaves what GraphQL would have left if each denied field had failed', () => {
    let compared = 0;
    fc.assert(
      fc.property(selection('Query', 4), fc.subarray(coordinates), (text, denied) => {
        const document = parse(text);
        // Aliases may bring fields together that do not fit; such operations never get to the guard.
        if (validate(schema, document).length > 0) return;
        const set = new Set(denied);
        const fields = denied.flatMap((coordinate) =>
          coordinate.includes('.') ? [coordinate] : ['A', 'B', 'I'].map((type) => `${type}.${coordinate}`),
        );
        const rules: AccessRules = {
          types: new Map(),
          fields: new Map(fields.map((field) => [field, { scopes: [['s']] }])),
        };
        const guarded = accessGuard(schema, rules)({ document, operationName: null, variables: {}, scopes: [] });
        const expected = run(document, set);
        if (guarded === null) {
          expect(expected.errors).toBeUndefined();
          return;
        }
        expect(validate(schema, guarded.document)).toEqual([]);
        const left = run(guarded.document, set);
        expect(left.errors).toBeUndefined();
        const completed = guarded.complete(left.data);
        expect(JSON.stringify(completed.data)).toBe(JSON.stringify(expected.data));
        compared++;

        for (const { path } of completed.errors)
          expect(path === undefined || endsInNull(completed.data, path)).toBe(true);
        for (const { path } of expected.errors ?? []) expect(endsInNull(completed.data, path ?? [])).toBe(true);
        // Where GraphQL reports an error, so does the guard; it may report more, for fields that nothing reached.
        expect(completed.errors.length > 0).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(150);
  });

  it('costs a caller who may see everything nothing: the operation stays the same object', () => {
    const rules: AccessRules = { types: new Map(), fields: new Map([['A.x', { scopes: [['s']] }]]) };
    const guard = accessGuard(schema, rules);
    const request = { document: parse('{ a { x } }'), operationName: null, variables: {} };
    expect(guard({ ...request, scopes: ['s'] })).toBeNull();
  });

  it('makes the same remainder, and so the same plan, only for the same missing fields', () => {
    const rules: AccessRules = {
      types: new Map(),
      fields: new Map([
        ['A.x', { scopes: [['s']] }],
        ['A.z', { scopes: [['t']] }],
      ]),
    };
    const guard = accessGuard(schema, rules);
    const request = { document: parse('{ a { x z y } }'), operationName: null, variables: {} };
    const [none, again, s] = [[], ['other'], ['s']].map((scopes) => guard({ ...request, scopes }));
    expect(again?.document).toBe(none?.document);
    expect(s?.document).not.toBe(none?.document);
  });
});
