import { GraphQLError } from 'graphql';
import type { GraphQLFormattedError } from 'graphql';
import type { BaseLogger } from 'pino';
import { DomainError } from '#core/kernel/domain-error.ts';
import { fieldErrorsOf } from '#core/kernel/field-error.ts';
import { outageOf, WriteInDoubt } from '#platform/runtime/outage.ts';
import { withoutSentValue } from '#platform/runtime/sent-values.ts';
import { toWire } from '#platform/runtime/wire.ts';
import { ChangeNotShown } from './mutate.ts';
import { PERSONAL_SCALARS } from './scalars.ts';
import { argumentPath } from './user-errors.ts';

/**
 * What the outside sees of an error: decided here and nowhere else.
 * - A refusal (DomainError) keeps its message; `extensions.code` is its code in the catalogue, in lower case as on
 *   REST, with `kind` and its details.
 * - A bad input value keeps its message, with the code BAD_USER_INPUT.
 * - An outage of what we depend on is SERVICE_UNAVAILABLE with `retryAfter` in seconds; for a change that was made, or may
 *   have been, it is `outcome_unknown`.
 * - Anything else is a fault: INTERNAL_ERROR and the request id, nothing of the inside. The log gets the real one.
 * Codes in lower case are rules of the trade, codes in upper case are matters of the protocol.
 */
export type ErrorMask = {
  /** Remembers for which request an error arose, so that its mask can name it. */
  noteRequest(error: unknown, requestId: string): void;
  mask(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
};

/** Made by the frame itself: a gateway without a valid identity, a request that is no GraphQL request. */
const ownCodes: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'BAD_REQUEST', 'SHUTTING_DOWN']);

export function errorMask(subgraph: string, log: Pick<BaseLogger, 'error' | 'warn'>): ErrorMask {
  const requests = new WeakMap<object, string>();
  return {
    noteRequest(error, requestId) {
      if (typeof error === 'object' && error !== null) requests.set(error, requestId);
    },
    mask(formatted, error) {
      const refusal = refusalWithin(error);
      if (refusal !== null)
        return {
          ...formatted,
          message: refusal.message,
          extensions: { ...details(refusal), code: refusal.code, kind: refusal.kind },
        };

      const { code, scalar } = formatted.extensions ?? {};
      // A literal that a scalar refused arrives as a failed validation; every other invalid operation is the
      // gateway's fault, not the client's: the gateway has validated it against a schema that no longer fits.
      if (code === 'BAD_USER_INPUT' || scalar !== undefined) {
        // A fault of a variable is an error of graphql-js. Our scalars say themselves what of a value is shown.
        const { message: reason } = originalOf(error) as Error;
        const isShown = scalar !== undefined && !PERSONAL_SCALARS.has(scalar);
        const message = isShown ? formatted.message : withoutSentValue(formatted.message, reason);
        return { ...formatted, message, extensions: { code: 'BAD_USER_INPUT' } };
      }
      if (ownCodes.has(code)) return { ...formatted, extensions: { code } };

      const requestId = typeof error === 'object' && error !== null ? requests.get(error) : undefined;
      const original = originalOf(error);
      const outage = outageOf(original instanceof ChangeNotShown ? original.cause : original);
      if (outage) {
        log.warn({ err: original, request_id: requestId, subgraph }, 'A request to a subgraph met an outage');
        const change = changeBehind(original);
        if (change !== null) return { ...formatted, ...change };
        return {
          ...formatted,
          message: `${outage.reason ?? 'This could not be carried out for now.'} Try again in ${outage.retryAfter} seconds, a mutation with the same idempotencyKey.`,
          extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: outage.retryAfter },
        };
      }
      log.error(
        { err: originalOf(error), request_id: requestId, subgraph, path: formatted.path?.join('.') },
        'A request to a subgraph met a fault',
      );
      return {
        ...formatted,
        message: 'Something went wrong on our side. Quote the request id when you report it.',
        extensions: { code: 'INTERNAL_ERROR', ...(requestId === undefined ? {} : { request_id: requestId }) },
      };
    },
  };
}

/** What an outage says where a change was made, or may have been; null where none was. */
function changeBehind(error: unknown): Pick<GraphQLFormattedError, 'message' | 'extensions'> | null {
  const again = 'read the record again, or send it again with the same idempotencyKey.';
  if (error instanceof ChangeNotShown)
    return {
      message: `The change was made, and its record could not be read: ${again}`,
      extensions: { code: 'outcome_unknown', change: 'made' },
    };
  if (error instanceof WriteInDoubt)
    return {
      message: `Whether the change was made is not known: ${again}`,
      extensions: { code: 'outcome_unknown', change: 'unknown' },
    };
  return null;
}

function details(refusal: DomainError): Record<string, unknown> {
  const errors = fieldErrorsOf(refusal).map(({ field, ...entry }) => ({ path: argumentPath(field), ...entry }));
  // An object stays one on the wire.
  return toWire({ ...refusal.details, ...(errors.length > 0 ? { errors } : {}) }) as Record<string, unknown>;
}

/** The refusal that an error is or wraps; graphql-js wraps whatever a resolver throws. */
function refusalWithin(error: unknown): DomainError | null {
  const original = originalOf(error);
  return original instanceof DomainError ? original : null;
}

function originalOf(error: unknown): unknown {
  let original = error;
  while (original instanceof GraphQLError && original.originalError) original = original.originalError;
  return original;
}
