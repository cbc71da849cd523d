import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildASTSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  parse,
  validate,
} from 'graphql';
import type { OperationDefinitionNode } from 'graphql';
import { chargeFor } from '#gate/cost/budget.ts';
import { planningShare } from '#gate/cost/preparation.ts';
import { priceOf } from '#gate/cost/operation-cost.ts';
import { rememberedPrices } from '#gate/cost/remembered-prices.ts';
import { costRulesOf } from '#gate/cost/rules.ts';
import type { RequestContext } from '#gate/request-context.ts';
import { EXAMPLES } from '#sub/examples.ts';
import { startToyGraph, type ToyGraph } from '#test/support/toy-graph/start.ts';

const PLAIN = `
  directive @cost(weight: Int!) on ARGUMENT_DEFINITION | ENUM | FIELD_DEFINITION | INPUT_FIELD_DEFINITION | OBJECT | SCALAR
  directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!], requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION

  type Query {
    loan: Loan
    named(name: String @cost(weight: 3)): Loan
    all: [Loan!]
    few: [Loan!] @listSize(assumedSize: 4)
    loans(first: Int, last: Int): Loans @listSize(assumedSize: 20, slicingArguments: ["first", "last"], sizedFields: ["edges", "nodes"])
    thing: Thing
    report: Report
  }
  type Mutation { pay(input: PayInput!): Loan, publish(ids: [ID!] @cost(weight: 5)): Int, book(input: BookInput!): Batch }
  input BookInput { rows: [RowInput!] @cost(weight: 4) }
  input RowInput { amount: Int }
  type Batch { rows: [Loan!]! }
  input PayInput { amount: Int @cost(weight: 2), parts: [PartInput!] }
  input PartInput { share: Int @cost(weight: 7) }
  type Loans { nodes: [Loan!]!, edges: [Edge!]!, totalCount: Int! @cost(weight: 9), isMore: Boolean! @cost(weight: 9) }
  type Edge { cursor: String!, node: Loan! }
  interface Thing { id: ID! }
  type Loan implements Thing @join__type(graph: LENDING, key: "id") { id: ID!, member: Member, loans(first: Int): Loans @listSize(assumedSize: 20, slicingArguments: ["first"], sizedFields: ["nodes"]) }
  type Member @join__type(graph: LENDING, key: "id") { id: ID! }
  type Report @cost(weight: 40) { total: Int }
`;

function priced(sdl: string) {
  const document = parse(sdl);
  const rules = costRulesOf(document);
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  return (text: string, variables: Record<string, unknown> = {}) => {
    const document = parse(text);
    const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return priceOf({ schema, document, operation: operation as OperationDefinitionNode, variables, rules });
  };
}

