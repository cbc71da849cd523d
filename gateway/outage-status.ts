import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, OperationTypeNode, type GraphQLFormattedError, type OperationDefinitionNode } from 'graphql';
import type { FetchContext } from './execute/links.ts';
import { hasAnswer } from './operation-outcome.ts';

/**
 * An operation of which nothing could be carried out, because something that it needs is not there for now, is HTTP 503
 * with Retry-After, as on REST: load balancers and clients know what that means, and send it again. Where a part was
 * carried out, or may have been, the status stays, and the errors say `extensions.retryAfter`.
 */
export function outageStatus(): ApolloServerPlugin<FetchContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response, operation }) {
          if (response.body.kind !== 'single') return;
          const { data, errors = [] } = response.body.singleResult;
          if (errors.length === 0 || hasAnswer(data)) return;
          const waits = errors.map(waitOf);
          if (!waits.every((wait) => wait !== null)) return;
          // Without `data` nothing was begun.
          if (data !== undefined && operation?.operation === OperationTypeNode.MUTATION && !isUndone(operation, errors))
            return;
          response.http.status = 503;
          response.http.headers.set('retry-after', String(Math.max(...waits)));
        },
      };
    },
  };
}

const OUTAGES: ReadonlySet<unknown> = new Set(['SERVICE_UNAVAILABLE', 'SUBGRAPH_UNAVAILABLE']);

/** Seconds to wait; null where the error is of no outage. */
const waitOf = ({ extensions }: GraphQLFormattedError): number | null =>
  OUTAGES.has(extensions?.code) ? Number(extensions?.['retryAfter'] ?? 1) : null;

/**
 * True where each change of the operation has an error of its own. One that has none was made, and is null because what it
 * returns could not be read, or because another one was not made.
 */
function isUndone({ selectionSet }: OperationDefinitionNode, errors: readonly GraphQLFormattedError[]): boolean {
  const undone = new Set<unknown>(errors.flatMap(changesNotMade));
  return selectionSet.selections.every(
    (each) => each.kind === Kind.FIELD && undone.has(each.alias?.value ?? each.name.value),
  );
}

/** The changes that an error says were not made, by their keys in the response. */
function changesNotMade({ path, extensions }: GraphQLFormattedError): readonly unknown[] {
  const { code, change, fields } = extensions ?? {};
  if (code === 'SUBGRAPH_UNAVAILABLE') return change === 'not_made' && Array.isArray(fields) ? fields : [];
  return path?.length === 1 ? path : [];
}
