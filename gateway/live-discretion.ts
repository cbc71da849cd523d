import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, GraphQLError, visit } from 'graphql';
import type { DocumentNode } from 'graphql';
import type { FetchContext } from './subgraph-source.ts';

/**
 * What callers of a live tenant are not told: the schema by introspection, and the names that a misspelt one resembles.
 * Checked after the operation was found, so that neither a hash nor a fragment leads around it.
 */
export function discreetTowardsLive(): ApolloServerPlugin<FetchContext> {
  const introspecting = new WeakMap<DocumentNode, boolean>();
  const introspects = (document: DocumentNode): boolean => {
    let answer = introspecting.get(document);
    if (answer === undefined) {
      answer = hasIntrospection(document);
      introspecting.set(document, answer);
    }
    return answer;
  };

  return {
    async requestDidStart({ contextValue }) {
      if (contextValue.caller.mode !== 'live') return {};
      return {
        async validationDidStart() {
          return async (errors) => {
            for (const error of errors ?? []) error.message = error.message.replace(/ ?Did you mean .+\?$/, '');
          };
        },
        async didResolveOperation({ document }) {
          if (!introspects(document)) return;
          throw new GraphQLError('The live graph does not describe itself. Introspect the sandbox.', {
            extensions: { code: 'INTROSPECTION_DISABLED', http: { status: 400 } },
          });
        },
      };
    },
  };
}

function hasIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      found = node.name.value === '__schema' || node.name.value === '__type';
      return found ? BREAK : undefined;
    },
  });
  return found;
}
