import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startToyGraph } from '#test/support/toy-graph/start.ts';
import type { ToyGraph } from '#test/support/toy-graph/start.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('A browser at the endpoint of a sandbox', () => {
  let graph: ToyGraph;
  let views = 0;
  beforeAll(async () => {
    graph = await startToyGraph('in one process', {
      graphiql: async () => ({
        title: 'Books & </script> reviews',
        headers: { Authorization: `Bearer books:read view-${++views}` },
        examples: [
          { query: 'query AllBooks { books { title } }' },
          { query: 'query OneBook($id: ID!) { book(id: $id) { title } }', variables: { id: 'b1' } },
        ],
      }),
    });
  });
  afterAll(() => graph.close());

  const page = async () => {
    const response = await fetch(graph.gateway.url, { headers: html });
    return { response, text: await response.text() };
  };

  it('gets GraphiQL without a token', async () => {
    const { response, text } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('<title>Books &amp; &lt;/script&gt; reviews</title>');
  });

  it('finds the demo token and the examples filled in, fresh at each view', async () => {
    const optionsOf = (text: string) => JSON.parse(/id="options">(.*)<\/script>/.exec(text)?.[1] ?? '');
    const first = optionsOf((await page()).text);
    const second = optionsOf((await page()).text);
    expect(first.additionalHeaders.Authorization).toMatch(/^Bearer books:read view-\d+$/);
    expect(second.additionalHeaders.Authorization).not.toBe(first.additionalHeaders.Authorization);
    expect(JSON.parse(first.headers)).toEqual(first.additionalHeaders);
    expect(
      first.defaultTabs.map(({ query, variables }: { query: string; variables?: string }) => [query, variables]),
    ).toEqual([
      ['query AllBooks { books { title } }', undefined],
      ['query OneBook($id: ID!) { book(id: $id) { title } }', '{\n  "id": "b1"\n}'],
    ]);
  });

  it('loads nothing from anywhere else: each part is served here, and the page forbids other sources', async () => {
    const { response, text } = await page();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    const parts = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url).filter((url) => url !== 'data:,');
    expect(parts).toEqual([
      '/graphql/graphiql/graphiql.css',
      '/graphql/graphiql/graphiql.js',
      '/graphql/graphiql/start.js',
    ]);
    const workers = ['editor-worker.js', 'json-worker.js', 'graphql-worker.js'].map(
      (name) => `/graphql/graphiql/${name}`,
    );
    for (const part of [...parts, ...workers]) {
      const asset = await fetch(new URL(part ?? '', graph.gateway.url));
      expect([part, asset.status]).toEqual([part, 200]);
      expect(asset.headers.get('content-encoding')).toBe('gzip');
      expect((await asset.text()).length).toBeGreaterThan(100);
      const again = await fetch(asset.url, { headers: { 'if-none-match': asset.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
    }
  });

  it('has its queries answered at the same address', async () => {
    const { data } = await graph.execute('{ book(id: "b1") { title } }');
    expect(data.book.title).toBe('Arrow of God');
  });

  it('finds no part of another name', async () => {
    expect((await fetch(new URL('/graphql/graphiql/..%2fpackage.json', graph.gateway.url))).status).toBe(404);
  });
});

it('A browser gets no page where none is offered', async () => {
  const graph = await startToyGraph('in one process');
  const response = await fetch(graph.gateway.url, { headers: html });
  expect(response.status).toBe(400);
  expect((await fetch(new URL('/graphql/graphiql/graphiql.js', graph.gateway.url))).status).toBe(404);
  await graph.close();
});