describe('The cost of an operation', () => {
  const price = priced(PLAIN);
  // What is looked up takes a point once, and a record a twentieth of one: 10 + 1 + 1/20, in whole points.
  it.each<[string, string, number]>([
    ['is 10 where nothing is looked up', '{ __typename }', 10],
    ['is a point more for what is looked up', '{ loan { id } }', 12],
    ['is a point more for each relation, whatever the length of the list', '{ few { member { id } } }', 13],
    ['counts records, and no scalars', '{ loans(first: 59) { nodes { id } } }', 14],
    ['takes a page to be as long as it is asked to be', '{ loans(first: 100) { nodes { id } } }', 17],
    ['takes it from either end', '{ loans(last: 80) { nodes { id } } }', 16],
    ['takes what the schema assumes where nobody asks', '{ loans { nodes { member { id } } } }', 15],
    ['takes ten where the schema says nothing', '{ all { member { id } } }', 13],
    ['counts edges and nodes, each for itself', '{ loans(first: 100) { edges { node { id } } nodes { id } } }', 25],
    ['multiplies pages in pages', '{ loans(first: 100) { nodes { loans(first: 10) { nodes { id } } } } }', 70],
    ['counts what the schema says that a field costs', '{ loans(first: 51) { totalCount nodes { id } } }', 15],
    ['counts what a page says beside its records once', '{ few { loans(first: 1) { totalCount nodes { id } } } }', 13],
    [
      'counts it alike for two that one count answers',
      '{ loans(first: 51) { totalCount n: totalCount isMore nodes { id } } }',
      15,
    ],
    ['counts what the schema says that a type costs', '{ report { total } }', 13],
    ['counts what the schema says that an argument costs', '{ named(name: "x") { id } }', 15],
    ['counts a mutation with its transaction', 'mutation { pay(input: {}) { id } }', 22],
    ['counts two mutations twice', 'mutation { a: pay(input: {}) { id } b: pay(input: {}) { id } }', 33],
    [
      'counts input, each value of a list',
      'mutation { pay(input: { amount: 1, parts: [{ share: 1 }, { share: 2 }] }) { id } }',
      38,
    ],
    ['counts each item of a list of values', 'mutation { publish(ids: ["1", "2", "3"]) }', 35],
    [
      'counts a fragment as often as it is spread',
      '{ a: loan { ...F } b: loan { ...F } } fragment F on Loan { loans(first: 50) { nodes { id } } }',
      20,
    ],
    [
      'counts what an interface may turn out to be',
      '{ thing { ... on Loan { loans(first: 80) { nodes { id } } } } }',
      17,
    ],
    ['has a fixed price for introspection', '{ __schema { types { fields { args { name } } } } }', 110],
  ])('%s', (_, text, cost) => {
    expect(price(text).cost).toBe(cost);
  });

  it('reads variables, with their defaults', () => {
    const text =
      'query($n: Int = 40, $m: Int) { loans(first: $n) { nodes { id } } b: loans(first: $m) { nodes { id } } }';
    expect(price(text).cost).toBe(16);
    expect(price(text, { n: 5, m: 100 }).cost).toBe(18);
    // A null has no default: the subgraph takes as many as the schema assumes.
    expect(price(text, { n: null, m: 100 })).toEqual(price(text.replace(' = 40', ''), { m: 100 }));
    expect(price('query($n: Int = 0) { loans(first: $n) { nodes { member { id } } } }', { n: null }).cost).toBe(15);
    expect(price(text, { n: 'many', m: -7 }).cost).toBe(14);
  });

  it('is remembered for the lengths that decide it, and calculated for others', () => {
    const rules = costRulesOf(parse(PLAIN));
    const schema = buildASTSchema(parse(PLAIN), { assumeValidSDL: true });
    const document = parse(
      'query($n: Int = 40, $name: String, $skip: Boolean = false) { loans(first: $n) { nodes { id } } named(name: $name) { id @skip(if: $skip) } }',
    );
    const [operation] = document.definitions as OperationDefinitionNode[];
    const remembered = rememberedPrices();
    for (const variables of [{}, { n: 5 }, { n: 90 }, { n: 90, name: 'x' }, { n: null }, {}, { n: 5, skip: true }]) {
      const asked = { schema, document, operation: operation!, variables, rules };
      for (let n = 0; n < 2; n++) expect(remembered(asked)).toEqual(priceOf(asked));
    }
  });

  it('looks into no list that is longer than any operation may send (finding: ten times one of 85,000 rows took seconds)', () => {
    let seen = 0;
    const row = {
      get amount() {
        return ++seen;
      },
    };
    const rows = (count: number) => ({ rows: Array.from({ length: count }, () => row) });
    const aliased =
      'mutation($i: BookInput!) { a: book(input: $i) { rows { id } } b: book(input: $i) { rows { id } } }';
    expect(price(aliased, { i: rows(85_000) }).sent).toBe(2 * 85_000 * 4);
    expect(seen).toBe(0);
    expect(price(aliased, { i: rows(1_000) }).sent).toBe(8_000);
    expect(seen).toBe(2_000);
    const parts = Array.from({ length: 5_001 }, () => ({ share: 1 }));
    expect(price('mutation($p: [PartInput!]) { pay(input: { parts: $p }) { id } }', { p: parts })).toMatchObject({
      cost: 5_023,
      sent: 0,
    });
  });

  it('says what of it are the rows that are sent; a list in the reply is as long as they are', () => {
    const book = (rows: number) =>
      price('mutation($input: BookInput!) { book(input: $input) { rows { id } } }', {
        input: { rows: Array.from({ length: rows }, () => ({ amount: 1 })) },
      });
    // 10 for the operation, 10 for its transaction, a look-up, 4 for each row, and the rows of the reply.
    expect(book(1)).toMatchObject({ cost: 27, sent: 4 });
    expect(book(1_000)).toMatchObject({ cost: 22 + 4_000 + 51, sent: 4_000 });
    expect(price('mutation { publish(ids: ["1", "2"]) }')).toMatchObject({ cost: 30, sent: 10 });
    expect(price('mutation { pay(input: { amount: 1, parts: [{ share: 1 }] }) { id } }').sent).toBe(0);
    expect(price('{ all { id } }')).toMatchObject({ cost: 12, sent: 0 });
  });

  it('names the longest page that is requested', () => {
    expect(price('{ loans(first: 3) { nodes { loans(first: 70) { nodes { id } } } } }').longest).toEqual({
      field: 'Loan.loans',
      size: 70,
    });
  });

  it('is calculated quickly for fragments that double at each step', () => {
    const doubling = Array.from({ length: 60 }, (_, i) => `fragment F${i} on Loan { ...F${i + 1} ...F${i + 1} }`).join(
      ' ',
    );
    const started = performance.now();
    expect(price(`{ loan { ...F0 } } ${doubling} fragment F60 on Loan { member { id } }`).cost).toBeGreaterThan(1e12);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('What one operation may cost', () => {
  const rules = costRulesOf(parse(PLAIN));
  const schema = buildASTSchema(parse(PLAIN), { assumeValidSDL: true });
  const charge = async (text: string, variables: Record<string, unknown>) => {
    const document = parse(text);
    const [operation] = document.definitions as OperationDefinitionNode[];
    const spent: number[] = [];
    const spend = async (_: unknown, cost: number) => {
      spent.push(cost);
      return { headers: {}, refused: null };
    };
    // What the charge looks at of a request.
    const context = { caller: {}, notes: {}, isRegistered: false, done: {} } as unknown as RequestContext;
    const { refusal } = await chargeFor(() => rules, spend)(
      { schema, document, operation: operation!, variables },
      context,
    );
    return { spent, limit: refusal?.extensions['limit'] ?? null, message: refusal?.message };
  };
  const rowsOf = (count: number) => ({ rows: Array.from({ length: count }, () => ({ amount: 1 })) });
  const book = 'mutation($input: BookInput!) { book(input: $input) { rows { id } } }';

  it('is apart from the rows that it sends, for which its client pays all the same', async () => {
    expect(await charge(book, { input: rowsOf(1_000) })).toMatchObject({ limit: null, spent: [4_073] });
    const dear = book.replace('{ id }', '{ member { id } loans(first: 100) { nodes { id } } }');
    expect(await charge(dear, { input: rowsOf(1_000) })).toMatchObject({ limit: 'cost', spent: [] });
  });

  it('bounds the rows that are sent, by however many mutations', async () => {
    const twice =
      'mutation($input: BookInput!) { a: book(input: $input) { rows { id } } b: book(input: $input) { rows { id } } }';
    expect(await charge(twice, { input: rowsOf(600) })).toMatchObject({ limit: null });
    const { limit, spent, message } = await charge(twice, { input: rowsOf(1_000) });
    expect([limit, spent]).toEqual(['sent', []]);
    expect(message).toContain('Send fewer, in several operations.');
  });
});

describe('The costs of the graph', () => {
  const supergraph = readFileSync(new URL('../../gateway/supergraph.graphql', import.meta.url), 'utf8');
  const price = priced(supergraph);

  it('leave room for every example', () => {
    for (const { query } of EXAMPLES) expect(price(query).cost).toBeLessThan(250);
  });

  it('leave room for what the guide for frontends shows, which is valid', () => {
    const guide = readFileSync(new URL('../../docs/frontend.md', import.meta.url), 'utf8');
    const shown = [...guide.matchAll(/```graphql\n(.+?)```/gs)].map(([, text = '']) => text);
    const schema = buildASTSchema(parse(supergraph), { assumeValidSDL: true });
    expect(shown.length).toBeGreaterThanOrEqual(4);
    for (const text of shown) {
      expect(validate(schema, parse(text))).toEqual([]);
      expect(price(text, { first: 20 }).cost).toBeLessThan(1_000);
    }
  });

  it('count each settlement quote: it rebuilds the account of a loan (finding: 2,900 of them for 89 points)', () => {
    const quotes = (count: number, loans: number) =>
      price(
        `{ loans(first: ${loans}) { nodes {
             ${Array.from({ length: count }, (_, n) => `a${n}: settlementQuote(on: "2026-12-01") { total }`).join(' ')} } } }`,
      ).cost;
    // Half a millisecond is two and a half points: of a loan of a year with all its repayments.
    expect([quotes(1, 1), quotes(1, 100), quotes(29, 1)]).toEqual([14, 267, 84]);
    expect(quotes(29, 100)).toBeGreaterThan(7_000);
  });

  it('count what is counted, once in each list of the root (finding: ten counts were 21 points)', () => {
    const counts = Array.from({ length: 10 }, (_, n) => `a${n}: loans(filter: { search: "a" }) { totalCount }`);
    expect(price(`{ ${counts.join(' ')} }`).cost).toBe(121);
    expect(price('{ members(first: 50) { nodes { loans(first: 1) { totalCount totalIsMinimum } } } }').cost).toBe(26);
  });

  it('have a price for every count', () => {
    const { weights } = costRulesOf(parse(supergraph));
    const counted = Object.values(buildASTSchema(parse(supergraph), { assumeValidSDL: true }).getTypeMap())
      .filter((type) => isObjectType(type) && 'totalCount' in type.getFields())
      .flatMap(({ name }) => [weights.get(`${name}.totalCount`), weights.get(`${name}.totalIsMinimum`)]);
    expect(counted.length).toBeGreaterThan(70);
    expect(new Set(counted)).toEqual(new Set([200]));
  });

  it('leave room for the counts of the first page of the portal', () => {
    const documents = readFileSync(new URL('../../gateway/portal/pages/today/work.tsx', import.meta.url), 'utf8');
    const [, query = ''] = /graphql\(`(.+?)`\)/s.exec(documents) ?? [];
    expect(price(query).cost).toBeLessThan(200);
  });

  it('know the length of every list of records, but for those of a mutation’s answer', () => {
    const { lists } = costRulesOf(parse(supergraph));
    const schema = buildASTSchema(parse(supergraph), { assumeValidSDL: true });
    const unknown = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !/^__|(Payload|Connection|Page|^PostingBatch)$/.test(type.name))
      .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
      .filter(({ field }) => isListType(getNullableType(field.type)))
      .filter(({ field }) => isObjectType(getNamedType(field.type)))
      .map(({ type, field }) => `${type.name}.${field.name}`)
      .filter((coordinate) => !lists.has(coordinate));
    expect(lists.size).toBeGreaterThan(50);
    expect(unknown).toEqual(['Webhook.metadata']);
  });
});

describe('A gateway that counts what operations cost', () => {
  let graph: ToyGraph;
  const spent: number[] = [];
  let refuse = false;
  beforeAll(async () => {
    graph = await startToyGraph('in one process', {
      spend: async (_caller, cost) => {
        spent.push(cost);
        const refused = { message: 'Wait for 7 s.', retryAfter: 7, details: { limit: 50, retry_after: 7 } };
        return { headers: { 'x-ratelimit-remaining': '3' }, refused: refuse ? refused : null };
      },
    });
  });
  afterAll(() => graph.close());

  it('says so in the reply, and takes it from what the client has', async () => {
    const { status, headers } = await graph.execute('{ books { id reviews { stars author { name } } } }');
    expect([status, headers.get('x-query-cost'), headers.get('x-ratelimit-remaining')]).toEqual([200, '20', '3']);
    expect(spent).toContain(20);
  });

  it('takes points for reading a text until it was found valid, and for planning it, once', async () => {
    const price = 10 + 3;
    for (const invalid of [
      '{ novels { id } }',
      '{ books { id',
      `{ books { id } } # ${'x'.repeat(10_000)}`.slice(0, -1) + '}}',
    ])
      await graph.execute(invalid);
    spent.length = 0;
    for (let n = 0; n < 2; n++) await graph.execute('{ novels { id } }');
    expect(spent).toEqual([11, 11]);
    spent.length = 0;
    // One plan may take less than a processor's clock shows: then it costs nothing. Eight of them don't.
    let planning = 0;
    for (const alias of 'abcdefgh') {
      spent.length = 0;
      for (let n = 0; n < 3; n++) await graph.execute(`{ books { ${alias}: title sequel { id } } }`);
      const [reading, charged, ...rest] = spent;
      expect([reading, charged, rest.splice(-2)]).toEqual([11, price, [price, price]]);
      planning += rest.reduce((sum, points) => sum + points, 0);
      expect(rest.length).toBeLessThanOrEqual(1);
    }
    expect(planning).toBeGreaterThan(0);
    spent.length = 0;
    await graph.execute(`{ books { id } } # ${'x'.repeat(10_000)}`);
    expect(spent[0]).toBe(10 + 41);
  });

  it('reads nothing for a client that has no points left', async () => {
    refuse = true;
    const { status, headers, errors } = await graph.execute('{ books { id title');
    refuse = false;
    expect([status, headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual([429, '7', '3']);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['rate_limited']);
  });

  it('refuses what costs too much, before it takes or fetches anything', async () => {
    graph.resolved.length = 0;
    const { status, headers, errors } = await graph.execute(
      '{ books { reviews { book { reviews { book { reviews { book { reviews { stars } } } } } } } } }',
    );
    expect(status).toBe(400);
    const { found, ...emitted } = errors?.[0]?.extensions ?? {};
    expect(emitted).toEqual({ code: 'OPERATION_TOO_LARGE', limit: 'cost', allowed: 500 });
    expect(found).toBe(Number(headers.get('x-query-cost')));
    expect(spent).not.toContain(found);
    expect(graph.resolved).toEqual([]);
  });

  it('answers 429 with Retry-After where the client has too little left', async () => {
    await graph.execute('{ books { id } }');
    refuse = true;
    graph.resolved.length = 0;
    const { status, headers, data, errors } = await graph.execute('{ books { id } }');
    refuse = false;
    expect([status, headers.get('retry-after'), headers.get('x-query-cost'), data]).toEqual([
      429,
      '7',
      '12',
      undefined,
    ]);
    expect(errors).toEqual([
      { message: 'Wait for 7 s.', extensions: { code: 'rate_limited', limit: 50, retry_after: 7 } },
    ]);
    expect(graph.resolved).toEqual([]);
  });
});

describe('The share of planning', () => {
  it('is half of a processor once a start is over; what would wait beyond its deadline is refused', async () => {
    let now = 0;
    const share = planningShare(() => now);
    for (let n = 0; n < 100; n++) {
      await share.turn(now);
      share.used(50);
    }
    // The 5 s of a start are used up, and 100 ms beyond: these take 200 ms to come back.
    share.used(100);
    const refused = await share.turn(now + 150).catch((error: unknown) => error);
    expect(refused).toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 } });
    now += 200;
    await share.turn(now);
    share.used(30);
    await expect(share.turn(now + 59)).rejects.toThrow('known ones go on');
    now += 60;
    await share.turn(now);
  });
});
