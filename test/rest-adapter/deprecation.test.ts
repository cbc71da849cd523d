import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi } from '#rest/openapi/document.ts';
import type { Route } from '#rest/route.ts';
import { routes } from '#rest/routes.ts';
import { openRestTestApp, type RestTestApp, type TestClient } from '#test/support/rest-test-app.ts';

const since = Temporal.Now.instant().subtract({ hours: 24 });
const sunset = since.add({ hours: 24 * 366 });

/** The list of products, as if it were to end. */
const rows = routes.map((row): Route =>
  row.operation === 'listLoanProducts'
    ? {
        ...row,
        deprecation: {
          since,
          sunset,
          link: 'https://docs.umoja.test/changes/products',
          successor: 'https://api.umoja.test/api/v2/loan_products',
        },
      }
    : row,
);

let ports: RestTestApp;
let client: TestClient;
beforeAll(async () => {
  ports = await openRestTestApp({ rows });
  client = await ports.openClient(await ports.openInstitution());
});
beforeEach(() => {
  ports.clock.ahead = Temporal.Duration.from({ seconds: 0 });
});
afterAll(() => ports.close());

const get = () => ports.call('GET', '/api/v1/loan_products', { token: client.token });

describe('An operation that is to end', () => {
  it('says since when, until when, and what comes in its place', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(headers.get('deprecation')).toBe(`@${Math.trunc(since.epochMilliseconds / 1000)}`);
    expect(headers.get('sunset')).toBe(new Date(sunset.epochMilliseconds).toUTCString());
    const link = headers.get('link') ?? '';
    expect(link).toContain('<https://docs.umoja.test/changes/products>; rel="deprecation"');
    expect(link).toContain('rel="sunset"');
    expect(link).toContain('<https://api.umoja.test/api/v2/loan_products>; rel="successor-version"');
  });

  it('works until its last moment, and is gone from then on', async () => {
    const until = Temporal.Now.instant().until(sunset);
    ports.clock.ahead = until.subtract({ seconds: 30 });
    expect((await get()).status).toBe(200);
    ports.clock.ahead = until;
    const { status, body, headers } = await get();
    expect(status).toBe(410);
    expect(body).toMatchObject({
      code: 'api_version_removed',
      sunset: sunset.toString(),
      successor: 'https://api.umoja.test/api/v2/loan_products',
    });
    expect(headers.get('sunset')).toBe(new Date(sunset.epochMilliseconds).toUTCString());
  });

  it('is marked in the document', () => {
    const document = openApi(rows) as any;
    const operation = document.paths['/api/v1/loan_products'].get;
    expect(operation.deprecated).toBe(true);
    expect(Object.keys(operation.responses)).toContain('410');
    expect(Object.keys(operation.responses['200'].headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  });

  it('has been announced for twelve months', () => {
    for (const { deprecation } of routes) {
      if (!deprecation) continue;
      expect(deprecation.since.until(deprecation.sunset).total('hours')).toBeGreaterThanOrEqual(365 * 24);
    }
  });
});

describe('An operation that is not', () => {
  it('says nothing of it', async () => {
    const { headers } = await ports.call('GET', '/api/v1/loans', { token: client.token });
    expect(headers.get('deprecation')).toBeNull();
    expect(headers.get('sunset')).toBeNull();
  });
});
