import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveAsset } from './assets.ts';

const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The viewer may load what this server serves, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INDEX = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Operations · Umoja for partners</title>
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

/**
 * The document of the API, and a page to read its operations and try them out. Both are served from here alone. The document is made
 * when it is first read: no start waits for it.
 */
export function referencePages(document: () => object) {
  return (server: FastifyInstance): void => {
    serveAsset(server, {
      url: '/openapi.json',
      type: 'application/json; charset=utf-8',
      read: () => JSON.stringify(document()),
    });
    const serve = (url: string, type: string, read: () => string | Promise<string>) =>
      serveAsset(server, {
        url,
        type: `${type}; charset=utf-8`,
        headers: { 'content-security-policy': POLICY },
        read,
      });
    serve('/docs/operations', 'text/html', () => INDEX);
    serve('/docs/start.js', 'text/javascript', () => START);
    for (const [file, type] of [
      ['swagger-ui-bundle.js', 'text/javascript'],
      ['swagger-ui.css', 'text/css'],
    ] as const) {
      serve(`/docs/${file}`, type, () => readFile(path.join(viewer, file), 'utf8'));
    }
  };
}
