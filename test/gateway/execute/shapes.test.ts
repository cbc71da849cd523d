import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchema, getVariableValues, Kind, parse } from 'graphql';
import type { GraphQLInputObjectType, OperationDefinitionNode } from 'graphql';
import type { FetchNode } from '@apollo/query-planner';
import fc from 'fast-check';
import { boundedMap } from '#gate/execute/bounded-map.ts';
import { certainly } from '#gate/execute/certain.ts';
import type { Graph } from '#gate/execute/graph.ts';
import { operationOf } from '#gate/execute/operation.ts';
import { unneededOf } from '#gate/execute/requirements.ts';
import { disableVendorReports } from '#platform/runtime/vendor-reports.ts';
import { bothExecutors, type BothExecutors } from '#test/support/supergraphs/both-executors.ts';
import { compare, randomQuestions } from '#test/support/supergraphs/compare.ts';
import { mergedSchema } from '#test/support/supergraphs/merged-schema.ts';
import { noFaults } from '#test/support/supergraphs/mock-subgraph.ts';
import { CHAIN_THAT_COMES_BACK, SHAPES } from '#test/support/supergraphs/shapes.ts';

type Shape = keyof typeof SHAPES;
disableVendorReports();

const open = new Map<Shape, BothExecutors>();
beforeAll(async () => {
  for (const [shape, sdls] of Object.entries(SHAPES)) open.set(shape as Shape, await bothExecutors(sdls));
});
afterAll(async () => {
  for (const both of open.values()) await both.stop();
});
const shaped = (shape: Shape): BothExecutors => {
  const both = open.get(shape);
  if (both === undefined) throw new Error(`There is no ${shape}.`);
  return both;
};
const dataOf = ({ data }: { readonly data: string | undefined }) => JSON.parse(data ?? 'null');

const REQUIRED: Shape = 'a field that is required with one argument and requested with another';
const EACH = 18;

describe('An operation over several subgraphs', () => {
  // `npm run bench -- executors` compares 10,000.
  it.each(Object.keys(SHAPES) as Shape[])(
    'is answered as by the stock executor, faults included: %s',
    async (shape) => {
      const seeds = Array.from({ length: 600 }, (_, index) => index + 1);
      const { compared, withErrors, differences } = await compare(
        shaped(shape),
        randomQuestions(shaped(shape), seeds),
        EACH,
      );
      expect(differences).toEqual([]);
      expect(compared).toBe(EACH);
      expect(withErrors).toBeGreaterThan(0);
    },
  );
});

/** What a mock knows of these is not what all subgraphs know: a part of an enum or a union, kinds that nobody can tell. */
const NOT_AGREED: readonly Shape[] = [
  'enums, inputs and unions of which each subgraph knows another part',
  'an interface object that no subgraph knows the types of',
  'fields of interfaces and unions that are provided, and types that moved',
];

describe('An operation, whatever its plan', () => {
  it.each((Object.keys(SHAPES) as Shape[]).filter((shape) => !NOT_AGREED.includes(shape)))(
    'is answered as by one schema of all subgraphs: %s',
    async (shape) => {
      const both = shaped(shape);
      const sdls = Object.values<string>(SHAPES[shape]).map((sdl) => parse(sdl));
      const merged = mergedSchema(both.graph.apiSchema, sdls);
      const seeds = Array.from({ length: 30 }, (_, index) => index + 1);
      let compared = 0;
      for (const { text, variables } of randomQuestions(both, seeds)) {
        if (text.startsWith('mutation')) continue;
        const { data, errors } = await both.ours(text, variables);
        expect({ text, variables, data, errors }).toEqual({
          text,
          variables,
          data: merged.answer(text, variables),
          errors: [],
        });
        compared++;
      }
      expect(compared).toBeGreaterThan(0);
    },
  );
});

describe('A field that is required with one argument', () => {
  const comments = (author: string): number => author.match(/comments:\[(.*?)\]/)?.[1]?.match(/id:/g)?.length ?? 0;
  const feed = async (selection: string) => dataOf(await shaped(REQUIRED).ours(`{ feed { ${selection} } }`)).feed;
  let alone: { author: string; fame: string }[];
  beforeAll(async () => {
    alone = await feed('author fame');
  });

  it.each([
    ['requested with another beside it', 'author comments(limit: 1) { id } fame', 'comments'],
    [
      'requested twice, each time with another',
      'comments(limit: 1) { id } fame b: comments(limit: 9) { text } author',
      'comments',
    ],
    ['requested without one', 'fame author likes', 'likes'],
  ])('is what it is alone where it is %s', async (_, selection, requested) => {
    const posts: { author: string; fame: string }[] = await feed(selection);
    expect(posts.map(({ author, fame }) => ({ author, fame }))).toEqual(alone);
    expect(posts.every((post) => requested in post)).toBe(true);
    expect(Math.max(...alone.map(({ author }) => comments(author)))).toBeGreaterThan(0);
    // The stock executor gives the subgraph what the client requested, and gets another answer without an error.
    const stock = dataOf(await shaped(REQUIRED).stock(`{ feed { ${selection} } }`)).feed;
    expect(stock.map(({ author, fame }: (typeof alone)[number]) => ({ author, fame }))).not.toEqual(alone);
  });
});

