import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '#platform/auth/sessions.ts';
import type { OpenedSession, RefusedHere, SignIn, Visit } from '#platform/auth/sign-in.ts';
import { isRecord } from '#platform/runtime/is-record.ts';
import { instantText } from '#platform/runtime/wire.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { serveCommandLines } from './command-lines.ts';
import { isFromOwnPage } from './same-origin.ts';
import { clearFlow, clearSession, flowOf, sessionSecretOf, setFlow, setSession } from './session-cookie.ts';
import { throttle, type Throttle } from './throttle.ts';
import { visitorOf, type Visitor } from './visitors.ts';

/** How people sign in at this gateway. */
export type PeopleOptions = {
  /** Where they reach it in a browser. */
  readonly origin: string;
  readonly signIn: SignIn;
  /** True for one who may enter the demo without a key. */
  readonly admitsVisitor: (visitor: Visitor) => boolean;
};

type Body = { readonly [member: string]: unknown };
type Endpoint = (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Serve = (path: string, endpoint: Endpoint) => void;

/**
 * The endpoints under /auth: POST with JSON, from our own page alone. A refusal has its status and
 * `{"error": {"code", "message"}}`; a session is a cookie, which no reply shows.
 */
export function servePeople(app: FastifyInstance, { origin, signIn, admitsVisitor }: PeopleOptions): void {
  const tries = throttle(() => performance.now());
  const serve = serveFromOwnPage(app, origin, tries);
  serveRegistration(serve, signIn);
  serveSignIn(serve, signIn);
  serveSession(serve, signIn);
  serveWaitingLogins(serve, signIn);
  serveCommandLines({ app, origin, commandLine: signIn.commandLine, tries });
  serve('ways', async (_, request) => ({
    openid: signIn.openid !== null,
    sandbox: signIn.enterSandbox !== null && admitsVisitor(visitorOf(request)),
    sandboxes: admitsVisitor(visitorOf(request)) ? await signIn.sandboxes() : [],
    growing: admitsVisitor(visitorOf(request)) ? await signIn.growing() : null,
  }));
  if (signIn.openid !== null) serveOpenid({ app, serve, tries }, signIn.openid, signIn.identify);
  const { enterSandbox } = signIn;
  if (enterSandbox !== null) {
    serve('sandbox', async ({ role, institution }, request, reply) => {
      if (!admitsVisitor(visitorOf(request))) return NO_VISITORS;
      const entry = { role: textOf(role), institution: institution === 'society' ? institution : 'demo' } as const;
      return opened(await enterSandbox(entry, visitOf(request)), reply);
    });
  }
}

/** What a success takes back of the requests that count: itself, and the one that asked for what was signed. */
const NO_START: ReadonlySet<string> = new Set([
  'invitation',
  'sign-out',
  'sandbox',
  'token',
  'device/waiting',
  'device/confirm',
  'device/deny',
]);
const STARTS: ReadonlySet<string> = new Set([
  'ways',
  'register/options',
  'sign-in/options',
  'step-up/options',
  'openid',
  'openid/step-up',
]);
const requestsOf = (path: string): number => (STARTS.has(path) ? 0 : NO_START.has(path) ? 1 : 2);

/** Serves an endpoint to our own page, as long as not too many tries from its address have failed. */
function serveFromOwnPage(app: FastifyInstance, origin: string, tries: Throttle): Serve {
  return (path, endpoint) =>
    void app.post(`/auth/${path}`, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!isFromOwnPage(request, origin)) return refuseHere(reply, NOT_OUR_PAGE);
      // Who shares an address with one who guesses can leave all the same.
      const wait = path === 'sign-out' ? null : tries.waitOf(request.ip);
      if (wait !== null) return refuseHere(reply.header('retry-after', String(wait)), TOO_MANY);
      const { body } = request;
      if (!isRecord(body)) return refuseHere(reply, NO_OBJECT);
      const result = await orUnavailable(() => endpoint(body, request, reply));
      if (!isRefused(result)) {
        tries.succeeded(request.ip, requestsOf(path));
        return result;
      }
      if ([401, 410].includes(result.refused.status)) tries.failed(request.ip);
      return refuseHere(reply, result);
    });
}

