import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeServices } from '@apollo/composition';
import { parse, print } from 'graphql';
import { separateAccessRules } from '#gate/access/rules.ts';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { startToyGraph, toySupergraph, ways } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

describe.each(ways)('A field that the caller may not see, with subgraphs %s', (way) => {
  let graph: ToyGraph;
  beforeAll(async () => {
    graph = await startToyGraph(way);
  });
  beforeEach(() => {
    graph.resolved.length = 0;
  });
  afterAll(() => graph.close());

  it('is null with one error, and nothing is fetched for it', async () => {
    const { status, data, errors } = await graph.execute('{ book(id: "b1") { title costPrice } }');
    expect(status).toBe(200);
    expect(data).toEqual({ book: { title: 'Arrow of God', costPrice: null } });
    expect(errors).toEqual([
      {
        message: 'Book.costPrice needs the scope costs:read, which the token does not have.',
        locations: [{ line: 1, column: 26 }],
        path: ['book', 'costPrice'],
        extensions: {
          code: 'insufficient_scope',
          field: 'Book.costPrice',
          required_scopes: [['costs:read']],
          granted_scopes: ['books:read'],
        },
      },
    ]);
    expect(graph.resolved).toEqual(['Query.book']);
  });

  it('is there for a caller with the scope', async () => {
    const { data, errors } = await graph.execute('{ book(id: "b1") { title costPrice } }', 'costs:read');
    expect(errors).toBeUndefined();
    expect(data.book.costPrice).toBe(800);
  });

  it.each([
    ['suppliers:read books:read', true],
    ['admin', true],
    ['suppliers:read', false],
    ['books:read', false],
  ])('may be seen with one of several lists of scopes, whole: %s', async (scopes, visible) => {
    const { data, errors } = await graph.execute('{ book(id: "b1") { supplier } }', scopes);
    expect(data).toEqual({ book: visible ? { supplier: 'Heinemann' } : null });
    expect(errors?.map(({ extensions }) => extensions.required_scopes)).toEqual(
      visible ? undefined : [[['suppliers:read', 'books:read'], ['admin']]],
    );
  });

  it('keeps its alias and its place in the order', async () => {
    const { data, errors } = await graph.execute('{ book(id: "b1") { a: costPrice title b: costPrice id } }');
    expect(Object.entries(data.book)).toEqual([
      ['a', null],
      ['title', 'Arrow of God'],
      ['b', null],
      ['id', 'b1'],
    ]);
    expect(errors?.map(({ path }) => path)).toEqual([
      ['book', 'a'],
      ['book', 'b'],
    ]);
  });

  it('has one error in a list, at its first place', async () => {
    const { data, errors } = await graph.execute('{ books { id costPrice reviews { author { name email } } } }');
    expect(data.books[1]).toEqual({ id: 'b2', costPrice: null, reviews: [{ author: { name: 'Ann', email: null } }] });
    expect(errors?.map(({ path, extensions }) => [path, extensions.field])).toEqual([
      [['books', 0, 'costPrice'], 'Book.costPrice'],
      [['books', 0, 'reviews', 0, 'author', 'email'], 'Author.email'],
    ]);
  });

  it('has its error even where there was nothing to be null', async () => {
    const { data, errors } = await graph.execute('{ book(id: "unknown") { costPrice } }');
    expect(data).toEqual({ book: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.field])).toEqual([[undefined, 'Book.costPrice']]);
  });

  it('is found in fragments, named and inline, nested and repeated', async () => {
    const { data, errors } = await graph.execute(`
      { one: book(id: "b1") { ...Costs } two: book(id: "b2") { ...Costs ... on Book { ... { title } } } }
      fragment Costs on Book { id ...More }
      fragment More on Book { costPrice sequel { costPrice id } }
    `);
    expect(data).toEqual({
      one: { id: 'b1', costPrice: null, sequel: { costPrice: null, id: 'b2' } },
      two: { id: 'b2', costPrice: null, sequel: null, title: 'Petals of Blood' },
    });
    expect(errors?.map(({ path }) => path)).toEqual([
      ['one', 'costPrice'],
      ['one', 'sequel', 'costPrice'],
    ]);
  });

  it('is found behind an interface, by the type that the value has', async () => {
    const { data, errors } = await graph.execute(`
      { things { title ... on Magazine { issue circulation } ... on Book { costPrice __typename } } }
    `);
    expect(data.things).toEqual([
      { title: 'Arrow of God', costPrice: null, __typename: 'Book' },
      { title: 'Transition', issue: 50, circulation: null },
    ]);
    expect(errors?.map(({ path }) => path)).toEqual([
      ['things', 1, 'circulation'],
      ['things', 0, 'costPrice'],
    ]);
  });

  it('leaves an object without any other field an object', async () => {
    const { data } = await graph.execute('{ book(id: "b1") { costPrice } books { costPrice } }');
    expect(data).toEqual({ book: { costPrice: null }, books: [{ costPrice: null }, { costPrice: null }] });
  });

  it('that may not be null takes the nearest nullable parent along, and only that', async () => {
    const { data, errors } = await graph.execute(
      '{ book(id: "b1") { title sequel { title supplier } reviews { stars } } }',
    );
    expect(data).toEqual({ book: { title: 'Arrow of God', sequel: null, reviews: [{ stars: 5 }, { stars: 3 }] } });
    expect(errors?.map(({ path }) => path)).toEqual([['book', 'sequel', 'supplier']]);
  });

  it('that may not be null takes a list of non-null items along, up to the root', async () => {
    const { data, errors } = await graph.execute('{ books { supplier } }');
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['insufficient_scope']);
  });

  it('at the root is never asked for', async () => {
    const { data, errors } = await graph.execute('{ __typename ledgerTotal }', 'costs:read');
    expect(data).toBeNull();
    expect(errors?.map(({ path }) => path)).toEqual([['ledgerTotal']]);
    expect(graph.resolved).toEqual([]);
    expect((await graph.execute('{ __typename ledgerTotal }', 'ledger:read')).data).toEqual({
      __typename: 'Query',
      ledgerTotal: 77,
    });
  });

  it('that is a mutation does not run', async () => {
    const { data, errors } = await graph.execute('mutation { burnBooks }');
    expect(data).toEqual({ burnBooks: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['insufficient_scope']);
    expect(graph.resolved).toEqual([]);
    expect(graph.store.size).toBeGreaterThan(0);
  });

  it('is no error where @skip or @include leaves it out', async () => {
    const query = `query($with: Boolean = false) {
      book(id: "b1") { id costPrice @include(if: $with) ... @skip(if: true) { supplier } ...S @include(if: false) }
    } fragment S on Book { supplier }`;
    const without = await graph.execute(query);
    expect(without.errors).toBeUndefined();
    expect(without.data).toEqual({ book: { id: 'b1' } });
    const withIt = await graph.execute(query, 'books:read', { with: true });
    expect(withIt.data).toEqual({ book: { id: 'b1', costPrice: null } });
    expect(withIt.errors).toHaveLength(1);
  });

  it('may have been the only one to use a variable or a fragment', async () => {
    const query = `query($id: ID!, $n: Boolean!) { book(id: $id) { id sequel { ...S } costPrice @include(if: $n) } }
      fragment S on Book { costPrice supplier @include(if: $n) }`;
    const { data, errors } = await graph.execute(query, 'books:read', { id: 'b1', n: true });
    expect(data).toEqual({ book: { id: 'b1', sequel: null, costPrice: null } });
    expect(errors).toHaveLength(3);
  });

  it('of one operation does not concern another one in the same document', async () => {
    const query = 'query A { book(id: "b1") { costPrice } } query B { book(id: "b1") { id } }';
    const { data, errors } = await graph.send({ query, operationName: 'B' });
    expect([data, errors]).toEqual([{ book: { id: 'b1' } }, undefined]);
    const other = await graph.send({ query, operationName: 'A' });
    expect(other.data).toEqual({ book: { costPrice: null } });
  });

  it('is the same for callers who come in turn: what one may see is no matter of who asked before', async () => {
    const query = '{ book(id: "b2") { costPrice reviews { author { email } } } }';
    const seen = [];
    for (const scopes of ['none', 'costs:read', 'people:read', 'costs:read people:read', 'none']) {
      const { data } = await graph.execute(query, scopes);
      seen.push([data.book.costPrice, data.book.reviews[0].author.email]);
    }
    expect(seen).toEqual([
      [null, null],
      [800, null],
      [null, 'ann@example.org'],
      [800, 'ann@example.org'],
      [null, null],
    ]);
  });

  it('does not keep the errors of the rest away', async () => {
    const { data, errors } = await graph.execute('{ refused book(id: "b1") { costPrice } }');
    expect(data).toEqual({ refused: null, book: { costPrice: null } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['insufficient_scope', 'duplicate_book']);
  });
});

