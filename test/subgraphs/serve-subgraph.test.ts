import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityHeader, signIdentity } from '#platform/auth/internal-identity.ts';
import { serveSubgraph } from '#sub/serve-subgraph.ts';
import type { Subgraph, SubgraphResponse } from '#sub/serve-subgraph.ts';
import { readTypeDefs, subgraphSchema, typeDefs } from '#sub/schema.ts';
import { begunRequest } from '#test/support/begun-request.ts';
import { aCaller } from '#test/support/caller.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { booksResolvers, booksTypeDefs } from '#test/support/toy-graph/books.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const identityKey = ringOf(new Uint8Array(32).fill(3));
const now = Temporal.Instant.from('2026-03-01T08:00:00Z');
const { log, lines } = recordingLog();

let subgraph: Subgraph;
let url: string;
let contexts = 0;
beforeAll(async () => {
  subgraph = await serveSubgraph({
    name: 'books',
    typeDefs: booksTypeDefs,
    resolvers: booksResolvers().resolvers,
    context: async (caller) => {
      contexts++;
      if (caller.clientKey === 'pk_test_unlucky') throw new Error('no connection left');
      return { caller };
    },
    identityKey,
    now: () => now,
    log,
  });
  url = await subgraph.listen({ port: 0 });
});
afterAll(() => subgraph.close());

type Ask = (
  query: string,
  identity: string | undefined,
  variables?: Record<string, unknown>,
) => Promise<SubgraphResponse>;
const ways: readonly (readonly [string, Ask])[] = [
  ['in process', (query, identity, variables) => subgraph.execute({ query, variables }, identity)],
  [
    'over HTTP',
    async (query, identity, variables) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(identity === undefined ? {} : { [identityHeader]: identity }),
        },
        body: JSON.stringify({ query, variables }),
      });
      return { status: response.status, body: (await response.json()) as SubgraphResponse['body'] };
    },
  ],
];
const identity = signIdentity(aCaller(), identityKey, now);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe.each(ways)('A subgraph asked %s', (_, send) => {
  it('answers its gateway', async () => {
    const response = await send('{ whoAmI { clientKey requestId } }', identity);
    expect(plain(response)).toEqual({
      status: 200,
      body: { data: { whoAmI: { clientKey: 'pk_test_demo', requestId: 'req-1' } } },
    });
  });

  it.each([
    ['no identity', undefined],
    ['a forged one', signIdentity(aCaller(), ringOf(new Uint8Array(32).fill(4)), now)],
    ['an expired one', signIdentity(aCaller(), identityKey, now.subtract({ seconds: 60 }))],
    ['nonsense', 'Bearer x'],
  ])('answers 401 to a request with %s, and resolves nothing', async (__, input) => {
    const before = contexts;
    const response = await send('{ whoAmI { clientKey } }', input);
    expect(plain(response)).toEqual({
      status: 401,
      body: {
        errors: [
          {
            message: 'A subgraph answers its gateway only: the internal identity is missing or not valid.',
            extensions: { code: 'UNAUTHENTICATED' },
          },
        ],
      },
    });
    expect(contexts).toBe(before);
  });

  it('makes a context of its own for each request', async () => {
    const before = contexts;
    await Promise.all([1, 2, 3].map(() => send('{ a: whoAmI { tenantId } b: whoAmI { tenantId } }', identity)));
    expect(contexts).toBe(before + 3);
  });

  it('resolves entities by their key; null where there is none', async () => {
    const query =
      'query($representations: [_Any!]!) { _entities(representations: $representations) { ... on Book { title } } }';
    const representations = ['b1', 'gone', 'b2'].map((id) => ({ __typename: 'Book', id }));
    const { body } = await send(query, identity, { representations });
    expect(plain(body.data)).toEqual({ _entities: [{ title: 'Arrow of God' }, null, { title: 'Petals of Blood' }] });
  });

  it('serves the type definitions to the composer, and nothing by introspection', async () => {
    const sdl = await send('{ _service { sdl } }', identity);
    expect(JSON.stringify(sdl.body)).toContain('type Book implements Thing');
    expect((await send('{ __schema { types { name } } }', identity)).status).toBe(400);
  });

  it('hides why a context could not be made', async () => {
    lines.length = 0;
    const unlucky = signIdentity(aCaller({ clientKey: 'pk_test_unlucky' }), identityKey, now);
    const { status, body } = await send('{ whoAmI { clientKey } }', unlucky);
    expect(status).toBe(500);
    expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual(['INTERNAL_ERROR']);
    expect(JSON.stringify(body)).not.toContain('connection');
    expect(JSON.stringify(lines)).toContain('no connection left');
  });

  it('takes an operation that does not fit its schema for a fault: the gateway had checked it', async () => {
    const { status, body } = await send('{ colour }', identity);
    expect(status).toBe(400);
    expect(body.errors?.map(({ extensions }) => extensions?.code)).toEqual(['INTERNAL_ERROR']);
  });
});

