import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What GraphiQL shows when it opens. Asked for at each view, so that a token in it is a fresh one. */
export type GraphiqlPage = {
  readonly title: string;
  /** Sent with each request and shown in the headers' editor: the demo token. */
  readonly headers: Readonly<Record<string, string>>;
  /** One tab each, named after its operation. */
  readonly examples: readonly { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> }[];
};

type Asset = { readonly type: string; readonly plain: Buffer; readonly gzipped: Buffer; readonly etag: string };
const folder = '/graphql/graphiql';
const javascript = 'text/javascript; charset=utf-8';

/** Everything comes from this server; the editor sets styles on its elements and carries its fonts along. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** True where a browser asks for a page. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
}

/** Serves the parts of GraphiQL, wholly from its package; they are read when the first browser asks for them. */
export function serveGraphiqlAssets(app: FastifyInstance): void {
  let loading: Promise<ReadonlyMap<string, Asset>> | undefined;
  app.get<{ Params: { asset: string } }>(`${folder}/:asset`, async (request, reply) => {
    loading ??= assets();
    const asset = (await loading).get(request.params.asset);
    if (asset === undefined) return reply.callNotFound();
    void reply.headers({
      etag: asset.etag,
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
    void reply.type(asset.type);
    if (request.headers['accept-encoding']?.includes('gzip') !== true) return reply.send(asset.plain);
    return reply.header('content-encoding', 'gzip').send(asset.gzipped);
  });
}

export function sendGraphiql(page: GraphiqlPage, reply: FastifyReply): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html(page));
}

function html(page: GraphiqlPage): string {
  const headers = JSON.stringify(page.headers, null, 2);
  const options = {
    title: escaped(page.title),
    endpoint: '/graphql',
    headers,
    additionalHeaders: page.headers,
    // A token that was stored in the browser would still be sent when it has long expired.
    shouldPersistHeaders: false,
    defaultTabs: page.examples.map(({ query, variables }) => ({
      query: query.trim(),
      headers,
      ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }),
    })),
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(page.title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${folder}/graphiql.css">
    <style>html, body, #root { height: 100%; margin: 0; }</style>
  </head>
  <body>
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script type="application/json" id="options">${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
    <script src="${folder}/graphiql.js"></script>
    <script src="${folder}/start.js"></script>
  </body>
</html>
`;
}

/**
 * Starts the editor in the browser. It stores its tabs there; on the next visit it gets the tab that was open, since it
 * would otherwise open an empty one. The address stays as it is: `?query=...` is for links that others write.
 */
const start = `'use strict';
const workers = { json: 'json-worker.js', graphql: 'graphql-worker.js' };
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_, label) => '${folder}/' + (workers[label] ?? 'editor-worker.js'),
};
const options = JSON.parse(document.getElementById('options').textContent);
options.onEditQuery = () => {};
if (!new URL(location.href).searchParams.has('query')) {
  const stored = JSON.parse(localStorage.getItem('graphiql:tabState') ?? 'null');
  const open = stored?.tabs?.[stored.activeTabIndex];
  if (open?.query) options.query = open.query;
  if (open?.variables) options.variables = open.variables;
}
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options);
`;

async function assets(): Promise<ReadonlyMap<string, Asset>> {
  const parts = await import('@graphql-yoga/render-graphiql/graphiql');
  const texts: readonly (readonly [string, string, string])[] = [
    ['graphiql.js', javascript, parts.js],
    ['graphiql.css', 'text/css; charset=utf-8', parts.css],
    ['editor-worker.js', javascript, parts.editorWorkerService],
    ['json-worker.js', javascript, parts.jsonWorker],
    ['graphql-worker.js', javascript, parts.graphqlWorker],
    ['start.js', javascript, start],
  ];
  const entries = texts.map(async ([name, type, text]) => {
    const plain = Buffer.from(text);
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    return [name, { type, plain, etag, gzipped: await promisify(gzip)(plain) }] as const;
  });
  return new Map(await Promise.all(entries));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
