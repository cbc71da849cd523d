import type { ApolloServerPlugin } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { RequestContext } from './request-context.ts';

/** Refuses an operation of a kind that the graph does not have, or not in this way, before it costs or plans anything. */
export function servedOperations(feed: 'with a feed' | 'without a feed'): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, operation, contextValue }) {
          if (!operation) return;
          const kind = operation.operation;
          if (!schema.getRootType(kind) || (kind === 'subscription' && feed === 'without a feed'))
            throw notServed(kind);
          if (kind === 'subscription' && contextValue.stream === null) throw onlyAsStream();
          if (kind === 'mutation' && contextValue.stream?.method === 'GET') throw onlyByPost();
        },
      };
    },
  };
}

function notServed(kind: string): GraphQLError {
  const instead = kind === 'subscription' ? ' Ask again from time to time, or let a webhook notify you.' : '';
  return refused(`This graph serves no ${kind}s here.${instead}`);
}

const onlyAsStream = (): GraphQLError =>
  refused('Subscriptions are served as a stream of events. Send accept: text/event-stream.');

const onlyByPost = (): GraphQLError =>
  new GraphQLError('Mutations are sent by POST.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: new HeaderMap([['allow', 'POST']]) } },
  });

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });
