import type { GraphQLError } from 'graphql';
import type { ResultMap } from './access/complete-with-nulls.ts';
import type { GuardedOperation } from './access/guard.ts';
import type { Response } from './execute/execute.ts';

/** What a client gets: the response, with nulls and errors for what it may not see, and the others as clients see them. */
export function completed(
  response: Response,
  guarded: GuardedOperation | null,
  shown: (error: GraphQLError) => GraphQLError,
): { data?: ResultMap | null; errors?: readonly GraphQLError[] } {
  // Written by our own executor.
  const found = response.data === null ? undefined : (JSON.parse(response.data) as ResultMap | null);
  const { data, errors: denied } = guarded?.complete(found) ?? { data: found, errors: [] };
  const errors = [...denied, ...response.errors.map(shown)];
  return { ...(data === undefined ? {} : { data }), ...(errors.length === 0 ? {} : { errors }) };
}
