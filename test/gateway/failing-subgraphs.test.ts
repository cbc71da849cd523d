import { afterEach, describe, expect, it } from 'vitest';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { eventually } from '#test/support/eventually.ts';
import { serveSubgraph } from '#sub/serve-subgraph.ts';
import { identityKey, startToyGraph, ways } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { reviewsResolvers, reviewsTypeDefs } from '#test/support/toy-graph/reviews.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const never = (): never => {
  throw new Error('There are books.');
};
let graph: ToyGraph;
const servers: Server[] = [];
afterEach(async () => {
  await graph.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Puts a server of ours in the place of the reviews. */
async function reviewsAre(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  graph.links.set('reviews', { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/graphql` });
}

const both = '{ book(id: "b1") { title reviews { stars } averageStars } }';

describe.each(ways)('A subgraph that fails, reached %s', (way) => {
  it('by being slow costs its own fields, once the deadline is over', async () => {
    graph = await startToyGraph(way, { deadlineMs: 800 });
    const started = performance.now();
    const { status, data, errors } = await graph.execute(
      '{ book(id: "b1") { title slowReviews(ms: 4000) { stars } } }',
    );
    expect(performance.now() - started).toBeLessThan(3_800);
    expect([status, data]).toEqual([200, { book: { title: 'Arrow of God', slowReviews: null } }]);
    expect(errors).toEqual([
      {
        message: 'The subgraph reviews did not answer in time. The fields that come from it are null.',
        extensions: {
          code: 'SUBGRAPH_UNAVAILABLE',
          subgraph: 'reviews',
          reason: 'timeout',
          fields: ['book.slowReviews'],
          retryAfter: 5,
        },
      },
    ]);
    expect(graph.log.find(({ level }) => level === 40)).toMatchObject({ subgraph: 'reviews', failure: 'timeout' });
  });

  it('does not hold up what another one knows beside it', async () => {
    graph = await startToyGraph(way, { deadlineMs: 800 });
    const { data, errors } = await graph.execute('{ slow(ms: 2000) reviews { stars } }');
    expect(data).toEqual({ slow: null, reviews: [{ stars: 5 }, { stars: 3 }, { stars: 4 }] });
    expect(errors?.map(({ path, extensions }) => [path, extensions.fields])).toEqual([[['slow'], ['slow']]]);
  });

  it('during a mutation is asked once, and leaves it open whether the change was made', async () => {
    graph = await startToyGraph(way, { deadlineMs: 600 });
    const before = graph.store.size;
    const { data, errors } = await graph.execute('mutation { slowlyAddBook(ms: 1500) }');
    expect(data).toEqual({ slowlyAddBook: null });
    expect(errors?.[0]?.message).toContain('Whether the change was made is not known');
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'timeout', change: 'unknown' });
    await after(1_200);
    expect(graph.store.size).toBe(before + 1);
    expect(graph.resolved).toEqual(['Mutation.slowlyAddBook']);
  });

  it('by hanging costs a query its fields long before the request is over; a change waits longer', async () => {
    graph = await startToyGraph(way, { fetchLimits: { queryMs: 300, changeMs: 5_000 } });
    const started = performance.now();
    const { data, errors } = await graph.execute('{ book(id: "b1") { title slowReviews(ms: 4000) { stars } } }');
    expect(performance.now() - started).toBeLessThan(3_800);
    expect(data).toEqual({ book: { title: 'Arrow of God', slowReviews: null } });
    expect(errors?.map(({ extensions }) => [extensions.code, extensions.reason])).toEqual([
      ['SUBGRAPH_UNAVAILABLE', 'timeout'],
    ]);
    expect((await graph.execute('mutation { slowlyAddBook(ms: 700) }')).errors).toBeUndefined();
  });

  it('by hanging is waited for once where two steps of a plan want the same of it', async () => {
    graph = await startToyGraph(way, { fetchLimits: { queryMs: 300, changeMs: 5_000 } });
    let fetches = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const reviews = graph.links.get('reviews');
    graph.links.set('reviews', {
      execute: async () => {
        fetches += 1;
        await released;
        return never();
      },
    });
    // The second book is also the sequel of the first one.
    const shared = '{ books { averageStars sequel { averageStars } } }';
    const { data, errors } = await graph.execute(shared);
    release();
    expect([data, fetches]).toEqual([
      {
        books: [
          { averageStars: null, sequel: { averageStars: null } },
          { averageStars: null, sequel: null },
        ],
      },
      1,
    ]);
    expect(errors?.map(({ extensions }) => [extensions.reason, extensions.fields.toSorted()])).toEqual([
      ['timeout', ['books.averageStars', 'books.sequel.averageStars']],
    ]);

    if (reviews !== undefined) graph.links.set('reviews', reviews);
    expect((await graph.execute(shared)).data.books[0].sequel).toEqual({ averageStars: 4 });
  });

  it('to give a field of an entity is asked once for it, and the error stands at each place', async () => {
    graph = await startToyGraph(way);
    let fetches = 0;
    graph.links.set('reviews', {
      execute: async ({ variables }) => {
        fetches += 1;
        const { representations } = variables as { representations: { id: string }[] };
        const index = representations.findIndex(({ id }) => id === 'b2');
        const errors = [{ message: 'Lost.', path: ['_entities', index, 'averageStars'] }] as never;
        return {
          status: 200,
          body: { data: { _entities: representations.map(() => ({ averageStars: null })) }, errors },
        };
      },
    });
    const { errors } = await graph.execute('{ books { averageStars sequel { averageStars } } }');
    expect([errors?.map(({ path }) => path).toSorted(), fetches]).toEqual([
      [
        ['books', 0, 'sequel', 'averageStars'],
        ['books', 1, 'averageStars'],
      ],
      1,
    ]);
  });

  it('by hanging in a change leaves the outcome unknown, and says so by a code of its own', async () => {
    graph = await startToyGraph(way, { fetchLimits: { queryMs: 2_000, changeMs: 200 } });
    const { data, errors } = await graph.execute('mutation { slowlyAddBook(ms: 1500) }');
    expect(data).toEqual({ slowlyAddBook: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code, extensions.change])).toEqual([
      [['slowlyAddBook'], 'outcome_unknown', 'unknown'],
    ]);
    await eventually(() => (graph.resolved.length > 0 ? true : null));
    expect(graph.resolved).toEqual(['Mutation.slowlyAddBook']);
  });

  it('time after time is left alone for a while, and no request waits for it', async () => {
    graph = await startToyGraph(way);
    const reviews = graph.links.get('reviews');
    let fetches = 0;
    graph.links.set('reviews', {
      execute: () => {
        fetches++;
        throw new Error('no route to host');
      },
    });
    const ask = () => graph.execute('{ book(id: "b1") { title averageStars } }');
    for (let n = 0; n < 8; n++)
      expect((await ask()).data).toEqual({ book: { title: 'Arrow of God', averageStars: null } });
    // Five that failed, and none after these, but for the one try after a rest where the machine is slow.
    expect(fetches).toBeLessThan(8);
    if (reviews !== undefined) graph.links.set('reviews', reviews);
    const found = await eventually(async () => ((await ask()).data.book.averageStars === 4 ? true : null));
    expect(found).toBe(true);
  });

  it('by shutting down costs its own fields', async () => {
    graph = await startToyGraph(way);
    await graph.subgraphs.get('reviews')?.close();
    const { data, errors } = await graph.execute(both);
    expect(data).toEqual({ book: null });
    expect(errors?.map(({ extensions }) => [extensions.code, extensions.fields])).toEqual([
      ['SUBGRAPH_UNAVAILABLE', ['book.reviews', 'book.averageStars']],
    ]);
    expect((await graph.execute('{ book(id: "b1") { title averageStars } }')).data).toEqual({
      book: { title: 'Arrow of God', averageStars: null },
    });
  });

  it('is reported once, for any number of fetches', async () => {
    graph = await startToyGraph(way);
    await graph.subgraphs.get('reviews')?.close();
    const { data, errors } = await graph.execute(
      '{ books { title averageStars sequel { averageStars } } slowReviews(ms: 0) { stars } }',
    );
    expect(data).toMatchObject({
      slowReviews: null,
      books: [{ averageStars: null, sequel: { averageStars: null } }, {}],
    });
    expect(errors?.map(({ extensions: { subgraph, fields } }) => [subgraph, fields.toSorted()])).toEqual([
      ['reviews', ['books.averageStars', 'books.sequel.averageStars', 'slowReviews']],
    ]);
  });

  it('for an outage behind it is SERVICE_UNAVAILABLE with the seconds to wait, and HTTP 503 where nothing else came', async () => {
    graph = await startToyGraph(way);
    const outage = {
      message: 'Try again.',
      path: ['slowReviews'],
      extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 7 },
    };
    await reviewsAre((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: { slowReviews: null }, errors: [outage] }));
    });
    const alone = await graph.execute('{ slowReviews(ms: 0) { stars } }');
    expect([alone.status, alone.headers.get('retry-after')]).toEqual([503, '7']);
    expect(alone.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'SERVICE_UNAVAILABLE', retryAfter: 7 }]);
    const beside = await graph.execute('{ slowReviews(ms: 0) { stars } book(id: "b1") { title } }');
    expect([beside.status, beside.headers.get('retry-after')]).toEqual([200, null]);
    expect(beside.data).toEqual({ slowReviews: null, book: { title: 'Arrow of God' } });
    expect(beside.errors?.[0]?.extensions).toMatchObject({ retryAfter: 7 });
  });

  it('by being away is HTTP 503 with the seconds to wait where nothing else came', async () => {
    graph = await startToyGraph(way);
    await graph.subgraphs.get('reviews')?.close();
    const alone = await graph.execute('{ reviews { stars } slowReviews(ms: 0) { stars } }');
    expect([alone.status, alone.headers.get('retry-after'), alone.data]).toEqual([503, '5', null]);
    expect(alone.errors?.map(({ extensions }) => extensions)).toEqual([
      {
        code: 'SUBGRAPH_UNAVAILABLE',
        subgraph: 'reviews',
        reason: way === 'over HTTP' ? 'unreachable' : 'refused',
        fields: ['reviews', 'slowReviews'],
        retryAfter: 5,
      },
    ]);
    const beside = await graph.execute('{ slowReviews(ms: 0) { stars } book(id: "b1") { title } }');
    expect([beside.status, beside.headers.get('retry-after')]).toEqual([200, null]);
    expect(beside.data).toEqual({ slowReviews: null, book: { title: 'Arrow of God' } });
    expect(beside.errors?.map(({ extensions }) => extensions.retryAfter)).toEqual([5]);
    const mistaken = await graph.execute('{ slowReviews(ms: 0) { stars } refused }');
    expect(mistaken.errors?.map(({ extensions }) => extensions.code).toSorted()).toEqual([
      'SUBGRAPH_UNAVAILABLE',
      'duplicate_book',
    ]);
    expect([mistaken.status, mistaken.headers.get('retry-after')]).toEqual([200, null]);
  });

  it('by shutting down makes no change, and the client learns so', async () => {
    graph = await startToyGraph(way);
    const books = graph.subgraphs.get('books');
    graph.links.set('books', { execute: (request, caller) => books?.execute(request, caller) ?? never() });
    await books?.close();
    const { data, errors } = await graph.execute('mutation { slowlyAddBook(ms: 0) }');
    expect(data).toEqual({ slowlyAddBook: null });
    expect(errors?.map(({ message }) => message)).toEqual([
      'The subgraph books did not answer. The change was not made.',
    ]);
  });
});

describe('A subgraph over HTTP that fails', () => {
  const query = '{ book(id: "b1") { title averageStars } }';
  const partial = { book: { title: 'Arrow of God', averageStars: null } };

  it('by refusing this gateway is our fault: the client does not learn that its token is bad', async () => {
    graph = await startToyGraph('over HTTP');
    const other = await serveSubgraph({
      name: 'reviews',
      typeDefs: reviewsTypeDefs,
      resolvers: reviewsResolvers,
      context: (caller) => ({ caller }),
      identityKey: ringOf(identityKey.current.key.map((byte) => byte + 1)),
      now: () => Temporal.Now.instant(),
      log: recordingLog().log,
    });
    graph.links.set('reviews', { url: `${await other.listen({ port: 0 })}/graphql` });
    const { status, data, errors } = await graph.execute('{ book(id: "b1") { title averageStars } }');
    await other.close();
    expect([status, data]).toEqual([200, { book: { title: 'Arrow of God', averageStars: null } }]);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE', reason: 'refused' });
  });

  it.each<[string, string, RequestListener]>([
    ['responds with a page', 'unreadable', (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
    ['responds with JSON of another kind', 'unreadable', (_, response) => response.writeHead(200).end('{"ok":true}')],
    ['responds with nothing', 'unreadable', (_, response) => response.writeHead(200).end()],
    ['breaks off', 'unreachable', (request) => request.socket.destroy()],
    [
      'breaks off in the middle',
      'unreachable',
      (_, response) => response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
    ],
    ['never answers', 'timeout', () => undefined],
    ['begins and does not end', 'timeout', (_, response) => void response.writeHead(200).write('{"data":')],
  ])('because it %s costs its own fields, and is asked once', async (_, reason, listener) => {
    graph = await startToyGraph('in one process', { deadlineMs: 800 });
    let requests = 0;
    await reviewsAre((request, response) => {
      requests++;
      listener(request, response);
    });
    const { data, errors } = await graph.execute(query);
    expect(data).toEqual(partial);
    expect(errors?.map(({ extensions }) => [extensions.code, extensions.reason])).toEqual([
      ['SUBGRAPH_UNAVAILABLE', reason],
    ]);
    expect(requests).toBe(1);
  });

  it('because nobody listens costs its own fields', async () => {
    graph = await startToyGraph('in one process');
    graph.links.set('reviews', { url: 'http://127.0.0.1:1/graphql' });
    const { data, errors } = await graph.execute(query);
    expect([data, errors?.[0]?.extensions.reason]).toEqual([partial, 'unreachable']);
  });

  const add = (id: string) =>
    `addBook(input: { id: "${id}", title: "Weep Not", price: "100" }) { book { title } userErrors { code } }`;

  it.each([
    ['nothing listens', 'http://127.0.0.1:1/graphql'],
    ['no such machine is known', 'http://books.invalid/graphql'],
  ])('because %s makes no change: HTTP 503, and when to send it again', async (_, url) => {
    graph = await startToyGraph('in one process');
    graph.links.set('books', { url });
    const one = await graph.execute('mutation { slowlyAddBook(ms: 0) }');
    expect([one.status, one.headers.get('retry-after'), one.data]).toEqual([503, '5', { slowlyAddBook: null }]);
    expect(one.errors).toEqual([
      {
        message: 'The subgraph books did not answer. The change was not made.',
        path: ['slowlyAddBook'],
        extensions: {
          code: 'SUBGRAPH_UNAVAILABLE',
          subgraph: 'books',
          reason: 'unreachable',
          fields: ['slowlyAddBook'],
          retryAfter: 5,
          change: 'not_made',
        },
      },
    ]);
    const two = await graph.execute(`mutation { slowlyAddBook(ms: 0) second: ${add('b7')} }`);
    expect([two.status, two.headers.get('retry-after'), two.data]).toEqual([503, '5', null]);
  });

  it('after a change that may have been made does not ask for it again', async () => {
    graph = await startToyGraph('in one process');
    graph.links.set('books', { execute: async () => Promise.reject(new Error('connection reset')) });
    const { status, headers, errors } = await graph.execute('mutation { slowlyAddBook(ms: 0) }');
    expect([status, headers.get('retry-after')]).toEqual([200, null]);
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      {
        code: 'outcome_unknown',
        subgraph: 'books',
        reason: 'unreachable',
        fields: ['slowlyAddBook'],
        change: 'unknown',
      },
    ]);
  });

  it('after a change that was made, and whose record it could not read, does not ask for it again', async () => {
    graph = await startToyGraph('in one process');
    const errorAt = (...path: string[]) => ({
      message: 'Try again.',
      path,
      extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 7 },
    });
    const reply = (error: object, data: Record<string, null>) =>
      graph.links.set('books', { execute: async () => ({ status: 200, body: { data, errors: [error] } as never }) });
    reply(errorAt('addBook', 'userErrors'), { addBook: null });
    const unread = await graph.execute(`mutation { ${add('b7')} }`);
    expect([unread.status, unread.headers.get('retry-after'), unread.data]).toEqual([200, null, null]);
    expect(unread.errors?.[0]?.extensions).toMatchObject({ retryAfter: 7 });

    reply(errorAt('addBook'), { addBook: null });
    const beside = await graph.execute(`mutation { slowlyAddBook(ms: 0) ${add('b8')} }`);
    expect([beside.status, beside.headers.get('retry-after'), beside.data]).toEqual([200, null, null]);
    const undone = await graph.execute(`mutation { ${add('b9')} }`);
    expect([undone.status, undone.headers.get('retry-after')]).toEqual([503, '7']);
  });

  it('is found again by the next request: which subgraph it is, is asked at each fetch', async () => {
    graph = await startToyGraph('in one process');
    const reviews = graph.links.get('reviews');
    graph.links.delete('reviews');
    expect((await graph.execute(query)).data).toEqual(partial);
    if (reviews !== undefined) graph.links.set('reviews', reviews);
    expect((await graph.execute(query)).data.book.averageStars).toBe(4);
  });

  it('gets who asks, for which request, in headers; connections are kept', async () => {
    graph = await startToyGraph('in one process');
    const seen: unknown[] = [];
    const sockets = new Set<unknown>();
    await reviewsAre((request, response) => {
      const {
        'x-request-id': id,
        traceparent,
        'content-type': type,
        'x-umoja-identity': identity,
        authorization,
      } = request.headers;
      sockets.add(request.socket);
      seen.push({
        method: request.method,
        url: request.url,
        id,
        traceparent,
        type,
        identity: typeof identity,
        authorization,
      });
      response.end('{"data":{"_entities":[{"averageStars":1}]}}');
    });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (let i = 0; i < 3; i++) await graph.send({ query }, { 'x-request-id': 'r-7', traceparent });
    expect(seen).toEqual(
      Array.from({ length: 3 }, () => ({
        method: 'POST',
        url: '/graphql',
        id: 'r-7',
        traceparent,
        type: 'application/json',
        identity: 'string',
        // The client's token is between the client and the gateway.
        authorization: undefined,
      })),
    );
    expect(sockets.size).toBe(1);
  });
});
