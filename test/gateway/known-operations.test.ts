import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startToyGraph } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

/**
 * An operation is known once it was answered: it goes past the server from then on, where all goes well. So each request
 * here is sent three times, and what clients see may not depend on which time it is.
 */
describe('An operation that was answered before', () => {
  let graph: ToyGraph;
  let charged: number[];
  beforeAll(async () => {
    graph = await startToyGraph('in one process', {
      spend: async (_caller, cost) => {
        charged.push(cost);
        const refused = { message: 'Wait a minute.', retryAfter: 60, details: {} };
        return { headers: { 'x-ratelimit-limit': '10' }, refused: isSpent ? refused : null };
      },
    });
  });
  afterAll(() => graph.close());
  let isSpent: boolean;
  beforeEach(() => {
    charged = [];
    isSpent = false;
    graph.resolved.length = 0;
  });

  type Sent = { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };
  const seen = async ({ body, headers = {} }: Sent) => {
    const response = await fetch(graph.gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer books:read', ...headers },
      body: JSON.stringify(body),
    });
    const { date: _at, 'x-request-id': _id, ...sent } = Object.fromEntries(response.headers);
    const text = (await response.text()).replaceAll(/"request_id":"[^"]+"/g, '');
    return { status: response.status, headers: sent, text };
  };
  const thrice = async (sent: Sent) => [await seen(sent), await seen(sent), await seen(sent)];

  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const titles =
    'query Titles($id: ID!, $deep: Boolean = false) { book(id: $id) { title price ...More @include(if: $deep) } } fragment More on Book { sequel { title } }';
  const two = 'query One { book(id: "b1") { title } } query Two { books { id state } }';
  const plain: Readonly<Record<string, Sent>> = {
    'with variables': { body: { query: titles, variables: { id: 'b1', deep: true } } },
    'with a default for a variable': { body: { query: titles, variables: { id: 'b1' } } },
    'without variables, as null': { body: { query: '{ books { title } }', variables: null, operationName: null } },
    'one of two, by name': { body: { query: two, operationName: 'Two' } },
    'for a client of today': {
      body: { query: titles, variables: { id: 'b2' } },
      headers: { accept: 'application/graphql-response+json, application/json;q=0.9' },
    },
    'with an empty extension': { body: { query: '{ books { id } }', extensions: {} } },
    'that selects nothing but a name': { body: { query: '{ __typename }' } },
    'over two subgraphs': { body: { query: '{ book(id: "b1") { title reviews { stars } averageStars } }' } },
  };
  it.each(Object.entries(plain))('gets the same bytes and headers: %s', async (_name, sent) => {
    const first = await seen(sent);
    charged = [];
    const [second, third] = [await seen(sent), await seen(sent)];
    expect(first).toMatchObject({ status: 200, text: expect.stringMatching(/^\{"data":.*\}\n$/) });
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-query-cost': expect.any(String) });
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(charged).toEqual([Number(first.headers['x-query-cost']), Number(first.headers['x-query-cost'])]);
  });

  it('is found by its hash', async () => {
    const query = 'query Hashed { book(id: "b1") { id } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(query) } };
    const unknown = await seen({ body: { extensions } });
    expect(unknown.text).toContain('PERSISTED_QUERY_NOT_FOUND');
    const registered = await seen({ body: { query, extensions } });
    expect(await thrice({ body: { extensions } })).toEqual([registered, registered, registered]);
    const mistaken = { persistedQuery: { version: 1, sha256Hash: hashOf('another') } };
    expect((await seen({ body: { query, extensions: mistaken } })).text).toContain('BAD_REQUEST');
    expect(
      (await seen({ body: { extensions: { persistedQuery: { ...extensions.persistedQuery, version: 2 } } } })).status,
    ).not.toBe(200);
  });

  const troubled: Readonly<Record<string, Sent & { readonly runs: readonly string[] }>> = {
    'a field that fails': {
      body: { query: '{ faulty book(id: "b1") { title } }' },
      runs: ['Query.faulty', 'Query.book'],
    },
    'a refusal': { body: { query: '{ refused }' }, runs: ['Query.refused'] },
    'a null that is not allowed': { body: { query: '{ faultyNotNull }' }, runs: ['Query.faultyNotNull'] },
    'a field that the caller may not see': {
      body: { query: '{ book(id: "b1") { title costPrice } ledgerTotal }' },
      runs: [],
    },
    'a variable of a wrong type': { body: { query: titles, variables: { id: { no: 'id' } } }, runs: [] },
    'a variable that is missing': { body: { query: titles, variables: {} }, runs: [] },
  };
  it.each(Object.entries(troubled))(
    'is carried out and charged once where it has %s',
    async (_name, { runs, ...sent }) => {
      const first = await seen({ ...sent, headers: { authorization: 'Bearer books:read costs:read ledger:read' } });
      charged = [];
      graph.resolved.length = 0;
      const second = await seen(sent);
      // What a caller may not see is planned apart.
      charged = [];
      const [third, fourth] = [await seen(sent), await seen(sent)];
      expect(second.text).toContain('"errors":[');
      expect(third).toEqual(second);
      expect(fourth).toEqual(second);
      expect(charged).toHaveLength(2);
      if (runs.length > 0) expect(second).toEqual(first);
      expect(graph.resolved.filter((each) => runs.includes(each))).toHaveLength(3 * runs.length);
    },
  );

  it('is a change that is made once each time, whatever comes of it', async () => {
    const query =
      'mutation Add($input: AddBookInput!) { addBook(input: $input) { book { id supplier } userErrors { code } } }';
    const add = (id: string) =>
      seen({ body: { query, variables: { input: { id, title: 'So Long a Letter', price: 900 } } } });
    const before = graph.store.size;
    const [one] = [await add('k1'), await add('k2'), await add('k3')];
    expect(one?.text).toContain('insufficient_scope');
    expect(graph.store.size).toBe(before + 3);
    expect(graph.resolved.filter((each) => each === 'Mutation.addBook')).toHaveLength(3);
    expect((await add('k1')).text).toContain('duplicate_book');
  });

  it('is refused to a client without points, to one without a token, and to a live one that asks what there is', async () => {
    const sent: Sent = { body: { query: 'query Often { books { title } }' } };
    await thrice(sent);
    charged = [];
    isSpent = true;
    const [refused, again] = await thrice(sent);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60', 'x-ratelimit-limit': '10' } });
    expect(again).toEqual(refused);
    expect(charged).toHaveLength(3);
    isSpent = false;
    const [unknown, same] = await thrice({ ...sent, headers: { authorization: 'Bearer expired' } });
    expect(unknown).toMatchObject({ status: 401, text: expect.stringContaining('UNAUTHENTICATED') });
    expect(same).toEqual(unknown);
    const describing: Sent = { body: { query: '{ __schema { queryType { name } } }' } };
    expect((await thrice(describing)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const live = await seen({ ...describing, headers: { authorization: 'Bearer live books:read' } });
    expect(live.text).toContain('INTROSPECTION_DISABLED');
  });

  it('is no reason to answer what is no request, or a client that takes nothing that is served', async () => {
    const query = '{ books { title } }';
    await thrice({ body: { query } });
    for (const body of [
      [{ query }],
      { query, variables: 'none' },
      { query, variables: [] },
      { query, operationName: 7 },
      { query, extensions: 'x' },
    ])
      expect((await seen({ body })).status).toBe(400);
    expect((await seen({ body: { query }, headers: { accept: 'text/csv' } })).status).toBe(406);
    for (const operationName of ['Other', ''])
      expect((await seen({ body: { query, operationName } })).text).toContain('no operation named');
  });
});
