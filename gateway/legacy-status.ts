import type { ApolloServerPlugin } from '@apollo/server';
import type { FetchContext } from './execute/links.ts';

const mistakesOfTheOperation: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * GraphQL over HTTP, section "application/json": a client that does not know the newer media type
 * (`application/graphql-response+json`) takes any other status than 200 for a broken server or a broken network,
 * and never looks at `errors`. It gets 200 for an operation that is wrong; newer clients get 400.
 */
export function legacyStatus(): ApolloServerPlugin<FetchContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ request, response }) {
          if (response.http.status !== 400 || response.body.kind !== 'single') return;
          if (request.http?.headers.get('accept')?.includes('application/graphql-response+json')) return;
          const { errors = [] } = response.body.singleResult;
          if (errors.every(({ extensions }) => mistakesOfTheOperation.has(extensions?.code)))
            response.http.status = 200;
        },
      };
    },
  };
}
