import { GraphQLError } from 'graphql';
import { WAIT_FOR_CONNECTION } from '#platform/runtime/outage.ts';
import type { Request } from './execute/fetch.ts';

/** Why a fetch from a subgraph came to nothing. `unconnected`: no connection was made, so nothing was sent. */
export type Failure = 'timeout' | 'unreachable' | 'unconnected' | 'refused' | 'unreadable' | 'not_sent';

const NOT_MADE: ReadonlySet<Failure> = new Set<Failure>(['unconnected', 'refused', 'not_sent']);
/** True where a change that failed so was certainly not made. */
export const isNotMade = (failure: Failure): boolean => NOT_MADE.has(failure);

/**
 * Of fetches that failed for one reason in one subgraph, one error, which names the fields of all. Failed changes keep
 * an error each, with its path.
 */
export function oneOfEach(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const merged: GraphQLError[] = [];
  const failures = new Map<string, number>();
  for (const error of errors) {
    const { code, fields, ...rest } = error.extensions;
    if (code !== 'SUBGRAPH_UNAVAILABLE' || rest['change'] !== undefined || !Array.isArray(fields)) {
      merged.push(error);
      continue;
    }
    const key = JSON.stringify([error.message, rest]);
    const at = failures.get(key);
    const before = at === undefined ? undefined : merged[at];
    if (at === undefined || before === undefined) {
      failures.set(key, merged.push(error) - 1);
      continue;
    }
    // Only errors whose `fields` are a list have a key here.
    const both = [...(before.extensions['fields'] as string[]), ...fields];
    merged[at] = new GraphQLError(error.message, { extensions: { ...error.extensions, fields: [...new Set(both)] } });
  }
  return merged;
}

/**
 * The one error for a fetch that failed, with the fields that are null because of it. It says when to send it again, but of a
 * change whose outcome is unknown: who repeats that without its key makes it twice.
 */
export function unavailable(
  { subgraph, isChange }: Request,
  failure: Failure,
  fields: readonly string[],
): GraphQLError {
  const late = failure === 'timeout' ? ' in time' : '';
  const [field] = fields;
  const isOneRoot = fields.length === 1 && field !== undefined && field !== '' && !field.includes('.');
  const what =
    failure === 'not_sent'
      ? 'An earlier change of this operation has an unknown outcome, so this one was not sent.'
      : `The subgraph ${subgraph} did not answer${late}.`;
  const doubt = !isChange
    ? ' The fields that come from it are null.'
    : isNotMade(failure)
      ? ' The change was not made.'
      : ' Whether the change was made is not known: read the record again, or send it again with the same idempotencyKey.';
  const isInDoubt = isChange && !isNotMade(failure);
  return new GraphQLError(`${what}${doubt}`, {
    ...(isOneRoot ? { path: [field] } : {}),
    extensions: {
      code: isInDoubt ? 'outcome_unknown' : 'SUBGRAPH_UNAVAILABLE',
      subgraph,
      reason: failure === 'unconnected' ? 'unreachable' : failure,
      fields,
      ...(isInDoubt ? {} : { retryAfter: WAIT_FOR_CONNECTION }),
      ...(isChange ? { change: isInDoubt ? 'unknown' : 'not_made' } : {}),
    },
  });
}
