import { GraphQLError } from 'graphql';
import type { GraphQLErrorExtensions, GraphQLFormattedError } from 'graphql';
import type { BaseLogger } from 'pino';
import { isRecord } from '#platform/runtime/is-record.ts';
import { withoutSentValue } from '#platform/runtime/sent-values.ts';

/**
 * The errors of the graph, as clients see them. Upper case codes are matters of the protocol, lower case ones are
 * refusals of the trade (and `insufficient_scope`), the same codes as on REST.
 */
export const PROTOCOL_CODES = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'SERVICE_UNAVAILABLE',
  'SUBGRAPH_UNAVAILABLE',
  'OPERATION_TOO_LARGE',
  'INTROSPECTION_DISABLED',
  'DOCUMENT_NOT_TRUSTED',
  'INTERNAL_ERROR',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
] as const;
const protocolCodes: ReadonlySet<unknown> = new Set(PROTOCOL_CODES);

/** Refusals that the subgraphs answered have a code in lower case; their masks have seen to everything else. */
function isPublic(code: unknown): boolean {
  return protocolCodes.has(code) || (typeof code === 'string' && /^[a-z][a-z0-9_]*$/.test(code));
}

/** A fault, for the client: that there was one, and by which id we find it in the log. */
function fault(requestId: string | undefined, path?: GraphQLFormattedError['path']): GraphQLError {
  return new GraphQLError('Something went wrong on our side. Quote the request id when you report it.', {
    ...(path === undefined ? {} : { path }),
    extensions: { code: 'INTERNAL_ERROR', ...(requestId === undefined ? {} : { request_id: requestId }) },
  });
}

/** An error of the execution, masked where it is none that a client is to see. */
export function publicError(error: unknown, requestId: string, log: Pick<BaseLogger, 'error'>): GraphQLError {
  if (error instanceof GraphQLError) {
    const { serviceName: _inside, ...extensions } = error.extensions;
    if (isPublic(extensions.code)) return rebuilt(error, extensions);
    // Variables that don't fit the operation carry no code yet; they are recognised by their node.
    if (extensions.code === undefined && error.nodes?.[0]?.kind === 'VariableDefinition')
      return rebuilt(error, { code: 'BAD_USER_INPUT' }, withoutSentValue(error.message, error.originalError?.message));
  }
  log.error({ err: error, request_id: requestId }, 'The gateway met a fault');
  return fault(requestId, error instanceof GraphQLError ? error.path : undefined);
}

function rebuilt(error: GraphQLError, extensions: GraphQLErrorExtensions, message = error.message): GraphQLError {
  return new GraphQLError(message, {
    ...(error.nodes === undefined ? {} : { nodes: error.nodes }),
    ...(error.path === undefined ? {} : { path: error.path }),
    extensions,
  });
}

/** The last look at every error, those from before the execution included. */
export function lastMask(log: Pick<BaseLogger, 'error'>) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    if (isPublic(formatted.extensions?.code))
      return formatted.extensions?.code === 'GRAPHQL_VALIDATION_FAILED'
        ? { ...formatted, message: withoutSentValue(formatted.message) }
        : formatted;
    // The server's own refusals of a request (a persisted query under another query's hash) carry a status and no code.
    if (error instanceof GraphQLError && isClientFault(error)) {
      return { ...formatted, extensions: { code: 'BAD_REQUEST' } };
    }
    log.error({ err: error }, 'The gateway met a fault');
    return fault(undefined, formatted.path).toJSON();
  };
}

function isClientFault({ extensions }: GraphQLError): boolean {
  const { http } = extensions;
  const status = isRecord(http) && typeof http.status === 'number' ? http.status : 500;
  return status >= 400 && status < 500;
}

/** The body for a request that never became a GraphQL request: too long, not JSON, of another type. */
export function requestError(message: string, status: number): { errors: GraphQLFormattedError[] } {
  const code = status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR';
  return { errors: [{ message, extensions: { code } }] };
}
