import type { ApolloServerPlugin } from '@apollo/server';
import { BREAK, GraphQLError, visit } from 'graphql';
import type { DocumentNode, GraphQLFormattedError } from 'graphql';
import type { FetchContext } from './execute/links.ts';

/**
 * Hides from callers of a live tenant: the schema by introspection, and the names that a misspelt one resembles.
 * Checked after the operation was found, so that neither a hash nor a fragment leads around it.
 */
export function discreetTowardsLive(): ApolloServerPlugin<FetchContext> {
  const introspecting = new WeakMap<DocumentNode, boolean>();
  const introspects = (document: DocumentNode): boolean => {
    let known = introspecting.get(document);
    if (known === undefined) {
      known = hasIntrospection(document);
      introspecting.set(document, known);
    }
    return known;
  };

  return {
    async requestDidStart({ contextValue }) {
      if (contextValue.caller.mode !== 'live') return {};
      return {
        async didResolveOperation({ document }) {
          if (!introspects(document)) return;
          throw new GraphQLError('The live graph does not describe itself. Introspect the sandbox.', {
            extensions: { code: 'INTROSPECTION_DISABLED', http: { status: 400 } },
          });
        },
        // Names stand in operations and in variables; the errors of both have been made by now.
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const { errors } = singleResult;
          if (errors === undefined) return;
          response.body.singleResult = { ...singleResult, errors: errors.map(withoutSuggestion) };
        },
      };
    },
  };
}

function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  const isOfTheProtocol = /^[A-Z_]+$/.test(String(error.extensions?.code));
  return isOfTheProtocol ? { ...error, message: error.message.replace(/ ?Did you mean .+\?$/s, '') } : error;
}

/** True where an operation of the document asks what the graph is. */
export function hasIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field(node) {
      found = node.name.value === '__schema' || node.name.value === '__type';
      return found ? BREAK : undefined;
    },
  });
  return found;
}
