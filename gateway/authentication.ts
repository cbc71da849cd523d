import { GraphQLError } from 'graphql';
import { HeaderMap } from '@apollo/server';
import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';

/** A caller as the token tells it; the request adds its own id and trace. */
export type KnownCaller = Omit<Caller, 'requestId' | 'traceparent'>;

/** Why a bearer token is not accepted. `code` is the code of the catalogue: invalid_token, client_disabled. */
type Refused = {
  readonly refused: { readonly status: 401 | 403; readonly code: string; readonly message: string };
};

/** Looks up the bearer of an Authorization header, as on REST. To throw is to be out of order, not to refuse. */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<KnownCaller | Refused>;

/**
 * The caller of a request, or the error for its client: HTTP 401 with WWW-Authenticate and the code UNAUTHENTICATED
 * (403 and FORBIDDEN for a client that may not come in at all), `reason` telling which rule of REST it is.
 */
export async function authenticated(
  { authorization, address }: { readonly authorization: string | undefined; readonly address: string },
  authenticate: Authenticate,
  log: Pick<BaseLogger, 'error'>,
): Promise<KnownCaller> {
  let result: KnownCaller | Refused;
  try {
    result = await authenticate(authorization, address);
  } catch (error) {
    log.error({ err: error }, 'The caller of a request could not be looked up');
    throw new GraphQLError('Tokens can not be checked at the moment. Try again shortly.', {
      extensions: {
        code: 'SERVICE_UNAVAILABLE',
        retryAfter: 1,
        http: { status: 503, headers: new HeaderMap([['retry-after', '1']]) },
      },
    });
  }
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
