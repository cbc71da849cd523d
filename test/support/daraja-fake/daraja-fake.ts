import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { selfSigned } from '../certificate.ts';
import { requestBalance, queryStatus } from './enquiries.ts';
import { checkFields, type Fields } from './field-checks.ts';
import { pretendPayment, pullTransactions, registerPaybill, registerPull } from './paybills.ts';
import { payCustomer } from './payouts.ts';
import { queryPrompt, promptPayer } from './prompts.ts';
import { OPTIONS, provider, refusal, type FakeOptions, type Handled, type Provider, type Script } from './provider.ts';
import type { Reply } from './plans.ts';
import { ROUTES, TOKEN_PATH, type FakeApi } from './routes.ts';
import { payBusiness, reverse } from './transfers.ts';

/** A request of ours as it came in, with the status that it was answered with; null while it hangs. */
export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  status: number | null;
};

export type DarajaFake = {
  readonly baseUrl: string;
  /** PEM: what SecurityCredentials are made with. */
  readonly certificate: string;
  readonly options: FakeOptions;
  readonly now: () => Temporal.Instant;
  readonly requests: () => readonly Received[];
  readonly deliveries: Provider['deliveries']['all'];
  readonly books: Provider['books'];
  readonly transactions: Provider['transactions'];
  /** Requests whose fields (and `api`) match are treated by these steps, one each; then as ever. */
  readonly script: (script: Script) => void;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly idle: () => Promise<void>;
  readonly redeliver: (conversationId: string, times: number) => Promise<number>;
  /** The token that is in use is no longer good. */
  readonly endTokens: () => void;
  readonly reset: () => void;
  readonly close: () => Promise<void>;
};

const TOKEN_SECONDS = 3_599;
const MOST_BYTES = 256 * 1_024;

type Handler = (provider: Provider, fields: Fields) => Promise<Handled>;
const HANDLERS: { readonly [Api in FakeApi]: Handler } = {
  b2c: payCustomer,
  b2b: payBusiness,
  status: queryStatus,
  reversal: reverse,
  balance: requestBalance,
  stkPush: promptPayer,
  stkQuery: queryPrompt,
  c2bRegister: registerPaybill,
  c2bSimulate: pretendPayment,
  pullRegister: registerPull,
  pullQuery: pullTransactions,
};

/** One for all fakes of a process: the key of each would take the work of a hundred tests to find. */
let certificate: ReturnType<typeof selfSigned> | null = null;