describe('An entity', () => {
  it('is found by a key by which its subgraph finds it, where the type has others', async () => {
    const both = shaped('keys of which a subgraph finds an entity by some alone');
    const { data, errors, fetches } = await both.ours('{ box { first { id name label } } }');
    expect(errors).toEqual([]);
    expect(dataOf({ data }).box.first.label).toContain('name');
    // Without the order of the keys: __typename, name and code { one two }, by which nothing is found.
    expect(fetches.at(-1)?.variables).toEqual({
      representations: [expect.objectContaining({ id: 'id-5', code: { two: 'two-5', three: 'three-5' } })],
    });
  });

  it.each([
    ['a variable', 'query($isShown: Boolean!) ', '$isShown'],
    ['a literal', '', 'false'],
  ])('is whole where a field is skipped that requires another, by %s', async (_, head, condition) => {
    const both = shaped('keys within keys');
    const text = `${head}{ bus { fare @include(if: ${condition}) line { owner { name } } } }`;
    const { data, errors, fetches } = await both.ours(text, { isShown: false });
    expect(errors).toEqual([]);
    expect(dataOf({ data }).bus.line.owner.name).toContain('name');
    expect(fetches).toHaveLength(2);
    // The stock executor wants of the bus what the fare requires, which was not fetched, and does not ask for its line.
    expect(dataOf(await both.stock(text, { isShown: false }))).toEqual({ bus: null });
  });

  it.each([
    ['a variable', 'query($isShown: Boolean!) ', '$isShown'],
    ['a literal', '', 'false'],
  ])('sends of a field what others require, where more of it is skipped, by %s', async (_, head, condition) => {
    const both = shaped('fields that require others, which require others');
    const text = `${head}{ items { total price(currency: "KES") @include(if: ${condition}) } }`;
    const { data } = await both.ours(text, { isShown: false });
    for (const { total } of dataOf({ data }).items) expect(total).toMatch(/\{sizes:\[(\{height:\d+\},?)*\]\}$/);
    // The stock executor sends nulls in its place, from which the subgraph calculates another total.
    for (const { total } of dataOf(await both.stock(text, { isShown: false })).items)
      expect(total).toMatch(/\[(null,?)*\]/);
  });

  it('is not requested of a subgraph that finds it by nothing that is sent', async () => {
    const both = shaped('an interface object whose fields require, and are required');
    const { data, errors, fetches } = await both.ours('{ another { rank ... on User { username } __typename } }');
    expect([dataOf({ data }).another.__typename, errors]).toEqual(['Robot', []]);
    expect(fetches.map(({ subgraph }) => subgraph)).toEqual(['extra', 'users', 'more']);
    expect((await both.stock('{ another { ... on User { username } } }')).errors).toHaveLength(1);
  });

  it('has what few combinations of its conditions need stored, however many there are', () => {
    const { supergraph } = shaped('keys within keys').graph;
    const names = ['a', 'b', 'c', 'd', 'e'];
    const head = names.map((name) => `$${name}: Boolean!`).join();
    const fares = names.map((name) => `... on Bus @include(if: $${name}) { fare }`).join(' ');
    const operation = `query ($representations: [_Any!]!, ${head}) { _entities(representations: $representations) { ${fares} } }`;
    const node = { kind: 'Fetch', serviceName: 'owners', operation, operationKind: 'query' } as FetchNode;
    const unneeded = unneededOf(node, supergraph);
    const of = (bits: number) => unneeded(Object.fromEntries(names.map((name, at) => [name, (bits >> at) % 2 === 1])));
    const first = of(0);
    expect(first.whole).toEqual(new Set(['seats']));
    expect(of(0)).toBe(first);
    for (let bits = 1; bits < 32; bits += 1) expect(of(bits).whole).toEqual(new Set());
    expect(of(0)).not.toBe(first);
    expect(of(0)).toEqual(first);
  });

  it('of an interface whose types no subgraph knows is refused, or an error where the subgraph finds it out', async () => {
    const both = shaped('an interface object that no subgraph knows the types of');
    for (const text of ['{ known { field } }', '{ alone { __typename } }'])
      await expect(both.ours(text)).rejects.toThrow('No subgraph can answer this selection');
    const { data, errors } = await both.ours('{ known { id } alone { id field } }');
    expect(dataOf({ data })).toEqual({ known: null, alone: { id: expect.anything(), field: expect.anything() } });
    expect(errors).toEqual([expect.stringMatching(/^known: /)]);
  });

  it('that one subgraph knows by another key than the next is found over a third', async () => {
    const both = shaped('keys that differ from subgraph to subgraph');
    const { data, errors, fetches } = await both.ours('{ bargains { price name weight } }');
    expect(errors).toEqual([]);
    expect(dataOf({ data }).bargains.every((each: object | null) => each === null || 'name' in each)).toBe(true);
    expect(fetches.map(({ subgraph }) => subgraph)).toEqual(['prices', 'links', 'products']);
  });

  it('that stands at many places is requested once', async () => {
    const both = shaped('fields that moved, that are provided, that several have');
    const { fetches } = await both.ours('{ members { name loans { id } } a: members { loans { id } name } }');
    for (const { variables } of fetches) {
      const { representations = [] } = variables as { representations?: object[] };
      const keys = representations.map((each) => JSON.stringify(each));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('of an interface has the name of its own type, also where a subgraph knows the interface alone', async () => {
    const both = shaped('an interface that is an entity');
    const { data } = await both.ours('{ savings { balance kind: __typename } accounts { __typename balance } }');
    expect(dataOf({ data }).savings).toEqual({ balance: expect.any(Number), kind: 'Savings' });
    for (const { __typename } of dataOf({ data }).accounts) expect(['Savings', 'Shares']).toContain(__typename);
  });
});

describe('An error', () => {
  it('stands at every place of the response to which it belongs', async () => {
    const both = shaped('keys that differ from subgraph to subgraph');
    const text = '{ products { mass: weight weight } again: products { weight } }';
    // Under this seed the weight of one product fails, and no other field.
    const { data, errors } = await both.ours(text, {}, { oneIn: 7, seed: 8, down: [] });
    const { products, again } = dataOf({ data });
    expect([products[2], again[2]]).toEqual([{ mass: null, weight: null }, { weight: null }]);
    expect(products[1].mass).not.toBeNull();
    expect(errors).toEqual([
      'products.2.mass: Product.weight of 6 failed',
      'products.2.weight: Product.weight of 6 failed',
      'again.2.weight: Product.weight of 6 failed',
    ]);
  });

  it('of a subgraph that is away names the fields that are missing, as the client calls them', async () => {
    const both = shaped('keys that differ from subgraph to subgraph');
    const { data, errors } = await both.ours(
      '{ all: products { name mass: weight } }',
      {},
      { ...noFaults, down: ['links'] },
    );
    expect(dataOf({ data }).all.every(({ mass }: { mass: unknown }) => mass === null)).toBe(true);
    expect(errors).toHaveLength(1);
  });
});

describe('The plan of an operation', () => {
  const counting = (graph: Graph) => {
    const planned: string[] = [];
    const plan: Graph['plan'] = (document) => {
      planned.push(JSON.stringify(document).slice(0, 20));
      return graph.plan(document);
    };
    return { planned, graph: { ...graph, plan } };
  };
  const operationIn = (text: string) => {
    const document = parse(text);
    const node = document.definitions.find(
      (each) => each.kind === Kind.OPERATION_DEFINITION,
    ) as OperationDefinitionNode;
    return [document, node] as const;
  };

  it('is the same whatever literals and aliases stand in the text', () => {
    const { planned, graph } = counting(shaped(REQUIRED).graph);
    const plans = boundedMap<never>(10) as Parameters<typeof operationOf>[3];
    for (const text of [
      '{ feed { title comments(limit: 1) { id } } }',
      '{ feed { title comments(limit: 2) { id } } }',
      '{ feed { heading: title comments(limit: 3) { number: id } } }',
    ])
      operationOf(graph, ...operationIn(text), plans);
    expect(planned).toHaveLength(1);
    operationOf(graph, ...operationIn('{ feed { title comments(limit: 2) { id text } } }'), plans);
    expect(planned).toHaveLength(2);
  });

  it('that has a field calculated without what it requires is refused, not carried out', async () => {
    const both = await bothExecutors(CHAIN_THAT_COMES_BACK);
    try {
      await expect(both.ours('{ item { total } }')).rejects.toThrow('No subgraph can answer this selection');
      const tax = dataOf(await both.ours('{ item { tax price } }')).item.tax;
      expect(tax).toMatch(/^tax-\d of \{price:"price-\d of \{sizes:\d+\}"\}$/);
      // The stock executor calculates the price from nothing, and the tax from that, without an error.
      const stock = await both.stock('{ item { total } }');
      expect(stock.errors).toEqual([]);
      expect(dataOf(stock).item.total).toContain('of {}');
    } finally {
      await both.stop();
    }
  });

  it('that is empty is refused, unless there is nothing to fetch', () => {
    // An object of an interface that no subgraph can resolve: the planner finds no way, and says so by planning nothing.
    const graph: Graph = { ...shaped(REQUIRED).graph, plan: () => ({ kind: 'QueryPlan' }) };
    const plans = () => boundedMap<never>(10) as Parameters<typeof operationOf>[3];
    expect(() => operationOf(graph, ...operationIn('{ feed { title } }'), plans())).toThrow('No subgraph can answer');
    for (const text of ['{ __typename }', '{ __schema { queryType { name } } }', '{ feed @skip(if: true) { title } }'])
      expect(operationOf(graph, ...operationIn(text), plans()).step).toBeNull();
  });

  it.each([['_literal0'], ['__literal0'], ['_representations'], ['_with0']])(
    'takes a variable with a name that the executor uses itself: $%s',
    async (name) => {
      const both = shaped('changes in several subgraphs');
      const text = (variable: string) =>
        `mutation($${variable}: Int!, $representations: String!) { refund(amount: 7) { amount } pay(amount: $${variable}) { amount } write(text: $representations) { said } }`;
      const { data, errors } = await both.ours(text(name), { [name]: 4, representations: 'thanks' });
      expect(errors).toEqual([]);
      expect(data).toBe((await both.stock(text('amount'), { amount: 4, representations: 'thanks' })).data);
    },
  );

  it('sends no further change behind one whose outcome is unknown, and says that it was not made', async () => {
    const both = shaped('changes in several subgraphs');
    const text = 'mutation { pay(amount: 4) { amount } write(text: "paid") { id } again: pay(amount: 5) { amount } }';
    const { data, errors, fetches } = await both.ours(text, {}, { ...noFaults, down: ['money'] });
    expect(JSON.parse(data ?? '')).toEqual({ pay: null, write: null, again: null });
    expect(fetches.map(({ subgraph }) => subgraph)).toEqual(['money']);
    expect(errors).toEqual([
      expect.stringMatching(/^pay: .*Whether the change was made is not known/),
      expect.stringMatching(/^write: .*was not sent. The change was not made/),
      expect.stringMatching(/^again: .*was not sent. The change was not made/),
    ]);
  });

  it('takes variables of any name, and literals of any form', async () => {
    const both = shaped('changes in several subgraphs');
    const text = `mutation($representations: Int!, $text: String) {
      pay(amount: $representations, note: { text: $text, tags: ["a", "b"], by: { text: "it; \\"said\\"", tags: [] } }) { amount }
    }`;
    const variables = { representations: 4, text: null };
    const { data, errors, fetches } = await both.ours(text, variables);
    expect(errors).toEqual([]);
    const literal =
      'mutation { pay(amount: 4, note: { text: null, tags: ["a", "b"], by: { text: "it; \\"said\\"", tags: [] } }) { amount } }';
    expect(data).toBe((await both.stock(literal)).data);
    expect(fetches[0]?.query).not.toContain('said');
  });
});

describe('A value that is taken for certain', () => {
  const schema = buildSchema(`
    scalar Cents
    enum State { ACTIVE CLOSED }
    input Range { gte: Int lte: Int! = 3 }
    input Filter { states: [State!] all: [Filter] amount: Cents! range: Range name: String rate: Float id: ID on: Boolean }
    type Query { all(filter: Filter): Int }
  `);
  const type = schema.getType('Filter') as GraphQLInputObjectType;
  const isCertain = certainly(type);
  const { definitions } = parse('query ($filter: Filter) { all(filter: $filter) }');
  const { variableDefinitions = [] } = definitions[0] as OperationDefinitionNode;
  const usual = { amount: 5, states: ['ACTIVE'], all: [{ amount: '5' }, null], range: { lte: 1 }, rate: 0.5, on: true };
  const leaf = fc.constantFrom(
    null,
    0,
    1.5,
    2 ** 31,
    'ACTIVE',
    'x',
    true,
    [],
    ['CLOSED'],
    [null],
    {},
    { lte: 1 },
    undefined,
  );
  const names = ['states', 'all', 'amount', 'range', 'name', 'rate', 'id', 'on', 'other'];

  it('is one of its type', () => {
    const keys = fc.constantFrom(...names);
    fc.assert(
      fc.property(fc.dictionary(keys, leaf), (changes) => {
        const value = { ...usual, ...changes };
        const { errors } = getVariableValues(schema, variableDefinitions, { filter: value });
        expect(isCertain(value) && errors !== undefined).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(isCertain(usual)).toBe(true);
    expect(isCertain({ ...usual, amount: null })).toBe(false);
    expect(isCertain({ states: [] })).toBe(false);
  });
});
