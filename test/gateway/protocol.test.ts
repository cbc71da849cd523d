import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import { startToyGraph } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

let graph: ToyGraph;
beforeAll(async () => {
  graph = await startToyGraph('in one process');
});
beforeEach(() => {
  graph.resolved.length = 0;
  graph.log.length = 0;
});
afterAll(() => graph.close());

const whoAmI = { query: '{ whoAmI { clientKey } }' };

describe('A request without a good token', () => {
  it('is answered 401 with the code that graph clients look for, and a bare challenge', async () => {
    const { status, headers, data, errors } = await graph.send(whoAmI, { authorization: null });
    expect([status, data]).toEqual([401, undefined]);
    expect(errors).toEqual([
      {
        message: 'Send an access token as a bearer token.',
        extensions: { code: 'UNAUTHENTICATED', reason: 'unauthenticated' },
      },
    ]);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  });

  it('learns that its token is invalid', async () => {
    const { status, headers, errors } = await graph.send(whoAmI, { authorization: 'Bearer expired' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(errors?.[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', reason: 'invalid_token' });
  });

  it('is answered 403 where its client may not come in', async () => {
    const { status, headers, errors } = await graph.send(whoAmI, { authorization: 'Bearer disabled' });
    expect([status, headers.get('www-authenticate')]).toEqual([403, null]);
    expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', reason: 'client_disabled' });
  });

  it('is not taken for a refusal when tokens can not be checked', async () => {
    const { status, headers, errors } = await graph.send(whoAmI, { authorization: 'Bearer outage' });
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(errors?.[0]?.extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    expect(graph.log.find(({ level }) => level >= 50)).toMatchObject({ err: { message: 'the database is away' } });
  });
});

describe('A request of the wrong form', () => {
  it.each([
    ['that is no JSON', '{"query":', 400, 'BAD_REQUEST'],
    ['without an operation', '{}', 400, 'BAD_REQUEST'],
    ['with an empty operation', '{"query":""}', 400, 'BAD_REQUEST'],
    ['whose operation is no text', '{"query":{"kind":"Document"}}', 400, 'BAD_REQUEST'],
    ['whose operation does not parse', '{"query":"{ whoAmI "}', 400, 'GRAPHQL_PARSE_FAILED'],
    ['that is a batch', '[{"query":"{ __typename }"}]', 400, 'BAD_REQUEST'],
    [
      'whose operation name fits none',
      '{"query":"{ __typename }","operationName":"X"}',
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'of which it is not clear which operation',
      '{"query":"query A { __typename } query B { __typename }"}',
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    [
      'for a subscription, which this graph does not have,',
      '{"query":"subscription { bookChanged { id } }"}',
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'without a variable that it needs',
      '{"query":"query($a: Cents!) { echo(amount: $a) { amount } }"}',
      400,
      'BAD_USER_INPUT',
    ],
    [
      'with a variable of the wrong type',
      '{"query":"query($id: ID!) { book(id: $id) { id } }","variables":{"id":{}}}',
      400,
      'BAD_USER_INPUT',
    ],
    [
      'that is longer than 256 kB',
      `{"query":"{ __typename }","variables":{"pad":"${'x'.repeat(262_144)}"}}`,
      413,
      'BAD_REQUEST',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    const response = await graph.send(body);
    expect([response.status, response.errors?.map(({ extensions }) => extensions.code)]).toEqual([status, [code]]);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(graph.resolved).toEqual([]);
    expect(graph.log.filter(({ level }) => level >= 40)).toEqual([]);
  });

  it.each([
    ['an operation', '{"query":"{ __typename }","query":"mutation { burnBooks }"}', 'member query twice'],
    ['a variable', '{"query":"{ __typename }","variables":{"a":1,"b":2,"a":3}}', 'member a twice'],
    [
      'a member that is written in two ways',
      '{"query":"{ __typename }","\\u0071uery":"{ whoAmI }"}',
      'member query twice',
    ],
  ])('that has %s twice is refused, as on REST (finding: the last one was carried out)', async (_, body, said) => {
    const { status, errors } = await graph.send(body);
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_REQUEST' }]);
    expect(errors?.[0]?.message).toContain(said);
    expect(graph.resolved).toEqual([]);
  });

  it('whose number no double holds is refused, as on REST', async () => {
    const { status, errors } = await graph.send('{"query":"{ __typename }","variables":{"a":9007199254740993}}');
    expect([status, errors?.[0]?.message]).toEqual([400, expect.stringContaining('9007199254740993')]);
  });

  it.each([
    ['in a content coding', { 'content-encoding': 'gzip' }, 'without a content coding'],
    ['in another charset', { 'content-type': 'application/json; charset=utf-16' }, 'in UTF-8'],
  ])('that says it is %s is refused, as on REST (finding: it was read as if it were not)', async (_, headers, said) => {
    const { status, errors } = await graph.send(whoAmI, headers);
    expect([status, errors?.[0]?.extensions]).toEqual([400, { code: 'BAD_REQUEST' }]);
    expect(errors?.[0]?.message).toContain(said);
    const plain = await graph.send(whoAmI, { 'content-encoding': 'identity' });
    expect(plain.status).toBe(200);
  });

  it('whose bytes are no UTF-8 is refused, as on REST', async () => {
    const { url } = graph.gateway;
    const headers = { authorization: 'Bearer books:read', 'content-type': 'application/json' };
    const body = Buffer.from('{"query":"{ __typename }","variables":{"a":"\xff"}}', 'latin1');
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each([['PUT'], ['PATCH'], ['DELETE']])('%s is refused with the methods that will do', async (method) => {
    const { status, headers } = await graph.send(whoAmI, {}, method);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  it.each([
    ['that does not parse', '{ whoAmI ', 'GRAPHQL_PARSE_FAILED'],
    ['that names no field', '{ whoIsIt }', 'GRAPHQL_VALIDATION_FAILED'],
    ['that lacks a variable', 'query($id: ID!) { book(id: $id) { id } }', 'BAD_USER_INPUT'],
  ])(
    '%s has the status 200 for clients of yesterday, who would not look at the errors otherwise',
    async (_, query, code) => {
      for (const accept of ['application/json', '*/*', null]) {
        const { status, headers, errors } = await graph.send({ query }, { accept });
        expect([status, errors?.[0]?.extensions.code]).toEqual([200, code]);
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
      expect((await graph.send({ query })).headers.get('content-type')).toBe(
        'application/graphql-response+json; charset=utf-8',
      );
    },
  );

  it('that is a mutation by GET is refused', async () => {
    const response = await fetch(`${graph.gateway.url}?query=${encodeURIComponent('mutation { burnBooks }')}`, {
      headers: { authorization: 'Bearer books:burn' },
    });
    expect(response.status).toBe(405);
    expect(graph.store.size).toBeGreaterThan(0);
  });
});

describe('A web page of another origin', () => {
  let open: ToyGraph;
  beforeAll(async () => {
    open = await startToyGraph('in one process', { isAllowedOrigin: (origin) => origin === 'http://localhost:5173' });
  });
  afterAll(() => open.close());
  const preflight = (origin: string) =>
    fetch(open.gateway.url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

  it('may ask with a token of its own where its origin is known', async () => {
    const requested = await preflight('http://localhost:5173');
    expect([requested.status, allowed(requested)]).toEqual([204, 'http://localhost:5173']);
    expect(requested.headers.get('access-control-allow-headers')).toContain('authorization');
    const response = await open.send(whoAmI, { origin: 'http://localhost:5173' });
    expect([response.status, allowed(response), response.headers.get('vary')]).toEqual([
      200,
      'http://localhost:5173',
      'origin',
    ]);
    expect(response.headers.get('access-control-expose-headers')).toContain('x-query-cost');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('reads why it was refused', async () => {
    const refused = await open.send(whoAmI, { origin: 'http://localhost:5173', authorization: null });
    expect([refused.status, allowed(refused)]).toEqual([401, 'http://localhost:5173']);
  });

  it.each(['https://evil.example', 'http://localhost:5173.evil.example', 'null'])(
    'reads nothing from %s',
    async (origin) => {
      expect(allowed(await preflight(origin))).toBeNull();
      expect(allowed(await open.send(whoAmI, { origin }))).toBeNull();
    },
  );
});

describe('A query by GET with a token', () => {
  it.each([
    ['of urql', { accept: 'application/graphql-response+json, application/graphql+json, application/json, */*' }],
    ['of one that names a type for the body that it has not', { 'content-type': 'application/json' }],
    ['of a client that adds nothing', {}],
  ])('is answered, since no foreign web page can forge one: %s', async (_, headers) => {
    const response = await fetch(`${graph.gateway.url}?query=${encodeURIComponent('{ whoAmI { clientKey } }')}`, {
      headers: { authorization: 'Bearer books:read', ...headers },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { whoAmI: { clientKey: expect.any(String) } } });
  });
});

describe('A forged request of a foreign web page', () => {
  it.each([
    ['as a form', { 'content-type': 'text/plain' }, 'POST'],
    ['as a link', {}, 'GET'],
  ])('%s is refused before it is looked at', async (_, headers, method) => {
    const query = encodeURIComponent('{ whoAmI { clientKey } }');
    const url = method === 'GET' ? `${graph.gateway.url}?query=${query}` : graph.gateway.url;
    const response = await fetch(url, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: JSON.stringify(whoAmI) }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Cross-Site Request Forgery');
    expect(graph.resolved).toEqual([]);
  });
});

describe('The limits of an operation', () => {
  const code = async (query: string) => (await graph.execute(query)).errors?.[0]?.extensions;
  const deep = (levels: number) =>
    `{ book(id: "b1") ${'{ sequel '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 2)} }`;

  it('are 15 levels', async () => {
    expect((await graph.execute(deep(15))).status).toBe(200);
    expect(await code(deep(16))).toEqual({ code: 'OPERATION_TOO_LARGE', limit: 'depth', allowed: 15, found: 16 });
  });

  it('count levels through fragments', async () => {
    const query = `{ book(id: "b1") { ...A } } fragment A on Book ${'{ sequel '.repeat(14)}{ id }${' }'.repeat(14)}`;
    expect(await code(query)).toMatchObject({ limit: 'depth', found: 16 });
  });

  it('hold for values too, which nobody could read otherwise', async () => {
    const nested = (levels: number) => `{ book(id: ${'['.repeat(levels)}${']'.repeat(levels)}) { id } }`;
    for (const levels of [99, 800, 1_600, 2_400]) {
      expect(await code(nested(levels))).toEqual({ code: 'OPERATION_TOO_LARGE', limit: 'depth' });
    }
    expect(await code(nested(98))).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  const aliases = (count: number) =>
    `{ book(id: "b1") { ${Array.from({ length: count }, (_, i) => `a${i}: id`).join(' ')} } }`;
  it('are 30 aliases, a fragment counted as often as it is spread', async () => {
    expect((await graph.execute(aliases(30))).status).toBe(200);
    expect(await code(aliases(31))).toMatchObject({ limit: 'aliases', found: 31 });
    const spread = `{ book(id: "b1") { ...F sequel { ...F sequel { ...F } } } } fragment F on Book { ${Array.from({ length: 11 }, (_, i) => `a${i}: id`).join(' ')} }`;
    expect(await code(spread)).toMatchObject({ limit: 'aliases', found: 33 });
  });

  it('are 10 fields at the root', async () => {
    const roots = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    expect((await graph.execute(roots(10))).status).toBe(200);
    expect(await code(roots(11))).toMatchObject({ limit: 'rootFields', found: 11 });
    expect(
      await code(
        '{ ...R } fragment R on Query { ...S ...S } fragment S on Query { a: slow(ms: 0) b: slow(ms: 0) c: slow(ms: 0) d: slow(ms: 0) e: slow(ms: 0) f: slow(ms: 0) }',
      ),
    ).toMatchObject({ limit: 'rootFields', found: 12 });
  });

  it('are 5,000 tokens', async () => {
    const { status, errors } = await graph.execute(`{ book(id: "b1") { ${'id '.repeat(5_000)} } }`);
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toContain('more that 5000 tokens');
  });

  it('hold for fragments that come back to themselves or double at each step', async () => {
    const circle = await graph.execute('{ book(id: "b1") { ...A } } fragment A on Book { sequel { ...A } }');
    expect(circle.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const doubling = Array.from({ length: 40 }, (_, i) => `fragment F${i} on Book { ...F${i + 1} ...F${i + 1} }`).join(
      ' ',
    );
    const started = performance.now();
    expect(await code(`{ book(id: "b1") { ...F0 } } ${doubling} fragment F40 on Book { a: id }`)).toMatchObject({
      limit: 'aliases',
    });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('are checked before the operation is validated, which costs more', async () => {
    const same = `{ book(id: "b1") { ${'a: sequel { id } '.repeat(490)} } }`;
    const started = performance.now();
    expect(await code(same)).toMatchObject({ limit: 'aliases', found: 490 });
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('keep the names that the federation itself uses', async () => {
    expect((await graph.execute('{ book(id: "b1") { __typename: id } }')).status).toBe(400);
  });

  it('have room for the introspection of the usual tools', async () => {
    const { status, errors, data } = await graph.execute(
      getIntrospectionQuery({
        descriptions: true,
        inputValueDeprecation: true,
        specifiedByUrl: true,
        schemaDescription: true,
        directiveIsRepeatable: true,
      }),
    );
    expect([status, errors]).toEqual([200, undefined]);
    expect(data.__schema.types.length).toBeGreaterThan(10);
    expect(JSON.stringify(data)).not.toMatch(/requiresScopes|join__|_entities/);
  });
});

describe('A caller of a live tenant', () => {
  it.each([
    ['{ __schema { queryType { name } } }'],
    ['{ ...I } fragment I on Query { __type(name: "Book") { name } }'],
  ])('does not see the schema: %s', async (query) => {
    expect((await graph.execute(query)).status).toBe(200);
    const { status, errors } = await graph.execute(query, 'live');
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'INTROSPECTION_DISABLED']);
  });

  it('does not see it by a hash that a sandbox caller left behind', async () => {
    const query = '{ __schema { mutationType { name } } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
    expect((await graph.send({ query, extensions })).status).toBe(200);
    expect((await graph.send({ extensions })).data).toEqual({ __schema: { mutationType: { name: 'Mutation' } } });
    const live = await graph.send({ extensions }, { authorization: 'Bearer live' });
    expect(live.errors?.[0]?.extensions.code).toBe('INTROSPECTION_DISABLED');
  });

  it('learns that a query and its hash don’t match', async () => {
    const sha256Hash = createHash('sha256').update('{ another }').digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const { status, errors } = await graph.send({ query: '{ book(id: "b1") { title } }', extensions });
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    expect(errors?.[0]?.message).toBe('provided sha does not match query');
  });

  it('is not helped to guess names', async () => {
    const { errors } = await graph.execute('{ book(id: "b1") { titel } }', 'live');
    expect(errors?.map(({ message }) => message)).toEqual(['Cannot query field "titel" on type "Book".']);
  });

  it.each([
    ['of an operation', '{ books { state } things { ... on Bok { id } } }', {}],
    [
      'of input',
      'mutation($input: AddBookInput!) { addBook(input: $input) { book { id } } }',
      { id: 'x', title: 'x', price: 1, titel: 'x' },
    ],
    ['of a literal', 'mutation { addBook(input: { id: "x", title: "x", price: 1, titel: "x" }) { book { id } } }', {}],
  ])('is not helped to guess names %s', async (_, query, input) => {
    const suggested = await graph.execute(query, 'books:read', { input });
    expect(suggested.errors?.[0]?.message).toContain('Did you mean');
    const { errors } = await graph.execute(query, 'live', { input });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).not.toContain('Did you mean');
  });

  it('is served like any other', async () => {
    expect((await graph.execute('{ book(id: "b1") { __typename title } }', 'live')).data.book).toEqual({
      __typename: 'Book',
      title: 'Arrow of God',
    });
  });
});

it('The gateway says whether it is up, and which supergraph it serves', async () => {
  const response = await fetch(new URL('/health', graph.gateway.url));
  expect(await response.json()).toEqual({ status: 'ok', supergraph: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(response.headers.get('x-request-id')).toBeTruthy();
});

it('Every response carries a request id, that of an unknown path as well', async () => {
  const response = await fetch(new URL('/nowhere', graph.gateway.url), { headers: { 'x-request-id': 'lost-1' } });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([404, 'lost-1']);
});

it('An address that nothing serves says where the graph is, and repeats nothing that came with it', async () => {
  const response = await fetch(new URL('/graphq?token=secret', graph.gateway.url), { method: 'POST' });
  const said = {
    message: 'Nothing takes POST /graphq. The graph is at /graphql.',
    extensions: { code: 'BAD_REQUEST' },
  };
  expect([response.status, await response.json()]).toEqual([404, { errors: [said] }]);
});

it('No cache stores a response, and no browser guesses what it is or comes back without TLS (finding: nothing said so)', async () => {
  const { url } = graph.gateway;
  const token = { authorization: 'Bearer books:read' };
  const asked = {
    method: 'POST',
    headers: { ...token, 'content-type': 'application/json' },
    body: JSON.stringify(whoAmI),
  };
  const responses = [
    // The second is answered by what is compiled of the first.
    await fetch(url, asked),
    await fetch(url, asked),
    await fetch(`${url}?query=${encodeURIComponent(whoAmI.query)}`, { headers: token }),
    await fetch(url, { ...asked, headers: { 'content-type': 'application/json' } }),
    await fetch(url, { ...asked, body: '{' }),
    await fetch(new URL('/nowhere', url)),
    await fetch(new URL('/health', url)),
  ];
  for (const { headers } of responses) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  }
  expect(responses.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('The libraries are configured not to report to their vendor', () => {
  expect(process.env.APOLLO_TELEMETRY_DISABLED).toBe('1');
});
