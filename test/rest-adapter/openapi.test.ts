import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { openApi } from '#rest/openapi/document.ts';
import { EXAMPLE, recordedExample } from '#rest/openapi/recorded.ts';
import { statusesOf } from '#rest/openapi/problems.ts';
import { openApiText } from '#rest/openapi/text.ts';
import { operatorsOf } from '#platform/app/lists.ts';
import { shownEventTypes } from '#platform/runtime/event-types.ts';
import { scopesOf, type Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let client: TestClient;
let document: any;

beforeAll(async () => {
  ports = await openRestTestApp();
  client = await ports.openClient(await ports.openInstitution());
  document = (await ports.call('GET', '/openapi.json')).body;
});
afterAll(() => ports.close());

const operations = () =>
  Object.entries<any>(document.paths).flatMap(([at, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ at, method: method.toUpperCase(), operation })),
  );
const resolve = (node: any): any =>
  node?.$ref
    ? resolve(
        node.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, name: string) => at[name], document),
      )
    : node;
/** A schema of the document with what it refers to, as a validator takes it. */
const whole = (schema: any): any => {
  if (Array.isArray(schema)) return schema.map(whole);
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref) return whole(resolve(schema));
  return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, whole(member)]));
};
const problemsWith = (schema: any, value: unknown) => {
  const validator = Compile(whole(schema));
  return validator.Check(value) ? [] : validator.Errors(value).slice(0, 3);
};