describe('A subgraph', () => {
  it('says over HTTP that it is up', async () => {
    const response = await fetch(`${url}/health`);
    expect(await response.json()).toEqual({ status: 'ok', subgraph: 'books' });
  });

  it('answers no GET and no text', async () => {
    expect((await fetch(`${url}/graphql?query={__typename}`, { headers: { [identityHeader]: identity } })).status).toBe(
      404,
    );
    const text = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: '{',
      headers: { [identityHeader]: identity, 'content-type': 'application/json' },
    });
    expect([text.status, await text.json()]).toEqual([
      400,
      { errors: [{ message: expect.any(String), extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  it('is not built with a resolver that fits nothing in its schema', () => {
    const schema = typeDefs('type Query { a: Int } type T { b: Int } enum E { ONE } scalar Cents', 'toy');
    const build = (resolvers: object) => () => subgraphSchema('toy', schema, resolvers as never);
    expect(
      build({ Query: { a: () => 1 }, T: { b: () => 2, __resolveReference: () => null }, E: { ONE: 'one' } }),
    ).not.toThrow();
    expect(build({ Query: { a: () => 1 } })).toThrow('values of enums without what they are inside: E.ONE.');
    expect(build({ Query: { aa: () => 1 } })).toThrow('resolvers for what its schema does not have: Query.aa');
    expect(build({ U: { b: () => 1 }, E: { TWO: 'two' }, T: { B: () => 1 } })).toThrow('U, E.TWO, T.B');
    expect(build({ Cents: {} })).toThrow('Cents');
  });

  it('is refused where a default is of an enum: a resolver would get the outer name of it', () => {
    const schema = typeDefs('type Query { a(mood: Mood = GLAD): Int } enum Mood { GLAD SAD }', 'moods');
    expect(() => subgraphSchema('moods', schema, { Query: { a: () => 1 } })).toThrow('mood = GLAD');
  });

  it('is not built from type definitions that are wrong, and says where', () => {
    expect(() => typeDefs('type Query {\n  a: Int\n  b Int\n}', 'schema.graphql')).toThrow(
      'schema.graphql:3:5: Syntax Error: Expected ":", found Name "Int".',
    );
    expect(() => readTypeDefs(new URL('nowhere.graphql', import.meta.url))).toThrow('nowhere.graphql');
    expect(() => subgraphSchema('toy', typeDefs('type Query { a: Nobody }', 'toy'), {})).toThrow('Nobody');
  });

  it('finishes what runs when it closes, in process too, and then answers that it is shutting down', async () => {
    const closing = await serveSubgraph({
      name: 'books',
      typeDefs: booksTypeDefs,
      resolvers: booksResolvers().resolvers,
      context: (caller) => ({ caller }),
      identityKey,
      now: () => now,
      log,
    });
    const running = closing.execute({ query: '{ slow(ms: 200) }' }, identity);
    let closed = false;
    const close = closing.close().then(() => (closed = true));
    const late = await closing.execute({ query: '{ __typename }' }, identity);
    expect([late.status, late.body.errors?.[0]?.extensions?.code]).toEqual([503, 'SHUTTING_DOWN']);
    expect(closed).toBe(false);
    expect((await running).body.data).toEqual({ slow: 'at last' });
    await close;
  });

  it('gives up a fetch that does not arrive as a whole (finding: it held its connection for ever)', async () => {
    const bounded = await serveSubgraph({
      name: 'books',
      typeDefs: booksTypeDefs,
      resolvers: booksResolvers().resolvers,
      context: (caller) => ({ caller }),
      identityKey,
      now: () => now,
      log,
      arrivalMs: 200,
    });
    const at = await bounded.listen({ port: 0 });
    const headers = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n';
    const begun = ['POST /graphql HTTP/1.1\r\nHost: localhost\r\n', `POST /graphql HTTP/1.1\r\n${headers}\r\n{`];
    for (const beginning of begun) expect(await begunRequest(at, beginning)).toMatch(/^HTTP\/1\.1 408 /);
    await bounded.close();
  });
});