/** What an invited person does once: see who invites, and register a key. */
function serveRegistration(serve: Serve, signIn: SignIn): void {
  serve('invitation', async ({ token }) => signIn.invitation(textOf(token)));
  serve('register/options', async ({ token }) => signIn.registrationOptions(textOf(token)));
  serve('register', async ({ token, response }, request, reply) => {
    if (!isCredential<RegistrationResponseJSON>(response)) return NO_CREDENTIAL;
    return opened(await signIn.register({ token: textOf(token), response }, visitOf(request)), reply);
  });
}

/** Signing in with a key that was registered. */
function serveSignIn(serve: Serve, signIn: SignIn): void {
  serve('sign-in/options', async () => signIn.signInOptions());
  serve('sign-in', async ({ response }, request, reply) => {
    if (!isCredential<AuthenticationResponseJSON>(response)) return NO_CREDENTIAL;
    return opened(await signIn.signIn(response, visitOf(request)), reply);
  });
}

/** With the person of the session that the request came with. */
const inSessionOf =
  (signIn: SignIn) =>
  (work: (by: SignedIn, body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): Endpoint =>
  async (body, request, reply) => {
    const secret = sessionSecretOf(request.headers.cookie);
    const by = secret === null ? null : await signIn.identify(secret);
    return by === null ? NO_SESSION : work(by, body, request, reply);
  };

/** What a person says about a command line that waits with a code. */
function serveWaitingLogins(serve: Serve, signIn: SignIn): void {
  const { commandLine } = signIn;
  const inSession = inSessionOf(signIn);
  serve(
    'device/waiting',
    inSession(async (_, { code }) => {
      const waiting = await commandLine.waiting(textOf(code));
      if (isRefused(waiting)) return waiting;
      const { agent, address, requestedAt, expiresAt } = waiting;
      return { agent, address, requested_at: instantText(requestedAt), expires_at: instantText(expiresAt) };
    }),
  );
  serve(
    'device/confirm',
    inSession((by, { code }, request) => commandLine.confirm(by, textOf(code), visitOf(request))),
  );
  serve(
    'device/deny',
    inSession((by, { code }, request) => commandLine.deny(by, textOf(code), visitOf(request))),
  );
}

/** What a person does whose session is open. */
function serveSession(serve: Serve, signIn: SignIn): void {
  const inSession = inSessionOf(signIn);
  serve(
    'step-up/options',
    inSession((by) => signIn.stepUpOptions(by)),
  );
  serve(
    'step-up',
    inSession(async (by, { response }, request) => {
      if (!isCredential<AuthenticationResponseJSON>(response)) return NO_CREDENTIAL;
      return signIn.stepUp(by, response, visitOf(request));
    }),
  );
  serve(
    'token',
    inSession(async (by, _, request) => {
      const { token, expiresIn } = signIn.tokenOf(sessionSecretOf(request.headers.cookie) ?? '');
      return { access_token: token, token_type: 'Bearer', expires_in: expiresIn, actor: by.clientKey };
    }),
  );
  serve(
    'sign-out',
    inSession(async (by, _, request, reply) => {
      void reply.header('set-cookie', clearSession());
      return signIn.signOut(by, visitOf(request));
    }),
  );
}

/** Sends a session that was opened as a cookie, or the refusal as it is. */
function opened(result: OpenedSession | RefusedHere, reply: FastifyReply) {
  if (isRefused(result)) return result;
  void reply.code(201).header('set-cookie', setSession(result.secret));
  return { person: result.person, expires_at: instantText(result.expiresAt) };
}

/**
 * At an identity provider: our own page asks for its address, and the browser comes back to ours. It comes from another
 * site then, so that no cookie of a session is sent: what it left with is in a cookie of its own, for these minutes.
 */
function serveOpenid(
  { app, serve, tries }: { readonly app: FastifyInstance; readonly serve: Serve; readonly tries: Throttle },
  { leave, arrive }: NonNullable<SignIn['openid']>,
  identify: SignIn['identify'],
): void {
  const start =
    (from: (body: Body, request: FastifyRequest) => Promise<Parameters<typeof leave>[0] | null>): Endpoint =>
    async (body, request, reply) => {
      const leaving = await from(body, request);
      const result = leaving === null ? NO_SESSION : await leave(leaving);
      if (isRefused(result)) return result;
      void reply.header('set-cookie', setFlow(result.flow));
      return { url: result.url };
    };
  serve(
    'openid',
    start(async ({ token }) => ({ invitation: typeof token === 'string' ? token : null, by: null })),
  );
  serve(
    'openid/step-up',
    start(async (_, request) => {
      const secret = sessionSecretOf(request.headers.cookie);
      const by = secret === null ? null : await identify(secret);
      return by && { invitation: null, by };
    }),
  );
  app.get('/auth/openid/callback', async (request, reply) => {
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const flow = flowOf(request.headers.cookie);
    // Any page sends a browser here, as an image say. It is no try: ten would keep a whole office from signing in.
    if (flow === null) return refuseHere(reply, NO_FLOW);
    const wait = tries.waitOf(request.ip);
    if (wait !== null) return refuseHere(reply.header('retry-after', String(wait)), TOO_MANY);
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const result = await orUnavailable(() => arrive(query, flow, visitOf(request)));
    if (isRefused(result)) {
      if ([401, 410].includes(result.refused.status)) tries.failed(request.ip);
      return refuseHere(reply.header('set-cookie', clearFlow()), result);
    }
    tries.succeeded(request.ip, 2);
    void reply.header('set-cookie', [clearFlow(), ...(result === null ? [] : [setSession(result.secret)])]);
    return reply.redirect('/', 303);
  });
}

/** What is not there for now is no fault: the same may be tried again soon. */
async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result | RefusedHere> {
  try {
    return await work();
  } catch (error) {
    if (outageOf(error) === null) throw error;
    return NOT_NOW;
  }
}

const visitOf = (request: FastifyRequest): Visit => ({
  requestId: request.id,
  agent: request.headers['user-agent'] ?? 'unknown',
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The message of a browser about a key. Its id alone is looked at here; of the rest of its form the library judges. */
function isCredential<Message extends { readonly id: string }>(value: unknown): value is Message {
  return isRecord(value) && typeof value['id'] === 'string';
}

function isRefused(result: unknown): result is RefusedHere {
  return typeof result === 'object' && result !== null && 'refused' in result;
}

function refuseHere(reply: FastifyReply, { refused: { status, code, message } }: RefusedHere) {
  return reply.code(status).send({ error: { code, message } });
}

const refusal = (status: number, code: string, message: string): RefusedHere => ({
  refused: { status, code, message },
});
const NOT_OUR_PAGE = refusal(403, 'other_origin', 'Signing in is for our own pages. Open the address of the gateway.');
const TOO_MANY = refusal(429, 'rate_limited', 'Too many tries came from this address. Wait, then try again.');
const NO_OBJECT = refusal(400, 'malformed', 'Send a JSON object.');
const NO_CREDENTIAL = refusal(400, 'malformed', 'response has to be what the browser returned for the key.');
const NOT_NOW = refusal(503, 'service_unavailable', 'Signing in is not possible for now. Try again shortly.');
const NO_FLOW = refusal(401, 'sign_in_failed', 'Signing in took too long, or began in another browser. Start again.');
const NO_SESSION = refusal(401, 'session_required', 'The session has ended. Sign in again.');
const NO_VISITORS = refusal(403, 'no_visitors', 'Visitors enter the demo from the machine that it runs on.');