describe('The document', () => {
  it('is the one that is committed', async () => {
    const committed = await readFile(path.join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
    expect(committed === openApiText()).toBe(true);
    expect(document).toEqual(JSON.parse(committed));
  });

  it('is small enough for parsers that stop at 3,145,728 characters, with a member a line', () => {
    // A little is left for how each of them counts.
    expect(JSON.stringify(document, null, 1).length).toBeLessThan(3_100_000);
    expect(openApiText().length).toBeLessThan(2_700_000);
  });

  it('has an operation for each row, and no row without one', () => {
    const documented = new Set(operations().map(({ method, at }) => `${method} ${at}`));
    for (const row of routes) expect(documented).toContain(`${row.method} ${row.path}`);
    const endpoints = [...documented].filter((each) => !routes.some((row) => `${row.method} ${row.path}` === each));
    expect(endpoints.toSorted()).toEqual([
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-authorization-server/api/v1',
      'GET /api/v1/.well-known/oauth-authorization-server',
      'GET /healthz',
      'GET /problems',
      'GET /problems/{code}',
      'POST /api/v1/oauth/introspect',
      'POST /api/v1/oauth/revoke',
      'POST /api/v1/oauth/token',
      'POST /v1/oauth/introspect',
      'POST /v1/oauth/revoke',
      'POST /v1/oauth/token',
    ]);
  });

  it('says what a value is in a map of the caller’s own names by additionalProperties, which contract tests read', () => {
    expect(JSON.stringify(document)).not.toContain('"patternProperties"');
  });

  it('names its parts so that generators can make identifiers of them: none begins with a digit', () => {
    const names = Object.values<object>(document.components).flatMap((kind) => Object.keys(kind));
    expect(names.length).toBeGreaterThan(300);
    expect(names.filter((name) => !/^[A-Za-z]/.test(name))).toEqual([]);
  });

  it('names nothing that is not served', async () => {
    for (const { at, method } of operations()) {
      const { status, body } = await ports.call(method, at.replaceAll(/\{\w+\}/g, '1'));
      if (status === 404) expect(body.resource).not.toBe('route');
      expect(status).not.toBe(405);
    }
  });

  it('resolves every reference, and names every operation once', () => {
    const text = JSON.stringify(document);
    for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g)) expect(resolve({ $ref: reference })).toBeDefined();
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(routes.map((row): [string, Route] => [row.operation, row]))(
    '%s has scope, bucket, parameters, examples and every status',
    (_, row) => {
      const operation = document.paths[row.path][row.method.toLowerCase()];
      expect(operation.security).toEqual([{ oauth: scopesOf(row) }]);
      expect(operation['x-rate-bucket']).toBe(row.bucket);
      expect(
        Object.keys(operation.responses)
          .map(Number)
          .toSorted((a, b) => a - b),
      ).toEqual(statusesOf(row));
      const names = operation.parameters.map((parameter: any) => resolve(parameter).name);
      expect(names).toEqual(expect.arrayContaining(['id_format', 'X-Request-ID']));
      if (row.method !== 'GET') expect(names).toContain('Idempotency-Key');
      for (const [, name] of row.path.matchAll(/\{(\w+)\}/g)) expect(names).toContain(name);
      for (const field of Object.keys(row.list?.list.fields ?? {})) expect(names).toContain(`filter[${field}]`);
      for (const [status, input] of Object.entries<any>(operation.responses)) {
        const response = resolve(input);
        expect(response.description).not.toBe('');
        for (const [type, content] of Object.entries<any>(response.content ?? {})) {
          const examples = content.examples
            ? Object.values<any>(content.examples).map((each) => resolve(each).value)
            : [content.example];
          expect(examples.length).toBeGreaterThan(0);
          for (const example of examples)
            expect([status, type, problemsWith(content.schema, example)]).toEqual([status, type, []]);
        }
      }
      if (row.body) {
        const { schema, examples } = operation.requestBody.content['application/json'];
        expect(problemsWith(schema, examples.typical.value)).toEqual([]);
        expect(row.example).toBeDefined();
      }
    },
  );
});

describe('A client that is generated from it', () => {
  const parametersOf = (path: string): any[] => document.paths[path].get.parameters.map(resolve);
  /** Examples aside: one of them shows schemas, which are those of events. */
  const schemas = (node: any): any[] => {
    if (node === null || typeof node !== 'object') return [];
    const { example: _, examples: __, ...rest } = node;
    return [node, ...Object.values(rest).flatMap(schemas)];
  };

  it('has one type for an id, wherever it stands', () => {
    for (const { operation } of operations()) {
      const ids = operation.parameters?.map(resolve).filter(({ name }: any) => /^(\w+_)?id$/.test(name)) ?? [];
      for (const { name, schema } of ids) {
        // Ids with a prefix, such as po_, are texts everywhere.
        expect([name, schema]).toEqual([
          name,
          expect.objectContaining({ type: expect.stringMatching(/^(integer|string)$/) }),
        ]);
        expect(schema.pattern ?? '').not.toMatch(/\[0-9a-fA-F\]\{8\}/);
      }
    }
    const named = schemas(document).flatMap(({ properties }) => Object.entries<any>(properties ?? {}));
    const ids = named.filter(([name, schema]) => name.endsWith('_id') && typeof schema === 'object');
    expect(ids.length).toBeGreaterThan(100);
    const twofold = ids.filter(
      ([, { anyOf = [] }]) =>
        anyOf.some(({ type }: any) => type === 'integer') && anyOf.some(({ type }: any) => type === 'string'),
    );
    expect(twofold).toEqual([]);
  });

  it('has a typed parameter for every filter with every operator', () => {
    for (const { list, path } of routes) {
      if (list === undefined) continue;
      const names = parametersOf(path).map(({ name }) => name);
      const wanted = Object.entries(list.list.fields).flatMap(([field, row]) => [
        `filter[${field}]`,
        ...operatorsOf(row).map((operator) => `filter[${field}][${operator}]`),
      ]);
      expect([path, wanted.filter((name) => !names.includes(name))]).toEqual([path, []]);
    }
    const principal = parametersOf('/api/v1/loans').find(({ name }) => name === 'filter[principal][gte]');
    expect(principal).toMatchObject({ in: 'query', schema: { type: 'integer' } });
  });

  it('knows the actions of each resource, and what each of them is sent with', () => {
    const { available_actions: available } = document.components.schemas.Loan.properties;
    expect(available.items.enum).toEqual(expect.arrayContaining(['approve', 'refinance']));
    const listed = schemas(document.components.schemas).flatMap(
      ({ properties }) => properties?.available_actions ?? [],
    );
    expect(listed.filter(({ items }) => items.enum === undefined)).toEqual([]);

    const choices = operations().flatMap(({ operation }) => {
      const schema = operation.requestBody?.content['application/json']?.schema;
      return schema?.properties?.action || schema?.oneOf ? [[operation.operationId, schema.oneOf ?? [schema]]] : [];
    });
    expect(choices.length).toBeGreaterThan(15);
    for (const [operation, variants] of choices) {
      const actions = variants.map(({ properties }: any) => properties.action).filter(Boolean);
      if (variants.length > 1)
        expect([operation, actions.filter((each: any) => each.const === undefined)]).toEqual([operation, []]);
    }
    const loan = document.paths['/api/v1/loans/{id}'].patch.requestBody.content['application/json'].schema;
    const refinance = loan.oneOf.find(({ title }: any) => title === 'refinance');
    expect(refinance.required).toEqual(['action', 'product_id', 'term_months']);
    expect(Object.keys(refinance.properties)).not.toContain('receipt_no');
  });

  it('is shown a request and its reply that belong together, as a server gave it', () => {
    const without = routes.filter(({ operation }) => recordedExample(operation) === undefined);
    expect(without.map(({ operation }) => operation)).toEqual([]);
    for (const { path, method, operation, reply, body } of routes) {
      const { requestBody, responses, parameters } = document.paths[path][method.toLowerCase()];
      const example = recordedExample(operation);
      const exampleIn = (content: any) => content?.['application/json']?.examples[EXAMPLE].value;
      expect([operation, exampleIn(responses[reply.status].content)]).toEqual([operation, example?.reply ?? undefined]);
      if (body) expect([operation, exampleIn(requestBody.content)]).toEqual([operation, example?.body]);
      for (const [name, value] of Object.entries(example?.params ?? {})) {
        const parameter = parameters.map(resolve).find((each: any) => each.name === name);
        expect([operation, name, parameter.examples[EXAMPLE].value]).toEqual([operation, name, value]);
      }
    }
  });

  it('knows every event that a webhook can receive, by a true example', () => {
    const types = shownEventTypes.map(({ type }) => type);
    expect(Object.keys(document.webhooks).toSorted()).toEqual(['batch', ...types].toSorted());
    const batch = document.webhooks.batch.post.requestBody.content['application/json'];
    expect(problemsWith(batch.schema, batch.example)).toEqual([]);
    for (const type of types) {
      const { schema, example } = document.webhooks[type].post.requestBody.content['application/json'];
      expect([type, problemsWith(schema, example)]).toEqual([type, []]);
      const catalogued = shownEventTypes.find((row) => row.type === type)?.schema;
      expect([type, problemsWith(catalogued, example)]).toEqual([type, []]);
    }
    expect(document.components.schemas.Event.discriminator.propertyName).toBe('type');
  });
});

describe('What the server answers', () => {
  /** The documented response to a reply; fails where there is none. */
  const documented = (method: string, at: string, status: number, type: string) => {
    const response = resolve(document.paths[at][method.toLowerCase()].responses[String(status)]);
    if (!response) throw new Error(`${method} ${at} answered ${status}, which is not documented.`);
    return { response, schema: response.content?.[type.split(';')[0] ?? '']?.schema };
  };

  it('is what the document says, members, headers and all', async () => {
    const institution = await ports.openInstitution();
    const partner = lendingClient(ports, institution, await ports.openClient(institution));
    const loan = await partner.anActiveLoan();
    const draft = await partner.aDraft();
    const approved = await partner.anApprovedLoan();
    const seen: [string, string, string, any?][] = [
      ['POST', '/api/v1/members', '/api/v1/members', partner.anApplicant()],
      ['POST', '/api/v1/members', '/api/v1/members', {}],
      ['GET', '/api/v1/members', '/api/v1/members?include=total'],
      ['GET', '/api/v1/members', '/api/v1/members?filter[x]=1'],
      ['GET', '/api/v1/members/{id}', `/api/v1/members/${loan.member_id}`],
      ['GET', '/api/v1/members/{id}', '/api/v1/members/0'],
      ['PATCH', '/api/v1/members/{id}', `/api/v1/members/${loan.member_id}`, { action: 'reinstate' }],
      ['GET', '/api/v1/loan_products', '/api/v1/loan_products'],
      ['GET', '/api/v1/loan_products/{id}', `/api/v1/loan_products/${institution.product.id}`],
      ['POST', '/api/v1/loans', '/api/v1/loans', partner.anApplication(loan.member_id)],
      ['GET', '/api/v1/loans', '/api/v1/loans'],
      ['GET', '/api/v1/loans/{id}', `/api/v1/loans/${loan.id}`],
      ['PATCH', '/api/v1/loans/{id}', `/api/v1/loans/${draft.id}`, { action: 'approve' }],
      ['PATCH', '/api/v1/loans/{id}', `/api/v1/loans/${draft.id}`, { action: 'approve' }],
      ['GET', '/api/v1/loans/{id}/schedule', `/api/v1/loans/${loan.id}/schedule`],
      ['POST', '/api/v1/loans/{id}/disbursements', `/api/v1/loans/${approved.id}/disbursements`, partner.aPayment()],
      ['POST', '/api/v1/loans/{id}/disbursements', `/api/v1/loans/${approved.id}/disbursements`, partner.aPayment()],
      ['GET', '/api/v1/loans/{id}/disbursements', `/api/v1/loans/${approved.id}/disbursements`],
      [
        'POST',
        '/api/v1/loans/{id}/repayments',
        `/api/v1/loans/${loan.id}/repayments`,
        { amount: 1_000, channel: 'cash' },
      ],
      ['GET', '/api/v1/loans/{id}/repayments', `/api/v1/loans/${loan.id}/repayments`],
      ['POST', '/api/v1/webhooks', '/api/v1/webhooks', { url: 'https://example.com', events: ['*'] }],
      ['GET', '/api/v1/webhooks', '/api/v1/webhooks'],
      ['DELETE', '/api/v1/webhooks/{id}', '/api/v1/webhooks/999999'],
      ['GET', '/api/v1/branches', '/api/v1/branches?filter[code][prefix]=H'],
      ['GET', '/api/v1/agents', '/api/v1/agents'],
      ['GET', '/v1/app', '/v1/app'],
      ['GET', '/v1/balances', '/v1/balances'],
      ['GET', '/v1/balances', '/v1/balances?limit=1'],
      ['GET', '/problems', '/problems'],
      ['GET', '/healthz', '/healthz'],
    ];
    for (const [method, at, address, body] of seen) {
      const reply = await partner.call(method, address, body === undefined ? {} : { body });
      const type = reply.headers.get('content-type') ?? '';
      const { response, schema } = documented(method, at, reply.status, type);
      expect([method, address, problemsWith(schema, reply.body)]).toEqual([method, address, []]);
      for (const name of Object.keys(response.headers ?? {})) {
        const optional = ['Idempotent-Replayed', 'Link', 'Retry-After'].includes(name);
        if (!optional) expect([method, address, name, reply.headers.has(name)]).toEqual([method, address, name, true]);
      }
    }
  });

  it('to a token request is what the document says', async () => {
    const input = { client_id: client.clientKey, client_secret: client.secret };
    for (const [at, body] of [
      ['/v1/oauth/token', input],
      ['/v1/oauth/token', {}],
      ['/api/v1/oauth/token', { ...input, grant_type: 'client_credentials' }],
      ['/api/v1/oauth/token', { ...input, grant_type: 'password' }],
      ['/api/v1/oauth/introspect', { ...input, token: client.token }],
    ] as const) {
      const reply = await ports.call('POST', at, { body });
      const { schema } = documented('POST', at, reply.status, reply.headers.get('content-type') ?? '');
      expect([at, problemsWith(schema, reply.body)]).toEqual([at, []]);
    }
  });
});

describe('The reference', () => {
  it('is served from here alone, and no link of it leads nowhere', async () => {
    const seen = new Set<string>(['/docs']);
    for (const at of seen) {
      const page = await ports.call('GET', at);
      expect([at, page.status]).toEqual([at, 200]);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect([at, policy.includes("default-src 'none'")]).toEqual([at, true]);
      if (!(page.headers.get('content-type') ?? '').includes('html')) continue;
      // Nothing inline where the policy allows nothing inline.
      if (!policy.includes('unsafe-inline'))
        expect(page.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
      for (const [, link = ''] of page.text.matchAll(/(?:src|href)="([^"#]+)(?:#[^"]*)?"/g)) {
        expect([at, link]).toEqual([at, expect.stringMatching(/^\//)]);
        // The catalogue of problems and the events are pages of one form: a few stand for all.
        const isOneOfMany = /^\/(problems|docs\/events)\/./.test(link);
        if (!isOneOfMany || [...seen].filter((other) => other.startsWith(link.slice(0, 12))).length < 8) seen.add(link);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(['/docs/operations', '/docs/guides/first-loan', '/changelog']));
  });

  it('has a page for each event type, with its payload', async () => {
    const { webhooks } = JSON.parse((await ports.call('GET', '/openapi.json')).text);
    const list = await ports.call('GET', '/docs/events');
    const types = Object.keys(webhooks);
    expect(types.filter((type) => !list.text.includes(`href="/docs/events/${type}"`))).toEqual([]);
    const page = await ports.call('GET', '/docs/events/loan.approved');
    const { example } = webhooks['loan.approved'].post.requestBody.content['application/json'];
    const [, shown = ''] = /<pre[^>]*><code>([^]*?)<\/code>/.exec(page.text) ?? [];
    expect(JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))).toEqual(
      example,
    );
  });

  it('names no operation in its guides that there isn’t', async () => {
    const { paths } = JSON.parse((await ports.call('GET', '/openapi.json')).text);
    const index: { kind: string; text: string; address: string }[] = JSON.parse(
      (await ports.call('GET', '/docs/search.json')).text,
    );
    const guides = index.filter(({ kind }) => kind === 'Guide');
    expect(guides).toHaveLength(5);
    const named = guides.flatMap(({ text }) => [...text.matchAll(/\b(GET|POST|PATCH) (\/[\w/{}]+)/g)]);
    expect(named.length).toBeGreaterThan(8);
    const missing = named.filter(([, method = '', path = '']) => paths[path]?.[method.toLowerCase()] === undefined);
    expect(missing.map(([whole]) => whole)).toEqual([]);
    // The search leads to guides, events and operations.
    expect(new Set(index.map(({ address }) => address.split(/[/#]/)[2]))).toEqual(
      new Set(['guides', 'events', 'operations']),
    );
    expect((await ports.call('GET', '/llms.txt')).text).toContain('/docs/guides/first-loan');
  });

  it('gives nobody the credentials of a demo that is not there', async () => {
    expect((await ports.call('GET', '/docs/credentials.json', { headers: { 'x-umoja-page': '1' } })).status).toBe(404);
  });
});

describe.each(['/docs', '/docs/operations', '/docs/guides/first-loan', '/openapi.json', '/docs/swagger-ui-bundle.js'])(
  '%s',
  (path) => {
    const get = (headers: Record<string, string>) => fetch(`${ports.url}${path}`, { headers });

    it('goes out compressed to who takes it, with an ETag, and once', async () => {
      const plain = await get({ 'accept-encoding': 'identity' });
      const text = await plain.text();
      const small = await get({ 'accept-encoding': 'gzip, br' });
      expect(await small.text()).toBe(text);
      expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip']);
      expect(small.headers.get('vary')).toBe('accept-encoding');
      if (text.length > 10_000) expect(Number(small.headers.get('content-length'))).toBeLessThan(text.length / 3);
      for (const [first, coding] of [
        [plain, 'identity'],
        [small, 'gzip'],
      ] as const) {
        const etag = String(first.headers.get('etag'));
        expect(etag).toMatch(/^"[\w-]+"$/);
        const again = await get({ 'accept-encoding': coding, 'if-none-match': etag });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      }
      expect(plain.headers.get('etag')).not.toBe(small.headers.get('etag'));
      const refused = await get({ 'accept-encoding': 'gzip;q=0' });
      expect(refused.headers.get('content-encoding')).toBeNull();
    });
  },
);

describe('The generator', () => {
  it('refuses two schemas of one name, and refusals that stand in no catalogue', () => {
    const [row] = routes;
    expect(() => openApi([{ ...(row as Route), refusals: ['made_up'] }])).toThrow('made_up');
  });
});
