import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LOGIN_SECONDS, POLL_SECONDS, type CommandLinePerson, type Polled } from '#platform/auth/command-line.ts';
import type { SignIn } from '#platform/auth/sign-in.ts';
import { isRecord } from '#platform/runtime/is-record.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import { instantText } from '#platform/runtime/wire.ts';
import type { Throttle } from './throttle.ts';

/**
 * What a command line calls: the endpoints of RFC 8628 (a code, and polling for the token), RFC 7009 (the token is void) and who
 * it acts as. It is no browser: no cookie and no origin count here, and what it sends is a form, or JSON.
 */

/** Where the person types the code: a page of the portal. */
const CODE_PAGE = '/login';
const CLIENT_ID = 'umoja-cli';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MOST_AGENT = 200;

type Parts = {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly commandLine: SignIn['commandLine'];
  readonly tries: Throttle;
};
type Fields = { readonly [name: string]: unknown };
type Reply = {
  readonly status: number;
  readonly body: object;
  /** What any caller has stored, without a person: a success, too, counts as a request of its address. */
  readonly isCounted?: true;
};
type Endpoint = (fields: Fields, request: FastifyRequest) => Promise<Reply>;

export function serveCommandLines({ app, origin, commandLine, tries }: Parts): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(text))));
    });
    const serve = (path: string, endpoint: Endpoint): void =>
      void scope.post(`/auth/device/${path}`, (request, reply) => answer({ request, reply, tries }, endpoint));
    serve('code', async (fields, { ip }) => {
      if (fields['client_id'] !== CLIENT_ID) return WRONG_CLIENT;
      const asked = await commandLine.request({ agent: agentIn(fields), address: ip });
      if (asked === null) return TOO_MANY_WAIT;
      const uri = `${origin}${CODE_PAGE}`;
      const body = {
        device_code: asked.secret,
        user_code: asked.userCode,
        verification_uri: uri,
        verification_uri_complete: `${uri}?code=${asked.userCode}`,
        expires_in: LOGIN_SECONDS,
        interval: POLL_SECONDS,
      };
      return { ...ok(body), isCounted: true };
    });
    serve('token', async (fields) => {
      const { grant_type: grant, client_id: client, device_code: secret } = fields;
      if (client !== CLIENT_ID) return WRONG_CLIENT;
      if (grant !== GRANT) return refused('unsupported_grant_type', `grant_type has to be ${GRANT}.`);
      if (typeof secret !== 'string') return refused('invalid_request', 'Send device_code.');
      const polled = await commandLine.poll(secret);
      if (polled.kind !== 'signed_in') return REFUSALS[polled.kind];
      return ok({ access_token: secret, token_type: 'Bearer', ...shown(polled) });
    });
    serve('person', async ({ token }) => {
      const polled: Polled = typeof token === 'string' ? await commandLine.poll(token) : { kind: 'unknown' };
      return polled.kind === 'signed_in' ? ok(shown(polled)) : NO_SESSION;
    });
    serve('revoke', async ({ token }, request) => {
      // RFC 7009: what is no token any more is none, and that is what was wanted.
      if (typeof token === 'string') await commandLine.signOut(token, { requestId: request.id, agent: '' });
      return ok({});
    });
  });
}

/** What became of a request: 401 counts as a failure of its address, and what is none as no request at all. */
async function answer(
  {
    request,
    reply,
    tries,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly tries: Throttle },
  endpoint: Endpoint,
): Promise<object> {
  void reply.header('cache-control', 'no-store');
  if (isOfPage(request)) return reply.code(NO_BROWSER.status).send(NO_BROWSER.body);
  const wait = tries.waitOf(request.ip);
  if (wait !== null) {
    const { status, body } = TOO_MANY;
    return reply.code(status).header('retry-after', String(wait)).send(body);
  }
  const sent = isRecord(request.body) ? request.body : {};
  const { status, body, isCounted } = await orUnavailable(() => endpoint(sent, request));
  if (body === REFUSALS.unknown.body || status === 401) tries.failed(request.ip);
  else if (!isCounted && (status === 200 || body === REFUSALS.pending.body)) tries.succeeded(request.ip, 1);
  return reply.code(status).send(body);
}

/**
 * Any page that a person opens can have their browser post a form here. It is no try of theirs: ten of them would keep a whole
 * office from signing in.
 */
const isOfPage = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

async function orUnavailable(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (outageOf(error) === null) throw error;
    return { status: 503, body: { error: 'temporarily_unavailable', error_description: 'Try again shortly.' } };
  }
}

const ok = (body: object): Reply => ({ status: 200, body });
const refused = (error: string, description: string, status = 400): Reply => ({
  status,
  body: { error, error_description: description },
});

const shown = ({ person, name, institution, tenantId, mode, roles, expiresAt }: CommandLinePerson) => ({
  actor: person,
  name,
  institution,
  tenant: tenantId,
  mode,
  roles,
  expires_at: instantText(expiresAt),
});

/** How a command line names itself: shown to who confirms it, so that it is one line that is seen whole. Empty where it has no name. */
const agentIn = ({ device_name: name }: Fields): string =>
  (typeof name === 'string' ? name : '').replaceAll(/[^\p{L}\p{N}\p{P} ]/gu, '').slice(0, MOST_AGENT);

const REFUSALS = {
  pending: refused('authorization_pending', 'The person has not confirmed the code yet.'),
  slow_down: refused('slow_down', 'Wait five seconds longer between two requests.'),
  denied: refused('access_denied', 'The person has denied the request.'),
  expired: refused('expired_token', 'The code has expired. Request another one.'),
  unknown: refused('invalid_grant', 'No command line waits with this device_code.'),
} as const satisfies { readonly [kind in Exclude<Polled['kind'], 'signed_in'>]: Reply };
const NO_BROWSER = refused('invalid_request', 'This is for command lines, and no page of a browser sends it.', 403);
const WRONG_CLIENT = refused('invalid_client', `client_id has to be ${CLIENT_ID}.`, 401);
const NO_SESSION = refused('invalid_token', 'The session of this command line has ended. Run `umoja login`.', 401);
const TOO_MANY = refused('slow_down', 'Too many requests came from this address. Wait, then try again.', 429);
const TOO_MANY_WAIT = refused('temporarily_unavailable', 'Too many command lines wait for a person.', 503);
