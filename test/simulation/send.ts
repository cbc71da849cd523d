import { PUBLIC_ORIGIN } from './gateway.ts';
import type { Reply, Request, Stage, Surface } from './stage.ts';

/** Sends a request as one of the clients. @param key of the request's idempotency */
export async function send(stage: Stage, surface: Surface, request: Request, key: string | null): Promise<Reply> {
  const { method, path } = request;
  if (method === 'RUN') return ran(await stage.operate(wordsOf(request)));
  const isOfGraph = path === '/graphql';
  const isOfGateway = isOfGraph || path.startsWith('/auth/');
  const body = isOfGraph && key !== null ? withKey(request.body, key) : request.body;
  const token = stage.token(surface);
  const browser = browserOf(stage, surface);
  const response = await fetch(`${isOfGateway ? stage.gateway : stage.url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null || isOfGateway ? {} : { 'idempotency-key': key }),
      ...(request.ifMatch === undefined ? {} : { 'if-match': request.ifMatch }),
      ...(request.requestId === undefined ? {} : { 'x-request-id': request.requestId }),
      ...(browser && { origin: PUBLIC_ORIGIN, 'x-umoja-page': '1', 'x-forwarded-for': browser.address }),
      ...(browser?.cookie ? { cookie: browser.cookie } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const set = response.headers.get('set-cookie');
  if (browser && set !== null) {
    if (set.includes('Max-Age=0')) browser.left = browser.cookie ?? browser.left ?? null;
    browser.cookie = set.includes('Max-Age=0') ? null : (set.split(';')[0] ?? null);
  }
  const text = await response.text();
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed') === 'true',
    text,
    body: text === '' ? null : JSON.parse(text),
    etag: response.headers.get('etag'),
    quota: quotaOf(response.headers),
  };
}

function quotaOf(headers: Headers): Reply['quota'] {
  const [, bucket = '', most = ''] = /^"([^"]+)";q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const left = headers.get('x-ratelimit-remaining');
  return bucket === '' || left === null ? null : { bucket, most: Number(most), left: Number(left) };
}

// The driver wrote them.
const wordsOf = ({ body }: Request) => body?.['words'] as readonly string[];

/** On the graph the key is an argument. */
const withKey = (body: Request['body'] = {}, key: string): Request['body'] => ({
  ...body,
  variables: { ...Object(body['variables']), idempotencyKey: key },
});

function browserOf({ browsers }: Stage, surface: Surface) {
  if (surface.startsWith('left:')) {
    const { address = '198.51.100.1', left = null } = browsers.get(`person:${surface.slice('left:'.length)}`) ?? {};
    return { address, cookie: left, left: null };
  }
  if (!surface.startsWith('person:')) return null;
  const known = browsers.get(surface) ?? { address: `198.51.100.${browsers.size + 1}`, cookie: null };
  browsers.set(surface, known);
  return known;
}

/** What a command line ended with, as the reply of a server: 200 where it did what it was to do, and found nothing. */
function ran({ code, output }: { readonly code: number; readonly output: string }): Reply {
  const isFault = /\n {4}at /.test(output);
  const last = output.trim().split('\n').at(-1) ?? '';
  const body = last.startsWith('{') ? JSON.parse(last) : null;
  const status = isFault ? 500 : code === 0 ? 200 : 409;
  return { status, replayed: false, text: output, body, etag: null, quota: null };
}
