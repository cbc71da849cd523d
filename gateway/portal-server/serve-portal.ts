import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wantsPage } from '../graphiql.ts';
import type { BuiltFile, BuiltPortal } from './built-portal.ts';
import { sendNothingThere } from '../nothing-there.ts';

/** Everything comes from this server, nothing is inline, and texts never become markup or script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  // The one that names our own workers.
  'trusted-types umoja',
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
} as const;

/** The name of an asset has the hash of its content. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The documents that the portal sends by their hash. */
export const portalDocuments = async (): Promise<unknown> =>
  JSON.parse(await readFile(new URL('../portal/graph/generated/documents.json', import.meta.url), 'utf8'));

/**
 * Serves the portal: its assets, and its frame at every address that a browser opens and nothing else is at. The page finds
 * out by itself which of its addresses there are.
 */
export function servePortal(app: FastifyInstance, portal: BuiltPortal): void {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = portal.files()?.get(`assets/${request.params['*']}`);
    if (file === undefined) return reply.callNotFound();
    return sendFile(file, request, reply.header('cache-control', FOREVER));
  });
  app.get('/offline.js', async (request, reply) => {
    const file = portal.files()?.get('offline.js');
    if (file === undefined) return reply.callNotFound();
    const own = "default-src 'none'; connect-src 'self'";
    return sendFile(file, request, reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': own }));
  });
  app.get('/building.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(BUILDING_STYLE),
  );
  app.get('/', async (request, reply) => sendFrame(portal, request, reply));
  app.setNotFoundHandler(async (request, reply) => {
    if (wantsPage(request) && !/^\/(assets|auth|graphql)\//.test(request.url)) return sendFrame(portal, request, reply);
    return sendNothingThere(request, reply);
  });
}

function sendFrame(portal: BuiltPortal, request: FastifyRequest, reply: FastifyReply) {
  void reply.headers(pageHeaders);
  const frame = portal.files()?.get('index.html');
  if (frame !== undefined) return sendFile(frame, request, reply);
  const failed = portal.failure() !== null;
  return reply
    .code(503)
    .headers({ 'retry-after': '1', 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(failed ? BROKEN : BUILDING);
}

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  void reply.headers({ etag: file.etag, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  void reply.code(200).type(file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.brotli !== null && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli);
  if (file.gzip !== null && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

const BUILDING_STYLE = `html { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; text-align: center; }
h1 { font-size: 20px; margin: 0 0 8px; } p { margin: 0; opacity: .8; max-width: 44ch; }`;

const page = (head: string, title: string, sentence: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Umoja</title>${head}
    <link rel="stylesheet" href="/building.css">
  </head>
  <body><main><h1>${title}</h1><p>${sentence}</p></main></body>
</html>
`;
const BUILDING = page(
  '\n    <meta http-equiv="refresh" content="1">',
  'Building the portal',
  'This happens once after an installation and takes a few seconds. The page opens when it is done; the APIs serve already.',
);
const BROKEN = page('', 'The portal could not be built', 'The log says why. REST and the graph serve all the same.');