/** Starts Daraja's other side on loopback: strict about what it is asked, with books and a clock of its own. */
export async function startDarajaFake(overrides: Partial<FakeOptions> = {}): Promise<DarajaFake> {
  const options = { ...OPTIONS, ...overrides };
  const { key, cert } = (certificate ??= selfSigned(['daraja.fake'], 'rsa'));
  const side = provider(options, key);
  const received: Received[] = [];
  const sockets = new Set<Socket>();

  const fake: Omit<DarajaFake, 'baseUrl' | 'close'> = {
    certificate: cert,
    options,
    now: side.clock.now,
    requests: () => received,
    deliveries: side.deliveries.all,
    books: side.books,
    transactions: side.transactions,
    script: ({ match, steps }) => void side.scripts.push({ match, steps: [...steps] }),
    advance: side.clock.advance,
    idle: side.clock.idle,
    redeliver: side.deliveries.again,
    endTokens: () => side.tokens.clear(),
    reset: () => {
      side.reset();
      received.length = 0;
    },
  };

  const server = createServer((request, response) => {
    void result(side, fake, received, request, response).catch((error: unknown) => {
      response.writeHead(599).end(String(error));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...fake,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      side.clock.forget();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function result(
  side: Provider,
  fake: Omit<DarajaFake, 'baseUrl' | 'close'>,
  received: Received[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://fake');
  const body = await textOf(request);
  if (pathname.startsWith('/_fake/')) return send(response, await control(fake, pathname, asJson(body)));
  const said: Received = {
    method: request.method ?? '',
    path: `${pathname}${search}`,
    headers: request.headers,
    body: asJson(body) ?? body,
    status: null,
  };
  received.push(said);
  const handled = await handle(side, request, said.path, body);
  if (handled === 'hang') return;
  if (handled === 'drop') return void request.socket.destroy();
  const reply = handled === 'invalid_token' ? refusal(side, 401, '401.002.01', 'Invalid Access Token') : handled;
  said.status = reply.status;
  send(response, reply);
}

async function handle(side: Provider, request: IncomingMessage, path: string, body: string): Promise<Handled> {
  if (path.startsWith('/oauth/')) {
    if (request.method !== 'GET') return refusal(side, 405, '405.001', 'Method Not Allowed');
    if (path !== TOKEN_PATH) return refusal(side, 400, '400.008.02', 'Invalid grant type passed');
    return issueToken(side, request.headers.authorization);
  }
  const found = (Object.keys(ROUTES) as FakeApi[]).find((api) => ROUTES[api].path === path);
  if (found === undefined) return refusal(side, 404, '404.001.01', 'Resource not found');
  if (!ROUTES[found].methods.includes(request.method ?? '')) return refusal(side, 405, '405.001', 'Method Not Allowed');

  const authorization = request.headers.authorization ?? '';
  const token = /^Bearer ([\w-]+)$/.exec(authorization)?.[1];
  if (token === undefined) return refusal(side, 404, '404.001.04', 'Invalid Authentication Header');
  const expires = side.tokens.get(token);
  if (expires === undefined || Temporal.Instant.compare(side.clock.now(), expires) >= 0)
    return invalidToken(side, found);
  const parsed = asJson(body);
  if (request.headers['content-type'] !== 'application/json') {
    return refusal(side, 400, '400.002.02', 'Bad Request - Invalid BusinessShortCode');
  }
  if (parsed === undefined || parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return refusal(side, 400, '400.002.05', 'Invalid Request Payload');
  }
  const checked = checkFields(found, parsed as Record<string, unknown>);
  if ('wrong' in checked) return refusal(side, 400, '400.002.02', `Bad Request - Invalid ${checked.wrong}`);
  const payer = checked.fields['PartyA'];
  const payers = payersOf(side.options, found);
  if (payers !== null && !payers.includes(payer ?? '')) {
    return refusal(side, 400, '400.002.02', 'Bad Request - Invalid PartyA');
  }
  const handled = await HANDLERS[found](side, checked.fields);
  if (handled !== 'invalid_token') return handled;
  side.tokens.delete(token);
  return invalidToken(side, found);
}

/** The shortcodes that a request may act for; null where it names none. */
function payersOf({ shortcode, stk, paybill }: FakeOptions, api: FakeApi): readonly string[] | null {
  if (api === 'b2c') return [shortcode];
  if (!['b2b', 'status', 'balance'].includes(api)) return null;
  return paybill === null ? [shortcode] : [shortcode, stk.shortcode];
}

function invalidToken(side: Provider, api: FakeApi): Reply {
  const [status, code] = ROUTES[api].invalidToken;
  const message = status === 401 ? 'Error Occurred - Invalid Access Token - token' : 'Invalid Access Token';
  return refusal(side, status, code, message);
}

function issueToken(side: Provider, authorization = ''): Reply {
  const { consumerKey, consumerSecret, oneToken } = side.options;
  const expected = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  if (authorization !== expected) return refusal(side, 400, '400.008.01', 'Invalid Authentication passed');
  if (oneToken) side.tokens.clear();
  const token = side.ids.token();
  side.tokens.set(token, side.clock.now().add({ seconds: TOKEN_SECONDS }));
  return { status: 200, body: { access_token: token, expires_in: String(TOKEN_SECONDS) } };
}

/** What a test may ask of the fake over HTTP, where it runs in another process. */
async function control(fake: Omit<DarajaFake, 'baseUrl' | 'close'>, path: string, body: unknown): Promise<Reply> {
  const input = (body ?? {}) as { ms?: number; conversationId?: string; times?: number } & Partial<Script>;
  switch (path) {
    case '/_fake/requests':
      return { status: 200, body: fake.requests() };
    case '/_fake/deliveries':
      return { status: 200, body: fake.deliveries() };
    case '/_fake/script':
      fake.script({ match: input.match ?? {}, steps: input.steps ?? [] });
      return { status: 200, body: {} };
    case '/_fake/advance':
      await fake.advance(input.ms ?? 0);
      return { status: 200, body: { now: fake.now().toString() } };
    case '/_fake/redeliver':
      return { status: 200, body: { delivered: await fake.redeliver(input.conversationId ?? '', input.times ?? 1) } };
    case '/_fake/reset':
      fake.reset();
      return { status: 200, body: {} };
    default:
      return { status: 404, body: {} };
  }
}

function send(response: ServerResponse, { status, body, contentType = 'application/json' }: Reply): void {
  response.writeHead(status, { 'content-type': contentType });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length <= MOST_BYTES) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
