/**
 * Keeps the frame of the portal for when there is no connection: the page of the last visit and its assets. It never sees what the
 * graph answers (graph/last-answers.ts stores that), and nothing that a person sends waits in it.
 */
export type {};

type Later = { waitUntil: (work: Promise<unknown>) => void };
type Fetching = { readonly request: Request; respondWith: (response: Promise<Response>) => void };
/** What a service worker is; the types of the DOM know pages only. */
type Worker = {
  skipWaiting: () => Promise<void>;
  readonly clients: { claim: () => Promise<void> };
  addEventListener(type: 'install' | 'activate', listener: (event: Later) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
};
// The types of the DOM are those of a page; `Worker` is what is used here of those of a worker.
const worker = self as unknown as Worker;

const FRAME = 'frame';
/** Every page has the same frame: it is stored once. */
const PAGE = '/';

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) return event.respondWith(asset(request));
  const isPage = request.mode === 'navigate' && !/^\/(graphql|auth|health)(\/|$)/.test(pathname);
  if (isPage) event.respondWith(page(request));
});

/** Its name has the hash of its content: what was stored once is right for good. */
async function asset(request: Request): Promise<Response> {
  const stored = await (await caches.open(FRAME)).match(request);
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FRAME)).put(request, response.clone());
  return response;
}

/** A redirect, a file or the notice that the portal is being built is no frame. */
const isFrame = ({ ok, redirected, headers }: Response): boolean =>
  ok && !redirected && headers.has('etag') && headers.get('content-type')?.startsWith('text/html') === true;

/** The server's frame while it can be reached; with a new one, the assets of the old go. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(FRAME);
  try {
    const response = await fetch(request);
    if (!isFrame(response)) return response;
    const known = (await cache.match(PAGE))?.headers.get('etag');
    if (known !== response.headers.get('etag')) {
      if (known !== undefined) for (const old of await cache.keys()) await cache.delete(old);
      await cache.put(PAGE, response.clone());
    }
    return response;
  } catch (error) {
    const stored = await cache.match(PAGE);
    if (stored === undefined) throw error;
    return stored;
  }
}
