import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { jsonResponse } from '../responses.ts';
import { send } from '../replies.ts';

const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CACHED = { 'cache-control': 'public, max-age=300' };

/** The viewer may load what this server serves, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INDEX = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Umoja partner API</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** The document of the API, and a page to read it and try it out. Both are served from here alone. */
export function referencePages(document: object) {
  return (server: FastifyInstance): void => {
    const text = JSON.stringify(document);
    server.get('/openapi.json', async (_, reply) => send(reply, { ...jsonResponse(200, null, CACHED), body: text }));
    const serve = (url: string, type: string, body: () => string | Promise<string>) =>
      server.get(url, async (_, reply) =>
        send(reply, {
          status: 200,
          headers: { ...CACHED, 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY },
          body: await body(),
        }),
      );
    serve('/docs', 'text/html', () => INDEX);
    serve('/docs/start.js', 'text/javascript', () => START);
    for (const [file, type] of [
      ['swagger-ui-bundle.js', 'text/javascript'],
      ['swagger-ui.css', 'text/css'],
    ] as const) {
      let content: Promise<string> | null = null;
      serve(`/docs/${file}`, type, () => (content ??= readFile(path.join(viewer, file), 'utf8')));
    }
  };
}