describe('The access rules of a supergraph', () => {
  it('are read from it, and it is left without them, so that the stock gateway starts on it', () => {
    const { document, rules } = separateAccessRules(parse(toySupergraph()));
    expect(rules.fields.get('Book.supplier')).toEqual({ scopes: [['suppliers:read', 'books:read'], ['admin']] });
    expect(rules.fields.get('Query.books')).toEqual({ scopes: null });
    const sdl = print(document);
    expect(sdl).not.toMatch(/requiresScopes|authenticated|SECURITY\)/);
    expect(() => parse(sdl)).not.toThrow();
  });

  it('cover types as well as fields', () => {
    const typeDefs = parse(`
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@requiresScopes", "@authenticated"])
      type Query { a: Secret b: Money }
      type Secret @requiresScopes(scopes: [["s:read"]]) { id: ID! }
      scalar Money @authenticated
    `);
    const { rules } = separateAccessRules(parse(composeSupergraph([{ name: 'a', url: 'http://a.invalid', typeDefs }])));
    expect([...rules.types]).toEqual([
      ['Money', { scopes: null }],
      ['Secret', { scopes: [['s:read']] }],
    ]);
  });

  it('of a kind that is not enforced stop composition, and the start on a supergraph of another hand', () => {
    const typeDefs = parse(`
      extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@policy"])
      type Query { a: Int @policy(policies: [["p"]]) }
    `);
    const subgraphs = [{ name: 'a', url: 'http://a.invalid', typeDefs }];
    const refusal = "policy/v0.1, which this gateway can't enforce";
    expect(() => composeSupergraph(subgraphs)).toThrow(refusal);
    const { supergraphSdl } = composeServices(subgraphs);
    expect(() => separateAccessRules(parse(supergraphSdl ?? ''))).toThrow(refusal);
  });
});
