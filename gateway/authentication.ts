import { GraphQLError } from 'graphql';
import { HeaderMap } from '@apollo/server';
import type { FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import { looksLikePersonToken } from '#platform/auth/person-tokens.ts';
import { outageOf } from '#platform/runtime/outage.ts';
import type { PeopleOptions } from './people/endpoints.ts';
import { isFromOwnPage, OWN_PAGE } from './people/same-origin.ts';
import { sessionSecretOf } from './people/session-cookie.ts';

/** A caller as the token describes it; the request adds its own id and trace. */
export type KnownCaller = Omit<Caller, 'requestId' | 'traceparent'>;

/** Why a bearer token is not accepted. `code` is the code of the catalogue: invalid_token, client_disabled. */
type Refused = {
  readonly refused: { readonly status: 401 | 403; readonly code: string; readonly message: string };
};

/** Looks up the bearer of an Authorization header, as on REST. To throw is to be out of order, not to refuse. */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<KnownCaller | Refused>;

export type Callers = {
  readonly authenticate: Authenticate;
  readonly people?: Pick<PeopleOptions, 'origin' | 'signIn'>;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
};

/** Whether the look-up is a use of a session, or one of a stream that only goes on. */
type Way = keyof Pick<PeopleOptions['signIn'], 'identify' | 'recognise'>;

/**
 * The caller of a request, or the error for its client: HTTP 401 with WWW-Authenticate and the code UNAUTHENTICATED
 * (403 and FORBIDDEN for one that may not come in at all), `reason` names the rule of REST. A client sends a
 * token, a person's browser a session; where both come, the token counts.
 */
export async function callerOf(request: FastifyRequest, callers: Callers, way: Way = 'identify'): Promise<KnownCaller> {
  const { authorization, cookie } = request.headers;
  const secret = authorization === undefined && callers.people ? sessionSecretOf(cookie) : null;
  // A page that loads again by itself, with no one before it, does not keep a session open.
  const isUsed = way === 'identify' && request.headers['x-umoja-unattended'] !== '1';
  const result = await lookedUp(callers.log, () =>
    secret !== null && callers.people
      ? personOf(secret, request, { ...callers.people, way: isUsed ? 'identify' : 'recognise' })
      : isPersonToken(authorization)
        ? Promise.resolve(OF_REST)
        : callers.authenticate(authorization, request.ip),
  );
  if (!('refused' in result)) return result;
  const { status, code, message } = result.refused;
  const challenge = authorization === undefined ? 'Bearer' : `Bearer error="invalid_token"`;
  throw new GraphQLError(message, {
    extensions: {
      code: status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN',
      reason: code,
      http: { status, headers: new HeaderMap(status === 401 ? [['www-authenticate', challenge]] : []) },
    },
  });
}

/** A token of a person is for programs on REST: at the gateway people have their session. */
const isPersonToken = (authorization: string | undefined): boolean =>
  looksLikePersonToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
const OF_REST: Refused = {
  refused: { status: 401, code: 'invalid_token', message: 'A token of a person is for REST. Sign in at the gateway.' },
};

/** The person of a session. A browser adds its cookie to requests of any page: only our own may use it. */
async function personOf(
  secret: string,
  request: FastifyRequest,
  { origin, signIn, way }: NonNullable<Callers['people']> & { readonly way: Way },
): Promise<KnownCaller | Refused> {
  if (!isFromOwnPage(request, origin)) {
    const message = `A session is for our own pages: they send ${OWN_PAGE}, from ${origin}.`;
    return { refused: { status: 403, code: 'other_origin', message } };
  }
  const message = 'The session has ended. Sign in again.';
  return (await signIn[way](secret)) ?? { refused: { status: 401, code: 'session_required', message } };
}

/** A look-up that is out of order is no refusal. */
async function lookedUp<Result>(log: Callers['log'], look: () => Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    const outage = outageOf(error);
    log[outage ? 'warn' : 'error']({ err: error }, 'The caller of a request could not be looked up');
    const retryAfter = outage?.retryAfter ?? 1;
    throw new GraphQLError('Callers can not be looked up at the moment. Try again shortly.', {
      extensions: {
        code: 'SERVICE_UNAVAILABLE',
        retryAfter,
        http: { status: 503, headers: new HeaderMap([['retry-after', String(retryAfter)]]) },
      },
    });
  }
}
