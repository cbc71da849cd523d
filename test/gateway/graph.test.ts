import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { recordSteps } from '#test/support/recorded-steps.ts';
import { startToyGraph, ways } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

describe.each(ways)('The graph, with its subgraphs %s', (way) => {
  let graph: ToyGraph;
  beforeAll(async () => {
    graph = await startToyGraph(way);
  });
  beforeEach(() => {
    graph.resolved.length = 0;
    graph.log.length = 0;
  });
  afterAll(() => graph.close());

  it('answers from one subgraph', async () => {
    const { status, data, errors, headers } = await graph.execute('{ books { id title state publishedOn } }');
    expect(errors).toBeUndefined();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(data.books).toEqual([
      { id: 'b1', title: 'Arrow of God', state: 'ON_SALE', publishedOn: '1964-03-01' },
      { id: 'b2', title: 'Petals of Blood', state: 'SOLD_OUT', publishedOn: null },
    ]);
  });

  it('shows a state that a later version brought beside those that it knows, and logs it once', async () => {
    const book = { title: 'Petals', price: 1n, publishedOn: null };
    for (const id of ['b8', 'b9']) graph.store.set(id, { ...book, id, state: 'out_of_print' });
    const states = async () => (await graph.execute('{ books { id state } }')).data;
    expect(await states()).toEqual({
      books: [
        { id: 'b1', state: 'ON_SALE' },
        { id: 'b2', state: 'SOLD_OUT' },
        { id: 'b8', state: 'OUT_OF_PRINT' },
        { id: 'b9', state: 'OUT_OF_PRINT' },
      ],
    });
    await states();
    for (const id of ['b8', 'b9']) graph.store.delete(id);
    const lines = graph.log.filter(({ msg }) => msg === 'A record has a value of a later version.');
    expect(lines).toEqual([
      expect.objectContaining({ level: 40, subgraph: 'books', type: 'BookState', value: 'out_of_print' }),
    ]);
  });

  it('shows no state that is no word of any version', async () => {
    graph.store.set('b9', { id: 'b9', title: 'Petals', price: 1n, publishedOn: null, state: 'Out of print!' });
    const { data, errors } = await graph.execute('{ book(id: "b9") { state } }');
    graph.store.delete('b9');
    expect([data, errors?.map(({ extensions }) => extensions['code'])]).toEqual([{ book: null }, ['INTERNAL_ERROR']]);
  });

  it('is one trace: of the request, and below it of each fetch', async () => {
    const sent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const steps = await recordSteps(async (recorded) => {
      await graph.send({ query: '{ book(id: "b1") { title reviews { stars } } }' }, { traceparent: sent });
      await eventually(() => recorded.length === 3 && recorded.every(({ ended }) => ended));
    });
    const [operation] = steps;
    expect(operation).toMatchObject({ name: 'graph operation', kind: 'server', parent: sent });
    expect(steps.slice(1).map(({ name, parent }) => ({ name, parent }))).toEqual([
      { name: 'subgraph books', parent: operation!.traceparent },
      { name: 'subgraph reviews', parent: operation!.traceparent },
    ]);
  });

  it('joins what two subgraphs know, there and back', async () => {
    const { data, errors } = await graph.execute(
      '{ book(id: "b1") { title reviews { stars author { name } book { title sequel { title averageStars } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.book.reviews).toHaveLength(2);
    expect(data.book.reviews[1]).toEqual({
      stars: 3,
      author: { name: 'Ben' },
      book: { title: 'Arrow of God', sequel: { title: 'Petals of Blood', averageStars: 4 } },
    });
  });

  it('answers queries by GET, too', async () => {
    const url = `${graph.gateway.url}?query=${encodeURIComponent('{ book(id: "b1") { title } }')}`;
    const response = await fetch(url, { headers: { authorization: 'Bearer x' } });
    expect(await response.json()).toEqual({ data: { book: { title: 'Arrow of God' } } });
  });

  it('carries the caller, the request id and the trace to the subgraphs', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { data, headers } = await graph.send(
      { query: '{ whoAmI { clientKey tenantId scopes requestId traceparent } }' },
      { authorization: 'Bearer books:read costs:read', 'x-request-id': 'the-client-s-own', traceparent },
    );
    expect(headers.get('x-request-id')).toBe('the-client-s-own');
    expect(data.whoAmI).toEqual({
      clientKey: 'pk_test_demo',
      tenantId: 1,
      scopes: ['books:read', 'costs:read'],
      requestId: 'the-client-s-own',
      traceparent,
    });
  });

  it('leaves a line for the request and one for each fetch, under one id and one trace, and no word of the caller’s', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = await graph.send(
      {
        query: 'query Wanjiku254712345678($id: ID!) { book(id: $id) { sequel { title averageStars } } }',
        variables: { id: 'b1' },
      },
      { 'x-request-id': 'to-be-found-again', traceparent },
    );
    const lines = await eventually(() => {
      const found = graph.log.filter((line) => line['request_id'] === 'to-be-found-again');
      return found.length === 3 ? found : null;
    });
    const common = { request_id: 'to-be-found-again', traceparent, client_id: 'pk_test_demo' };
    expect(lines).toMatchObject([
      { ...common, msg: 'A fetch was answered.', subgraph: 'books', fetch: 'books__0' },
      { ...common, msg: 'A fetch was answered.', subgraph: 'reviews', fetch: 'reviews__1' },
      { ...common, msg: 'The graph answered.', operation: 'other', status: 200, cost: expect.any(Number) },
    ]);
    expect(lines?.at(-1)?.['cost']).toBe(Number(headers.get('x-query-cost')));
    expect(JSON.stringify(lines)).not.toMatch(/b1|Wanjiku|254712345678/);
  });

  it('gives each request an id where the client gave none that will do', async () => {
    const query = '{ whoAmI { requestId traceparent } }';
    const { data, headers } = await graph.send({ query }, { 'x-request-id': 'with a blank', traceparent: 'no trace' });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.whoAmI).toEqual({ requestId: headers.get('x-request-id'), traceparent: null });
  });

  describe('Scalars', () => {
    it('pass unchanged, as variables and in the text', async () => {
      const { data, errors } = await graph.execute(
        'query($amount: Cents!) { one: echo(amount: $amount, on: "2026-02-28", at: "2026-01-01T00:00:00Z") { amount on at } two: echo(amount: -5) { amount } }',
        'none',
        { amount: 9_007_199_254_740_991 },
      );
      expect(errors).toBeUndefined();
      expect(data).toEqual({
        one: { amount: 9_007_199_254_740_991, on: '2026-02-28', at: '2026-01-01T00:00:00.000Z' },
        two: { amount: -5 },
      });
    });

    it('refuse a variable that is of the wrong form, and say which', async () => {
      const { data, errors } = await graph.execute(
        'query($amount: Cents!) { echo(amount: $amount) { amount } }',
        'none',
        {
          amount: 12.5,
        },
      );
      expect(data).toBeNull();
      expect(errors).toHaveLength(1);
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
      expect(errors?.[0]?.message).toContain('Cents takes an integer number of minor units');
    });

    it('refuse a literal that is of the wrong form, and say which', async () => {
      const { errors } = await graph.execute('{ echo(amount: 5, on: "2026-02-30") { on } }');
      expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
        [
          'Date takes a calendar date as "YYYY-MM-DD", from 1900 on; "2026-02-30" was sent.',
          { code: 'BAD_USER_INPUT' },
        ],
      ]);
    });
  });

  describe('A value of the wrong type', () => {
    const addBook = 'mutation($input: AddBookInput!) { addBook(input: $input) { book { id } } }';
    it.each([
      [
        'an object without a member',
        addBook,
        { input: { id: '0722000111', title: 'x' } },
        'invalid value; Field "price"',
      ],
      ['another type', addBook, { input: { id: '0722', title: ['0722000111'], price: 1 } }, 'at "input.title"; String'],
      ['a literal', '{ book(id: ["0722000111"]) { title } }', {}, 'ID cannot represent'],
    ])('is not repeated by the error: %s', async (_, query, variables, said) => {
      const { errors } = await graph.execute(query, 'none', variables);
      expect(errors).toHaveLength(1);
      expect(JSON.stringify(errors)).not.toContain('0722');
      expect(errors?.[0]?.message.replaceAll('\\', '')).toContain(said);
    });
  });

  describe('A mutation', () => {
    const addBook =
      'mutation($input: AddBookInput!) { addBook(input: $input) { book { id price } userErrors { code message path } } }';

    it('returns the record', async () => {
      const { data, errors } = await graph.execute(addBook, 'none', {
        input: { id: `new-${way}`, title: 'T', price: 500 },
      });
      expect(errors).toBeUndefined();
      expect(data.addBook).toEqual({ book: { id: `new-${way}`, price: 500 }, userErrors: [] });
    });

    it('reports a refusal in userErrors, not in errors', async () => {
      const { status, data, errors } = await graph.execute(addBook, 'none', {
        input: { id: 'b1', title: 'T', price: 500 },
      });
      expect(status).toBe(200);
      expect(errors).toBeUndefined();
      expect(data.addBook).toEqual({
        book: null,
        userErrors: [
          { code: 'duplicate_book', message: 'There is a book b1. Choose another id.', path: ['input', 'id'] },
        ],
      });
    });
  });

  describe('An error', () => {
    it('that is a refusal keeps its code of the catalogue, its message and its details', async () => {
      const { status, data, errors } = await graph.execute('{ refused book(id: "b1") { id } }');
      expect(status).toBe(200);
      expect(data).toEqual({ refused: null, book: { id: 'b1' } });
      expect(errors).toEqual([
        {
          message: 'There is a book b1. Choose another id.',
          path: ['refused'],
          extensions: { code: 'duplicate_book', kind: 'conflict', existing_id: 'b1', price: 1_250 },
        },
      ]);
      expect(graph.log.filter(({ level }) => level >= 40)).toEqual([]);
    });

    it('that is a fault shows the request id and nothing of the inside; the log has the rest', async () => {
      const { data, errors } = await graph.send(
        { query: '{ faulty book(id: "b1") { id } }' },
        { 'x-request-id': 'req-42' },
      );
      expect(data).toEqual({ faulty: null, book: { id: 'b1' } });
      expect(errors).toEqual([
        {
          message: 'Something went wrong on our side. Quote the request id when you report it.',
          path: ['faulty'],
          extensions: { code: 'INTERNAL_ERROR', request_id: 'req-42' },
        },
      ]);
      const [line] = graph.log.filter(({ level }) => level >= 50);
      expect(line).toMatchObject({
        request_id: 'req-42',
        subgraph: 'books',
        path: 'faulty',
        err: { message: 'connection to 10.0.0.7:5432 lost' },
      });
    });

    it('of a resolver that breaks its own schema is a fault, too', async () => {
      const { data, errors } = await graph.execute('{ faultyNotNull }');
      expect(data).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe('INTERNAL_ERROR');
      expect(JSON.stringify(errors)).not.toContain('non-nullable');
    });

    it('in the text of the operation is reported before anything is fetched', async () => {
      const { status, data, errors } = await graph.execute('{ books { titel } }');
      expect(status).toBe(400);
      expect(data).toBeUndefined();
      expect(errors?.[0]).toMatchObject({
        message: 'Cannot query field "titel" on type "Book". Did you mean "title" or "state"?',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      });
      expect(graph.resolved).toEqual([]);
    });
  });

  it('drops no word of what a client may rely on when several things happen at the same time', async () => {
    const { data, errors } = await graph.execute(
      '{ faulty refused ledgerTotal book(id: "b1") { id costPrice averageStars } }',
    );
    expect(data).toBeNull();
    expect(errors?.map(({ extensions }) => extensions.code).sort()).toEqual([
      'INTERNAL_ERROR',
      'duplicate_book',
      'insufficient_scope',
      'insufficient_scope',
    ]);
  });
});
