import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { FetchContext } from './execute/links.ts';

/** Refuses an operation of a kind that the graph does not have, before it costs or plans anything. */
export function servedOperations(): ApolloServerPlugin<FetchContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, operation }) {
          if (!operation || schema.getRootType(operation.operation)) return;
          throw notServed(operation.operation);
        },
      };
    },
  };
}

function notServed(kind: string): GraphQLError {
  const instead = kind === 'subscription' ? ' Ask again from time to time, or let a webhook notify you.' : '';
  return new GraphQLError(`This graph serves no ${kind}s here.${instead}`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });
}
