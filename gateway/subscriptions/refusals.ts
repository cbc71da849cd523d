import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GraphQLFormattedError } from 'graphql';
import type { BaseLogger } from 'pino';
import { publicError } from '../errors.ts';
import { FetchFailure } from '../execute/fetch.ts';
import { isOurs } from '../operation-outcome.ts';

/** Why a stream does not begin, or ends. */

const STOPPING = 'shutting_down';

const unavailable = (message: string, reason: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: 'SERVICE_UNAVAILABLE',
      reason,
      retryAfter: 1,
      http: { status: 503, headers: new HeaderMap([['retry-after', '1']]) },
    },
  });

export const shuttingDown = (): GraphQLError =>
  unavailable('This server is stopping. Subscribe again, behind the last change that you have.', STOPPING);

export const expired = (): GraphQLError =>
  new GraphQLError('Changes since then are no longer retained. Read the records again, and follow from now on.', {
    extensions: { code: 'changes_expired' },
  });

export const rightsChanged = (): GraphQLError =>
  new GraphQLError('What this client may see has changed. Subscribe again.', { extensions: { code: 'FORBIDDEN' } });

export function tooMany(whose: string, allowed: number, status: 429 | 503): GraphQLError {
  return new GraphQLError(`There are ${allowed} streams ${whose} already, as many as are allowed. End one first.`, {
    extensions: {
      code: status === 429 ? 'rate_limited' : 'SERVICE_UNAVAILABLE',
      limit: 'streams',
      allowed,
      http: { status, headers: new HeaderMap([['retry-after', '5']]) },
    },
  });
}

/** The last error of a stream, with the number behind which its client can go on. */
export function ended(
  why: unknown,
  after: number,
  requestId: string,
  log: Pick<BaseLogger, 'error'>,
): GraphQLFormattedError {
  const known =
    why instanceof FetchFailure
      ? unavailable(
          'A change could not be read for now. Subscribe again, behind the last one that you have.',
          why.failure,
        )
      : why;
  return formatted(publicError(known, requestId, log), { after });
}

/** True for the last error of a stream that ended through our fault; a server that stops is none. */
export const isFault = (error: GraphQLFormattedError): boolean =>
  isOurs(error) && error.extensions?.['reason'] !== STOPPING;

/** An error as JSON, without what was for HTTP. */
export function formatted(error: GraphQLError, more: object = {}): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _http, ...shown } = extensions ?? {};
  return { ...rest, extensions: { ...shown, ...more } };
}
