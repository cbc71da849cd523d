import { subscribe as listenTo, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from 'graphql-sse';
import type { SubgraphLink } from '#gate/execute/links.ts';
import type { GatewayOptions } from '#gate/server.ts';
import { aCaller } from '#test/support/caller.ts';
import { openEventStream } from '#test/support/event-stream-client.ts';
import { eventually } from '#test/support/eventually.ts';
import { toyFeed, type ToyFeed } from '#test/support/toy-graph/feed.ts';
import { startToyGraph, ways, type ToyGraph, type Way } from '#test/support/toy-graph/start.ts';

const PRICED = 'subscription($after: Int) { bookChanged(after: $after) { sequence book { title averageStars } } }';
const authorization = 'Bearer books:read';

let toy: ToyFeed;
let graph: ToyGraph;
afterEach(() => graph.close());

async function start(way: Way = 'in one process', differing: Partial<GatewayOptions> = {}): Promise<void> {
  toy = toyFeed();
  graph = await startToyGraph(way, { feed: toy.feed, ...differing }, toy.changed);
}
const subscribe = (body: object, headers: Record<string, string> = {}) =>
  openEventStream(graph.gateway.url, body, { authorization, ...headers });
const sequences = (messages: readonly { result: any }[]) =>
  messages.map(({ result }) => result.data.bookChanged.sequence);

describe.each(ways)('A subscription, with subgraphs %s', (way) => {
  it('is served to graphql-sse’s own client, with what all subgraphs know of each change', async () => {
    await start(way);
    const client = createClient({ url: graph.gateway.url, headers: { authorization }, retryAttempts: 0 });
    const results = client.iterate({ query: PRICED, variables: { after: 0 } });
    toy.emit('b1');
    toy.emit('b2');
    expect((await results.next()).value).toEqual({
      data: { bookChanged: { sequence: 1, book: { title: 'Arrow of God', averageStars: 4 } } },
      extensions: { sequence: 1 },
    });
    expect((await results.next()).value.data.bookChanged.book).toEqual({ title: 'Petals of Blood', averageStars: 4 });
    await results.return?.();
    client.dispose();
    // Its place is free again, and nobody follows the feed any more.
    await eventually(() => graph.log.some(({ msg }) => msg === 'A stream of the graph ended.'));
  });

  it('shows variables, aliases and fragments of the selection like a query', async () => {
    await start(way);
    const query = `subscription($n: Int!, $with: Boolean!) { it: bookChanged(after: 0) { ...Change } }
      fragment Change on BookChange { short: text(length: 2) long: text(length: $n) book @include(if: $with) { id } }`;
    toy.emit('b1');
    const stream = await subscribe({ query, variables: { n: 3, with: false } });
    const [message] = await stream.take(1);
    expect(message?.result.data).toEqual({ it: { short: 'xx', long: 'xxx' } });
    stream.leave();
  });

  it('ends with the number to go on behind where a change can’t be fetched, and loses nothing', async () => {
    await start(way);
    const stream = await subscribe({ query: PRICED });
    toy.emit('b1');
    expect(sequences(await stream.take(1))).toEqual([1]);
    await graph.subgraphs.get('books')?.close();
    toy.emit('b2');
    const [message, complete] = await stream.take(2);
    expect(message?.result.errors[0].extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', after: 1 });
    expect(complete?.event).toBe('complete');
    expect(await stream.next()).toBeNull();
  });
});

describe('A stream', () => {
  it('begins where its client says: behind a number, by the last id that it has, or from now on', async () => {
    await start();
    for (const book of ['b1', 'b2', 'b1']) toy.emit(book);
    const behind = await subscribe({ query: PRICED, variables: { after: 1 } });
    expect(sequences(await behind.take(2))).toEqual([2, 3]);
    // The variables are those with which it began; the id is that of what it has received since.
    const byId = await subscribe({ query: PRICED, variables: { after: 0 } }, { 'last-event-id': '2' });
    expect(sequences(await byId.take(1))).toEqual([3]);
    const now = await subscribe({ query: PRICED });
    toy.emit('b2');
    expect(sequences(await now.take(1))).toEqual([4]);
    expect(now.lastId).toBe(4);
    for (const stream of [behind, byId, now]) stream.leave();
  });

  it('names a number before its first change, so that nothing is lost where there is none', async () => {
    await start();
    toy.emit('b1');
    const idle = await subscribe({ query: PRICED });
    const first = idle.next();
    await eventually(() => idle.lastId === 1);
    idle.leave();
    await expect(first).rejects.toThrow();
  });

  it('has one reader of the feed, however many follow it', async () => {
    await start();
    const streams = await Promise.all(Array.from({ length: 20 }, () => subscribe({ query: PRICED })));
    toy.emit('b1');
    for (const stream of streams) expect(sequences(await stream.take(1))).toEqual([1]);
    expect([toy.listeners(), toy.reads]).toEqual([1, [null, 0]]);
    // All of them wanted the same of it: it was fetched once.
    expect(graph.resolved.filter((field) => field === 'BookChange.__resolveReference')).toHaveLength(1);
    for (const stream of streams) stream.leave();
  });

  it('sends nothing twice to a client that has read ahead of the others', async () => {
    await start();
    toy.emit('b1');
    const other = await subscribe({ query: PRICED });
    toy.write('b2');
    // Who is behind reads the feed itself, and sees what the one reader has not come to yet.
    const behind = await subscribe({ query: PRICED, variables: { after: 0 } });
    expect(sequences(await behind.take(2))).toEqual([1, 2]);
    behind.leave();
    const again = await subscribe({ query: PRICED, variables: { after: 2 } });
    toy.wake();
    expect(sequences(await other.take(1))).toEqual([2]);
    toy.emit('b1');
    expect(sequences(await again.take(1))).toEqual([3]);
    again.leave();
    other.leave();
  });

  it('shows each client what its scopes let it see, and what is its own', async () => {
    await start();
    const clientId = aCaller({}).clientId;
    const stream = await subscribe({ query: PRICED });
    toy.emit('b1', { scopes: ['ledger:read'] });
    toy.emit('b1', { owner: clientId + 1 });
    toy.emit('b1', { owner: clientId, scopes: [] });
    // The subgraph knows of none that it may see.
    toy.changed.delete(toy.emit('b1'));
    toy.emit('b2');
    expect(sequences(await stream.take(2))).toEqual([3, 5]);
    stream.leave();
  });

  it('takes types and patterns, and refuses those that there are not', async () => {
    await start();
    const query = 'subscription($types: [String!]) { bookChanged(after: 0, types: $types) { sequence } }';
    toy.emit('b1');
    toy.emit('b1', { type: 'book.burnt' });
    const burnt = await subscribe({ query, variables: { types: ['book.burnt'] } });
    expect(sequences(await burnt.take(1))).toEqual([2]);
    burnt.leave();
    for (const types of [['book.lent'], [], ['loan.*']]) {
      const refused = await subscribe({ query, variables: { types } });
      const [message] = await refused.take(2);
      expect(message?.result.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it.each([
    ['that is not valid', { query: 'subscription { nonsense { id } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['that is not GraphQL', { query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED'],
    ['without a variable that it needs', { query: 'query($id: ID!) { book(id: $id) { id } }' }, 'BAD_USER_INPUT'],
    ['ahead of the feed', { query: PRICED, variables: { after: 7 } }, 'BAD_USER_INPUT'],
    ['before its beginning', { query: PRICED, variables: { after: -1 } }, 'BAD_USER_INPUT'],
    [
      'with a condition',
      { query: 'subscription($no: Boolean = false) { bookChanged @include(if: $no) { sequence } }' },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'with a condition around it, in a fragment',
      {
        query: 'subscription { ...F } fragment F on Subscription { ... @skip(if: true) { bookChanged { sequence } } }',
      },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['without the scope of its field', { query: 'subscription { booksBurnt { sequence } }' }, 'insufficient_scope'],
  ])('of an operation %s has its error as its one result', async (_, body, code) => {
    await start();
    const stream = await subscribe(body);
    const [message, complete] = await stream.take(2);
    expect([stream.status, message?.event, complete?.event]).toEqual([200, 'next', 'complete']);
    expect(message?.result.errors.map((error: any) => error.extensions.code)).toEqual([code]);
    expect(message?.result.errors[0].extensions).not.toHaveProperty('http');
  });

  it('of a query or mutation has its one result', async () => {
    await start();
    const stream = await subscribe({ query: '{ book(id: "b1") { title } }' });
    const [message, complete] = await stream.take(2);
    expect(message?.result).toEqual({ data: { book: { title: 'Arrow of God' } } });
    expect(complete?.event).toBe('complete');
    const url = `${graph.gateway.url}?query=${encodeURIComponent('mutation { burnBooks }')}`;
    const headers = { accept: 'text/event-stream', authorization: 'Bearer books:burn' };
    expect((await fetch(url, { headers })).status).toBe(405);
    expect(graph.store.size).toBe(2);
  });

  it('can be opened by GET, as an EventSource does', async () => {
    await start();
    toy.emit('b1');
    const query = encodeURIComponent('subscription($after: Int) { bookChanged(after: $after) { sequence } }');
    const url = `${graph.gateway.url}?query=${query}&variables=${encodeURIComponent('{"after":0}')}`;
    const leaving = new AbortController();
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization },
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('"sequence":1')) text += new TextDecoder().decode((await reader?.read())?.value);
    leaving.abort();
  });

  it('is refused where changes since then are no longer retained', async () => {
    await start();
    for (let n = 0; n < 5; n++) toy.emit('b1');
    toy.expire(3);
    const late = await subscribe({ query: PRICED, variables: { after: 2 } });
    const [message] = await late.take(2);
    expect(message?.result.errors[0].extensions.code).toBe('changes_expired');
    const inTime = await subscribe({ query: PRICED, variables: { after: 3 } });
    expect(sequences(await inTime.take(2))).toEqual([4, 5]);
    inTime.leave();
  });

  it('goes on after the feed could not be read', async () => {
    await start();
    const stream = await subscribe({ query: PRICED });
    toy.failOnce();
    toy.emit('b1');
    expect(sequences(await stream.take(1))).toEqual([1]);
    expect(toy.reads).toEqual([null, 0, 0]);
    stream.leave();
  });

  it.each([
    ['failed', 'books', 'SERVICE_UNAVAILABLE', 'sequence text(length: 3)'],
    ['lacked a part', 'reviews', 'SUBGRAPH_UNAVAILABLE', 'book { averageStars }'],
  ])('fetches a change again where its fetch %s, for who comes next', async (_, away, code, fields) => {
    const query = `subscription { bookChanged(after: 0) { ${fields} } }`;
    let isAway = true;
    const fetched: string[] = [];
    const link = (name: string): SubgraphLink => ({
      execute: async (sent, caller) => {
        if (sent.query.includes('text') || name === 'reviews') fetched.push(name);
        if (isAway && fetched.at(-1) === away) throw new Error('reset by peer');
        const subgraph = graph.subgraphs.get(name);
        if (subgraph === undefined) throw new Error(`There is no subgraph ${name}.`);
        return await subgraph.execute(sent, caller);
      },
    });
    await start('in one process', { subgraphs: link });
    // As long as it stays, the change is held in memory.
    const other = await subscribe({ query: 'subscription { bookChanged { sequence } }' });
    toy.emit('b1');
    await other.take(1);
    const first = await subscribe({ query });
    expect((await first.take(1))[0]?.result.errors[0].extensions.code).toBe(code);
    first.leave();
    isAway = false;
    for (let n = 0; n < 3; n++) {
      const again = await subscribe({ query });
      const result = (await again.take(1))[0]?.result;
      expect([Object.keys(result.data.bookChanged).length > 0, result.errors]).toEqual([true, undefined]);
      again.leave();
    }
    // What was whole is shared again.
    expect(fetched).toEqual([away, away]);
    other.leave();
  });

  it('is for clients that take one; to others a subscription is a mistake', async () => {
    await start();
    const { status, errors } = await graph.execute(PRICED);
    expect([status, errors?.[0]?.extensions['code']]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    expect(errors?.[0]?.message).toBe(
      'Subscriptions are served as a stream of events. Send accept: text/event-stream.',
    );
  });

  it('needs a token, as all else', async () => {
    await start();
    const stream = await subscribe({ query: PRICED }, { authorization: 'Bearer expired' });
    expect([stream.status, stream.refused.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(stream.headers.get('www-authenticate')).toContain('Bearer');
  });
});

describe('While a stream lives', () => {
  const callers = (change: () => Awaited<ReturnType<GatewayOptions['authenticate']>> | null) => {
    const { requestId: _, traceparent: __, ...caller } = aCaller({ scopes: ['books:read'] });
    return async () => change() ?? caller;
  };
  const refused = { refused: { status: 401, code: 'invalid_token', message: 'The access token is revoked.' } } as const;

  it('its token is looked up again: it ends with it, though nothing happens', async () => {
    let isRevoked = false;
    const authenticate = callers(() => (isRevoked ? refused : null));
    await start('in one process', { authenticate, streamLimits: { pingMs: 50 } });
    toy.emit('b1');
    const stream = await subscribe({ query: PRICED });
    isRevoked = true;
    const [message, complete] = await stream.take(2);
    expect(message?.result.errors[0]).toMatchObject({
      message: 'The access token is revoked.',
      extensions: { code: 'UNAUTHENTICATED', reason: 'invalid_token', after: 1 },
    });
    expect(complete?.event).toBe('complete');
  });

  it('it ends where what its client may see has changed', async () => {
    const { requestId: _, traceparent: __, ...caller } = aCaller({ scopes: ['books:read', 'ledger:read'] });
    let isSmaller = false;
    const authenticate = callers(() => (isSmaller ? null : caller));
    await start('in one process', { authenticate, streamLimits: { pingMs: 50 } });
    const stream = await subscribe({ query: PRICED });
    isSmaller = true;
    const [message] = await stream.take(2);
    expect(message?.result.errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', after: 0 });
  });

  it('an outage of the lookup of tokens costs it nothing, as long as nothing is shown', async () => {
    let lookups = 0;
    const authenticate = callers(() => {
      if (++lookups > 1 && lookups < 4) throw new Error('the database is away');
      return null;
    });
    await start('in one process', { authenticate, streamLimits: { pingMs: 30 } });
    const stream = await subscribe({ query: PRICED });
    await eventually(() => lookups >= 5);
    toy.emit('b1');
    expect(sequences(await stream.take(1))).toEqual([1]);
    stream.leave();
  });

  it('each change costs its price; who has spent all waits, and misses nothing', async () => {
    const costs: number[] = [];
    let isSpent = false;
    const spend: GatewayOptions['spend'] = async (_, cost) => {
      costs.push(cost);
      return { headers: {}, refused: isSpent ? { message: 'Spent.', retryAfter: 0.05, details: {} } : null };
    };
    await start('in one process', { spend });
    const stream = await subscribe({ query: PRICED });
    expect(stream.headers.get('x-query-cost')).toBe('13');
    costs.length = 0;
    toy.emit('b1');
    expect(sequences(await stream.take(1))).toEqual([1]);
    expect(costs).toEqual([13]);
    isSpent = true;
    toy.emit('b2');
    await eventually(() => costs.length > 3);
    isSpent = false;
    expect(sequences(await stream.take(1))).toEqual([2]);
    stream.leave();
  });

  it('each page of the feed that is read for it alone has its price, whether or not it wants what is there', async () => {
    const costs: number[] = [];
    const spend: GatewayOptions['spend'] = async (_, cost) => {
      costs.push(cost);
      return { headers: {}, refused: null };
    };
    await start('in one process', { spend });
    for (let n = 0; n < 1_200; n++) toy.write('b1', { owner: 9_999 });
    const first = await subscribe({ query: PRICED });
    costs.length = 0;
    const stream = await subscribe({ query: PRICED, variables: { after: 0 } });
    await eventually(() => costs.length === 4);
    // That of the request, and of three pages of 500 changes at most.
    expect(costs).toEqual([13, 50, 50, 50]);
    for (const each of [first, stream]) each.leave();
  });

  it('who loses its rights while a change waits for its price is not shown it', async () => {
    let isRevoked = false;
    const authenticate = callers(() => (isRevoked ? refused : null));
    let isFirst = true;
    const spend: GatewayOptions['spend'] = async () => {
      const isSpent = toy.changed.size > 0 && isFirst;
      if (isSpent) [isFirst, isRevoked] = [false, true];
      // Longer than rights count as fresh.
      return { headers: {}, refused: isSpent ? { message: 'Spent.', retryAfter: 1.1, details: {} } : null };
    };
    await start('in one process', { authenticate, spend });
    const stream = await subscribe({ query: PRICED });
    toy.emit('b1');
    const [message] = await stream.take(2);
    expect(message?.result.data).toBeUndefined();
    expect(message?.result.errors[0].extensions).toMatchObject({ code: 'UNAUTHENTICATED', after: 0 });
  });

  it('lines that say nothing keep its connection alive', async () => {
    await start('in one process', { streamLimits: { pingMs: 20 } });
    const leaving = new AbortController();
    const response = await fetch(graph.gateway.url, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: PRICED }),
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes(':\n\n:\n\n')) text += new TextDecoder().decode((await reader?.read())?.value);
    leaving.abort();
  });
});

describe('Streams are bounded', () => {
  it('in number: of one client, and of all', async () => {
    await start('in one process', { streamLimits: { ofClient: 2, ofProcess: 3 } });
    const first = await subscribe({ query: PRICED });
    const second = await subscribe({ query: PRICED });
    const third = await subscribe({ query: PRICED });
    expect([third.status, third.refused.errors[0].extensions]).toMatchObject([
      429,
      { code: 'rate_limited', limit: 'streams', allowed: 2 },
    ]);
    expect(third.headers.get('retry-after')).toBe('5');
    first.leave();
    await eventually(async () => {
      const again = await subscribe({ query: PRICED });
      if (again.status === 200) again.leave();
      return again.status === 200;
    });
    second.leave();
  });

  it.each(['its token is looked up', 'the feed is read'])(
    'in who is there: none for who goes while %s',
    async (step) => {
      const held = holdUp();
      const { requestId: _, traceparent: __, ...caller } = aCaller({ scopes: ['books:read'] });
      toy = toyFeed();
      const [isOfToken, count] = [step === 'its token is looked up', 200];
      graph = await startToyGraph('in one process', {
        authenticate: async () => (isOfToken ? await held.pass(caller) : caller),
        feed: { ...toy.feed, read: async (...part) => await held.pass(await toy.feed.read(...part)) },
        streamLimits: { ofClient: isOfToken ? 1 : count },
      });
      const seen = await responsesDuring(graph.gateway.url, async (responses) => {
        const clients = Array.from({ length: count }, () => sendAndForget(graph.gateway.url, { query: PRICED }));
        await eventually(() => responses.length === count && held.waiting() >= (isOfToken ? count : 1));
        for (const client of clients) client.destroy();
        await eventually(() => responses.every(({ closed }) => closed));
      });
      held.release();
      expect(seen).toHaveLength(count);
      const mine = await eventually(async () => {
        const stream = await subscribe({ query: PRICED });
        return stream.status === 200 ? stream : null;
      });
      mine?.leave();
      await eventually(() => endedStreams() === (isOfToken ? 1 : count + 1));
    },
  );

  it('in what lies unread: who takes nothing is dropped, and goes on where it was', async () => {
    await start('in one process', { streamLimits: { slowMs: 100 } });
    const query = 'subscription($after: Int) { bookChanged(after: $after) { sequence text(length: 4000000) } }';
    const slow = await subscribe({ query });
    for (let n = 0; n < 10; n++) toy.emit('b1');
    const ended = await eventually(() => graph.log.find(({ msg }) => msg === 'A stream of the graph ended.'));
    expect(ended).toMatchObject({ slow: true });
    const received: number[] = [];
    try {
      for (let message = await slow.next(); message !== null; message = await slow.next())
        received.push(...sequences([message]));
    } catch {
      // The connection broke in the middle of a change.
    }
    expect(received.length).toBeLessThan(10);
    const again = await subscribe({ query: PRICED, variables: { after: received.at(-1) ?? 0 } });
    expect([...received, ...sequences(await again.take(10 - received.length))]).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    again.leave();
  });

  it('in time: a server that stops ends them, each with the number to go on behind', async () => {
    await start();
    const streams = await Promise.all(Array.from({ length: 5 }, () => subscribe({ query: PRICED })));
    toy.emit('b1');
    for (const stream of streams) await stream.take(1);
    const closed = graph.gateway.close();
    for (const stream of streams) {
      const [message, complete] = await stream.take(2);
      expect(message?.result.errors[0].extensions).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        reason: 'shutting_down',
        after: 1,
      });
      expect(complete?.event).toBe('complete');
      expect(await stream.next()).toBeNull();
    }
    await closed;
    expect(toy.listeners()).toBe(0);
  });
});

const endedStreams = (): number => graph.log.filter(({ msg }) => msg === 'A stream of the graph ended.').length;

/** Holds up what passes, until it is released. */
function holdUp() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    release: resolve,
    waiting: () => waiting,
    async pass<Value>(value: Value): Promise<Value> {
      waiting++;
      await promise;
      return value;
    },
  };
}

/** Sends what asks for a stream, by a connection of its own. */
function sendAndForget(url: string, body: object) {
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json', authorization };
  const sent = request(url, { method: 'POST', agent: false, headers });
  sent.on('error', () => undefined);
  sent.end(JSON.stringify(body));
  return sent;
}

/** The responses that the server of a URL begins meanwhile, as the server sees them. */
async function responsesDuring(url: string, work: (responses: readonly ServerResponse[]) => Promise<void>) {
  const { port } = new URL(url);
  const responses: ServerResponse[] = [];
  const add = (message: unknown): void => {
    const { response } = message as { response: ServerResponse };
    if (String(response.req.socket.localPort) === port) responses.push(response);
  };
  listenTo('http.server.request.start', add);
  try {
    await work(responses);
  } finally {
    unsubscribe('http.server.request.start', add);
  }
  return responses;
}
